//! Random choices that never change.
//!
//! A recipe must give the same board in ten years, so only the generator's named stream is taken from a
//! library (`Pcg64`: PCG XSL 128/64, O'Neill 2014) and the few ways to use it are written out here: libraries
//! keep their streams, but not the arithmetic with which they make ranges and shuffles of them.

use rand_pcg::{Pcg64, rand_core::Rng};

/// The stream of all recipes; a seed picks the place in it.
const STREAM: u128 = 0x0073_6f6b_6f6c_6162;
/// Spreads neighbouring seeds over the whole stream: the golden ratio in 128 bits.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A seeded source of random choices.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64::new(u128::from(seed).wrapping_mul(SPREAD), STREAM))
    }

    /// The choices of one attempt: another seed or another number gives another place in the stream, far away.
    pub(crate) fn of_attempt(seed: u64, number: u64) -> Self {
        let high = mixed(seed);
        let low = mixed(number.wrapping_add(high));
        Self(Pcg64::new(u128::from(high) << 64 | u128::from(low), STREAM))
    }

    /// A number below `n`, which must not be 0. The bias is below `n / 2⁶⁴`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items; `None` if there is none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// A random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Spreads neighbouring numbers over all of them, each to another one (the finaliser of SplitMix64, Stafford's variant 13).
const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_one_all_recipes_rely_on() {
        let mut dice = Dice::new(1);
        let drawn: Vec<_> = (0..8).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, [775, 502, 755, 412, 368, 356, 958, 139]);
    }

    #[test]
    fn attempts_have_streams_of_their_own() {
        let drawn = |seed, number| Dice::of_attempt(seed, number).below(1 << 30);
        assert_eq!([drawn(1, 0), drawn(1, 1), drawn(2, 0)], [892_689_913, 31_397_771, 235_433_248]);
        let mut first: Vec<_> = (0..20).flat_map(|seed| (0..20).map(move |n| drawn(seed, n))).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 400);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<_> = (0..50).collect();
        Dice::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
