//! Makes solutions shorter: fewer pushes, fewer moves, or one and then the other.
//!
//! ```text
//! Verified<Solution> ──► Path ──► Improver ──► better Path ──► replay ──► Verified<Solution>
//!                                    ▲ │
//!                         which slice│ │found              search: A* from the slice's first
//!                          and space │ ▼                   position to its last, in a space
//!                                  ladder
//! ```
//!
//! A solver that thinks in macro moves leaves solutions that are a third too long: boxes are parked and fetched again, sent to the wrong goal, led
//! around an obstacle that was about to go. The optimiser takes a part of such a solution and looks for a cheaper way between its two ends, within a
//! *space* small enough to be searched:
//!
//! | space | what is open | source |
//! |---|---|---|
//! | `free_boxes` | one to four boxes do what they like, on the whole solution or a part of it; all others keep their pushes and their order | a form of the box permutations of optimisers such as JSoko (Matthias Meger) |
//! | `vicinity` | positions that differ from the solution by a few boxes | vicinity search by Sebastien Gouezel, known from YASO (Brian Damgaard) and JSoko |
//! | `loops` | a position met twice | – |
//!
//! The search is told what the part costs now and enters nothing that cannot be cheaper, so where a part is as good as it can be, that is known at
//! once. `ladder` says in which order and how hard the spaces are tried.
//!
//! Any time: the best so far is always at hand, never worse than the input, and always replayed. Reproducible: with the same seed and a node limit
//! the same solution comes out.
//!
//! ```
//! use soko_core::{Level, lurd, replay};
//! use soko_optimize::optimize;
//! use soko_solver::metric::Metric;
//! use soko_solver::{Budget, Silent};
//!
//! let level = Level::parse("########\n#      #\n# @$  .#\n#      #\n########").unwrap();
//! let long = replay(&level, &lurd::parse("RurrdLulldRRR").unwrap()).unwrap();
//! let short = optimize(&level, long, Metric::Moves, Budget::default(), 1, &mut Silent);
//! assert_eq!(short.solution.lurd(), "RRR");
//! ```

mod cost;
mod free_boxes;
mod improver;
mod ladder;
mod loops;
mod nodes;
mod optimizer;
mod path;
mod queue;
mod search;
mod vicinity;
mod walking;

pub use optimizer::{Optimized, optimize};
