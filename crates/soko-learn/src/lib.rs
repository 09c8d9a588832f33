//! Players that learn from play: tabular Q-learning as three reports had it, and as it converges.
//!
//! A learner plays the same level again and again and writes down what its actions were worth. Three reports of a course
//! at the University of California, Irvine, describe such players; all of them are here under their names
//! (presets `irvine-a`, `irvine-b`, `irvine-c`), flaws included, and beside each of them what becomes of it when the
//! flaws are taken away.
//!
//! | player | remembers | acts by | finds |
//! |---|---|---|---|
//! | [`q_cell`] | the player's cell and the pushes made so far | steps | a solution |
//! | [`q_path`] | a box and its cell | pushes | a solution, mostly a short one |
//! | [`q_state`] | whole positions | steps | fewest moves, proven |
//! | [`q_box`] | whole positions | pushes | fewest pushes (or moves), proven |
//! | [`q_search`] | whole positions, and how much cells of like positions have brought | lookahead searches | a solution of levels that the others cannot learn |
//!
//! **How it fits together.** An `Environment` is the game as an agent sees it; `reward` says what is paid;
//! a `Table` gives every pair of situation and action a slot for its value; an `Agent` plays episodes and learns by
//! one of three rules (`learning::Update`); a `Training` lets it play until there is nothing more to learn; with
//! several walkers a round of agents shares one table. The first four players are no more than a choice of these parts
//! and of numbers. `agent.rs` says why the exact ones converge and what they prove.
//!
//! **What each part brings.** Steps until ten boards of the course (01 to 07a) are solved and proven best by `q-box`, five
//! seeds each, at most 10 s a run:
//!
//! | setting | proven of 50 | steps in all |
//! |---|---|---|
//! | default | 50 | 1,213,810 |
//! | `reverse_replay=false` | 50 | 1,329,451 |
//! | `potential=assignment`: no conflicts | 50 | 1,777,763 |
//! | `stretch=0`: episodes of any length | 50 | 2,212,240 |
//! | `deadlocks=irvine-b` | 50 | 6,894,983 |
//! | `prune_deadlocks=false`: learn them | 50 | 13,645,928 |
//! | `potential=none` | 45 | 107,640,578 |
//! | `alpha=0.5` | 0 (50 solved) | 155,587,274 |
//!
//! Knowing what is left is worth a factor of 90, seeing deadlocks one of 11, giving up in time one of two. Reverse replay,
//! which the second report praises, brings little here: values are backed up on the way already.

mod agent;
mod curve;
mod deadlocks;
mod environment;
mod keeper;
mod learning;
pub mod memory;
mod meter;
mod model;
pub mod pace;
mod potential;
mod presets;
mod promise;
pub mod q_box;
pub mod q_cell;
pub mod q_path;
pub mod q_search;
pub mod q_state;
mod reward;
mod schedule;
mod signals;
mod smooth;
mod table;
mod tabular;
mod trace;
mod training;
mod transcript;
mod walkers;

pub use keeper::Keeper;
pub use memory::{Memory, MemoryError};
pub use pace::Pace;
