//! The rules of Sokoban, and nothing else: no I/O, no clock, no threads, no printing.
//!
//! Data goes one way, and every stage is valid by construction:
//!
//! ```text
//! Board  (as read: any rectangle of cells, possibly nonsense)
//!   │  check()          every problem and note, with its cell
//!   ▼
//! Level  (checked: one player, reachable boxes and goals)
//!   │  Position::start()
//!   ▼
//! Position ── step / undo ──► Session (history with undo, redo and branches)
//!   │  replay()
//!   ▼
//! Verified<Solution>   (only the replayer can make one)
//! ```
//!
//! Two users shape the representation. A learner or a person steps one position back and forth:
//! [`Position`] changes in place, a step costs two bit flips and never allocates. A search expands
//! positions by the million: [`Maze`] is the level compiled to bitboards of a fixed number of words,
//! where the player's whole region and all pushes of one direction come out of a few word operations
//! ([`with_maze!`] picks the width once per level).
//!
//! ```
//! use soko_core::{Board, check, lurd, replay};
//!
//! let board = Board::parse("#####\n#@$.#\n#####").unwrap();
//! let level = check(&board).level.unwrap();
//! let solution = replay(&level, &lurd::parse("r").unwrap()).unwrap();
//! assert_eq!(solution.lurd(), "R");
//! assert_eq!(solution.metrics().pushes, 1);
//! ```

pub mod bits;
pub mod board;
pub mod box_path;
pub mod direction;
pub mod identity;
pub mod level;
pub mod lurd;
pub mod maze;
pub mod meter;
pub mod metrics;
pub mod motion;
pub mod perft;
pub mod position;
pub mod replay;
pub mod session;
pub mod square;
pub mod step;
mod symmetry;
pub mod walk;
pub mod zobrist;

pub use bits::Bits;
pub use board::{Board, Cell};
pub use direction::Direction;
pub use identity::LevelHash;
pub use level::{Check, Level, LevelError, Problem, ProblemKind, Severity, check};
pub use maze::{Maze, State};
pub use meter::{Meter, Stopped, Unlimited};
pub use metrics::Metrics;
pub use motion::{BoxMove, Motion, Pulling, Pushing};
pub use position::{Position, Push};
pub use replay::{ReplayError, Solution, Verified, replay};
pub use session::{Line, Session};
pub use square::{Square, SquareSet};
pub use step::Step;
pub use symmetry::Symmetry;
pub use walk::Walks;
