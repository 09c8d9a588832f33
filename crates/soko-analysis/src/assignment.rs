//! The assignment bound: the fewest pushes that a matching of boxes and squares allows.
//!
//! The rows are distances of lone boxes, with the side on which the player stands: *to* the goals for a search from the start,
//! *from* the squares of the start for a search from the end ([`PushDistances`]). [`load`](AssignmentBound::load) matches a
//! whole position exactly. From there [`moved`](AssignmentBound::moved) bounds every successor in O(boxes): one box moved changes
//! one row, and the bound keeps the dual values of the others. Both are consistent, and both are proofs when they say
//! `None`: a needed box can no longer come home, or no game leads to the position.
//!
//! The quick bound is exact for five of six pushes of a random game with four boxes. It stays right while a single box is
//! followed over several moves, since the player never walks through another box, so the distances of the others cannot change.
//!
//! **What was left out.** Boxes in each other's way, worth two pushes per group in the search from the start, are hardly ever so
//! with pulls: both squares that a pull needs lie ahead of the box, so in a line the first is always free. The mirrored
//! bound solved no level more on Microban I, II and `SokEvo` with 20,000 expansions each (2.080 for 2.087 million in all).

use soko_core::{Bits, Maze, Meter, Square, State};

use crate::{Matching, PushDistances, push_distance::UNREACHABLE};

/// The assignment bound of a level's positions.
pub struct AssignmentBound {
    distances: PushDistances,
    matching: Matching,
    /// The row of the box on a square; right for the squares of the loaded position.
    row: Vec<u16>,
}

impl AssignmentBound {
    /// The bound towards the goals, for so many boxes.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn to_goals<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        boxes: usize,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let distances = PushDistances::metered(maze, meter)?;
        let matching = Matching::metered(boxes, distances.goals().len(), meter)?;
        Ok(Self { distances, matching, row: vec![0; 64 * W] })
    }

    /// The bound towards the start, for a search from the end.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn to_start<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        start: &State<W>,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let distances = PushDistances::from(maze, &start.boxes, start.player, meter)?;
        let boxes = start.boxes.len() as usize;
        let matching = Matching::metered(boxes, boxes, meter)?;
        Ok(Self { distances, matching, row: vec![0; 64 * W] })
    }

    /// The distances that are matched.
    pub const fn distances(&self) -> &PushDistances {
        &self.distances
    }

    /// Squares from which a box reaches some target: a goal, or a square of the start by pulls.
    pub fn live<const W: usize>(&self, maze: &Maze<W>) -> Bits<W> {
        let mut live = Bits::EMPTY;
        for square in maze.floor().iter() {
            if self.distances.nearest(square) != UNREACHABLE {
                live.insert(square);
            }
        }
        live
    }

    /// The bound of a position; `None` if it has no matching.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn load<const W: usize, M: Meter + ?Sized>(
        &mut self,
        state: &State<W>,
        meter: &mut M,
    ) -> Result<Option<u32>, M::Halt> {
        for (row, square) in state.boxes.iter().enumerate() {
            self.row[square.index()] = row as u16;
            self.matching.set_row(row, self.distances.row(square, state.player));
        }
        self.matching.solve_metered(meter)
    }

    /// A bound once the box that stood on `from` in the loaded position, which had a matching, is on `to`, the player anywhere
    /// in its region; `None` if there is no matching.
    #[inline]
    pub fn moved(&self, from: Square, to: Square, player: Square) -> Option<u32> {
        let row = usize::from(self.row[from.index()]);
        self.matching.bound_with(row, self.distances.row(to, player))
    }

    /// Bytes acquired when it was made.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + self.matching.bytes()
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Motion, Pulling, Pushing, Unlimited};

    use super::*;

    const BOARD: &str = "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########";

    /// Walks at random by one motion; the quick bound of every successor is held against the exact one.
    fn follow<M: Motion>(
        mut quick: AssignmentBound,
        mut exact: AssignmentBound,
        maze: &Maze<2>,
        root: State<2>,
    ) {
        let (mut state, mut seed) = (root, 1_u64);
        let (mut equal, mut all) = (0, 0);
        for _ in 0..500 {
            let Ok(loaded) = quick.load(&state, &mut Unlimited);
            let Some(loaded) = loaded else {
                state = root;
                continue;
            };
            let region = maze.region(&state.boxes, state.player);
            let mut children = Vec::new();
            M::for_each(maze, &state.boxes, &region, |step| {
                let child = M::apply(maze, &state.boxes, &region, &step);
                let bound = quick.moved(step.from, step.to, step.after);
                let Ok(value) = exact.load(&child, &mut Unlimited);
                assert!(value.is_none() || bound <= value && bound.is_some(), "{bound:?} {value:?}");
                assert!(value.is_none_or(|value| value + 1 >= loaded), "a move lowers it by one at most");
                equal += usize::from(bound == value);
                all += 1;
                children.push(child);
            });
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state = *children.get((seed >> 33) as usize % children.len().max(1)).unwrap_or(&root);
        }
        assert!(all > 1_000 && equal * 4 > all * 3, "{equal} of {all}");
    }

    #[test]
    fn the_quick_bound_follows_the_exact_value_both_ways() {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<2>::new(&level);
        let start = maze.normal(&maze.start(&level));
        let to_goals = || {
            let Ok(bound) = AssignmentBound::to_goals(&maze, level.boxes(), &mut Unlimited);
            bound
        };
        follow::<Pushing>(to_goals(), to_goals(), &maze, start);
        let to_start = || {
            let Ok(bound) = AssignmentBound::to_start(&maze, &start, &mut Unlimited);
            bound
        };
        let mut bound = to_start();
        assert_eq!(bound.load(&start, &mut Unlimited), Ok(Some(0)), "the start is where it leads");
        let root = Pulling::roots(&maze, &start)[0];
        let Ok(forward) = to_goals().load(&start, &mut Unlimited);
        let Ok(backward) = bound.load(&root, &mut Unlimited);
        assert!(forward.is_some() && backward.is_some());
        follow::<Pulling>(bound, to_start(), &maze, root);
    }
}
