//! Figures without fonts.
//!
//! Numbers on heat maps must look the same in SVG, PNG and GIF, and the renderer knows no fonts. So every
//! character of a number is a stroke of our own on a grid 8 units wide and 12 high; a number is one path.

use std::fmt::Write;

use crate::markup::Number;

/// Width of a character and the gap behind it.
const ADVANCE: f64 = 10.5;
/// Width and height of a character.
const GLYPH: (f64, f64) = (8.0, 12.0);

/// The stroke of a character, relative to its upper left corner.
const fn stroke(character: char) -> &'static str {
    match character {
        '0' => "m4 0q4 0 4 4v4q0 4-4 4t-4-4v-4q0-4 4-4z",
        '1' => "m1 3l4-3v12m-3 0h6",
        '2' => "m0 3q0-3 4-3t4 3q0 2-2 4l-6 5h8",
        '3' => "m0 2q1-2 4-2t4 3q0 3-4 3q4 0 4 3t-4 3q-3 0-4-2",
        '4' => "m6 12v-12l-6 8h8",
        '5' => "m7 0h-6l-.5 5q1-1 3.5-1 4 0 4 4t-4 4q-3 0-4-2",
        '6' => "m7 0q-7 2-7 8m0 0q0 4 4 4t4-4-4-4-4 4",
        '7' => "m0 0h8l-5 12",
        '8' => "m4 6q-4 0-4-3t4-3 4 3-4 3-4 3 4 3 4-3-4-3z",
        '9' => "m1 12q7-2 7-8m0 0q0-4-4-4t-4 4 4 4 4-4",
        '-' => "m1 6h6",
        '.' => "m4 12h.01",
        'e' => "m0 8h8q0-4-4-4t-4 4 4 4q3 0 4-2",
        _ => "",
    }
}

/// Path data of a number whose middle lies at (x, y).
pub(crate) fn centred(text: &str, x: f64, y: f64) -> String {
    from_left(text, x - width(text) / 2.0, y)
}

/// Path data of a number that begins at x, its middle at the height y.
pub(crate) fn from_left(text: &str, x: f64, y: f64) -> String {
    let mut data = String::new();
    let mut left = x;
    for character in text.chars() {
        let _ = write!(data, "M{} {}{}", Number(left), Number(y - GLYPH.1 / 2.0), stroke(character));
        left += ADVANCE;
    }
    data
}

/// Width of a number in units.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(|_| ADVANCE).sum::<f64>() - (ADVANCE - GLYPH.0)
}

/// A finite value in five characters or fewer, so that it fits a cell.
pub(crate) fn short(value: f32) -> String {
    let size = value.abs();
    let text = match size {
        _ if value == 0.0 => "0".to_owned(),
        9_999.5.. | ..0.005 => format!("{value:.0e}"),
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_a_cell() {
        let cases = [
            (0.0, "0"),
            (0.5, "0.5"),
            (-0.25, "-0.25"),
            (1.0, "1"),
            (9.999, "10"),
            (-12.34, "-12.3"),
            (123.4, "123"),
            (-1234.0, "-1234"),
            (12345.0, "1e4"),
            (-0.0012, "-1e-3"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
            assert!(width(text) <= 56.0, "{text} is too wide");
            assert!(text.chars().all(|c| !stroke(c).is_empty()), "{text} has a character without a stroke");
        }
        for extreme in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, -1e-38, 99.96, 9_999.4] {
            assert!(short(extreme).len() <= 6, "{} is too long", short(extreme));
        }
    }
}
