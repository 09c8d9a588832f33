//! The lab: experiments with Sokoban players, recorded run by run.
//!
//! ```text
//! experiment file ──► definition ──► level choice ──► plan ──► execute ──► worker processes
//! (ours: builtin)                    (catalogue)                  │
//!                                                                 ▼
//!                                                         store (every run, for good)
//!                                                           │              │
//!                                                        dataset       stored run
//!                                                           │              │
//!                                                      soko-report      protocol
//! ```
//!
//! Only [`execute`] plays players. Reports are made by `soko-report`, as functions of a [`Dataset`]. The lab prints nothing.

mod builtin;
pub mod catalogue;
mod command;
pub mod dataset;
mod definition;
mod event_log;
mod execute;
mod host;
mod ids;
mod level_choice;
mod outcome;
mod plan;
mod program;
pub mod protocol;
mod record;
mod series;
mod standalone;
pub mod store;
mod supply;
mod utc;
mod watchdog;
pub mod worker;

pub use builtin::{Builtin, EXPERIMENTS, find};
pub use catalogue::Catalogue;
pub use dataset::{Dataset, LevelName, quoted};
pub use definition::{Amount, Definition, DefinitionError, Entrant, LimitTexts, Seeds};
pub use execute::{Executed, Execution, Happening, execute};
pub use host::{cores, this_host};
pub use ids::{JobId, RunId};
pub use level_choice::{LevelChoice, Part};
pub use outcome::Outcome;
pub use plan::{Plan, PlannedLevel, Shard};
pub use program::PROGRAM;
pub use record::{Record, Setup};
pub use series::Series;
pub use standalone::{BEGAN_WITH_TABLE, OPTIMIZER, Recording, StandaloneRun};
pub use store::{Store, StoreError};
pub use supply::{Share, Supply};
pub use utc::utc;
pub use watchdog::{Watchdog, WorkerCommand};
