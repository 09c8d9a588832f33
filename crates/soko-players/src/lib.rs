//! The registry: every player by name. Reading the list is reading the feature list.
//!
//! A crate of its own, so that the program, the lab, the server and the bindings share one list without
//! depending on each other. Adding a player is one line here; the conformance suite picks it up.

use soko_solver::{Descriptor, Registry};

/// All players, in the order in which they are shown.
pub const PLAYERS: Registry = Registry(ALL);

const ALL: &[Descriptor] = &[
    soko_search::astar::DESCRIPTOR,
    soko_search::bfs::DESCRIPTOR,
    soko_search::dfs::DESCRIPTOR,
    soko_expert::DESCRIPTOR,
    soko_search::greedy::DESCRIPTOR,
    soko_search::ida::DESCRIPTOR,
    soko_search::mcts::DESCRIPTOR,
    soko_learn::q_box::DESCRIPTOR,
    soko_learn::q_cell::DESCRIPTOR,
    soko_learn::q_path::DESCRIPTOR,
    soko_learn::q_search::DESCRIPTOR,
    soko_learn::q_state::DESCRIPTOR,
    soko_search::ucs::DESCRIPTOR,
];
