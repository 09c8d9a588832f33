//! The few things that make text into well-formed SVG: numbers, escapes, and one name per unit.
//!
//! All drawing happens in *units*: a cell is [`CELL`] units wide whatever its size in pixels, so a symbol is
//! drawn once and the `viewBox` does the scaling. Numbers carry two decimals at most and no superfluous
//! zero: the same picture is the same bytes on every machine.

use std::fmt;

/// Width and height of a cell in drawing units.
pub(crate) const CELL: i32 = 64;
/// Height of a legend in units.
pub(crate) const LEGEND: u32 = 48;

/// A coordinate: at most two decimals, shortest form.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        match digits.strip_prefix("0.") {
            _ if digits == "0" => f.write_str("0"),
            Some(fraction) => write!(f, "{sign}.{fraction}"),
            None => f.write_str(text),
        }
    }
}

/// Text as element content: the characters XML reserves are escaped, those it forbids are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, -0.001, 0.5, -0.25, 12.0, 12.345, -7.1, 100.0].map(|n| Number(n).to_string());
        assert_eq!(shown, ["0", "0", ".5", "-.25", "12", "12.35", "-7.1", "100"]);
    }

    #[test]
    fn text_stays_well_formed() {
        assert_eq!(escape("a<b> & \u{0}\u{b}\"c\"\n\u{ffff}é"), "a&lt;b&gt; &amp; \"c\" é");
    }
}
