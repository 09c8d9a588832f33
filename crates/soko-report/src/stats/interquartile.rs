//! The interquartile mean: what the middle half of the values is on average.
//!
//! Of `n` sorted values the lowest and the highest `⌊n/4⌋` are left out and the rest is averaged: a mean trimmed by 25 %.
//! Rishabh Agarwal and others (2021, "Deep Reinforcement Learning at the Edge of the Statistical Precipice") recommend
//! it for learners over many runs: a lucky seed cannot move it as it moves the mean, and it uses more of the data than the
//! median, so that its interval is narrower.
//!
//! With fewer than four values nothing is trimmed and it is the plain mean. It says nothing about the worst quarter, which
//! is where a player that sometimes never returns has its trouble.
//!
//! [`InterquartileMean`] sorts once and then answers for any resample, given how often each value was drawn, by one
//! sweep without sorting again. That is what makes bootstrap intervals of it cheap.

/// The interquartile mean of some values and of resamples of them.
#[derive(Clone, Debug)]
pub(crate) struct InterquartileMean {
    /// Value and place in the data, by rising value.
    order: Vec<(f64, usize)>,
}

impl InterquartileMean {
    /// Of these values.
    pub(crate) fn new(values: &[f64]) -> Self {
        let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Self { order }
    }

    /// Of the resample that drew value `i` as often as `counts[i]` says. Nothing of nothing.
    pub(crate) fn of(&self, counts: &[u32]) -> Option<f64> {
        let drawn: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        let cut = drawn / 4;
        let (mut below, mut sum) = (0, 0.0);
        for &(value, place) in &self.order {
            let upto = below + u64::from(counts[place]);
            let kept = upto.min(drawn - cut).saturating_sub(below.max(cut));
            sum += kept as f64 * value;
            below = upto;
        }
        (drawn > 0).then(|| sum / (drawn - 2 * cut) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interquartile_mean(values: &[f64]) -> Option<f64> {
        InterquartileMean::new(values).of(&vec![1; values.len()])
    }

    #[test]
    fn the_outer_quarters_do_not_count() {
        let near =
            |values: &[f64], expected: f64| (interquartile_mean(values).unwrap() - expected).abs() < 1e-12;
        assert!(near(&[1000.0, 3.0, 1.0, 4.0, 2.0, 5.0, 6.0, -9.0], 3.5));
        assert!(near(&[1.0, 2.0, 30.0], 11.0));
        assert!(near(&[1.0, 2.0, 4.0, 5.0, 6.0], 11.0 / 3.0));
        assert_eq!(interquartile_mean(&[]), None);
    }

    #[test]
    fn counting_draws_is_the_same_as_listing_them() {
        let values = [5.0, 1.0, 7.0, 7.0, 2.0];
        let prepared = InterquartileMean::new(&values);
        for code in 0..3_u32.pow(5) {
            let counts: Vec<u32> = (0..5).map(|i| code / 3_u32.pow(i) % 3).collect();
            let listed: Vec<f64> = values
                .iter()
                .zip(&counts)
                .flat_map(|(&value, &n)| std::iter::repeat_n(value, n as usize))
                .collect();
            let naive = {
                let sorted = crate::stats::sorted(listed.iter().copied());
                let cut = sorted.len() / 4;
                crate::stats::mean(sorted[cut..sorted.len() - cut].iter().copied())
            };
            match (prepared.of(&counts), naive) {
                (Some(swept), Some(naive)) => assert!((swept - naive).abs() < 1e-12, "{counts:?}"),
                (swept, naive) => assert_eq!(swept, naive),
            }
        }
    }
}
