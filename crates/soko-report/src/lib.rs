//! Reports: what follows from the recorded runs of an experiment.
//!
//! ```text
//! dataset (soko-lab) ──► grid, scores (once for all reports)
//!                             │
//!  published (printed numbers)┤
//!                             ▼
//!            findings: tables, plots, remarks ──► Markdown, CSV, JSON, one HTML page
//! ```
//!
//! Every report is a function of a [`Dataset`](soko_lab::Dataset). Our numbers and published ones stand side by side
//! ([`published::compare`]). What is deterministic (lengths, counted nodes) and what depends on the machine (seconds, and
//! scores made of them) are in different tables. Nothing is printed here.

mod builds;
mod findings;
mod grid;
mod markdown;
mod markup;
mod numbers;
pub mod page;
pub mod plot;
pub mod published;
#[cfg(test)]
mod sample;
mod score;
mod scores;
mod size_class;
mod standard;
mod stats;
mod table;

pub use builds::side_by_side;
pub use findings::{Figure, Findings, Section};
pub use standard::{Options, ReportError, best, runs_csv, runs_json_text, standard};
pub use table::{Cell, Selection, Table};
