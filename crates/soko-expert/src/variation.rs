//! Variations: how one search with a plan differs from the next.
//!
//! The time to a solution is heavy-tailed: a level that takes one search a hundred thousand positions takes another a hundred,
//! because it packed two boxes in another order. So after a while it pays to begin again with another variation. The first
//! variation is the best one on average; the others shuffle what the first decides by distance, and leave out
//! features that mislead on some levels.

use crate::{features::Score, params::Switches};

/// How many times as much every second variation spends on proofs: a few levels are solved only by proving most of what looks best
/// lost.
const MORE_PROOFS: u32 = 8;

/// What one search does in another way than the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variation {
    /// 0 is the variation without chance.
    seed: u64,
    /// Let boxes sink in the part of the start that the player can reach, if it cannot reach all.
    pub loose: bool,
    /// What it knows.
    pub switches: Switches,
}

impl Variation {
    /// The variation of a number.
    pub(crate) const fn new(number: u64, seed: u64, switches: Switches) -> Self {
        let mixed = if number == 0 { 0 } else { mix(number ^ seed.rotate_left(32)) | 1 };
        let switches = Switches {
            rooms: switches.rooms && number.is_multiple_of(2),
            hotspots: switches.hotspots && number % 3 != 2,
            proofs: if number % 2 == 1 { switches.proofs * MORE_PROOFS } else { switches.proofs },
            ..switches
        };
        Self { seed: mixed, loose: number % 4 >= 2, switches }
    }

    /// A number that puts things in another order for every variation; 0 for the first.
    pub(crate) const fn shuffle(&self, thing: u64) -> u64 {
        if self.seed == 0 { 0 } else { mix(thing ^ self.seed) }
    }

    /// Decides among positions of equal features, by chance in place of distance.
    pub(crate) const fn vary(&self, score: Score, key: u64) -> Score {
        if self.seed == 0 {
            return score;
        }
        let noise = mix(key ^ self.seed) & 0xf;
        let distance = (score.rank & 0xffff) + noise;
        Score { rank: score.rank & !0xffff | if distance > 0xffff { 0xffff } else { distance }, ..score }
    }
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014).
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variation(number: u64) -> Variation {
        Variation::new(number, 0, Switches::default())
    }

    #[test]
    fn the_first_variation_is_without_chance() {
        let first = Variation::new(0, 77, Switches::default());
        let score = Score { cell: 5, rank: 0x1234_5678 };
        assert_eq!((first.vary(score, 99), first.shuffle(99)), (score, 0));
        assert!(!first.loose && first.switches.rooms && first.switches.hotspots);
        assert_eq!(first.switches.proofs, 32);
    }

    #[test]
    fn variations_leave_out_features_and_spend_more_on_proofs_by_turns() {
        let all: Vec<Variation> = (0..12).map(variation).collect();
        let those = |fits: &dyn Fn(&Variation) -> bool| -> Vec<usize> {
            (0..12).filter(|&number| fits(&all[number])).collect()
        };
        assert_eq!(those(&|one| one.switches.rooms), [0, 2, 4, 6, 8, 10]);
        assert_eq!(those(&|one| !one.switches.hotspots), [2, 5, 8, 11]);
        assert_eq!(those(&|one| one.switches.proofs == 8 * 32), [1, 3, 5, 7, 9, 11]);
        assert_eq!(those(&|one| one.switches.proofs == 32), [0, 2, 4, 6, 8, 10]);
        assert_eq!(those(&|one| one.loose), [2, 3, 6, 7, 10, 11]);
        let off = Switches { rooms: false, hotspots: false, ..Switches::default() };
        assert!(
            (0..6).map(|number| Variation::new(number, 0, off).switches).all(|s| !s.rooms && !s.hotspots)
        );
    }

    #[test]
    fn chance_takes_the_place_of_small_differences_of_distance_alone() {
        let score = Score { cell: 0x12_3456, rank: 0x12_3456_0100 };
        let mut noise: Vec<u64> = (0..200)
            .map(|key| {
                let varied = variation(3).vary(score, key);
                assert_eq!((varied.cell, varied.rank >> 16), (score.cell, score.rank >> 16));
                assert_eq!(variation(3).vary(score, key), varied, "always the same");
                varied.rank - score.rank
            })
            .collect();
        noise.sort_unstable();
        noise.dedup();
        assert_eq!(noise, (0..16).collect::<Vec<_>>());
        let far = Score { cell: 1, rank: 0x1_ffff };
        assert!((0..50).all(|key| variation(3).vary(far, key) == far), "no overflow into what counts more");
        let full = Score { cell: 1, rank: 0x1_fff8 };
        assert!((0..50).all(|key| (0x1_fff8..=0x1_ffff).contains(&variation(3).vary(full, key).rank)));
    }

    #[test]
    fn numbers_and_seeds_shuffle_in_other_ways() {
        let order = |variation: Variation| {
            let mut things: Vec<u64> = (0..8).collect();
            things.sort_by_key(|&thing| variation.shuffle(thing));
            things
        };
        assert_eq!(order(variation(0)), (0..8).collect::<Vec<_>>(), "as they were");
        assert_ne!(order(variation(1)), order(variation(2)));
        assert_ne!(order(variation(1)), order(Variation::new(1, 1, Switches::default())));
        assert_eq!(order(variation(1)), order(variation(1)));
    }

    #[test]
    fn numbers_are_mixed_as_published() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }
}
