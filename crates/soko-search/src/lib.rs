//! Players that search: they build positions push by push until one is solved.
//!
//! Three *spaces* are searched. Counting pushes, a node is a set of boxes and the region of the player, an edge one push; the
//! walks between pushes are filled in at the end, shortest first. Counting moves, a node knows the player's exact
//! square and an edge is a walk with a push at its end. And there is the space of single steps, as some of the
//! source systems had it. One file per player, one line in the registry of `soko-players`.
//!
//! | shared part | what it is |
//! |---|---|
//! | [`best_first`] | the engine of `astar`, `ucs` and `greedy` |
//! | `blind` | the engine of `bfs` and `dfs` |
//! | [`evaluator`] | estimates: Manhattan, assignment, conflicts |
//! | `knowledge` | an estimate and deadlock rules, as parameters |
//! | [`node_store`], [`box_index`] | every position once, in few bytes |
//! | [`resumable`] | searches that can be left and taken up again |

pub mod astar;
pub mod best_first;
pub mod bfs;
mod blind;
mod both_ways;
pub mod box_index;
pub mod dfs;
pub mod evaluator;
pub mod greedy;
pub mod ida;
mod knowledge;
pub mod mcts;
pub mod node_store;
pub mod resumable;
pub mod ucs;
