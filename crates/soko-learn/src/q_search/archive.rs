//! The archive: positions that wait, in cells of like positions, and what visits to each cell have brought.
//!
//! "First return, then explore" (Ecoffet et al. 2021): a learner that forgets how it got to promising places never gets
//! far beyond them. So every position that still has something to try lies in a cell, and a visit returns to the
//! most promising position of one cell. The features of a cell are those that Shoham and Schaeffer (2020) found to
//! matter: how many boxes are home, and into how many parts the boxes cut the floor. Without cells all
//! positions lie on one heap, and a single misleading hollow of the estimate swallows all effort (Xie et al. 2014 call cells types).
//!
//! **What is learned.** Each cell has a value: how often, lately, a visit found a position nearer to the end than the one
//! it began with. It is learned by the rule of a bandit with a constant step, Q ← Q + α (r − Q) (Sutton and Barto
//! 2018, 2.5), since cells dry up. A few cells are drawn, and the one of the highest Q + c / √(1 + visits) is
//! visited.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashMap;
use soko_solver::{Context, Dice, Halt};

use super::params::Params;

/// What tells cells apart: boxes home, parts of the floor.
pub(super) type Features = [u16; 2];

/// Entries for which memory is asked at once.
const ENTRIES: u64 = 1 << 12;
/// What an entry may take: a growing heap is half empty.
const ENTRY_BYTES: u64 = 2 * size_of::<Reverse<Entry>>() as u64;

/// Estimate, lot, number of the position.
type Entry = (u32, u32, u32);

/// Like positions.
struct Cell {
    waiting: BinaryHeap<Reverse<Entry>>,
    value: f64,
    visits: u32,
    /// Place in the list of cells that have something, or `NOWHERE`.
    place: usize,
}

const NOWHERE: usize = usize::MAX;

/// All cells of one game.
pub(super) struct Archive {
    cells: Vec<Cell>,
    number: FxHashMap<Features, u32>,
    /// Cells in which something waits.
    live: Vec<u32>,
    entries: u64,
    most_entries: u64,
}

impl Archive {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            number: FxHashMap::default(),
            live: Vec::new(),
            entries: 0,
            most_entries: 0,
        }
    }

    /// Number of cells met.
    pub(super) const fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Number of positions that wait.
    pub(super) const fn waiting(&self) -> u64 {
        self.entries
    }

    /// Files a position.
    pub(super) fn file(
        &mut self,
        features: Features,
        estimate: u32,
        number: u32,
        dice: &mut Dice,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        if self.entries == self.most_entries {
            context.acquire(ENTRIES * ENTRY_BYTES)?;
            self.most_entries += ENTRIES;
        }
        self.entries += 1;
        let cells = &mut self.cells;
        let cell = *self.number.entry(features).or_insert_with(|| {
            cells.push(Cell { waiting: BinaryHeap::new(), value: 1.0, visits: 0, place: NOWHERE });
            cells.len() as u32 - 1
        });
        let lot = dice.below(1 << 32) as u32;
        let home = &mut self.cells[cell as usize];
        home.waiting.push(Reverse((estimate, lot, number)));
        if home.place == NOWHERE {
            home.place = self.live.len();
            self.live.push(cell);
        }
        Ok(())
    }

    /// Chooses a cell; `None` if nothing waits anywhere.
    pub(super) fn choose(&self, params: &Params, dice: &mut Dice) -> Option<u32> {
        if self.live.is_empty() {
            return None;
        }
        let mut best = self.live[dice.below(self.live.len())];
        if params.learning {
            for _ in 1..params.candidates {
                let other = self.live[dice.below(self.live.len())];
                if self.promise(other, params) > self.promise(best, params) {
                    best = other;
                }
            }
        }
        Some(best)
    }

    /// Takes the most promising position out of a cell.
    pub(super) fn take(&mut self, cell: u32) -> Option<u32> {
        let home = &mut self.cells[cell as usize];
        let Reverse((_, _, number)) = home.waiting.pop()?;
        self.entries -= 1;
        if home.waiting.is_empty() {
            let place = std::mem::replace(&mut home.place, NOWHERE);
            self.live.swap_remove(place);
            if let Some(&moved) = self.live.get(place) {
                self.cells[moved as usize].place = place;
            }
        }
        Some(number)
    }

    /// Learns what a visit to a cell brought.
    pub(super) fn learn(&mut self, cell: u32, reward: f64, params: &Params) {
        let cell = &mut self.cells[cell as usize];
        cell.visits += 1;
        cell.value += params.step_size * (reward - cell.value);
    }

    /// Gives all memory back.
    pub(super) fn release(&self, context: &mut Context<'_>) {
        context.release(self.most_entries * ENTRY_BYTES);
    }

    fn promise(&self, cell: u32, params: &Params) -> f64 {
        let cell = &self.cells[cell as usize];
        cell.value + params.exploration / (1.0 + f64::from(cell.visits)).sqrt()
    }
}
