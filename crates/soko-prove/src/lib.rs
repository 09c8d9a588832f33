//! Holds what players claim against what is true.
//!
//! `optimal` and `unsolvable` are proofs, and a proof that can be wrong is none. This crate makes small levels of many
//! shapes, finds out by exhaustive search what is true about each of them, lets every player play them with all kinds
//! of settings, and reports every claim that is false.
//!
//! ```text
//! shape ──► board text ──► oracle ──► truth ─────────┐
//!                │                                   ▼
//!                └──► Level ──► player ──► report ──► trial ──► campaign ──► counterexamples
//!                                  ▲
//!            plan ◄── setting ◄────┴── Descriptor (parameters, presets, promises)
//! ```
//!
//! The oracle shares no code with the players: it reads the board's text itself and has its own rules. Settings are read
//! off the players' descriptions, so a new player or a new parameter is covered without a change here.
//!
//! `./x prove --hours 1` runs a campaign; `tests/sample.rs` is a short one, and `tests/counterexamples.rs` plays every
//! counterexample that was ever found again.

pub mod campaign;
pub mod counterexample;
pub mod oracle;
pub mod plan;
pub mod setting;
pub mod shape;
mod shrink;
pub mod trial;
