//! Sokoban for programmers: this crate alone reads levels, solves them, checks and shortens solutions, and makes new levels.
//!
//! ```
//! use soko_kit::{Solver, read_str};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let levels = read_str("#######\n#@ $ .#\n#######")?;
//! let report = Solver::new().solve(&levels[0].level);
//! let solution = report.solution.ok_or("not solved")?;
//! assert_eq!((solution.lurd().as_str(), solution.metrics().pushes), ("rRR", 2));
//! # Ok(())
//! # }
//! ```
//!
//! | to | use |
//! |---|---|
//! | read levels, in any format and encoding | [`read_file`], [`read_str`], [`read_bytes`], or [`Level::parse`] for one board |
//! | solve them, with limits, threads and a callback | [`Solver`] |
//! | know what came of it | [`Report`]: a [`Status`], a solution, and whether it is proven best |
//! | check moves of others | [`check_solution`] |
//! | make a solution shorter | [`Solver::shorten`] |
//! | use levels of ours | [`builtin`] |
//! | make new ones, with proven optima | [`LevelWish`] and [`LevelStream`] |
//! | play your own way | implement [`Player`], and [`Solver::with_player`] |
//!
//! **What can be relied on.** A [`Verified`] solution has been replayed by the rules; nothing else makes one. `unsolvable` and
//! `optimal` are proofs. Errors implement [`Error`](std::error::Error) and say what would be right. Nothing here prints, and
//! nothing panics on bad input.
//!
//! The crate is a door: what it shows is made in `soko-core` (rules), `soko-formats` (files), `soko-solver` (the contract of
//! players), `soko-players` (all of them), `soko-optimize` and `soko-levels`. Runnable examples are in its `examples/` folder.

mod read;
mod solver;

pub use read::{Levels, NamedLevel, ReadError, builtin, read_bytes, read_file, read_str};
pub use soko_core::{
    Board, Direction, Level, LevelError, Metrics, Position, Push, Solution, Square, Step, Verified, lurd,
};
pub use soko_formats::{Diagnostic, Severity};
pub use soko_levels::generate::{
    Bounds, Generated, LevelStyle, Stream as LevelStream, Wish as LevelWish, WishError,
};
pub use soko_solver::{
    Context, Control, Event, EventKind, Halt, Metric, Objective, Player, Report, Statistics, Status, Verdict,
};
pub use solver::{Shortened, Solver, SolverError, players};

/// Replays moves of others on a level: LURD letters of either case, blanks allowed.
///
/// ```
/// use soko_kit::{Level, check_solution};
///
/// let level = Level::parse("#######\n#@ $ .#\n#######")?;
/// assert_eq!(check_solution(&level, "rrr")?.lurd(), "rRR");
/// let error = check_solution(&level, "rr").unwrap_err();
/// assert_eq!(error.to_string(), "after all 2 moves the level is not solved: 0 of 1 boxes are on goals");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A letter that is none, the first move that cannot be made, or that the level is not solved after the last.
pub fn check_solution(level: &Level, moves: &str) -> Result<Verified<Solution>, CheckError> {
    Ok(soko_core::replay(level, &lurd::parse(moves)?)?)
}

/// Why moves are no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// They are no moves.
    #[error(transparent)]
    Letter(#[from] lurd::LurdError),
    /// They cannot be made, or do not solve the level.
    #[error(transparent)]
    Replay(#[from] soko_core::ReplayError),
}
