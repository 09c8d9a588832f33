//! A table over boxes × cells × 4: the agent of the third Irvine report.
//!
//! A slot is a box, where it stands and which way it is pushed; where the other boxes and the player are is forgotten.
//! The table is small and what is learnt about one box carries over to every arrangement of the others, for better
//! and worse. Boxes keep their number through a game: the one that is first in the level is box 0 wherever it goes.

use soko_core::{Push, Square};

use super::dense::{Addressing, Dense};
use crate::{environment::Environment, memory::Kind};

/// The table.
pub(crate) type Boxes = Dense<ByBox>;

/// An empty table for a level.
pub(crate) fn table<const W: usize>(environment: &Environment<W>, double: bool) -> Boxes {
    let mut at_start = vec![0; 64 * W];
    let mut count = 0;
    for square in environment.start.state.boxes.iter() {
        at_start[square.index()] = count as u16;
        count += 1;
    }
    Dense::new(environment, ByBox { count, now: at_start.clone(), at_start }, double)
}

/// A block for every box.
#[derive(Clone, Debug)]
pub(crate) struct ByBox {
    count: usize,
    /// Which box stands on a square at the start, and now; right for squares with a box.
    at_start: Vec<u16>,
    now: Vec<u16>,
}

impl Addressing for ByBox {
    const KIND: Kind = Kind::Boxes;

    fn blocks(&self) -> usize {
        self.count
    }

    fn needed(&self) -> usize {
        self.count
    }

    fn begin(&mut self) {
        self.now.copy_from_slice(&self.at_start);
    }

    fn pushed(&mut self, from: Square, to: Square) {
        self.now[to.index()] = self.now[from.index()];
    }

    #[inline]
    fn block(&self, action: Push) -> usize {
        usize::from(self.now[action.square.index()])
    }

    fn bytes(&self) -> u64 {
        4 * self.now.len() as u64
    }
}
