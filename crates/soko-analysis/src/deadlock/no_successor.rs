//! No push is left, or every push loses a box that is needed.
//!
//! **Proof.** A position that is not solved needs a push. If the player can make none, or if after each of the
//! possible ones more boxes stand on dead squares than can be spared, every continuation is lost, and so is
//! this position. Cost: four directions of two shifts, then one test for each box that can be pushed.
//!
//! The evidence is the region the player is shut in, and the boxes around it.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::dead_squares;

/// Positions without a push.
#[derive(Clone, Debug)]
pub(super) struct NoSuccessor<const W: usize> {
    dead: Bits<W>,
    spare: u32,
}

impl<const W: usize> NoSuccessor<W> {
    /// Finds the dead squares.
    pub(super) fn new(level: &Level) -> Self {
        Self { dead: Bits::from_set(&dead_squares(level)), spare: Spare::of(level).boxes }
    }

    /// Does every push of these boxes in this direction lose?
    #[inline]
    fn all_lose(&self, maze: &Maze<W>, boxes: &Bits<W>, region: &Bits<W>, direction: Direction) -> bool {
        let pushable = maze.pushable(boxes, region, direction);
        if pushable.is_empty() {
            return true;
        }
        let lost_now = (self.dead & *boxes).len();
        if lost_now < self.spare {
            return false;
        }
        pushable.iter().all(|square| {
            let before = u32::from(self.dead.contains(square));
            let after = u32::from(self.dead.contains(maze.next(square, direction)));
            lost_now + after - before > self.spare
        })
    }
}

impl<const W: usize> Rule<W> for NoSuccessor<W> {
    fn id(&self) -> RuleId {
        RuleId::NoSuccessor
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>> {
        let over = Direction::ALL.into_iter().all(|d| self.all_lose(maze, &state.boxes, region, d));
        (over && !maze.is_solved(&state.boxes)).then(|| {
            let around = Direction::ALL.into_iter().fold(Bits::EMPTY, |all, d| all | maze.shift(region, d));
            Evidence { rule: RuleId::NoSuccessor, boxes: around & state.boxes, cells: *region }
        })
    }
}
