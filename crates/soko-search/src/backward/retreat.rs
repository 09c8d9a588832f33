//! The estimate of the search from the end: the cheapest way to bring every box back to a square of the start.
//!
//! The rows are the distances of lone boxes *from* the squares where boxes stand at the start, with the player's side at
//! the start and now ([`PushDistances::from`]). The matching is the one of the search from the front
//! ([`assignment`](crate::evaluator::assignment)), exact for a position, a dual bound for its children; boxes
//! in each other's way cost two pulls more per group ([`conflict_pulls`]).
//!
//! A position without a matching cannot be reached from the start.

use soko_analysis::{Matching, PushDistances, pull_conflict::conflict_pulls, push_distance::UNREACHABLE};
use soko_core::{Bits, Direction, Maze, State};

use super::pull::Pull;

/// The assignment bound towards the start.
pub(crate) struct Retreat<const W: usize> {
    distances: PushDistances<W>,
    origins: Bits<W>,
    /// Squares that some box can be pushed to from its place at the start.
    reached: Bits<W>,
    matching: Matching,
    /// The row of the box on a square of the last position.
    row: Vec<u16>,
    count_conflicts: bool,
    /// Pulls that the last position needs at least.
    needed: u32,
}

impl<const W: usize> Retreat<W> {
    /// Measures the empty board.
    pub(crate) fn new(maze: &Maze<W>, start: &State<W>, count_conflicts: bool) -> Self {
        let distances = PushDistances::from(maze, &start.boxes, start.player);
        let mut reached = Bits::EMPTY;
        for square in maze.floor().iter() {
            if distances.best(square).any(|pushes| pushes != UNREACHABLE) {
                reached.insert(square);
            }
        }
        let boxes = start.boxes.len() as usize;
        Self {
            distances,
            origins: start.boxes,
            reached,
            matching: Matching::new(boxes, boxes),
            row: vec![0; 64 * W],
            count_conflicts,
            needed: 0,
        }
    }

    /// Squares that some box can be pushed to from its place at the start.
    #[inline]
    pub(crate) const fn reached(&self) -> &Bits<W> {
        &self.reached
    }

    /// The estimate of a position whose children come next; `None` if no game leads there.
    pub(crate) fn position(&mut self, maze: &Maze<W>, state: &State<W>) -> Option<u32> {
        let mut ways = [Bits::EMPTY; 4];
        for (row, square) in state.boxes.iter().enumerate() {
            self.row[square.index()] = row as u16;
            self.matching.set_row(row, self.distances.row(square, state.player));
            let good = self.distances.ways(square, state.player);
            for direction in Direction::ALL.into_iter().filter(|&d| good >> d as u8 & 1 == 1) {
                ways[direction as usize].insert(square);
            }
        }
        let mut pulls = self.matching.solve()?;
        if self.count_conflicts {
            pulls += conflict_pulls(maze, &state.boxes, &self.origins, &ways);
        }
        self.needed = pulls;
        Some(pulls)
    }

    /// The estimate of a child of the last position; `None` if no game leads there.
    #[inline]
    pub(crate) fn child(&self, pull: Pull) -> Option<u32> {
        let row = usize::from(self.row[pull.from.index()]);
        let bound = self.matching.bound_with(row, self.distances.row(pull.to, pull.player))?;
        Some(bound.max(self.needed.saturating_sub(1)))
    }
}
