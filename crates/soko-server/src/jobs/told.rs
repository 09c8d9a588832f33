//! What a player tells while it plays: what it is doing, remarks, solutions, curves, positions.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::Position;
use soko_solver::{EventKind, Way};

use super::{curves::Curves, strategies::Strategies};
use crate::limits;

/// Most better solutions told, the newest.
const INCUMBENTS: usize = 50;

/// What the player has told.
#[derive(Default)]
pub(crate) struct Told {
    pub(super) strategies: Strategies,
    pub(super) notes: VecDeque<Note>,
    pub(super) incumbents: VecDeque<Incumbent>,
    pub(super) curves: Curves,
    /// The position expanded last.
    pub(crate) position: Option<Position>,
    /// The newest way from the start to a position that was expanded.
    pub(super) way: Option<Way>,
}

/// A remark.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Note {
    /// Seconds since the start.
    at: f64,
    /// What was said.
    text: String,
}

/// A solution found on the way.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Incumbent {
    /// Seconds since the start.
    at: f64,
    /// Its pushes.
    pushes: u32,
    /// Its moves.
    moves: u32,
}

impl Told {
    /// Takes note of something told so many seconds after the start.
    pub(super) fn take(&mut self, at: f64, kind: &EventKind) {
        match kind {
            EventKind::Phase(text) => self.strategies.begin(short(text)),
            EventKind::Note(text) => keep(&mut self.notes, Note { at, text: short(text) }, limits::NOTES),
            EventKind::Best(standing) => self.strategies.tell((**standing).clone()),
            EventKind::Incumbent(found) => {
                let found = Incumbent { at, pushes: found.pushes, moves: found.moves };
                keep(&mut self.incumbents, found, INCUMBENTS);
            }
            &EventKind::Metric { name, step, value } => self.curves.add(name, step, value, at),
            EventKind::Position(shown) => {
                self.position = Some(shown.position.clone());
                if shown.way.is_some() {
                    self.way.clone_from(&shown.way);
                }
            }
            _ => {}
        }
    }
}

/// Texts of players are short; one that is not must not fill every page.
fn short(text: &str) -> String {
    text.chars().take(400).collect()
}

fn keep<T>(all: &mut VecDeque<T>, new: T, most: usize) {
    if all.len() >= most {
        all.pop_front();
    }
    all.push_back(new);
}
