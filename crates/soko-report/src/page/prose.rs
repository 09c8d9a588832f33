//! The Markdown of findings as HTML: paragraphs, lists of one depth, `code`, **bold**, *emphasis* and links.
//!
//! Everything else is text. Nothing of the text becomes markup by itself: it is escaped piece by piece, and a link leads
//! to the web or into the page, never to a script.

use crate::markup::escaped;

/// Paragraphs and lists.
pub(super) fn blocks(text: &str) -> String {
    let mut html = String::new();
    let normal = text.replace("\r\n", "\n");
    for block in normal.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let lines: Vec<&str> = block.lines().map(str::trim).collect();
        if lines[0].starts_with("- ") {
            html += "<ul>";
            for item in items(&lines) {
                html.extend(["<li>", &inline(&item), "</li>"]);
            }
            html += "</ul>\n";
        } else {
            html.extend(["<p>", &inline(&lines.join(" ")), "</p>\n"]);
        }
    }
    html
}

/// The items of a list; a line without a dash goes on with the last.
fn items(lines: &[&str]) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match (line.strip_prefix("- "), items.last_mut()) {
            (None, Some(last)) => last.extend([" ", line]),
            (item, _) => items.push(item.unwrap_or(line).to_owned()),
        }
    }
    items
}

/// What stands inside a paragraph.
pub(super) fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        html += &escaped(&rest[..at]);
        rest = &rest[at..];
        // The star of A* is none that opens.
        let opens = !text[..text.len() - rest.len()].ends_with(char::is_alphanumeric);
        let emphasis = || if opens { emphasis(rest) } else { None };
        if let Some((piece, after)) =
            code(rest).or_else(|| bold(rest)).or_else(emphasis).or_else(|| link(rest))
        {
            html += &piece;
            rest = after;
        } else {
            html += &rest[..1];
            rest = &rest[1..];
        }
    }
    html + &escaped(rest)
}

fn code(text: &str) -> Option<(String, &str)> {
    let (inside, after) = text.strip_prefix('`')?.split_once('`')?;
    Some((format!("<code>{}</code>", escaped(inside)), after))
}

fn bold(text: &str) -> Option<(String, &str)> {
    let (inside, after) = text.strip_prefix("**")?.split_once("**")?;
    (!inside.is_empty()).then(|| (format!("<strong>{}</strong>", escaped(inside)), after))
}

fn emphasis(text: &str) -> Option<(String, &str)> {
    let (inside, after) = text.strip_prefix('*')?.split_once('*')?;
    let tight = !inside.is_empty() && inside.trim() == inside && !after.starts_with('*');
    tight.then(|| (format!("<em>{}</em>", escaped(inside)), after))
}

fn link(text: &str) -> Option<(String, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    let allowed = ["https://", "http://", "#"].iter().any(|start| address.starts_with(start));
    (allowed && !words.contains(['[', ']']))
        .then(|| (format!("<a href=\"{}\">{}</a>", escaped(address), escaped(words)), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subset_is_understood() {
        assert_eq!(
            blocks("One `a<b` and **two**,\nsee [there](https://example.org/?a&b).\n\nNext * line"),
            "<p>One <code>a&lt;b</code> and <strong>two</strong>, see \
             <a href=\"https://example.org/?a&amp;b\">there</a>.</p>\n<p>Next * line</p>\n"
        );
        assert_eq!(blocks("- one\n  more\n- two"), "<ul><li>one more</li><li>two</li></ul>\n");
    }

    #[test]
    fn the_star_of_a_star_is_no_emphasis_and_nothing_else_becomes_markup() {
        for (text, expected) in [
            ("*Hra* by A* and A*, (*so*)", "<em>Hra</em> by A* and A*, (<em>so</em>)"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("<b>[x](javascript:alert(1))", "&lt;b&gt;[x](javascript:alert(1))"),
            ("**<i>**`\"` ` ** [", "<strong>&lt;i&gt;</strong><code>&quot;</code> ` ** ["),
            ("[a\"](#x\"onclick=1)", "<a href=\"#x&quot;onclick=1\">a&quot;</a>"),
        ] {
            assert_eq!(inline(text), expected);
        }
    }
}
