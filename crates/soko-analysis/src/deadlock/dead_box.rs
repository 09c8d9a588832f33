//! A box on a dead square.
//!
//! **Proof.** From a [dead square](crate::dead_square) a box reaches no goal even alone on the board. Other boxes
//! only take ways away: leave them out of any play, and each push of another box becomes a walk, so what is left
//! is a legal play of the lone box. The boxes on dead squares are therefore lost, each for itself, and more
//! of them than can be spared lose the level. Cost: one AND.
//!
//! The evidence's cells are the dead squares around the boxes: where they can still be pushed to, it will not help.

use soko_core::{Bits, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::dead_squares;

/// The dead squares of a level, and how many boxes may stand on them.
#[derive(Clone, Debug)]
pub struct DeadBox<const W: usize> {
    dead: Bits<W>,
    spare: u32,
}

impl<const W: usize> DeadBox<W> {
    /// Finds the dead squares.
    pub fn new(level: &Level) -> Self {
        Self { dead: Bits::from_set(&dead_squares(level)), spare: Spare::of(level).boxes }
    }

    /// A rule that finds nothing.
    pub const fn none() -> Self {
        Self { dead: Bits::EMPTY, spare: 0 }
    }

    /// Squares to which no box may be pushed at all.
    pub fn forbidden(&self) -> Bits<W> {
        if self.spare == 0 { self.dead } else { Bits::EMPTY }
    }

    /// Do more boxes stand on dead squares than can be spared?
    pub fn lost(&self, boxes: &Bits<W>) -> bool {
        (self.dead & *boxes).len() > self.spare
    }

    /// Is a position lost that was not so before a box was pushed to `to`?
    #[inline]
    pub fn lost_by_push(&self, boxes: &Bits<W>, to: Square) -> bool {
        self.dead.contains(to) && self.lost(boxes)
    }
}

impl<const W: usize> Rule<W> for DeadBox<W> {
    fn id(&self) -> RuleId {
        RuleId::DeadSquare
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let boxes = self.dead & state.boxes;
        (boxes.len() > self.spare).then(|| Evidence {
            rule: RuleId::DeadSquare,
            boxes,
            cells: maze.flood(&self.dead, boxes),
        })
    }
}
