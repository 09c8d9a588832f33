//! A table over boxes × cells × 4: the agent of the third Irvine report.
//!
//! A slot is a box, where it stands and which way it is pushed; where the other boxes and the player are is forgotten.
//! The table is small and what is learnt about one box carries over to every arrangement of the others, for better
//! and worse. Boxes keep their number through a game: the one that is first in the level is box 0 wherever it goes.

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
pub(crate) struct Boxes {
    values: Values,
    /// Number of a square among the floor's.
    number: Vec<u16>,
    floor: usize,
    count: usize,
    /// Which box stands on a square at the start, and now; right for squares with a box.
    at_start: Vec<u16>,
    now: Vec<u16>,
}

impl Boxes {
    pub(crate) fn new<const W: usize>(environment: &Environment<W>, double: bool) -> Self {
        let (number, floor) = dense::numbers(environment);
        let mut at_start = vec![0; 64 * W];
        let mut boxes = 0;
        for square in environment.start.state.boxes.iter() {
            at_start[square.index()] = boxes as u16;
            boxes += 1;
        }
        Self { values: Values::new(double), number, floor, count: boxes, now: at_start.clone(), at_start }
    }
}

impl<const W: usize> Table<W> for Boxes {
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
        self.now.copy_from_slice(&self.at_start);
    }

    fn pushed(&mut self, from: Square, to: Square) {
        self.now[to.index()] = self.now[from.index()];
    }

    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let slots = self.count * self.floor * Direction::ALL.len();
        if self.values.len() < slots {
            self.values.extend_to(slots, meter)?;
        }
        environment.actions(at, &mut view.actions, meter)?;
        judge(environment, at, view, meter)?;
        view.slots.clear();
        view.slots.extend(view.actions.iter().map(|action| {
            let number = usize::from(self.now[action.square.index()]);
            let cell = usize::from(self.number[action.square.index()]);
            ((number * self.floor + cell) * Direction::ALL.len() + action.direction as usize) as u32
        }));
        Ok(())
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    fn rows(&self) -> usize {
        self.count * self.floor
    }

    fn bytes(&self) -> u64 {
        self.values.bytes() + 2 * (self.number.len() + 2 * self.now.len()) as u64
    }
}

impl<const W: usize> Kept<W> for Boxes {
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
        dense::import(&mut self.values, rows, self.count, environment, chart, meter)
    }
}
