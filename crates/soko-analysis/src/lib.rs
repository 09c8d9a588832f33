//! Facts about a level that every solver, teacher and picture can use, computed once.
//!
//! Everything here is a *proof*: a square called dead is dead, whatever the other boxes do. The tests hold
//! each fact against exhaustive search.

pub mod assignment;
pub mod bipartite_matching;
pub mod conflict;
pub mod dead_square;
pub mod deadlock;
pub mod heuristic_ceiling;
pub mod lone_box;
pub mod matching;
pub mod pair_space;
pub mod pair_table;
pub mod push_distance;
pub mod room;
pub mod side;
pub mod state_space;
pub mod unpullable;

pub use assignment::AssignmentBound;
pub use bipartite_matching::BipartiteMatching;
pub use dead_square::dead_squares;
pub use heuristic_ceiling::heuristic_ceiling;
pub use lone_box::LoneBox;
pub use matching::Matching;
pub use pair_table::PairTable;
pub use push_distance::PushDistances;
pub use room::Rooms;
pub use side::Sides;
pub use state_space::StateSpace;
pub use unpullable::unpullable;
