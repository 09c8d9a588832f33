//! Players that search: they build positions push by push until one is solved.
//!
//! All of them work in *push space*: a node is a set of boxes and the region of the player, an edge is one
//! push; the walks between pushes are filled in at the end, shortest first. One file per player, one line in
//! the registry of `soko-players`.

pub mod astar;
pub mod backward;
pub mod best_first;
pub mod bfs;
pub mod blind;
pub mod both_ways;
pub mod dfs;
pub mod evaluator;
pub mod greedy;
pub mod ida;
pub mod lost_box;
pub mod mcts;
pub mod metric;
pub mod node_store;
pub mod packing;
pub mod pruning;
pub mod ucs;
