//! Players that learn from play: tabular Q-learning, as three reports had it and as it converges.

mod agent;
mod curve;
pub mod deadlocks;
pub mod environment;
pub mod learning;
mod model;
mod player;
pub mod q_box;
pub mod q_cell;
pub mod q_path;
pub mod q_search;
pub mod q_state;
pub mod reward;
pub mod schedule;
mod smooth;
mod table;
mod trace;
mod training;
mod walkers;
