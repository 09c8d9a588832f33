//! How many times as much: the geometric mean of ratios over pairs, with an interval.
//!
//! For pairs `(xᵢ, yᵢ)` on the same levels the geometric mean of `xᵢ/yᵢ`, `exp` of the mean logarithm; 0.5 reads
//! "half as much as the baseline, on a typical level". Philip Fleming and John Wallace (1986) showed why ratios must be
//! averaged like this: with the arithmetic mean it depends on the choice of the unit who wins. The interval is the
//! percentile [`bootstrap`](crate::stats::bootstrap()) over the levels.
//!
//! It misleads by its selection. Ratios exist only where both have a value, so a player that solves only what is easy
//! for it is compared on just that; numbers of levels that only one solved belong beside it. And as every level weighs the
//! same, a hundred tiny levels outvote the ten on which all the time is spent.
//!
//! A count of zero has no ratio. [`geometric_mean_ratios`] raises everything to a floor that the caller chooses for each
//! quantity: one node, one push, the resolution of the clock.

use super::{Estimate, bootstrap};

/// The geometric means of `K` quantities' ratios over the same pairs, `floors` being the least value of each quantity.
/// Nothing without pairs.
pub(crate) fn geometric_mean_ratios<const K: usize>(
    pairs: &[[(f64, f64); K]],
    floors: [f64; K],
    seed: u64,
) -> Option<[Estimate; K]> {
    if pairs.is_empty() {
        return None;
    }
    let logarithm = |pair: &[(f64, f64); K]| -> [f64; K] {
        std::array::from_fn(|k| (pair[k].0.max(floors[k]) / pair[k].1.max(floors[k])).ln())
    };
    let logarithms: Vec<[f64; K]> = pairs.iter().map(logarithm).collect();
    let mean = |counts: &[u32]| {
        let mut sums = [0.0; K];
        for (row, &count) in logarithms.iter().zip(counts) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += f64::from(count) * value;
            }
        }
        sums.map(|sum| (sum / logarithms.len() as f64).exp())
    };
    let values = mean(&vec![1; pairs.len()]);
    let intervals = bootstrap(&[pairs.len()], seed, mean);
    let estimates: Vec<Estimate> = values
        .into_iter()
        .zip(intervals)
        .filter_map(|(value, interval)| Some(Estimate { value, interval: interval? }))
        .collect();
    estimates.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_and_half_cancel() {
        let pairs = [[(2.0, 1.0), (3.0, 1.0)], [(1.0, 2.0), (3.0, 1.0)]];
        let [even, thrice] = geometric_mean_ratios(&pairs, [1e-6; 2], 1).unwrap();
        assert!((even.value - 1.0).abs() < 1e-12 && (thrice.value - 3.0).abs() < 1e-12);
        assert!((even.interval.low - 0.5).abs() < 1e-12 && (even.interval.high - 2.0).abs() < 1e-12);
        assert!((thrice.interval.high - thrice.interval.low).abs() < 1e-12);
    }

    #[test]
    fn swapping_the_sides_gives_the_reciprocal() {
        let pairs: Vec<[(f64, f64); 1]> =
            (1..30).map(|i| [(f64::from(i), f64::from(i * i % 17 + 1))]).collect();
        let swapped: Vec<_> = pairs.iter().map(|&[(x, y)]| [(y, x)]).collect();
        let [there] = geometric_mean_ratios(&pairs, [1.0], 9).unwrap();
        let [back] = geometric_mean_ratios(&swapped, [1.0], 9).unwrap();
        assert!((there.value * back.value - 1.0).abs() < 1e-12);
        assert!((there.interval.low * back.interval.high - 1.0).abs() < 1e-2);
    }

    #[test]
    fn a_zero_counts_as_the_floor() {
        let [ratio] = geometric_mean_ratios(&[[(8.0, 0.0)]], [1.0], 1).unwrap();
        assert!((ratio.value - 8.0).abs() < 1e-12);
        assert_eq!(geometric_mean_ratios::<1>(&[], [1.0], 1), None);
    }
}
