//! What takes turns in the portfolio, and what is kept of a search that has had its last turn.
//!
//! [`plan`] makes a packing plan and follows it from the start, or from where an earlier search had got to ([`start`]);
//! [`backward`] pulls boxes back to the start. Both run a [`guided`] search: FESS that proves its best position lost or not and looks
//! for the other side on the [`perimeter`]. What is kept of an ended search is an [`archive`].

pub(crate) mod archive;
pub(crate) mod backward;
mod guided;
pub(crate) mod perimeter;
pub(crate) mod plan;
pub(crate) mod start;

use soko_core::{Solution, Verified};

/// How far a strategy has come.
pub(crate) enum Progress {
    /// A solution.
    Solved(Verified<Solution>),
    /// It has nothing left to try.
    Exhausted,
    /// There is more to do.
    Paused,
    /// A position with this key is known to this side and the other.
    Met(u64),
}
