//! Tables that have a slot for everything: block × cell × direction, one block after the other.
//!
//! What a block is, a box or a number of pushes made, is an [`Addressing`]. Most of a table is never touched. Only rows in which
//! something was tried are written down, with the directions that walls allow.

use std::{fmt::Debug, sync::Arc};

use soko_core::{Direction, Maze, Push, Square};
use soko_solver::Halt;

use super::{Joining, Table, Values, View, judge, kept::Kept};
use crate::{
    environment::{Environment, Situation, Space},
    memory::{Chart, Kind, Rows},
    meter::StepMeter,
};

/// Numbers in a key: the block, and the cell in it.
const KEY: usize = 2;
const DIRECTIONS: usize = Direction::ALL.len();

/// Which block of a table an action belongs to.
pub(crate) trait Addressing: Clone + Debug {
    /// What the table tells apart.
    const KIND: Kind;

    /// How many blocks there can be.
    fn blocks(&self) -> usize;
    /// How many blocks may be needed now.
    fn needed(&self) -> usize;
    /// A new episode begins at the start.
    fn begin(&mut self);
    /// A box was pushed.
    fn pushed(&mut self, from: Square, to: Square);
    /// The block of an action.
    fn block(&self, action: Push) -> usize;
    /// Bytes held.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Dense<A> {
    values: Values,
    /// Number of a square among the floor's.
    number: Vec<u16>,
    floor: usize,
    addressing: A,
}

impl<A: Addressing> Dense<A> {
    pub(super) fn new<const W: usize>(environment: &Environment<W>, addressing: A, double: bool) -> Self {
        let mut number = vec![0; 64 * W];
        let mut floor = 0;
        for square in environment.maze.floor().iter() {
            number[square.index()] = floor as u16;
            floor += 1;
        }
        Self { values: Values::new(double), number, floor, addressing }
    }
}

impl<const W: usize, A: Addressing> Table<W> for Dense<A> {
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
        self.addressing.begin();
    }

    fn pushed(&mut self, from: Square, to: Square) {
        self.addressing.pushed(from, to);
    }

    #[inline]
    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let slots = self.addressing.needed() * self.floor * DIRECTIONS;
        if self.values.len() < slots {
            self.values.extend_to(slots, meter)?;
        }
        environment.actions(at, &mut view.actions, meter)?;
        judge(environment, at, view, meter)?;
        view.slots.clear();
        view.slots.extend(view.actions.iter().map(|&action| {
            let row =
                self.addressing.block(action) * self.floor + usize::from(self.number[action.square.index()]);
            (row * DIRECTIONS + action.direction as usize) as u32
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
        self.values.len() / DIRECTIONS
    }

    fn bytes(&self) -> u64 {
        self.values.bytes() + 2 * self.number.len() as u64 + self.addressing.bytes()
    }
}

impl<const W: usize, A: Addressing> Kept<W> for Dense<A> {
    const KIND: Kind = A::KIND;

    fn export(self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
        export(&self.values, maze, space, chart)
    }

    fn transcript(&self, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
        export(&self.values, maze, space, chart)
    }

    fn rows_to_keep(&self) -> usize {
        tried(&self.values).count()
    }

    fn import(
        &mut self,
        rows: &Rows,
        environment: &mut Environment<W>,
        chart: &Chart,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        import(&mut self.values, rows, self.addressing.blocks(), environment, chart, meter)
    }
}

/// The numbers of the rows in which something was tried.
fn tried(values: &Values) -> impl Iterator<Item = usize> + '_ {
    let rows = values.visits.chunks_exact(DIRECTIONS).enumerate();
    rows.filter(|(_, visits)| visits.iter().any(|&visits| visits > 0)).map(|(row, _)| row)
}

/// The rows in which something was tried.
fn export<const W: usize>(values: &Values, maze: &Maze<W>, space: Space, chart: &Chart) -> Rows {
    let floor: Vec<Square> = maze.floor().iter().collect();
    let mut rows = Rows::new(KEY);
    for row in tried(values) {
        let slots = row * DIRECTIONS..(row + 1) * DIRECTIONS;
        let square = floor[row % floor.len()];
        rows.first.push(rows.actions.len() as u32);
        rows.keys.extend([(row / floor.len()) as u32, chart.cell(square)]);
        for (slot, direction) in slots.zip(Direction::ALL) {
            if is_open(maze, space, square, direction) {
                rows.actions.push(chart.pack(Push { square, direction }));
                rows.q.push(values.q[slot]);
                rows.visits.push(values.visits[slot]);
                rows.other.extend(values.other.get(slot));
            }
        }
    }
    rows
}

/// Takes up rows of fewer than so many blocks.
fn import<const W: usize>(
    values: &mut Values,
    rows: &Rows,
    blocks: usize,
    environment: &Environment<W>,
    chart: &Chart,
    meter: &mut impl StepMeter,
) -> Result<(), Halt> {
    let floor: Vec<Square> = environment.maze.floor().iter().collect();
    let block = |row: usize| rows.key(row)[0] as usize;
    let used = (0..rows.len()).map(block).filter(|&block| block < blocks).max();
    values.extend_to(used.map_or(0, |last| last + 1) * floor.len() * DIRECTIONS, meter)?;
    for row in (0..rows.len()).filter(|&row| block(row) < blocks) {
        meter.poll()?;
        let Some(cell) = chart.square(rows.key(row)[1]).and_then(|square| floor.binary_search(&square).ok())
        else {
            continue;
        };
        for from in rows.slots(row) {
            let direction = rows.actions[from] as usize % DIRECTIONS;
            values.set((block(row) * floor.len() + cell) * DIRECTIONS + direction, rows, from);
        }
    }
    Ok(())
}

/// Do the walls allow an action?
fn is_open<const W: usize>(maze: &Maze<W>, space: Space, square: Square, direction: Direction) -> bool {
    let is_floor = |direction| maze.floor().contains(maze.next(square, direction));
    match space {
        Space::Moves => is_floor(direction),
        Space::Pushes => is_floor(direction) && is_floor(direction.opposite()),
    }
}
