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
//! A player that learns may be a [`Learner`] as well: then what it has learnt outlives the run as a [`Memory`].

pub mod budget;
pub mod conformance;
pub mod context;
pub mod described;
pub mod descriptor;
pub mod dice;
pub mod event;
pub mod limits;
pub mod memory;
pub mod metric;
pub mod outcome;
pub mod parameter;
pub mod quantity;
pub mod registry;
pub mod run;
pub mod run_spec;
pub mod side_by_side;
pub mod standing;
pub mod statistics;

pub use budget::{Budget, Control, Halt};
pub use context::Context;
pub use described::Described;
pub use descriptor::{Configured, Descriptor, Preset, Properties, Threads};
pub use dice::{Best, Dice};
pub use event::{Event, EventKind, Observer, Silent};
pub use limits::Limits;
pub use memory::{Learner, Memory, MemoryError};
pub use metric::Metric;
pub use outcome::{Objective, Report, Status, Verdict};
pub use parameter::{Parameter, ParameterError};
pub use registry::Registry;
pub use run::run;
pub use run_spec::{RunSpec, SpecError};
pub use side_by_side::side_by_side;
pub use standing::{Feature, Standing};
pub use statistics::Statistics;

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

    /// The player as one that learns, if what it learns can be kept.
    fn learner(&mut self) -> Option<&mut dyn Learner> {
        None
    }
}
