//! Does one solve more than the other? The exact test of McNemar (Quinn McNemar 1947).
//!
//! Two contenders on the same levels: those that both or neither solved say nothing about the difference. Of the `n = b + c`
//! others, `b` were solved by the one alone and `c` by the other alone. If there is no difference, `b` is a throw of `n`
//! fair coins, and
//!
//! ```text
//! p = min(1, 2 · Σ_{i ≤ min(b,c)} C(n, i) / 2ⁿ)
//! ```
//!
//! The sum is exact for any `n` (the approximation by χ² is not needed) and is computed from its greatest term downwards
//! with one logarithm, so that `2ⁿ` cannot overflow.
//!
//! It misleads when levels are not independent (fifty variants of one board are one piece of evidence), and the exact
//! test is cautious: with five differing levels p cannot fall below 0.0625, however one-sided they are.

/// The two-sided p-value for `one` levels solved by the one alone and `other` by the other alone.
pub(crate) fn mcnemar(one: usize, other: usize) -> f64 {
    let (few, n) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    let chosen: f64 = (1..=few).map(|i| ((n - few + i) as f64 / i as f64).ln()).sum();
    let greatest = (chosen - n as f64 * std::f64::consts::LN_2).exp();
    let (mut term, mut sum) = (1.0, 1.0);
    for i in (1..=few).rev() {
        term *= i as f64 / (n - i + 1) as f64;
        sum += term;
        // What follows is less than a geometric series can add to the last digit.
        if term < 1e-18 {
            break;
        }
    }
    (2.0 * greatest * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, DiscreteCDF as _};

    use super::*;

    #[test]
    fn few_coins_can_be_counted_by_hand() {
        assert!((mcnemar(0, 5) - 2.0 / 32.0).abs() < 1e-15);
        assert!((mcnemar(9, 1) - 22.0 / 1024.0).abs() < 1e-15);
        assert_eq!((mcnemar(0, 0), mcnemar(4, 4), mcnemar(3, 4)), (1.0, 1.0, 1.0));
    }

    #[test]
    fn all_throws_of_up_to_twelve_coins_agree() {
        for n in 0..=12_u32 {
            for heads in 0..=n {
                let far =
                    |throw: &u32| throw.count_ones().min(n - throw.count_ones()) <= heads.min(n - heads);
                let share = (0..1_u32 << n).filter(far).count() as f64 / f64::from(1_u32 << n);
                assert!((mcnemar(heads as usize, (n - heads) as usize) - share.min(1.0)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_binomial_distribution_of_another_library_agrees() {
        for n in [1_usize, 30, 400, 5_000] {
            let coins = Binomial::new(0.5, n as u64).unwrap();
            for few in (0..n.div_ceil(2)).step_by(n / 20 + 1) {
                let expected = (2.0 * coins.cdf(few as u64)).min(1.0);
                let p = mcnemar(few, n - few);
                assert!((p - expected).abs() <= 1e-9 * expected + 1e-300, "{few} of {n}: {p} {expected}");
            }
        }
    }
}
