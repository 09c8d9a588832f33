//! The lab: published experiments with Sokoban players, run again by name.
//!
//! ```text
//! published (data, with sources)     contenders (players of the registry with presets)
//!            │                                    │
//!            ▼                                    ▼
//!       experiment ── level sets ──► bench: one run after another ──► samples
//!            │
//!            ▼
//!       findings: tables and remarks ──► Markdown, CSV
//! ```
//!
//! An [`Experiment`] is a name, a sentence and a function from a [`Bench`] to [`Findings`]; [`EXPERIMENTS`] lists
//! them. Ours and the published numbers stand side by side. What is deterministic (lengths, counted nodes) and what
//! depends on the machine (seconds, and scores made of them) are in different tables.
//!
//! Players are looked up by name: one that this build does not have leaves a column empty and a remark. The lab
//! prints nothing; whoever runs it hears from it through [`Bench::progress`].

mod bench;
mod contender;
pub mod dataset;
mod definition;
mod event_log;
mod execute;
mod experiment;
mod findings;
mod host;
mod level_set;
mod markup;
mod names;
mod outcome;
pub mod page;
mod plan;
pub mod plot;
mod program;
pub mod published;
mod record;
pub mod report;
mod sample;
mod score;
mod slot;
pub mod stats;
pub mod store;
mod table;
pub mod worker;

pub use bench::Bench;
pub use contender::Contender;
pub use dataset::{Dataset, quoted};
pub use definition::{Amount, Definition, DefinitionError, Entrant, LimitTexts, Seeds};
pub use execute::{Executed, Execution, Happening, execute};
pub use experiment::{EXPERIMENTS, Experiment, find};
pub use findings::{Figure, Findings, Section};
pub use host::{cores, load, this_host};
pub use level_set::{LabError, NamedLevel, builtin_levels, shared_levels};
pub use names::{JobId, RunId};
pub use outcome::Outcome;
pub use plan::{Plan, PlannedLevel, Shard};
pub use program::PROGRAM;
pub use record::{Record, Setup};
pub use sample::{Run, Sample};
pub use score::score;
pub use slot::{Watchdog, WorkerCommand};
pub use store::{Store, StoreError};
pub use table::{Cell, Selection, Table};
