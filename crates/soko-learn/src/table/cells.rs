//! A table over the player's cells: the agent of the first Irvine report.
//!
//! That agent knew nothing but the cell it stood on. Where the right action changes in the course of the game, and on
//! all but the plainest boards it does, no such table can hold a policy that wins: the report saw that its agent
//! "needs to execute different actions from the same state at different points in time". It proposes to count.
//!
//! By default the table has a *stage* for every number of pushes made so far, and forgets the boxes all the same.
//! That is enough to write down any solution: between two pushes a shortest walk enters no cell twice, so cell and stage
//! name the action. It is not enough to tell two games of as many pushes apart, so values are still mixed.

use std::sync::Arc;

use soko_core::{Direction, Maze, Square};
use soko_solver::{
    Halt,
    memory::{Chart, Rows},
};

use super::{Joining, Table, Values, View, dense, judge, kept::Kept};
use crate::{
    environment::{Environment, Situation, Space},
    meter::StepMeter,
};

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    values: Values,
    /// Number of a square among the floor's.
    number: Vec<u16>,
    floor: usize,
    /// Stages told apart; the last one is for all later pushes.
    stages: usize,
    stage: usize,
}

impl Cells {
    /// A table for a level, with so many stages at most.
    pub(crate) fn new<const W: usize>(environment: &Environment<W>, stages: usize, double: bool) -> Self {
        let (number, floor) = dense::numbers(environment);
        Self { values: Values::new(double), number, floor, stages: stages.max(1), stage: 0 }
    }
}

impl<const W: usize> Table<W> for Cells {
    fn fork(base: &Arc<Self>) -> Self {
        Self { values: base.values.whole_fork(), ..Self::clone(base) }
    }

    fn detach(&mut self) -> Self {
        self.clone()
    }

    fn join(&mut self, fork: &Self, joining: Joining, meter: &mut impl StepMeter) -> Result<(), Halt> {
        if fork.values.len() > self.values.len() {
            self.values.extend_to(fork.values.len(), meter)?;
        }
        for slot in 0..fork.values.len() {
            self.values.join(slot, &fork.values, slot, joining, 0.0);
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.stage = 0;
    }

    fn pushed(&mut self, _: Square, _: Square) {
        self.stage = (self.stage + 1).min(self.stages - 1);
    }

    #[inline]
    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        environment.actions(at, &mut view.actions, meter)?;
        judge(environment, at, view, meter)?;
        let cell = usize::from(self.number[at.state.player.index()]);
        let first = (self.stage * self.floor + cell) * Direction::ALL.len();
        if first >= self.values.len() {
            let slots = (self.stage + 1) * self.floor * Direction::ALL.len();
            self.values.extend_to(slots, meter)?;
        }
        view.slots.clear();
        view.slots.extend(view.actions.iter().map(|action| (first + action.direction as usize) as u32));
        Ok(())
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    fn rows(&self) -> usize {
        self.values.len() / Direction::ALL.len()
    }

    fn bytes(&self) -> u64 {
        self.values.bytes() + 2 * self.number.len() as u64
    }
}

impl<const W: usize> Kept<W> for Cells {
    fn export(self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
        dense::export(&self.values, maze, space, chart)
    }

    fn transcript(&self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
        dense::export(&self.values, maze, space, chart)
    }

    fn rows_to_keep(&self) -> usize {
        dense::tried(&self.values).count()
    }

    fn import(
        &mut self,
        rows: &Rows,
        environment: &mut Environment<W>,
        chart: &Chart,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        dense::import(&mut self.values, rows, self.stages, environment, chart, meter)
    }
}
