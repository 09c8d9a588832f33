//! A position with what most rules ask first.

use soko_core::{Bits, Maze, State};

/// A position, where its player can walk, and what stands still in it.
pub struct Look<'s, const W: usize> {
    /// Player and boxes.
    pub state: &'s State<W>,
    /// The player's region.
    pub region: Bits<W>,
    /// Boxes that move in no solution.
    pub fixed: Bits<W>,
}

impl<const W: usize> Look<'_, W> {
    /// Empty squares that the player cannot reach.
    pub(crate) fn hidden(&self, maze: &Maze<W>) -> Bits<W> {
        maze.floor().without(&self.state.boxes).without(&self.region)
    }

    /// Can the player walk to every empty square? Then there is no corral.
    pub fn is_open(&self, maze: &Maze<W>) -> bool {
        maze.floor().without(&self.state.boxes) == self.region
    }
}
