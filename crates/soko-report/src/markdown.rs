//! Text that is safe inside a Markdown document.
//!
//! Most readers of Markdown pass HTML through, so a level titled `<script>` would run where the document is shown. [`words`] is for what comes
//! from levels, files and experiments: every character stands for itself. [`prose`] is for paragraphs, whose emphasis, code and links are meant; only
//! tags are taken their meaning.

/// Text in which nothing is markup, on one line. Stars and underscores stay: at worst they make a title bold, and `A*` is frequent.
pub(crate) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        match c {
            '\n' | '\r' => out.push(' '),
            '<' if begins_tag(next) => out += "&lt;",
            '&' if next.is_some_and(|c| c == '#' || c.is_ascii_alphabetic()) => out += "&amp;",
            '[' | '`' | '|' => out.extend(['\\', c]),
            '\\' if next.is_none_or(|c| c.is_ascii_punctuation()) => out += "\\\\",
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Paragraphs without tags. Code keeps its angles where it begins and ends on a line: what Markdown takes for code there is code here.
pub(crate) fn prose(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '`', '\\']) {
        out += &rest[..at];
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'\\' => 1 + rest[1..].chars().next().filter(char::is_ascii).map_or(0, char::len_utf8),
            b'`' => code(rest),
            _ => {
                let tag = begins_tag(rest[1..].chars().next());
                out += if tag { "&lt;" } else { "<" };
                rest = &rest[1..];
                continue;
            }
        };
        // What is escaped twice would open a tag again.
        if rest.starts_with("\\<") {
            out += "&lt;";
        } else {
            out += &rest[..taken];
        }
        rest = &rest[taken..];
    }
    out + rest
}

/// Length of the code at the beginning, or of the backticks that open none.
fn code(text: &str) -> usize {
    let ticks = |text: &str| text.len() - text.trim_start_matches('`').len();
    let opening = ticks(text);
    let mut at = opening;
    while let Some(next) = text[at..].find('`') {
        at += next;
        let closing = ticks(&text[at..]);
        if closing == opening {
            // A cell of a table ends its code.
            return if text[..at].contains('|') { opening } else { at + closing };
        }
        at += closing;
    }
    opening
}

/// Can a `<` before this be the beginning of a tag, a comment or an address?
fn begins_tag(next: Option<char>) -> bool {
    next.is_none_or(|c| c.is_ascii_alphabetic() || "/!?".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_themselves() {
        for (text, written) in [
            ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
            ("[x](javascript:alert(1))", "\\[x](javascript:alert(1))"),
            ("![x](https://example.org)", "!\\[x](https://example.org)"),
            ("a`<b>`", "a\\`&lt;b>\\`"),
            ("\\<b>", "\\\\&lt;b>"),
            ("a|b\nc", "a\\|b c"),
            ("&lt;b> &#60; R&D", "&amp;lt;b> &amp;#60; R&amp;D"),
            ("A* 12* < 3, x_1, C:\\levels, a & b, \u{1b}", "A* 12* < 3, x_1, C:\\levels, a & b, \u{fffd}"),
            ("ends with <", "ends with &lt;"),
        ] {
            assert_eq!(words(text), written);
        }
    }

    #[test]
    fn prose_keeps_its_markup_and_loses_its_tags() {
        for (text, written) in [
            ("**a** `<b>` [c](#d)\n- <i>e", "**a** `<b>` [c](#d)\n- &lt;i>e"),
            ("3 < 4 <!-- x -->", "3 < 4 &lt;!-- x -->"),
            ("one ` <b>", "one ` &lt;b>"),
            ("- `\n- <b>`", "- `\n- &lt;b>`"),
            ("\\`<b>`", "\\`&lt;b>`"),
            ("`` a ` <b> `` <c>", "`` a ` <b> `` &lt;c>"),
            ("| ` | <b> ` |", "| ` | &lt;b> ` |"),
            ("\\<b> \\\\<b>", "&lt;b> \\\\&lt;b>"),
            ("é`<ü`\\ü", "é`<ü`\\ü"),
        ] {
            assert_eq!(prose(text), written);
        }
    }
}
