//! What is known of a job while it waits and plays: counts, curves, remarks, positions.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::Position;
use soko_learn::Memory;
use soko_solver::{Event, EventKind, Standing, Statistics};

use super::{
    curve::Curve,
    ending::Ending,
    order::{Order, Task},
};
use crate::{limits, status::Stage};

/// Most better solutions told, the newest.
const INCUMBENTS: usize = 50;
/// Most curves of a run.
const CURVES: usize = 24;
/// Most strategies whose best positions are remembered.
const STANDINGS: usize = 16;
/// Seconds over which the rate is taken.
const RATE_OVER: f64 = 1.0;

/// What changes while it waits and plays.
#[derive(Default)]
pub(crate) struct Progress {
    /// Nothing while it waits or plays.
    pub(crate) ending: Option<Ending>,
    pub(crate) playing: bool,
    pub(crate) paused: bool,
    pub(crate) stopping: bool,
    pub(super) elapsed: f64,
    pub(super) statistics: Statistics,
    /// Counts of a while ago: seconds and positions expanded.
    before: (f64, u64),
    pub(super) rate: f64,
    pub(super) phase: Option<String>,
    /// The best position of each strategy, by its phase.
    standings: BTreeMap<String, Standing>,
    /// The phase whose best position is shown: the one at work if it has told one, else the one that told it last.
    shown: Option<String>,
    pub(super) notes: VecDeque<Note>,
    pub(super) incumbents: VecDeque<Incumbent>,
    pub(super) curves: BTreeMap<&'static str, Curve>,
    pub(super) newest: BTreeMap<&'static str, f64>,
    pub(crate) position: Option<Position>,
    pub(crate) table: Option<Arc<Memory>>,
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

impl Progress {
    pub(super) fn stage(&self) -> Stage {
        self.ending.as_ref().map_or(Stage::Solving, |ending| ending.stage)
    }

    /// The status in words.
    pub(super) fn words(&self, order: &Order) -> String {
        match &self.ending {
            Some(ending) => ending.words.clone(),
            None if !self.playing => "waiting for its turn".to_owned(),
            None if self.stopping => "stopping".to_owned(),
            None if self.paused => "paused".to_owned(),
            None if matches!(order.task, Task::Optimize(..)) => "optimising".to_owned(),
            None => Stage::Solving.title().to_owned(),
        }
    }

    /// Takes note of what the player tells.
    pub(crate) fn learn(&mut self, event: &Event) {
        self.elapsed = event.seconds;
        let at = event.seconds;
        match &event.kind {
            EventKind::Progress(statistics) => self.count(*statistics),
            EventKind::Phase(text) => self.begin(short(text)),
            EventKind::Note(text) => keep(&mut self.notes, Note { at, text: short(text) }, limits::NOTES),
            EventKind::Best(standing) => self.stand((**standing).clone()),
            EventKind::Incumbent(found) => {
                let found = Incumbent { at, pushes: found.pushes, moves: found.moves };
                keep(&mut self.incumbents, found, INCUMBENTS);
            }
            &EventKind::Metric { name, step, value } => self.measure(name, step, value),
            EventKind::Position(position) => self.position = Some((**position).clone()),
            EventKind::Table(table) => {
                let memory = Arc::clone(table).downcast().ok().filter(|memory| fits(memory));
                self.table = memory.or_else(|| self.table.take());
            }
            EventKind::Finished(report) => {
                self.elapsed = report.elapsed.as_secs_f64();
                self.rate = per_second(report.statistics.expanded, self.elapsed);
            }
            _ => {}
        }
    }

    fn begin(&mut self, phase: String) {
        if self.standings.contains_key(&phase) {
            self.shown = Some(phase.clone());
        }
        self.phase = Some(phase);
    }

    fn stand(&mut self, standing: Standing) {
        let phase = self.phase.clone().unwrap_or_default();
        if self.standings.len() < STANDINGS || self.standings.contains_key(&phase) {
            self.standings.insert(phase.clone(), standing);
            self.shown = Some(phase);
        }
    }

    /// The strategy whose best position is shown, and that position.
    pub(super) fn best(&self) -> Option<(&String, &Standing)> {
        self.standings.get_key_value(self.shown.as_ref()?)
    }

    fn count(&mut self, statistics: Statistics) {
        self.statistics = statistics;
        let (then, expanded) = self.before;
        if self.elapsed - then >= RATE_OVER || then <= 0.0 {
            self.rate = per_second(statistics.expanded.saturating_sub(expanded), self.elapsed - then);
            if self.elapsed >= RATE_OVER {
                self.before = (self.elapsed, statistics.expanded);
            }
        }
    }

    fn measure(&mut self, name: &'static str, step: u64, value: f64) {
        if self.curves.len() < CURVES || self.curves.contains_key(name) {
            self.curves.entry(name).or_default().add(step, value);
            if value.is_finite() {
                self.newest.insert(name, value);
            }
        }
    }
}

/// Is a table small enough to be remembered?
pub(super) fn fits(memory: &Memory) -> bool {
    let rows = &memory.rows;
    let numbers = rows.keys.len() + rows.first.len() + 4 * rows.actions.len();
    numbers.saturating_mul(4) <= limits::TABLE_BYTES
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
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
