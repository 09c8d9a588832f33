//! The lab: experiments with Sokoban players, recorded run by run, and what follows from the records.
//!
//! ```text
//! experiment file ──► definition ──► plan ──► execute ──► worker processes
//! (ours: builtin)                                │
//!                                                ▼
//!                                        store (every run, for good)
//!                                          │              │
//!                                       dataset       stored run
//!                                          │              │
//!                  grid, scores (once for all reports)  protocol
//!                                          │
//!            published (printed numbers) ──┤
//!                                          ▼
//!                         findings: tables, drawings, remarks
//! ```
//!
//! Nothing plays players but [`execute`], and nothing reports but functions of what was recorded. Ours and published
//! numbers stand side by side ([`published::compare`]). What is deterministic (lengths, counted nodes) and what depends on the
//! machine (seconds, and scores made of them) are in different tables. The lab prints nothing.

mod across;
mod builtin;
mod command;
pub mod dataset;
mod definition;
mod event_log;
mod execute;
mod findings;
mod grid;
mod host;
mod markup;
mod names;
mod numbers;
mod outcome;
pub mod page;
mod plan;
pub mod plot;
mod program;
pub mod protocol;
pub mod published;
mod record;
pub mod report;
mod score;
mod scores;
mod single;
mod size_class;
mod slot;
pub mod stats;
pub mod store;
mod table;
mod utc;
pub mod worker;

pub use builtin::{Builtin, EXPERIMENTS, find};
pub use dataset::{Dataset, quoted};
pub use definition::{Amount, Definition, DefinitionError, Entrant, LimitTexts, Seeds};
pub use execute::{Executed, Execution, Happening, execute};
pub use findings::{Figure, Findings, Section};
pub use host::{cores, load, this_host};
pub use names::{JobId, RunId};
pub use outcome::Outcome;
pub use plan::{Plan, PlannedLevel, Shard};
pub use program::PROGRAM;
pub use record::{Record, Setup};
pub use single::{OPTIMIZER, Recording, Single};
pub use size_class::SizeClass;
pub use slot::{Watchdog, WorkerCommand};
pub use store::{Store, StoreError};
pub use table::{Cell, Selection, Table};
