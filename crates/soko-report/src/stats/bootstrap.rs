//! Intervals by drawing the data again: the bootstrap (Bradley Efron 1979), stratified.
//!
//! A statistic of a sample is computed for many *resamples*, drawn from the sample with replacement; the interval
//! reaches from the 2.5 % to the 97.5 % quantile of what came out (the percentile interval, Efron 1981). It needs no
//! formula for the statistic's distribution, and the same code serves ratios, shares and trimmed means.
//!
//! *Stratified* means that runs are drawn within their level and the number of runs of each level stays what it was, as
//! Rishabh Agarwal and others (2021) recommend for learners: then the interval speaks of other *seeds* on the same
//! levels. With one stratum over levels it speaks of other *levels* of the same kind.
//!
//! A resample is handed over as counts (how often each item was drawn), because most statistics are then one pass over
//! sorted or raw data without copying it.
//!
//! When it misleads: with few items an interval is too narrow (of two items every resample lies between them; below ten
//! take it as a hint), of strata with one run each it has no width at all, and for extremes such as a minimum it is
//! wrong altogether.
//!
//! **Cost.** 2,000 resamples as long as that is at most two million draws, fewer then, never less than 200:
//! [`resamples`]. A large sample needs fewer of them, since its interval is narrow and its ends wobble by a fraction of
//! that: with 200 resamples an end of the interval is uncertain by about a tenth of the interval's half-width.

use super::{Interval, dice::Dice, quantile::quantile, quantile::sorted};

/// The most resamples.
const MOST: usize = 2_000;
/// With fewer the ends of an interval vary too much.
const FEWEST: usize = 200;
/// Draws one interval may cost where the bounds allow it.
const DRAWS: usize = 2_000_000;

/// How many resamples are drawn of so many items.
pub(crate) const fn resamples(items: usize) -> usize {
    let affordable = DRAWS / if items == 0 { 1 } else { items };
    if affordable > MOST {
        MOST
    } else if affordable < FEWEST {
        FEWEST
    } else {
        affordable
    }
}

/// The 95 % percentile intervals of `K` statistics that are computed on the same resamples.
///
/// Items are numbered stratum by stratum; `strata` are the sizes of the strata. `statistics` is told how often each
/// item was drawn. Nothing without items, and nothing for a statistic that is not finite somewhere.
pub(crate) fn bootstrap<const K: usize>(
    strata: &[usize],
    seed: u64,
    mut statistics: impl FnMut(&[u32]) -> [f64; K],
) -> [Option<Interval>; K] {
    let items: usize = strata.iter().sum();
    if items == 0 {
        return [None; K];
    }
    let mut dice = Dice::new(seed);
    let mut counts = vec![0_u32; items];
    let mut found: [Vec<f64>; K] = std::array::from_fn(|_| Vec::new());
    for _ in 0..resamples(items) {
        counts.fill(0);
        let mut rest = counts.as_mut_slice();
        for &size in strata {
            let (stratum, others) = rest.split_at_mut(size);
            for _ in 0..size {
                stratum[dice.below(size)] += 1;
            }
            rest = others;
        }
        for (values, value) in found.iter_mut().zip(statistics(&counts)) {
            values.push(value);
        }
    }
    found.map(interval)
}

fn interval(values: Vec<f64>) -> Option<Interval> {
    let values = sorted(values);
    let (low, high) = (quantile(&values, 0.025)?, quantile(&values, 0.975)?);
    values.iter().all(|value| value.is_finite()).then_some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(values: &[f64], strata: &[usize], seed: u64) -> Interval {
        let [interval] = bootstrap(strata, seed, |counts| {
            let sum: f64 = counts.iter().zip(values).map(|(&count, value)| f64::from(count) * value).sum();
            [sum / values.len() as f64]
        });
        interval.unwrap()
    }

    #[test]
    fn the_interval_of_a_mean_is_near_the_one_of_the_normal_distribution() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i * 7919 % 400)).collect();
        let deviation = (400.0_f64 * 400.0 - 1.0).sqrt() / 12.0_f64.sqrt() / 20.0;
        let Interval { low, high } = mean_of(&values, &[400], 1);
        assert!((low - (199.5 - 1.96 * deviation)).abs() < 0.15 * deviation, "{low}");
        assert!((high - (199.5 + 1.96 * deviation)).abs() < 0.15 * deviation, "{high}");
    }

    #[test]
    fn three_items_give_the_quantiles_of_all_27_resamples() {
        let values = [0.0, 1.0, 10.0];
        let all = (0..27).map(|code| [code % 3, code / 3 % 3, code / 9]);
        let means = sorted(all.map(|drawn| drawn.iter().map(|&i: &usize| values[i]).sum::<f64>() / 3.0));
        // The extremes have one resample of 27 each, more than 2.5 %, so they are the ends.
        assert_eq!(mean_of(&values, &[3], 5), Interval { low: means[0], high: means[26] });
    }

    #[test]
    fn strata_keep_their_sizes() {
        let strata = [2, 0, 5, 1];
        let [interval] = bootstrap(&strata, 3, |counts| {
            assert_eq!(counts[..2].iter().sum::<u32>(), 2);
            assert_eq!(counts[2..7].iter().sum::<u32>(), 5);
            assert_eq!(counts[7], 1);
            [f64::from(counts[0])]
        });
        assert_eq!(interval, Some(Interval { low: 0.0, high: 2.0 }));
    }

    #[test]
    fn differences_between_levels_do_not_widen_a_stratified_interval() {
        let values = [1.0, 1.0, 1.0, 1.0, 100.0, 100.0, 100.0, 100.0];
        assert_eq!(mean_of(&values, &[4, 4], 1), Interval { low: 50.5, high: 50.5 });
        let pooled = mean_of(&values, &[8], 1);
        assert!(pooled.low < 30.0 && pooled.high > 70.0, "{pooled:?}");
    }

    #[test]
    fn the_number_of_resamples_keeps_the_cost_bounded() {
        assert_eq!([1, 1_000, 4_000, 10_000, 1_000_000].map(resamples), [2_000, 2_000, 500, 200, 200]);
        assert_eq!(bootstrap(&[], 1, |_| [0.0]), [None]);
        assert_eq!(bootstrap(&[2], 1, |_| [f64::NAN]), [None]);
    }
}
