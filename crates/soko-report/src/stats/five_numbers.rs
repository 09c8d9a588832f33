//! Five numbers for a box plot (John W. Tukey 1977, *Exploratory Data Analysis*).
//!
//! Least, lower quartile, median, upper quartile, greatest. The box spans the quartiles; the whiskers reach to the last
//! values within 1½ box lengths of it (the *fences*); what lies beyond is an outlier and drawn by itself. Tukey's hinges
//! are medians of the halves, a single middle belonging to both; we take quartiles by definition 7 ([`quantile`]), which
//! are the hinges themselves for an odd count and near them for an even one.
//!
//! A box hides that data may have two heaps, and for `n` values of a normal distribution about 0.7 % are "outliers" without
//! anything being wrong with them. Times of search are skewed: look at them on a logarithmic axis, and then give this their
//! logarithms, as the drawn boxes do; fences of plain seconds hold nothing below and too much above.

use super::quantile::quantile;

/// The summary of some values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FiveNumbers {
    /// Least value.
    pub least: f64,
    /// Lower quartile.
    pub lower: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub upper: f64,
    /// Greatest value.
    pub greatest: f64,
    /// Where the whiskers end: the least and the greatest value within the fences.
    pub whiskers: (f64, f64),
    /// The values beyond the fences, in rising order.
    pub outliers: Vec<f64>,
}

impl FiveNumbers {
    /// Of sorted values; nothing of nothing.
    pub(crate) fn of(sorted: &[f64]) -> Option<Self> {
        let at = |p| quantile(sorted, p);
        let (lower, upper) = (at(0.25)?, at(0.75)?);
        let reach = 1.5 * (upper - lower);
        let inside = |value: &f64| (lower - reach..=upper + reach).contains(value);
        let mut within = sorted.iter().copied().filter(inside);
        let first = within.next().unwrap_or(lower);
        Some(Self {
            least: at(0.0)?,
            lower,
            median: at(0.5)?,
            upper,
            greatest: at(1.0)?,
            whiskers: (first, within.next_back().unwrap_or(first)),
            outliers: sorted.iter().copied().filter(|value| !inside(value)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_far_off_is_an_outlier_and_moves_no_whisker() {
        let five = FiveNumbers::of(&[-20.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 40.0]).unwrap();
        assert_eq!((five.least, five.lower, five.median), (-20.0, 3.0, 5.0));
        assert_eq!((five.upper, five.greatest), (7.0, 40.0));
        assert_eq!((five.whiskers, five.outliers), ((2.0, 8.0), vec![-20.0, 40.0]));
    }

    #[test]
    fn a_value_on_the_fence_is_still_inside() {
        let five = FiveNumbers::of(&[0.0, 1.0, 2.0, 3.0, 6.0]).unwrap();
        assert_eq!((five.lower, five.upper, five.whiskers.1), (1.0, 3.0, 6.0));
        assert!(five.outliers.is_empty());
    }

    #[test]
    fn quartiles_of_an_odd_count_are_the_hinges() {
        for count in (1..60_usize).step_by(2) {
            let squares: Vec<f64> = (0..count).map(|i| (i * i) as f64).collect();
            let five = FiveNumbers::of(&squares).unwrap();
            let half = count.div_ceil(2);
            let hinges =
                [&squares[..half], &squares[count - half..]].map(|half| crate::stats::median(half).unwrap());
            assert!((five.lower - hinges[0]).abs() < 1e-9 && (five.upper - hinges[1]).abs() < 1e-9);
        }
    }

    #[test]
    fn one_value_is_everything() {
        let five = FiveNumbers::of(&[7.0]).unwrap();
        assert_eq!((five.least, five.median, five.greatest, five.whiskers), (7.0, 7.0, 7.0, (7.0, 7.0)));
        assert_eq!(FiveNumbers::of(&[]), None);
    }
}
