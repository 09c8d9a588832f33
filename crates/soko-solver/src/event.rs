//! What a player tells while it plays.
//!
//! Bars, tables, web pages, logs and protocols are observers of one stream. `Progress` is lossy by nature
//! (the newest counts), and so are `Best`, which keeps its pace, and `Position` and `Table`, which come only when someone
//! asks for them through [`Control`](crate::Control); every other event is kept by a recorder.

use std::{any::Any, ops::ControlFlow, sync::Arc};

use soko_core::{Direction, Level, Metrics, Position, Push, walk};

use crate::{Report, Standing, Statistics};

/// What a player has learnt. The crate that made it knows the type: `soko_learn::Memory` for Q-tables.
pub type Learnt = Arc<dyn Any + Send + Sync>;

/// One thing that happened, numbered from 0 and stamped with the seconds since the start.
#[derive(Clone, Debug)]
pub struct Event {
    /// Number within the run, without gaps.
    pub number: u64,
    /// Seconds since the run began, pauses not counted.
    pub seconds: f64,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of events.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// The run begins.
    Started,
    /// A new stage of the work begins.
    Phase(String),
    /// The counters now; at most ten times a second, and once at the end.
    Progress(Statistics),
    /// A solution was found that is better than all before.
    Incumbent(Metrics),
    /// A named value at a step, such as a point of a learning curve.
    Metric {
        /// Name of the curve.
        name: &'static str,
        /// Where on the curve.
        step: u64,
        /// The value there.
        value: f64,
    },
    /// The most promising position of the stage at work, with what makes it so. It comes when it is another than before: at
    /// most as often as `Progress`, and once more when a stage pauses.
    Best(Box<Standing>),
    /// The position expanded last, as [`Control::show_position`](crate::Control::show_position) has asked for.
    Position(Box<Shown>),
    /// What a learner knows now, as [`Control::show_table`](crate::Control::show_table) has asked for.
    Table(Learnt),
    /// Something worth knowing.
    Note(String),
    /// The run is over.
    Finished(Box<Report>),
}

/// A position that a player shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The position. In a search from the end it is one of the game undone. Where a search keeps only the player's region,
    /// the player stands on any square of it.
    pub position: Position,
    /// How it is reached from the start of the level; nothing in a search from the end.
    pub way: Option<Way>,
}

/// How a position is reached from the start of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// By pushes, with any walks between them.
    Pushes(Vec<Push>),
    /// By steps.
    Steps(Vec<Direction>),
}

impl Way {
    /// All steps, with shortest walks between pushes. `None` if it is no way on this level.
    pub fn steps(&self, level: &Level) -> Option<Vec<Direction>> {
        match self {
            Self::Pushes(pushes) => walk::connect(level, pushes),
            Self::Steps(steps) => {
                let mut position = level.start().clone();
                steps.iter().all(|&step| position.step(level, step).is_some()).then(|| steps.clone())
            }
        }
    }
}

/// Someone who watches a run. Breaking asks the player to stop.
pub trait Observer {
    /// Called for every event, on the player's thread.
    fn event(&mut self, event: &Event) -> ControlFlow<()>;
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Event) -> ControlFlow<()>> Observer for F {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        self(event)
    }
}
