//! Boxes that are never pulled again, on any way back to the start.
//!
//! The mirror image of boxes that the player can never get behind. Let every box vanish that the player can pull now, to a
//! square where boxes can have been; let it walk over the ground gained; repeat. What remains moves on no way back.
//!
//! **Proof.** Look at the first pull of a box that remains. Until then only boxes that vanished have moved, so the player's
//! region is within the one of the relaxed game, and the box could have been pulled there, too: it would have vanished.
//! So a box that remains and stands on no square of the start shows that no game leads here, and so does a player who cannot
//! get back to where it began.

use soko_core::{Bits, Direction, Maze};

/// The boxes that are pulled in no way back to the start from a position whose player is in `region`, and where the player
/// can be on such a way.
///
/// `possible` are the squares where boxes can have been.
pub fn unpullable<const W: usize>(
    maze: &Maze<W>,
    possible: &Bits<W>,
    boxes: &Bits<W>,
    region: &Bits<W>,
) -> (Bits<W>, Bits<W>) {
    let mut left = *boxes;
    let mut region = *region;
    loop {
        let gone = Direction::ALL.into_iter().fold(Bits::EMPTY, |all, direction| {
            let back = direction.opposite();
            let room = region & *possible & maze.shift(&region, back);
            all | (left & maze.shift(&room, back))
        });
        if gone.is_empty() {
            return (left, region);
        }
        left = left.without(&gone);
        region = maze.flood(&maze.floor().without(&left), region | gone);
    }
}
