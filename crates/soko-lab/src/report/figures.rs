//! How numbers are written.
//!
//! Four significant digits: times of search spread over eight powers of ten, and a fifth digit of a time is noise. A
//! value and its interval are two columns, so that the value stays a number for whoever reads the CSV. What does not exist
//! is a dash; what was not run is empty.

use crate::stats::{Estimate, Interval};

use super::record::Record;

/// What stands for a number that does not exist.
pub(super) const NONE: &str = "–";

/// Four significant digits, without an exponent.
pub(super) fn significant(value: f64) -> String {
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    let decimals = (3 - magnitude).clamp(0, 12) as usize;
    format!("{value:.decimals$}")
}

/// A number that may not exist.
pub(super) fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), significant)
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// From one end to the other.
pub(super) fn range(interval: Option<Interval>, write: fn(f64) -> String) -> String {
    interval.map_or_else(
        || NONE.to_owned(),
        |Interval { low, high }| format!("{} to {}", write(low), write(high)),
    )
}

/// A probability: four places, or a power of ten if it is smaller.
pub(super) fn probability(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { format!("{p:.4}") }
}

/// Two columns: the value, and its interval.
pub(super) fn put_estimate(record: &mut Record, column: &str, estimate: Option<Estimate>) {
    record.put(column, optional(estimate.map(|estimate| estimate.value)));
    record.put(format!("{column} 95 %"), range(estimate.map(|estimate| estimate.interval), significant));
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
    }
}
