//! Frozen boxes: boxes that hold each other in place for good.
//!
//! **Idea.** Take all boxes. Take away every box that could be pushed along some axis if only the boxes still there
//! stood in its way: both neighbours on the axis are free, and at least one of the two is not dead. Repeat until
//! nothing changes. What is left is *frozen*.
//!
//! **Proof, nothing to spare.** In a solution no box ever stands on a dead square. Suppose a frozen box moves in a
//! solution, and look at the first such push. Until then all frozen boxes are where they are now, so the axis of
//! the push has no wall and no frozen box beside the box, and the push leads to a square that is not dead. But
//! then the box would have been taken away. So no frozen box moves in any solution, and one off goal is a deadlock.
//!
//! **Proof, boxes to spare.** A box that can be spared may be pushed onto a dead square, so begin without
//! that argument: the set that is frozen by walls and boxes alone never moves in any play. Its boxes off goal,
//! and the boxes on dead squares, are lost. More of them than can be spared: deadlock. Exactly as many: all
//! others have to come home and may not step on dead squares; repeat the elimination with that rule for them
//! only. The proof above holds for what remains, and one more box off goal is a deadlock. Fewer: silence.
//!
//! The result does not depend on the order of elimination (a box that can be taken away stays so when others go), so
//! all boxes are treated at once: two axes of a few shifts per round, and few rounds.
//!
//! **After a push.** If the box just pushed can be pushed on in view of all boxes, it is not frozen, and what is
//! frozen without it was frozen before. So [`Freeze::lost_by_push`] first looks at four squares; only a box
//! that is stuck for the moment calls for the elimination. Exact, provided the position before was not lost.
//!
//! The evidence's cells are the dead squares beside the group, if the proof needs any.
//!
//! Recursive freeze tests are folklore of solvers; the elimination as a fixpoint follows our design note. Unlike
//! most descriptions it stays sound with surplus boxes, where "both neighbours are dead" alone proves nothing.

use soko_core::{Bits, Direction, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::dead_squares;

const AXES: [(Direction, Direction); 2] =
    [(Direction::Left, Direction::Right), (Direction::Up, Direction::Down)];

/// The boxes that are frozen if no box may step on a dead square.
///
/// With nothing to spare they never move in any solution. With `dead` empty they never move in any play.
#[inline]
pub fn frozen<const W: usize>(maze: &Maze<W>, dead: &Bits<W>, boxes: &Bits<W>) -> Bits<W> {
    eliminate(maze, dead, boxes, boxes)
}

/// The boxes that never move in any play, won or lost.
#[inline]
fn frozen_for_good<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>) -> Bits<W> {
    eliminate(maze, &Bits::EMPTY, boxes, boxes)
}

/// The boxes that are frozen if the boxes of `careful` may not step on dead squares and the others may.
#[inline]
fn eliminate<const W: usize>(maze: &Maze<W>, dead: &Bits<W>, boxes: &Bits<W>, careful: &Bits<W>) -> Bits<W> {
    let mut left = *boxes;
    loop {
        let free = maze.floor().without(&left);
        let live = free.without(dead);
        let mut movable = Bits::EMPTY;
        for (back, ahead) in AXES {
            let open = maze.shift(&free, back) & maze.shift(&free, ahead);
            let stuck = careful.without(&(maze.shift(&live, back) | maze.shift(&live, ahead)));
            movable |= open.without(&stuck);
        }
        let next = left.without(&movable);
        if next == left {
            return left;
        }
        left = next;
    }
}

/// Judges positions by their frozen boxes.
#[derive(Clone, Debug)]
pub struct Freeze<const W: usize> {
    dead: Bits<W>,
    spare: u32,
}

impl<const W: usize> Freeze<W> {
    /// Finds the dead squares.
    pub fn new(level: &Level) -> Self {
        Self { dead: Bits::from_set(&dead_squares(level)), spare: Spare::of(level).boxes }
    }

    /// Boxes that move in no solution of this position.
    #[inline]
    pub fn frozen(&self, maze: &Maze<W>, boxes: &Bits<W>) -> Bits<W> {
        if self.spare == 0 { frozen(maze, &self.dead, boxes) } else { self.frozen_and_lost(maze, boxes).0 }
    }

    /// Is the position lost?
    #[inline]
    pub fn lost(&self, maze: &Maze<W>, boxes: &Bits<W>) -> bool {
        if self.spare == 0 {
            !frozen(maze, &self.dead, boxes).is_subset(maze.goals())
        } else {
            self.frozen_and_lost(maze, boxes).1.len() > self.spare
        }
    }

    /// Is a position lost that was not so before a box was pushed to `to`?
    #[inline]
    pub fn lost_by_push(&self, maze: &Maze<W>, boxes: &Bits<W>, to: Square) -> bool {
        let free = |direction| {
            let beside = maze.next(to, direction);
            (maze.floor().contains(beside) && !boxes.contains(beside)).then(|| !self.dead.contains(beside))
        };
        let pushable = AXES
            .into_iter()
            .any(|(back, ahead)| free(back).is_some_and(|live| free(ahead).is_some_and(|also| live || also)));
        (!pushable || self.dead.contains(to)) && self.lost(maze, boxes)
    }

    /// The boxes that move in no solution, and the boxes that are lost.
    fn frozen_and_lost(&self, maze: &Maze<W>, boxes: &Bits<W>) -> (Bits<W>, Bits<W>) {
        if self.spare == 0 {
            let frozen = frozen(maze, &self.dead, boxes);
            return (frozen, frozen.without(maze.goals()));
        }
        let fixed = frozen_for_good(maze, boxes);
        let lost = fixed.without(maze.goals()) | (self.dead & *boxes);
        if lost.len() != self.spare {
            return (fixed, lost);
        }
        let frozen = eliminate(maze, &self.dead, boxes, &boxes.without(&lost));
        (frozen, lost | frozen.without(maze.goals()))
    }
}

impl<const W: usize> Rule<W> for Freeze<W> {
    fn id(&self) -> RuleId {
        RuleId::Freeze
    }

    fn judge(&self, maze: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let (frozen, lost) = self.frozen_and_lost(maze, &state.boxes);
        (lost.len() > self.spare).then(|| {
            // A group of frozen boxes that touch each other needs nothing but walls and dead squares besides.
            let group = maze.flood(&frozen, frozen & lost);
            let mut cells = Bits::EMPTY;
            if !group.is_subset(&frozen_for_good(maze, &state.boxes)) {
                let around = Direction::ALL.map(|direction| maze.shift(&group, direction));
                let around = around.into_iter().fold(Bits::EMPTY, |all, some| all | some);
                cells = (around & self.dead).without(&state.boxes);
            }
            Evidence { rule: RuleId::Freeze, boxes: group | lost, cells }
        })
    }
}
