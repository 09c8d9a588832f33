//! Tables that are written down and taken up again.
//!
//! What is written down are the values; what may be done in a situation and what the potential says of it is worked out
//! anew when a table is taken up, so that a file can say what an action is worth but never what is legal.

use soko_core::{Maze, State};
use soko_solver::Halt;

use super::{Table, Values};
use crate::{
    environment::{Environment, Space},
    memory::{Chart, Kind, Rows},
    meter::StepMeter,
};

/// A table that can be kept.
pub(crate) trait Kept<const W: usize>: Table<W> {
    /// What it tells apart.
    const KIND: Kind;

    /// The table as plain rows.
    fn export(self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows;

    /// The same, of a table that is still needed.
    fn transcript(&self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows;

    /// How many rows that makes.
    fn rows_to_keep(&self) -> usize;

    /// Takes up rows that were checked against the level.
    fn import(
        &mut self,
        rows: &Rows,
        environment: &mut Environment<W>,
        chart: &Chart,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt>;

    /// The position of a row, in tables of positions.
    fn position(&self, _row: usize) -> Option<State<W>> {
        None
    }
}

impl Values {
    /// Takes over a slot.
    pub(super) fn set(&mut self, slot: usize, rows: &Rows, from: usize) {
        self.q[slot] = rows.q[from];
        self.visits[slot] = rows.visits[from];
        if let (Some(other), Some(&kept)) = (self.other.get_mut(slot), rows.other.get(from)) {
            *other = kept;
        }
    }
}
