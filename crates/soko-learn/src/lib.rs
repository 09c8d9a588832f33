//! Players that learn from play: tabular Q-learning, as three reports had it and as it converges.

mod agent;
mod curve;
pub mod deadlocks;
pub mod environment;
pub mod learning;
mod memory;
mod model;
mod player;
pub mod q_box;
pub mod q_cell;
pub mod q_path;
pub mod q_state;
pub mod reward;
pub mod schedule;
mod table;
mod trace;
mod training;
