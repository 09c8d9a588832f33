//! Is one faster than the other? The signed-rank test (Frank Wilcoxon 1945).
//!
//! For paired differences the absolute values are ranked, and `W⁺` is the sum of the ranks of the positive ones. If the
//! differences are symmetric about zero, every pattern of signs is as likely as any other, which gives `W⁺` its
//! distribution.
//!
//! Differences of zero are left out, as Wilcoxon did; equal absolute values share the mean of their ranks. Up to
//! 50 pairs p is exact, with ties too: doubled ranks are whole numbers, and the number of sign patterns for each sum
//! of them is counted by adding one rank after the other. Beyond, `W⁺` is nearly normal with mean `n(n+1)/4` and variance
//! `n(n+1)(2n+1)/24 − Σ(t³−t)/48` over groups of `t` equal ones; half a rank is taken off for continuity.
//!
//! For times take logarithms of ratios as differences: then it asks whether a typical level is faster by a *factor*;
//! plain seconds would let the few longest levels have all high ranks. It misleads if the pairs are picked by the outcome
//! (levels that both solved), and a small p with many pairs may go with a difference too small to care about: read it
//! beside the ratio.

use super::upper_tail;

/// So many pairs are still tested exactly.
const EXACT: usize = 50;

/// What the test found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SignedRank {
    /// Pairs that differ.
    pub pairs: usize,
    /// Sum of the ranks of positive differences.
    pub plus: f64,
    /// Two-sided p-value; 1 if no pair differs.
    pub p: f64,
}

/// The two-sided test that differences are symmetric about zero.
pub(crate) fn signed_rank(differences: impl IntoIterator<Item = f64>) -> SignedRank {
    let mut differences: Vec<f64> = differences.into_iter().filter(|difference| *difference != 0.0).collect();
    differences.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (ranks, ties) = doubled_ranks(&differences);
    let plus: u64 =
        ranks.iter().zip(&differences).filter(|(_, value)| **value > 0.0).map(|(rank, _)| rank).sum();
    let total: u64 = ranks.iter().sum();
    let less = plus.min(total - plus);
    let p = if ranks.len() <= EXACT { exact(&ranks, less) } else { approximate(ranks.len(), ties, less) };
    SignedRank { pairs: ranks.len(), plus: plus as f64 / 2.0, p }
}

/// Twice the rank of each absolute value, and the sum of `t³ − t` over groups of equal ones.
fn doubled_ranks(by_size: &[f64]) -> (Vec<u64>, f64) {
    let mut ranks = Vec::with_capacity(by_size.len());
    let mut ties = 0.0;
    for group in by_size.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let (before, size) = (ranks.len() as u64, group.len() as u64);
        ranks.extend(std::iter::repeat_n(2 * before + size + 1, group.len()));
        ties += (size * size * size - size) as f64;
    }
    (ranks, ties)
}

/// Twice the share of sign patterns whose doubled sum is at most `less`.
fn exact(ranks: &[u64], less: u64) -> f64 {
    let less = less as usize;
    let mut patterns = vec![0.0; less + 1];
    patterns[0] = 1.0;
    for &rank in ranks {
        for sum in (rank as usize..=less).rev() {
            patterns[sum] += patterns[sum - rank as usize];
        }
    }
    let share = patterns.iter().sum::<f64>() / 2.0_f64.powi(ranks.len() as i32);
    (2.0 * share).min(1.0)
}

/// The same by the normal distribution.
fn approximate(pairs: usize, ties: f64, less: u64) -> f64 {
    let n = pairs as f64;
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let z = (mean - less as f64 / 2.0 - 0.5).max(0.0) / variance.sqrt();
    (2.0 * upper_tail(z)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::approx_constant, reason = "a measured 3.14")]
    fn the_printed_example_of_hollander_and_wolfe_comes_out() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let found = signed_rank(before.iter().zip(after).map(|(before, after)| before - after));
        assert_eq!((found.pairs, found.plus), (9, 40.0));
        assert!((found.p - 0.039_062_5).abs() < 1e-12);
    }

    #[test]
    fn the_printed_critical_value_of_ten_pairs_comes_out() {
        // T = 8 is the 5 % point: 25 of 1,024 patterns on each side.
        let found = signed_rank((1..=10).map(|i| if i == 8 { -8.0 } else { f64::from(i) }));
        assert!((found.p - 50.0 / 1024.0).abs() < 1e-12);
        assert!((signed_rank((1..=5).map(f64::from)).p - 0.0625).abs() < 1e-12);
    }

    #[test]
    fn all_sign_patterns_agree_with_and_without_ties() {
        for sizes in
            [vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], vec![1.0, 1.0, 2.0, 3.0, 3.0, 3.0], vec![2.0; 5]]
        {
            let signed = |pattern: u32| {
                sizes
                    .iter()
                    .enumerate()
                    .map(move |(i, size)| if pattern >> i & 1 == 1 { *size } else { -size })
            };
            let all = 1_u32 << sizes.len();
            let plus: Vec<f64> = (0..all).map(|pattern| signed_rank(signed(pattern)).plus).collect();
            for pattern in 0..all {
                let w = plus[pattern as usize];
                let below = plus.iter().filter(|other| **other <= w).count();
                let above = plus.iter().filter(|other| **other >= w).count();
                let expected = (2.0 * below.min(above) as f64 / f64::from(all)).min(1.0);
                assert!((signed_rank(signed(pattern)).p - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_approximation_takes_over_without_a_jump() {
        for step in [1, 2, 3, 5] {
            let differences: Vec<f64> = (1..=EXACT as i32)
                .map(|i| f64::from(if i % 7 < 2 { -(i / step) } else { i / step }))
                .collect();
            let differences: Vec<f64> = differences.into_iter().filter(|d| *d != 0.0).collect();
            let sorted = {
                let mut sorted = differences.clone();
                sorted.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
                sorted
            };
            let (ranks, ties) = doubled_ranks(&sorted);
            let plus: u64 = ranks.iter().zip(&sorted).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
            let less = plus.min(ranks.iter().sum::<u64>() - plus);
            let (exact, approximate) = (exact(&ranks, less), approximate(ranks.len(), ties, less));
            assert!((exact - approximate).abs() < 0.002, "{step}: {exact} {approximate}");
        }
    }

    #[test]
    fn sides_are_alike_and_no_difference_is_no_evidence() {
        let differences: Vec<f64> = (1..200).map(|i| f64::from(i * 37 % 101 - 45)).collect();
        let there = signed_rank(differences.iter().copied());
        let back = signed_rank(differences.iter().map(|difference| -difference));
        assert_eq!(there.p.to_bits(), back.p.to_bits());
        assert_eq!(signed_rank([0.0; 9]), SignedRank { pairs: 0, plus: 0.0, p: 1.0 });
    }
}
