//! What a position is worth: the fewest pushes that a matching of boxes and goals allows.
//!
//! [`AssignmentBound`] for pushes, with two additions: its largest value, which turns it into a reward, and boxes that freeze each
//! other off goal, which are looked for after each push if asked for.

use soko_analysis::{AssignmentBound, deadlock::Freeze, heuristic_ceiling};
use soko_core::{Level, Maze, Meter, Push, State};

/// The estimate of a level's positions.
pub struct Estimate<const W: usize> {
    bound: AssignmentBound,
    ceiling: u32,
    freeze: Option<Freeze<W>>,
}

impl<const W: usize> Estimate<W> {
    /// Measures the empty board; `freeze` looks for frozen boxes after each push.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        freeze: bool,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let bound = AssignmentBound::to_goals(maze, level.boxes(), meter)?;
        let ceiling = heuristic_ceiling(bound.distances(), level.needed());
        Ok(Self { bound, ceiling, freeze: freeze.then(|| Freeze::new(level)) })
    }

    /// No position is estimated higher.
    pub const fn ceiling(&self) -> u32 {
        self.ceiling
    }

    /// Bytes acquired when it was made.
    pub fn bytes(&self) -> u64 {
        self.bound.bytes()
    }

    /// Matches a position; `None` if it is lost.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn load<M: Meter + ?Sized>(
        &mut self,
        state: &State<W>,
        meter: &mut M,
    ) -> Result<Option<u32>, M::Halt> {
        self.bound.load(state, meter)
    }

    /// A lower bound for the position `child` that `push` makes of the one loaded last, which must not be lost;
    /// `None` if `child` is lost.
    #[inline]
    pub fn after(&self, maze: &Maze<W>, push: Push, child: &State<W>) -> Option<u32> {
        let to = maze.next(push.square, push.direction);
        // The player stands where the box was.
        let value = self.bound.moved(push.square, to, push.square)?;
        let frozen = self.freeze.as_ref().is_some_and(|freeze| freeze.lost_by_push(maze, &child.boxes, to));
        (!frozen).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Direction, Unlimited};

    use super::*;

    #[test]
    fn frozen_boxes_off_goal_are_lost_if_they_are_looked_for() {
        let level = Level::parse("#######\n#.$  .#\n#  $  #\n#@    #\n#######").unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let square = level.square_at(3, 2).unwrap();
        // Beside the other box at the wall neither can move again.
        let push = Push { square, direction: Direction::Up };
        let child = maze.push(&start.boxes, square, Direction::Up);
        for (freeze, expected) in [(false, Some(3)), (true, None)] {
            let Ok(mut estimate) = Estimate::new(&level, &maze, freeze, &mut Unlimited);
            assert_eq!(estimate.load(&start, &mut Unlimited), Ok(Some(4)));
            assert!(estimate.ceiling() >= 4);
            assert_eq!(estimate.after(&maze, push, &child), expected);
        }
    }
}
