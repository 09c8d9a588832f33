//! A table over whole positions: exact, and as large as what was seen.
//!
//! A row is a position with its actions. It is made when the position is first seen: the actions are found, those
//! that lose are left out if asked for, the potential is worked out, and all of that is kept, so that coming
//! back costs one look-up. Positions are found by Zobrist key; a hit is confirmed by comparing the whole position.
//!
//! **Bytes.** Per position: the boxes (8 per 64 squares of the board), 12 for player, number of actions, potential
//! and first slot, 5.7 to 11.4 of index; per action: 2 for the action, 4 for its value, 4 for its visits. Room grows
//! by half when it is used up. `sokolab learn` prints what a position takes.

use std::sync::Arc;

use hashbrown::HashTable;
use soko_core::{Bits, Direction, Maze, Push, Square, State};
use soko_solver::Halt;

use super::{Joining, Table, Values, View, judge, kept::Kept};
use crate::{
    environment::{Environment, Situation, Space},
    memory::{Chart, Kind, Rows},
    meter::StepMeter,
};

/// The potential of a position that is lost.
const LOST: u32 = u32::MAX;

/// What is known about a position, besides its boxes.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: u32,
    left: u32,
    player: Square,
    actions: u16,
}

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct States<const W: usize> {
    values: Values,
    boxes: Vec<Bits<W>>,
    rows: Vec<Row>,
    /// One per slot: square and direction.
    actions: Vec<u16>,
    index: HashTable<u32>,
    /// The table of which this is a fork; a row is copied from it when it is first looked at.
    base: Option<Arc<Self>>,
}

impl<const W: usize> States<W> {
    pub(crate) fn new(double: bool) -> Self {
        Self {
            values: Values::new(double),
            boxes: Vec::new(),
            rows: Vec::new(),
            actions: Vec::new(),
            index: HashTable::new(),
            base: None,
        }
    }

    /// The row of a position.
    #[inline]
    fn find(&self, key: u64, state: &State<W>) -> Option<u32> {
        let same = |&row: &u32| {
            self.rows[row as usize].player == state.player && self.boxes[row as usize] == state.boxes
        };
        self.index.find(key, same).copied()
    }

    #[inline]
    fn show(&self, row: u32, view: &mut View) {
        let Row { first, left, actions, .. } = self.rows[row as usize];
        view.left = left as f32;
        view.lost = left == LOST;
        let slots = first..first + u32::from(actions);
        view.slots.clear();
        view.slots.extend(slots.clone());
        view.actions.clear();
        view.actions.extend(slots.map(|slot| unpack(self.actions[slot as usize])));
    }

    fn add(
        &mut self,
        key: u64,
        state: &State<W>,
        view: &View,
        meter: &mut impl StepMeter,
    ) -> Result<u32, Halt> {
        self.make_room(view.actions.len(), meter)?;
        let first = self.values.len();
        let row = self.rows.len() as u32;
        self.values.extend_to(first + view.actions.len(), meter)?;
        self.actions.extend(view.actions.iter().copied().map(pack));
        self.boxes.push(state.boxes);
        self.rows.push(Row {
            first: first as u32,
            left: if view.lost { LOST } else { view.left as u32 },
            player: state.player,
            actions: view.actions.len() as u16,
        });
        self.index.insert_unique(key, row, |_| unreachable!("there is room"));
        Ok(row)
    }

    /// Takes a row over from another table; `view` is room to work in.
    fn copy(
        &mut self,
        from: &Self,
        row: u32,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<u32, Halt> {
        let state = from.state(row);
        from.show(row, view);
        self.add(state.key(), &state, view, meter)
    }

    fn state(&self, row: u32) -> State<W> {
        State { boxes: self.boxes[row as usize], player: self.rows[row as usize].player }
    }

    /// All positions and actions as plain rows, without the values.
    fn outline(&self, chart: &Chart) -> Rows {
        let boxes = self.boxes.first().map_or(0, Bits::len) as usize;
        let mut keys = Vec::with_capacity(self.rows.len() * (1 + boxes));
        for (row, boxes) in self.rows.iter().zip(&self.boxes) {
            keys.push(chart.cell(row.player));
            keys.extend(boxes.iter().map(|square| chart.cell(square)));
        }
        Rows {
            key_width: 1 + boxes,
            keys,
            first: self.rows.iter().map(|row| row.first).collect(),
            actions: self.actions.iter().map(|&action| chart.pack(unpack(action))).collect(),
            ..Rows::default()
        }
    }

    fn slots(&self, row: u32) -> std::ops::Range<usize> {
        let Row { first, actions, .. } = self.rows[row as usize];
        first as usize..first as usize + usize::from(actions)
    }

    /// Makes room for one more row with so many actions.
    fn make_room(&mut self, actions: usize, meter: &mut impl StepMeter) -> Result<(), Halt> {
        if self.rows.len() == self.rows.capacity() {
            grow(&mut self.boxes, 1, meter)?;
            grow(&mut self.rows, 1, meter)?;
        }
        if self.actions.len() + actions > self.actions.capacity() {
            grow(&mut self.actions, actions, meter)?;
        }
        if self.values.len() + actions > u32::MAX as usize {
            return Err(Halt::Memory);
        }
        if self.index.len() == self.index.capacity() {
            let old = self.index.allocation_size() as u64;
            let asked = (2 * old).max(256);
            meter.acquire(asked)?;
            let (rows, boxes) = (&self.rows, &self.boxes);
            self.index.reserve(self.index.len().max(16), |&row| {
                State { boxes: boxes[row as usize], player: rows[row as usize].player }.key()
            });
            meter.release((asked + old).saturating_sub(self.index.allocation_size() as u64));
        }
        Ok(())
    }
}

/// Half as much room again, at least for `more`.
fn grow<T>(vec: &mut Vec<T>, more: usize, meter: &mut impl StepMeter) -> Result<(), Halt> {
    let old = vec.capacity();
    let room = (vec.len() + more).max(old * 3 / 2).max(32);
    meter.acquire((room * size_of::<T>()) as u64)?;
    vec.reserve_exact(room - vec.len());
    meter.release((old * size_of::<T>()) as u64);
    Ok(())
}

/// Square numbers have 14 bits.
#[inline]
const fn pack(action: Push) -> u16 {
    action.square.0 << 2 | action.direction as u16
}

#[inline]
const fn unpack(packed: u16) -> Push {
    Push { square: Square(packed >> 2), direction: Direction::ALL[(packed & 3) as usize] }
}

impl<const W: usize> Table<W> for States<W> {
    fn fork(base: &Arc<Self>) -> Self {
        Self { values: base.values.new_fork(), base: Some(Arc::clone(base)), ..Self::new(false) }
    }

    fn detach(&mut self) -> Self {
        Self { base: None, ..std::mem::replace(self, Self::new(false)) }
    }

    /// Both tables have made their row of a position themselves, so the rows may differ in two ways. Rules that learn know
    /// more at one time than at another: a row may lack actions that the other has, and values are joined action by action. An
    /// estimate that was refused memory for a table of distances knows less than another: values are counted from the potential
    /// of their row, so those of the fork are shifted by the difference.
    fn join(&mut self, fork: &Self, joining: Joining, meter: &mut impl StepMeter) -> Result<(), Halt> {
        let mut view = View::default();
        for row in 0..fork.rows.len() as u32 {
            let state = fork.state(row);
            let own = match self.find(state.key(), &state) {
                Some(own) => own,
                None => self.copy(fork, row, &mut view, meter)?,
            };
            let shift = joining.shift(fork.rows[row as usize].left, self.rows[own as usize].left);
            for theirs in fork.slots(row) {
                if let Some(slot) = self.slots(own).find(|&slot| self.actions[slot] == fork.actions[theirs]) {
                    self.values.join(slot, &fork.values, theirs, joining, shift);
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let state = environment.key(at);
        let key = state.key();
        if let Some(row) = self.find(key, &state) {
            self.show(row, view);
            return Ok(());
        }
        if let Some(base) = self.base.clone()
            && let Some(known) = base.find(key, &state)
        {
            let row = self.copy(&base, known, view, meter)?;
            for (slot, theirs) in self.slots(row).zip(base.slots(known)) {
                self.values.copy(slot, &base.values, theirs);
            }
            self.show(row, view);
            return Ok(());
        }
        judge(environment, at, view, meter)?;
        if view.lost {
            view.actions.clear();
        } else {
            environment.actions(at, &mut view.actions, meter)?;
        }
        let first = self.values.len() as u32;
        self.add(key, &state, view, meter)?;
        view.slots.clear();
        view.slots.extend(first..self.values.len() as u32);
        Ok(())
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn bytes(&self) -> u64 {
        let rows = self.rows.capacity() * (size_of::<Row>() + size_of::<Bits<W>>());
        self.values.bytes() + (rows + 2 * self.actions.capacity() + self.index.allocation_size()) as u64
    }
}

impl<const W: usize> Kept<W> for States<W> {
    const KIND: Kind = Kind::States;

    fn export(self, _: &Maze<W>, _: Space, chart: &Chart) -> Rows {
        let rows = self.outline(chart);
        let Values { q, visits, other, .. } = self.values;
        Rows { q, visits, other, ..rows }
    }

    fn transcript(&self, _: &Maze<W>, _: Space, chart: &Chart) -> Rows {
        let Values { q, visits, other, .. } = &self.values;
        Rows { q: q.clone(), visits: visits.clone(), other: other.clone(), ..self.outline(chart) }
    }

    fn rows_to_keep(&self) -> usize {
        self.rows.len()
    }

    /// Looks at every position as if for the first time: what may be done there is for the rules to say.
    fn import(
        &mut self,
        rows: &Rows,
        environment: &mut Environment<W>,
        chart: &Chart,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let mut view = View::default();
        for row in 0..rows.len() {
            meter.poll()?;
            let mut squares = rows.key(row).iter().filter_map(|&cell| chart.square(cell));
            let Some(player) = squares.next() else { continue };
            let mut boxes = Bits::EMPTY;
            squares.for_each(|square| boxes.insert(square));
            let at = environment.arrive(State { boxes, player });
            self.look(environment, &at, &mut view, meter)?;
            for from in rows.slots(row) {
                let action = chart.unpack(rows.actions[from]);
                if let Some(place) = view.actions.iter().position(|&known| Some(known) == action) {
                    self.values.set(view.slots[place] as usize, rows, from);
                }
            }
        }
        Ok(())
    }

    fn position(&self, row: usize) -> Option<State<W>> {
        self.rows.get(row).map(|known| State { boxes: self.boxes[row], player: known.player })
    }
}
