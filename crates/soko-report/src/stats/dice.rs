//! Draws of the bootstrap: the named stream `Pcg64` (PCG XSL 128/64, O'Neill 2014), placed by a seed.
//!
//! Each number of the generator serves two draws, since a draw needs far fewer than 32 bits. The bias of a draw below `n`
//! is less than `n / 2³²`.

use rand_pcg::{Pcg64, rand_core::Rng};

/// The stream of all resamples; a seed picks the place in it.
const STREAM: u128 = 0x0062_6f6f_7473_7472;
/// Spreads neighbouring seeds over the whole stream: the golden ratio in 128 bits.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A seeded source of draws.
pub(super) struct Dice {
    stream: Pcg64,
    spare: Option<u32>,
}

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self { stream: Pcg64::new(u128::from(seed).wrapping_mul(SPREAD), STREAM), spare: None }
    }

    /// A number below `n`, which must be from 1 to 2³².
    pub(super) fn below(&mut self, n: usize) -> usize {
        let bits = self.spare.take().unwrap_or_else(|| {
            let fresh = self.stream.next_u64();
            self.spare = Some((fresh >> 32) as u32);
            fresh as u32
        });
        ((u64::from(bits) * n as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_drawn_about_as_often() {
        let mut dice = Dice::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[dice.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_seed_gives_one_stream() {
        let stream = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(stream(3), stream(3));
        assert_ne!(stream(3), stream(4));
    }
}
