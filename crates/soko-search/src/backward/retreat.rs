//! The estimate of the search from the end: the cheapest way to bring every box back to a square of the start.
//!
//! The rows are the distances of lone boxes *from* the squares where boxes stand at the start, with the player's side at
//! the start and now ([`PushDistances::from`]). The matching is the one of the search from the front
//! ([`assignment`](crate::evaluator::assignment)), exact for a position, a dual bound for its children. It is
//! consistent.
//!
//! A position without a matching cannot be reached from the start.
//!
//! **What we left out.** Boxes in each other's way, worth two pushes per group in the search from the front, are hardly ever so
//! with pulls: both squares that a pull needs lie ahead of the box, so in a line the first is always free. The mirrored
//! bound solved no level more on Microban I, II and `SokEvo` with 20,000 expansions each (2.080 for 2.087 million in all).

use soko_analysis::{Matching, PushDistances, push_distance::UNREACHABLE};
use soko_core::{Bits, Maze, Meter, Square, State};

use super::pull::Pull;

/// The assignment bound towards the start.
pub struct Retreat<const W: usize> {
    distances: PushDistances,
    /// Squares that some box can be pushed to from its place at the start.
    reached: Bits<W>,
    matching: Matching,
    /// The row of the box on a square of the last position.
    row: Vec<u16>,
}

impl<const W: usize> Retreat<W> {
    /// Measures the empty board, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(maze: &Maze<W>, start: &State<W>, meter: &mut M) -> Result<Self, M::Halt> {
        let distances = PushDistances::from(maze, &start.boxes, start.player, meter)?;
        let mut reached = Bits::EMPTY;
        for square in maze.floor().iter() {
            if distances.nearest(square) != UNREACHABLE {
                reached.insert(square);
            }
        }
        let boxes = start.boxes.len() as usize;
        let matching = Matching::metered(boxes, boxes, meter)?;
        Ok(Self { distances, reached, matching, row: vec![0; 64 * W] })
    }

    /// Squares that some box can be pushed to from its place at the start.
    #[inline]
    pub const fn reached(&self) -> &Bits<W> {
        &self.reached
    }

    /// The estimate of a position whose children come next; `None` if no game leads there.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn position<M: Meter + ?Sized>(
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

    /// The estimate of a child of the last position; `None` if no game leads there.
    #[inline]
    pub fn child(&self, pull: Pull) -> Option<u32> {
        self.child_from(pull.from, pull)
    }

    /// The estimate after several pulls of one box, which stood on `origin` in the last position; `pull` is the last of
    /// them. `None` if no game leads there.
    #[inline]
    pub fn child_from(&self, origin: Square, pull: Pull) -> Option<u32> {
        self.moved(origin, pull.to, pull.player)
    }

    /// The estimate once the box that stood on `origin` in the last position is on `to`, the player anywhere in its region.
    #[inline]
    pub fn moved(&self, origin: Square, to: Square, player: Square) -> Option<u32> {
        let row = usize::from(self.row[origin.index()]);
        self.matching.bound_with(row, self.distances.row(to, player))
    }

    /// Bytes acquired when it was made.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + self.matching.bytes()
    }
}
