//! Text that is safe inside SVG and HTML.
//!
//! Titles of levels come from files of unknown origin. What is reserved is escaped, both quotes too, so that the same function
//! serves content and attributes. Control characters are forbidden in XML, and one of them would make a whole drawing
//! unreadable; they become U+FFFD, so that a reader sees that something was there.

/// The text as content or as a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        assert_eq!(escaped("</script><img onerror=\"x('1')\">&"), {
            "&lt;/script&gt;&lt;img onerror=&quot;x(&#39;1&#39;)&quot;&gt;&amp;"
        });
        assert_eq!(escaped("a\u{0}b\u{1b}c\u{85}d\ne"), "a\u{fffd}b\u{fffd}c\u{fffd}d e");
        assert_eq!(escaped("Žlebek × 2"), "Žlebek × 2");
    }
}
