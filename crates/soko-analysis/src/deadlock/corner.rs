//! A box in a corner of walls that is no goal.
//!
//! **Proof.** A push needs floor on both sides of the box. In a corner one side of either axis is wall, and walls do
//! not move, so the box stays where it is: off goal, for good. The boxes in corners are distinct, so more of
//! them than can be spared lose the level.
//!
//! Every such corner is a dead square, too. The rule is the first one players learn, which is why it has its own
//! name: "in a corner" says more than "on a dead square". Cost: one AND.

use soko_core::{Bits, Direction, Level, Maze, State};

use super::{Evidence, Rule, RuleId, Spare};

/// The corners of a level that are no goals.
#[derive(Clone, Debug)]
pub(super) struct Corner<const W: usize> {
    corners: Bits<W>,
    spare: u32,
}

impl<const W: usize> Corner<W> {
    /// Finds the corners.
    pub(super) fn new(level: &Level, maze: &Maze<W>) -> Self {
        let wall = |square, direction| !maze.floor().contains(maze.next(square, direction));
        let mut corners = Bits::EMPTY;
        for square in maze.floor().without(maze.goals()).iter() {
            let vertical = wall(square, Direction::Up) || wall(square, Direction::Down);
            if vertical && (wall(square, Direction::Left) || wall(square, Direction::Right)) {
                corners.insert(square);
            }
        }
        Self { corners, spare: Spare::of(level).boxes }
    }
}

impl<const W: usize> Rule<W> for Corner<W> {
    fn id(&self) -> RuleId {
        RuleId::Corner
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let boxes = self.corners & state.boxes;
        (boxes.len() > self.spare).then_some(Evidence { rule: RuleId::Corner, boxes, cells: Bits::EMPTY })
    }
}
