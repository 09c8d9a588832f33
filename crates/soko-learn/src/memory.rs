//! What a learner has learnt, as plain data that others can read.
//!
//! A [`Memory`] says what it is [`about`](About): who learnt it, with which parameters, on which board. The
//! [`rows`](Rows) hold the table: a row is a situation with its actions, and every action has a value and the number
//! of times it was tried. What a situation is depends on the [`Kind`] of the table:
//!
//! | kind | key of a row | an action is |
//! |---|---|---|
//! | `cells` | pushes made so far, the player's cell | a step from that cell |
//! | `states` | the player's cell, then the cells of all boxes, rising | a step from the player's cell, or a push of a box |
//! | `boxes` | number of the box, its cell | a push of that box |
//!
//! Cells are numbered row by row on the [canonical board](Level::canonical_board), walls included: column + row · width, so
//! that a reader needs nothing but the board's text ([`Chart`]). An action is cell · 4 + direction, in the order up, right,
//! down, left.
//!
//! A memory is checked once ([`Memory::check`]) and may be indexed freely afterwards. It goes to files by
//! [`to_bytes`](Memory::to_bytes) and back by [`from_bytes`](Memory::from_bytes), and [`Book`] answers what it holds for a
//! position.

mod book;
mod chart;
mod error;
mod file;
mod policy;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use soko_core::{Level, identity};

pub use book::{Book, Choice, Moment};
pub use chart::Chart;
pub use error::MemoryError;
pub use file::file_hash;
pub use policy::{Ending, Policy};

/// What a table tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The pushes made so far and the player's cell.
    Cells,
    /// Whole positions.
    States,
    /// A box and its cell.
    Boxes,
}

impl Kind {
    /// Name in files and messages.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::States => "states",
            Self::Boxes => "boxes",
        }
    }

    /// Numbers in a key, for a level with so many boxes.
    pub(crate) const fn key_width(self, boxes: usize) -> usize {
        match self {
            Self::Cells | Self::Boxes => 2,
            Self::States => 1 + boxes,
        }
    }
}

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actions {
    /// A step of the player; its cell is the player's.
    Moves,
    /// A push; its cell is the box's.
    Pushes,
}

/// What a memory is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// Name of the player that learnt it.
    pub player: String,
    /// All its parameters.
    pub parameters: Map<String, Value>,
    /// The exact hash of the level.
    pub level: String,
    /// The canonical board, a text per row.
    pub board: Vec<String>,
    /// What the table tells apart.
    pub kind: Kind,
    /// What its actions are.
    pub actions: Actions,
    /// In tables of positions: is the player's very cell part of the key? Else it is the first cell of its region.
    pub exact_player: bool,
    /// Episodes played.
    pub episodes: u64,
    /// Values updated.
    pub updates: u64,
    /// The moves of the best solution found so far.
    pub solution: Option<String>,
}

/// A table as flat arrays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// Numbers in a key.
    pub key_width: usize,
    /// The keys, one after the other.
    pub keys: Vec<u32>,
    /// The first slot of each row; its last one is before the next row's first.
    pub first: Vec<u32>,
    /// The action of each slot: cell · 4 + direction.
    pub actions: Vec<u32>,
    /// The value of each slot.
    pub q: Vec<f32>,
    /// How often each slot was tried.
    pub visits: Vec<u32>,
    /// The second value of each slot in double learning; empty without it.
    pub other: Vec<f32>,
}

impl Rows {
    /// A table without rows.
    pub fn new(key_width: usize) -> Self {
        Self { key_width, ..Self::default() }
    }

    /// Number of rows.
    pub const fn len(&self) -> usize {
        self.first.len()
    }

    /// No row at all?
    pub const fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The key of a row.
    pub fn key(&self, row: usize) -> &[u32] {
        &self.keys[row * self.key_width..(row + 1) * self.key_width]
    }

    /// The slots of a row.
    pub fn slots(&self, row: usize) -> std::ops::Range<usize> {
        let end = self.first.get(row + 1).map_or(self.actions.len(), |&next| next as usize);
        self.first[row] as usize..end
    }

    /// What an action is held to be worth: its value, or the mean of both in double learning.
    pub fn worth(&self, slot: usize) -> f32 {
        self.other.get(slot).map_or(self.q[slot], |&other| f32::midpoint(self.q[slot], other))
    }

    /// Lengths that fit together, slots in order, values that are numbers.
    fn check(&self) -> Result<(), MemoryError> {
        let wrong = |what| Err(MemoryError::Damaged { what });
        let slots = self.actions.len();
        if self.keys.len() != self.len().saturating_mul(self.key_width) {
            return wrong("the keys do not fit the rows");
        }
        if self.q.len() != slots
            || self.visits.len() != slots
            || !(self.other.is_empty() || self.other.len() == slots)
        {
            return wrong("the values do not fit the actions");
        }
        let begins = self.first.first().map_or(slots == 0, |&first| first == 0);
        let ends = self.first.last().is_none_or(|&last| last as usize <= slots);
        if !begins || !ends || !self.first.is_sorted() {
            return wrong("the rows do not fit the actions");
        }
        if !self.q.iter().chain(&self.other).all(|value| value.is_finite()) {
            return wrong("a value is no number");
        }
        Ok(())
    }
}

/// What a learner has learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// Where it comes from.
    pub about: About,
    /// The table.
    pub rows: Rows,
}

impl Memory {
    /// Makes sure that all of it fits together, and gives the level it is about.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self) -> Result<Level, MemoryError> {
        self.rows.check()?;
        let level = Level::parse(&self.about.board.join("\n"))
            .map_err(|_| MemoryError::Damaged { what: "its board cannot be played" })?;
        if identity::exact(&level).to_string() != self.about.level {
            return Err(MemoryError::Damaged { what: "its board is not the level it names" });
        }
        if self.rows.key_width != self.about.kind.key_width(level.boxes()) {
            return Err(MemoryError::Damaged { what: "its keys are not those of its kind" });
        }
        let chart = Chart::of(&level);
        let on_floor = |&cell: &u32| chart.square(cell).is_some();
        let key_fits = |key: &[u32]| match self.about.kind {
            Kind::Cells => on_floor(&key[1]),
            Kind::Boxes => (key[0] as usize) < level.boxes() && on_floor(&key[1]),
            Kind::States => {
                let rising = key[1..].windows(2).all(|pair| pair[0] < pair[1]);
                rising && key.iter().all(on_floor) && !key[1..].contains(&key[0])
            }
        };
        if !(0..self.rows.len()).all(|row| key_fits(self.rows.key(row))) {
            return Err(MemoryError::Damaged { what: "a key is no situation of its board" });
        }
        if !self.rows.actions.iter().all(|action| on_floor(&(action / 4))) {
            return Err(MemoryError::Damaged { what: "an action is off its board" });
        }
        Ok(level)
    }
}

/// A small memory for tests: two rows of a corridor.
#[cfg(test)]
pub(crate) fn sample() -> Memory {
    let level = Level::parse("######\n#@$ .#\n######").expect("a board of ours");
    let chart = Chart::of(&level);
    let cell = |x| chart.cell(level.square_at(x, 1).expect("floor"));
    Memory {
        about: About {
            player: "q-state".to_owned(),
            parameters: [("gamma".to_owned(), Value::from(1.0))].into_iter().collect(),
            level: identity::exact(&level).to_string(),
            board: level.canonical_board().to_string().lines().map(str::to_owned).collect(),
            kind: Kind::States,
            actions: Actions::Moves,
            exact_player: true,
            episodes: 7,
            updates: 14,
            solution: Some("RR".to_owned()),
        },
        rows: Rows {
            key_width: 2,
            keys: vec![cell(1), cell(2), cell(2), cell(3)],
            first: vec![0, 1],
            actions: vec![cell(1) * 4 + 1, cell(2) * 4 + 1, cell(2) * 4 + 3],
            q: vec![-0.5, 0.0, -2.0],
            visits: vec![7, 6, 1],
            other: Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why the sample is refused after a change.
    fn refusal(change: impl FnOnce(&mut Memory)) -> String {
        let mut memory = sample();
        change(&mut memory);
        memory.check().expect_err("something is wrong with it").to_string()
    }

    #[test]
    fn a_memory_that_fits_together_gives_its_level() {
        assert_eq!(sample().check().map(|level| level.boxes()), Ok(1));
        let rows = sample().rows;
        assert_eq!((rows.len(), rows.slots(0), rows.slots(1)), (2, 0..1, 1..3));
        let double = Rows { other: vec![0.5, 0.0, 0.0], ..rows };
        assert_eq!(double.worth(0).to_bits(), 0.0_f32.to_bits());
    }

    #[test]
    fn whatever_does_not_fit_is_found() {
        for (found, wanted) in [
            (refusal(|m| m.rows.keys.truncate(3)), "keys do not fit"),
            (refusal(|m| m.rows.first[1] = 4), "rows do not fit"),
            (refusal(|m| m.rows.first[0] = 1), "rows do not fit"),
            (refusal(|m| m.rows.q.truncate(1)), "values do not fit"),
            (refusal(|m| m.rows.other = vec![1.0]), "values do not fit"),
            (refusal(|m| m.rows.q[1] = f32::NAN), "no number"),
            (refusal(|m| m.rows.keys[0] = 0), "no situation"),
            (refusal(|m| m.rows.keys[0] = m.rows.keys[1]), "no situation"),
            (refusal(|m| m.rows.actions[0] = u32::MAX), "off its board"),
            (refusal(|m| m.about.kind = Kind::Boxes), "no situation"),
            (refusal(|m| m.about.board.clear()), "cannot be played"),
            (refusal(|m| m.about.level.clear()), "not the level"),
            (refusal(|m| m.about.board[1] = "#@ $.#".to_owned()), "not the level"),
        ] {
            assert!(found.contains(wanted), "{found} / {wanted}");
        }
    }
}
