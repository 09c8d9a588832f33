//! The score interval of a share (Edwin B. Wilson 1927).
//!
//! Of `n` trials `k` succeeded, `p = k/n`. The interval holds every true share `π` from which `p` is at most `z` standard
//! deviations away, the deviation being taken at `π` itself:
//!
//! ```text
//! (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n),   z = 1.96 for 95 %
//! ```
//!
//! Unlike the schoolbook `p ± z·√(p(1−p)/n)` it never leaves 0 to 1, is not empty when all or none succeed, and covers
//! the truth about as often as it says even for ten trials (compared by Robert G. Newcombe 1998).
//!
//! It misleads when trials are not alike and independent. Levels are not: twenty seeds on one level are not twenty
//! levels, and the interval over 200 trials of 10 levels is too narrow for a statement about levels in general. For shares
//! over repeated runs of fixed levels the stratified [`bootstrap`](crate::stats::bootstrap()) is the honest one.

use super::Interval;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of the share `successes / trials`; nothing without trials.
pub(crate) fn wilson(successes: usize, trials: usize) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let p = successes.min(trials) as f64 / n;
    let z2 = Z * Z;
    let middle = p + z2 / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Some(Interval { low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_examples_of_newcombe_come_out() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn each_end_is_z_deviations_from_the_share() {
        for trials in 1..40_usize {
            for successes in 0..=trials {
                let p = successes as f64 / trials as f64;
                let Interval { low, high } = wilson(successes, trials).unwrap();
                assert!((0.0..=p + 1e-12).contains(&low) && (p - 1e-12..=1.0).contains(&high));
                for end in [low, high].into_iter().filter(|end| (1e-9..1.0 - 1e-9).contains(end)) {
                    let deviation = (end * (1.0 - end) / trials as f64).sqrt();
                    assert!(((p - end).abs() / deviation - Z).abs() < 1e-6, "{successes}/{trials}");
                }
                let mirrored = wilson(trials - successes, trials).unwrap();
                assert!((mirrored.low + high - 1.0).abs() < 1e-12);
            }
        }
    }
}
