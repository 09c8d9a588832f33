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
            doubts: if number % 2 == 1 { switches.doubts * MORE_PROOFS } else { switches.doubts },
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
