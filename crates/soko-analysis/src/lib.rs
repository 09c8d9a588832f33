//! Facts about a level that every solver, teacher and picture can use, computed once.
//!
//! Everything here is a *proof*: a square called dead is dead, whatever the other boxes do. The tests hold
//! each fact against exhaustive search.

mod assignment;
mod bipartite_matching;
pub mod conflict;
mod dead_square;
pub mod deadlock;
mod heuristic_ceiling;
pub mod lone_box;
mod matching;
mod pair_space;
pub mod push_distance;
mod room;
mod side;
mod state_space;
mod unpullable;

pub use assignment::AssignmentBound;
pub use bipartite_matching::BipartiteMatching;
pub use dead_square::dead_squares;
pub use heuristic_ceiling::heuristic_ceiling;
pub use lone_box::LoneBox;
pub use matching::Matching;
pub use push_distance::PushDistances;
pub use room::Rooms;
pub use side::Sides;
pub use state_space::StateSpace;
pub use unpullable::unpullable;
