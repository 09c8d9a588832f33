//! How numbers are written.
//!
//! Four significant digits: times of search spread over eight powers of ten, and a fifth digit of a time is noise. A
//! value and its interval are two columns, so that the value stays a number in the CSV. What does not exist
//! is a dash; what was not run is empty. Captions, which no program reads, group long numbers by thousands.

use crate::stats::Interval;

/// What stands for a number that does not exist.
const NONE: &str = "–";

/// Four significant digits, without an exponent.
pub(crate) fn significant(value: f64) -> String {
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    let decimals = (3 - magnitude).clamp(0, 12) as usize;
    format!("{value:.decimals$}")
}

/// A number that may not exist.
pub(crate) fn optional(value: Option<f64>) -> String {
    or_dash(value.map(significant))
}

/// A count, a length or a text that may not exist.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| value.to_string())
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// From one end to the other.
pub(crate) fn range(interval: Option<Interval>, write: fn(f64) -> String) -> String {
    or_dash(interval.map(|Interval { low, high }| format!("{} to {}", write(low), write(high))))
}

/// A probability: four places, or a power of ten if it is smaller.
pub(crate) fn probability(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { format!("{p:.4}") }
}

/// A whole number in groups of three digits.
pub(crate) fn grouped(value: u64) -> String {
    grouped_digits(&value.to_string())
}

/// Digits in groups of three.
pub(crate) fn grouped_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_whatever_the_size() {
        let written = [0.0, 0.000_012_345, 0.123_45, 1.0, 12.3456, 1234.56, 123_456.7, -2.5].map(significant);
        assert_eq!(written, ["0.000", "0.00001234", "0.1235", "1.000", "12.35", "1235", "123457", "-2.500"]);
    }

    #[test]
    fn small_probabilities_keep_their_power_of_ten() {
        assert_eq!(
            [1.0, 0.0375, 0.000_099, 3e-30].map(probability),
            ["1.0000", "0.0375", "9.9e-5", "3.0e-30"]
        );
        assert_eq!(range(Some(Interval { low: 0.25, high: 1.0 }), percent), "25.0 to 100.0");
        assert_eq!((range(None, percent), optional(None)), (NONE.to_owned(), NONE.to_owned()));
        assert_eq!((or_dash(Some(17)), or_dash(None::<u32>)), ("17".to_owned(), NONE.to_owned()));
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1000, 1_234_567].map(grouped));
    }
}
