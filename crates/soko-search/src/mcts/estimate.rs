//! What a position is worth: the fewest pushes that a matching of boxes and goals allows.
//!
//! [`Estimate::load`] matches a whole position exactly. From there [`Estimate::after`] bounds every successor in
//! O(boxes): a push changes one row of the table, and the bound that keeps the dual numbers of the others is
//! exact for five of six pushes of a random game with four boxes. What it misses, at most a deadlock of
//! several boxes, is found when the successor itself is loaded. Both are proofs when they say `None`: some needed
//! box cannot be brought home any more. Dead squares are a special case. Boxes that freeze each other off goal are
//! looked for after each push, if asked for.

use soko_analysis::{Matching, PushDistances, deadlock::Freeze, heuristic_ceiling};
use soko_core::{Level, Maze, Meter, Push, State};

/// The estimate of a level's positions.
pub struct Estimate<const W: usize> {
    distances: PushDistances,
    matching: Matching,
    /// Which row of the matching is the box on a square; right for the squares of the loaded boxes.
    row_of: Vec<u16>,
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
        let distances = PushDistances::metered(maze, meter)?;
        let freeze = freeze.then(|| Freeze::new(level));
        let ceiling = heuristic_ceiling(&distances, level.needed());
        let matching = Matching::metered(level.boxes(), distances.goals().len(), meter)?;
        Ok(Self { distances, matching, row_of: vec![0; 64 * W], ceiling, freeze })
    }

    /// No position is estimated higher.
    pub const fn ceiling(&self) -> u32 {
        self.ceiling
    }

    /// Bytes acquired when it was made.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + self.matching.bytes()
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
        for (row, square) in state.boxes.iter().enumerate() {
            self.row_of[square.index()] = row as u16;
            self.matching.set_row(row, self.distances.row(square, state.player));
        }
        self.matching.solve_metered(meter)
    }

    /// A lower bound for the position `child` that `push` makes of the one loaded last, which must not be lost;
    /// `None` if `child` is lost.
    #[inline]
    pub fn after(&self, maze: &Maze<W>, push: Push, child: &State<W>) -> Option<u32> {
        let to = maze.next(push.square, push.direction);
        let row = usize::from(self.row_of[push.square.index()]);
        // The player stands where the box was.
        let value = self.matching.bound_with(row, self.distances.row(to, push.square))?;
        let frozen = self.freeze.as_ref().is_some_and(|freeze| freeze.lost_by_push(maze, &child.boxes, to));
        (!frozen).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Unlimited;

    use super::*;

    #[test]
    fn the_quick_bound_follows_the_exact_value() {
        let level =
            Level::parse("########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########")
                .unwrap();
        let maze = Maze::<2>::new(&level);
        let Ok(mut walker) = Estimate::new(&level, &maze, false, &mut Unlimited);
        let Ok(mut judge) = Estimate::new(&level, &maze, false, &mut Unlimited);
        let mut dice = soko_solver::Dice::new(1);
        let mut state = maze.start(&level);
        let (mut equal, mut all) = (0, 0);
        for _ in 0..500 {
            let Ok(loaded) = walker.load(&state, &mut Unlimited);
            if loaded.is_none() {
                state = maze.start(&level);
                continue;
            }
            let region = maze.region(&state.boxes, state.player);
            let mut children = Vec::new();
            maze.for_each_push(&state.boxes, &region, |square, direction| {
                let child = maze.push(&state.boxes, square, direction);
                let quick = walker.after(&maze, Push { square, direction }, &child);
                let Ok(exact) = judge.load(&child, &mut Unlimited);
                assert!(exact.is_none() || quick <= exact && quick.is_some(), "{quick:?} {exact:?}");
                assert!(exact.is_none_or(|pushes| pushes <= walker.ceiling()));
                equal += usize::from(quick == exact);
                all += 1;
                children.push(child);
            });
            state = children[dice.below(children.len())];
        }
        assert!(equal * 4 > all * 3, "{equal} of {all}");
    }
}
