//! Zobrist keys: one random 64-bit number per (square, box) and (square, player).
//!
//! The key of a position is the XOR of the numbers of its boxes and of the player's normalised square, so
//! a push changes it by two XORs for the box and two for the player. The numbers come from SplitMix64
//! (Steele, Lea, Flood 2014) at compile time: the same on every machine and in every run.

use crate::{Square, level::MAX_SQUARES};

static BOX: [u64; MAX_SQUARES] = table(0x5050_4b4f_4241_4e21);
static PLAYER: [u64; MAX_SQUARES] = table(0x4c55_5244_6c75_7264);

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
const fn table(mut seed: u64) -> [u64; MAX_SQUARES] {
    let mut keys = [0; MAX_SQUARES];
    let mut i = 0;
    while i < MAX_SQUARES {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

/// The number of a box on `square`.
#[inline]
pub fn box_key(square: Square) -> u64 {
    BOX[square.index()]
}

/// The number of the player on `square`.
#[inline]
pub fn player_key(square: Square) -> u64 {
    PLAYER[square.index()]
}

/// The key of a set of boxes and a player's square.
pub fn key(boxes: impl Iterator<Item = Square>, player: Square) -> u64 {
    boxes.fold(player_key(player), |key, square| key ^ box_key(square))
}
