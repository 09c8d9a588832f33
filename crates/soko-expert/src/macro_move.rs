//! Macro moves: one box anywhere, while all others rest.
//!
//! A search over (square of the box, player's region) finds every place to which the box can be pushed, or pulled in a
//! search from the end ([`explore`]). Two ways to one square that leave the player in different regions are two moves, for they
//! are different positions. Branching grows tenfold over single pushes and depth shrinks tenfold, and what is left is
//! the question that matters: where to put the box. [`generate`] makes all moves of a position with what they do to the floor.
//!
//! Macro moves of this kind are Festival's only moves (Shoham and Schaeffer 2020).

mod explore;
mod generate;

use soko_core::{Bits, Square};

pub use self::explore::Explorer;
pub(crate) use self::{explore::ALL_DIRECTIONS, generate::Generator};

/// One box carried to another square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacroMove {
    /// Where the box was.
    pub from: Square,
    /// Where it is now.
    pub to: Square,
    /// The lowest square of the player's region afterwards.
    pub player: Square,
}

impl MacroMove {
    /// The boxes after it.
    #[inline]
    pub fn applied<const W: usize>(self, boxes: &Bits<W>) -> Bits<W> {
        let mut after = *boxes;
        after.remove(self.from);
        after.insert(self.to);
        after
    }
}
