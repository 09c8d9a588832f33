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
mod experiment;
mod findings;
mod level_set;
mod markup;
mod names;
mod outcome;
pub mod page;
pub mod plot;
pub mod published;
mod sample;
mod score;
mod table;

pub use bench::Bench;
pub use contender::Contender;
pub use dataset::Dataset;
pub use experiment::{EXPERIMENTS, Experiment, find};
pub use findings::{Figure, Findings, Section};
pub use level_set::{LabError, NamedLevel, builtin_levels, shared_levels};
pub use names::{JobId, RunId};
pub use outcome::Outcome;
pub use sample::{Run, Sample};
pub use score::score;
pub use table::{Cell, Selection, Table};
