//! Tastes: how one search with a plan differs from the next.
//!
//! The time to a solution is heavy-tailed: a level that takes one search a hundred thousand positions takes another a hundred,
//! because it packed two boxes in another order. So after a while it pays to begin again with another taste. The first
//! taste is the best one on average; the others shuffle what the first decides by distance, and leave out
//! features that mislead on some levels.

use crate::{knowledge::Knowledge, tree::Score};

/// How much more every second taste doubts: a few levels are solved only by proving most of what looks best lost.
const MORE_DOUBTS: u32 = 8;

/// The preferences of one search.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    /// 0 is the taste without chance.
    seed: u64,
    /// Let boxes sink in the part of the start that the player can reach, if it cannot reach all.
    pub loose: bool,
    /// What it knows.
    pub knowledge: Knowledge,
}

impl Taste {
    /// The taste of a number.
    pub const fn new(number: u64, seed: u64, knowledge: Knowledge) -> Self {
        let mixed = if number == 0 { 0 } else { mix(number ^ seed.rotate_left(32)) | 1 };
        let knowledge = Knowledge {
            rooms: knowledge.rooms && number.is_multiple_of(2),
            hotspots: knowledge.hotspots && number % 3 != 2,
            doubts: if number % 2 == 1 { knowledge.doubts * MORE_DOUBTS } else { knowledge.doubts },
            ..knowledge
        };
        Self { seed: mixed, loose: number % 4 >= 2, knowledge }
    }

    /// A number that puts things in another order for every taste; 0 for the first.
    pub const fn shuffle(&self, thing: u64) -> u64 {
        if self.seed == 0 { 0 } else { mix(thing ^ self.seed) }
    }

    /// Decides among positions of equal features, by chance in place of distance.
    pub const fn vary(&self, score: Score, key: u64) -> Score {
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
