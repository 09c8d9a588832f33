//! A table over the player's cells: the agent of the first Irvine report.
//!
//! That agent knew nothing but the cell it stood on. Where the right action changes in the course of the game, and on
//! all but the plainest boards it does, no such table can hold a policy that wins: the report saw that its agent
//! "needs to execute different actions from the same state at different points in time". It proposes to count.
//!
//! By default the table has a *stage* for every number of pushes made so far, and forgets the boxes all the same.
//! That is enough to write down any solution: between two pushes a shortest walk enters no cell twice, so cell and stage
//! name the action. It is not enough to tell two games of as many pushes apart, so values are still mixed.

use soko_core::{Push, Square};

use super::dense::{Addressing, Dense};
use crate::{environment::Environment, memory::Kind};

/// The table.
pub(crate) type Cells = Dense<ByStage>;

/// An empty table for a level, with so many stages at most.
pub(crate) fn table<const W: usize>(environment: &Environment<W>, stages: usize, double: bool) -> Cells {
    Dense::new(environment, ByStage { stages: stages.max(1), stage: 0 }, double)
}

/// A block for every number of pushes made.
#[derive(Clone, Debug)]
pub(crate) struct ByStage {
    /// Stages told apart; the last one is for all later pushes.
    stages: usize,
    stage: usize,
}

impl Addressing for ByStage {
    const KIND: Kind = Kind::Cells;

    fn blocks(&self) -> usize {
        self.stages
    }

    fn needed(&self) -> usize {
        self.stage + 1
    }

    fn begin(&mut self) {
        self.stage = 0;
    }

    fn pushed(&mut self, _: Square, _: Square) {
        self.stage = (self.stage + 1).min(self.stages - 1);
    }

    #[inline]
    fn block(&self, _: Push) -> usize {
        self.stage
    }
}
