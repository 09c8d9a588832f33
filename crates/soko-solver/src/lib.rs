//! The contract between players and everything that runs them: no algorithm lives here.
//!
//! A *player* is anything that takes a level and tries to solve it: a search, a learner, a mixture. It
//! implements [`Player`], counts its work in the [`Context`] and asks it now and then whether to go on. The
//! caller sets a [`Budget`], watches [`Event`]s through an [`Observer`], and gets a [`Report`]:
//!
//! ```text
//!              Budget, Control (stop, pause)
//!                        │
//! Descriptor ─ build ─► Player ── tick ──► Context ── Event ──► Observer (bar, table, web, log …)
//!                        │
//!                        ▼
//!                     Verdict ─────────► Report (status, verified solution, statistics)
//! ```
//!
//! Players never print, never read the clock and never claim: a solution is a
//! [`Verified`](soko_core::Verified) one, `unsolvable` and `optimal` are proofs.
//!
//! Parameters are described once, in a struct with `serde` and `schemars`; command line, manual, JSON and
//! forms are made from its [`Descriptor`]. The list of all players is a plain static slice (crate
//! `soko-players`), and every entry must pass the [`conformance`] suite.
//!
//! What a player learns, such as a Q-table, is data of its own crate: it leaves the run as [`Learnt`], and [`Player::keeper`] is how
//! its crate finds the part of the player that keeps it.

mod budget;
pub mod conformance;
mod context;
mod described;
mod descriptor;
mod dice;
mod event;
pub mod limits;
pub mod metric;
mod outcome;
mod parameter;
pub mod quantity;
mod registry;
mod run;
mod run_spec;
mod side_by_side;
mod standing;
mod statistics;

pub use budget::{Budget, Control, Halt};
pub use context::Context;
pub use described::{Described, DescribedPhase, DescribedPreset, DescribedProperties};
pub use descriptor::{Configured, Descriptor, Phase, Preset, Properties, Threads};
pub use dice::{Best, Dice};
pub use event::{Event, EventKind, Learnt, Observer, Shown, Silent, Way};
pub use limits::Limits;
pub use metric::Metric;
pub use outcome::{Objective, Report, Status, Verdict};
pub use parameter::{Parameter, ParameterError};
pub use registry::{Registry, UnknownPlayer};
pub use run::run;
pub use run_spec::{RunSpec, SpecError};
pub use side_by_side::{Racer, race, side_by_side};
pub use standing::{Feature, Standing};
pub use statistics::Statistics;

use std::any::Any;

/// Anything that takes a level and tries to solve it.
pub trait Player: Send {
    /// Plays until solved, proved unsolvable, or told to halt by the context.
    ///
    /// Call [`Context::expand`] once per unit of work and pass its error on with `?`. A better solution
    /// found on the way goes to [`Context::incumbent`]: it survives any halt.
    ///
    /// # Errors
    /// The reason to halt, as the context gave it.
    fn solve(&mut self, level: &soko_core::Level, context: &mut Context<'_>) -> Result<Verdict, Halt>;

    /// The part of the player that keeps what it learns between runs, if there is one. Its own crate knows the type:
    /// `soko_learn::Keeper::of`.
    fn keeper(&mut self) -> Option<&mut dyn Any> {
        None
    }
}
