//! Random choices of one run: a named stream, placed by the run's seed.
//!
//! `Pcg64Mcg` (PCG XSL 128/64 on a multiplicative generator, O'Neill 2014) is one multiplication per number. The
//! ways to use it are written out here, since libraries keep their streams but not the arithmetic with which
//! they make ranges of them.

use rand_pcg::{Pcg64Mcg, rand_core::Rng};

/// Spreads neighbouring seeds over the whole stream: the golden ratio in 128 bits.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A seeded source of random choices.
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::new((u128::from(seed) + 1).wrapping_mul(SPREAD)))
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// True with a probability between 0 and 1. Draws nothing when there is no choice.
    pub fn chance(&mut self, probability: f64) -> bool {
        probability > 0.0 && (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 <= probability
    }
}

/// The best of a stream of candidates; among equals each is as likely (reservoir sampling).
pub struct Best<T> {
    kept: Option<(f64, T)>,
    equals: usize,
}

impl<T> Best<T> {
    /// No candidate yet.
    #[expect(clippy::new_without_default, reason = "made in one place")]
    pub const fn new() -> Self {
        Self { kept: None, equals: 0 }
    }

    /// Considers a candidate.
    pub fn offer(&mut self, value: f64, item: T, dice: &mut Dice) {
        match &self.kept {
            Some((best, _)) if value < *best => {}
            Some((best, _)) if value <= *best => {
                self.equals += 1;
                if dice.below(self.equals) == 0 {
                    self.kept = Some((value, item));
                }
            }
            _ => {
                self.kept = Some((value, item));
                self.equals = 1;
            }
        }
    }

    /// The best one, if there was any.
    pub fn take(self) -> Option<T> {
        self.kept.map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_kept_and_equals_share() {
        let mut counts = [0; 4];
        for seed in 0..3000 {
            let mut dice = Dice::new(seed);
            let mut best = Best::new();
            for (i, value) in [0.5, 1.0, 1.0, 1.0].into_iter().enumerate() {
                best.offer(value, i, &mut dice);
            }
            counts[best.take().unwrap()] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|&n| (800..1200).contains(&n)), "{counts:?}");
    }

    #[test]
    fn chances_are_kept() {
        let mut dice = Dice::new(5);
        assert_eq!((0..1000).filter(|_| dice.chance(0.0)).count(), 0);
        assert_eq!((0..1000).filter(|_| dice.chance(1.0)).count(), 1000);
        let some = (0..10_000).filter(|_| dice.chance(0.2)).count();
        assert!((1800..2200).contains(&some), "{some}");
    }
}
