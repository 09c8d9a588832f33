//! Quantiles and two kinds of median.
//!
//! Hyndman and Fan (1996) list nine definitions of a sample quantile. [`quantile`] is their number 7, the default of R and
//! NumPy: of `n` sorted values `x₀ … xₙ₋₁` the quantile `p` lies at `h = (n − 1)·p`, between two values in proportion. So
//! the quantiles 0 and 1 are the extremes, and 0.5 is the mean of the middle two if there is no single middle.
//!
//! [`lower_median`] takes the lower of the middle two instead: a value that really occurred. Tables of levels use it, since
//! a length of 17½ pushes is no solution and since it exists even where the upper half are failures.
//!
//! A median says nothing about the tail, and with five values a quartile is nearly one of the data points: definitions then
//! differ by more than the digits shown.

/// The values in rising order.
pub(crate) fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The quantile `p` (0 to 1) of sorted values, definition 7 of Hyndman and Fan; nothing of nothing.
pub(crate) fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = last as f64 * p.clamp(0.0, 1.0);
    let below = (place.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let share = place - below as f64;
    let between = sorted[below] * (1.0 - share) + sorted[above] * share;
    // Rounding must not carry it past its neighbours.
    Some(between.max(sorted[below]).min(sorted[above]))
}

/// The middle of sorted values, or the mean of the middle two.
pub(crate) fn median(sorted: &[f64]) -> Option<f64> {
    quantile(sorted, 0.5)
}

/// The middle of the values, or the lower of the middle two. Reorders them.
pub(crate) fn lower_median<T: Copy>(
    values: &mut [T],
    order: impl Fn(&T, &T) -> std::cmp::Ordering,
) -> Option<T> {
    let middle = values.len().checked_sub(1)? / 2;
    Some(*values.select_nth_unstable_by(middle, order).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quartiles_of_one_to_ten_are_those_of_r() {
        let values: Vec<f64> = (1..=10).map(f64::from).collect();
        let quartiles = [0.0, 0.25, 0.5, 0.75, 1.0].map(|p| quantile(&values, p).unwrap());
        assert_eq!(quartiles.map(|value| value.to_string()), ["1", "3.25", "5.5", "7.75", "10"]);
        assert_eq!((median(&[]), median(&[4.0]), median(&[4.0, 7.0])), (None, Some(4.0), Some(5.5)));
    }

    #[test]
    fn quantiles_rise_and_stay_within_the_data() {
        let values = sorted([3.0, -1.0, 3.0, 8.5, 0.25, 100.0, 3.0]);
        let quantiles: Vec<f64> =
            (0..=100).map(|p| quantile(&values, f64::from(p) / 100.0).unwrap()).collect();
        assert!(quantiles.is_sorted());
        assert_eq!((quantiles[0], quantiles[50], quantiles[100]), (-1.0, 3.0, 100.0));
    }

    #[test]
    fn the_lower_median_is_one_of_the_values() {
        assert_eq!(lower_median(&mut [9, 5, 7], Ord::cmp), Some(7));
        assert_eq!(lower_median(&mut [9, 5, 7, 6], Ord::cmp), Some(6));
        assert_eq!(lower_median(&mut [0.5, 0.25], f64::total_cmp), Some(0.25));
        assert_eq!(lower_median::<u32>(&mut [], Ord::cmp), None);
    }
}
