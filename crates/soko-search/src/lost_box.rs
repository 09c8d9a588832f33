//! The cheapest sound pruning: a position that cannot be won because too many boxes are lost.
//!
//! A box on a dead square never reaches a goal again. A level needs `min(boxes, goals)` boxes home, so it can
//! spare `boxes − min(boxes, goals)`: none in a normal level, some where there are more boxes than goals. One
//! lost box more than that, and the position is a deadlock.

use soko_core::{Bits, Level, Square};

/// Dead squares, and how many boxes may stand on them.
pub struct LostBoxes<const W: usize> {
    dead: Bits<W>,
    spare: u32,
}

impl<const W: usize> LostBoxes<W> {
    /// Analyses a level.
    pub fn new(level: &Level) -> Self {
        let spare = level.boxes() - level.needed();
        Self { dead: Bits::from_set(&soko_analysis::dead_squares(level)), spare: spare as u32 }
    }

    /// Prunes nothing.
    pub const fn none() -> Self {
        Self { dead: Bits::EMPTY, spare: 0 }
    }

    /// Squares to which no box may be pushed at all.
    pub fn forbidden(&self) -> Bits<W> {
        if self.spare == 0 { self.dead } else { Bits::EMPTY }
    }

    /// Is a position lost from the start?
    pub fn lost(&self, boxes: &Bits<W>) -> bool {
        (self.dead & *boxes).len() > self.spare
    }

    /// Is a position lost that was not so before a box was pushed to `to`?
    #[inline]
    pub fn lost_by_push(&self, boxes: &Bits<W>, to: Square) -> bool {
        self.dead.contains(to) && self.lost(boxes)
    }
}
