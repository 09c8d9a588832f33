//! What is known of a job while it waits and plays.

use std::sync::Arc;

use soko_learn::Memory;
use soko_solver::{Event, EventKind};

use super::{
    counts::Counts,
    course::Course,
    ending::Ending,
    order::{Order, Task},
    told::Told,
};
use crate::{limits, status::Stage};

/// What changes while it waits and plays.
#[derive(Default)]
pub(crate) struct Progress {
    /// Nothing while it waits or plays.
    pub(crate) ending: Option<Ending>,
    pub(crate) turn: Turn,
    pub(super) counts: Counts,
    pub(super) course: Course,
    pub(crate) told: Told,
    /// What a learner has learnt.
    pub(crate) table: Option<Arc<Memory>>,
}

/// Whether it is its turn, and what was asked of it meanwhile.
#[derive(Default)]
pub(crate) struct Turn {
    pub(crate) playing: bool,
    pub(crate) paused: bool,
    pub(crate) stopping: bool,
}

impl Progress {
    pub(super) fn stage(&self) -> Stage {
        self.ending.as_ref().map_or(Stage::Solving, |ending| ending.stage)
    }

    /// The status in words.
    pub(super) fn words(&self, order: &Order) -> String {
        match &self.ending {
            Some(ending) => ending.words.clone(),
            None if !self.turn.playing => "waiting for its turn".to_owned(),
            None if self.turn.stopping => "stopping".to_owned(),
            None if self.turn.paused => "paused".to_owned(),
            None if matches!(order.task, Task::Optimize(..)) => "optimising".to_owned(),
            None => Stage::Solving.title().to_owned(),
        }
    }

    /// Takes note of what the player tells.
    pub(crate) fn learn(&mut self, event: &Event) {
        self.counts.elapsed = event.seconds;
        match &event.kind {
            EventKind::Progress(statistics) => {
                self.counts.count(*statistics);
                let Counts { elapsed, rate, .. } = self.counts;
                self.course.pass(elapsed, (statistics.expanded, rate, statistics.peak_memory_bytes));
            }
            EventKind::Table(table) => {
                if let Ok(memory) = Arc::clone(table).downcast()
                    && fits(&memory)
                {
                    self.table = Some(memory);
                }
            }
            EventKind::Finished(report) => {
                self.counts.finish(report.elapsed.as_secs_f64(), report.statistics.expanded);
            }
            kind => self.told.take(event.seconds, kind),
        }
    }
}

/// Is a table small enough to be remembered?
pub(super) fn fits(memory: &Memory) -> bool {
    let rows = &memory.rows;
    let numbers = rows.keys.len() + rows.first.len() + 4 * rows.actions.len();
    numbers.saturating_mul(4) <= limits::TABLE_BYTES
}
