//! The registry: every player by name. Reading the list is reading the feature list.
//!
//! A crate of its own, so that the program, the lab, the server and the bindings share one list without
//! depending on each other. Adding a player is one line here; the conformance suite picks it up.
//!
//! Descriptors and the list are statics, not constants: a constant would have every crate that names it compile all players anew.

mod auto;

use soko_solver::Registry;

/// The player to ask when none is named.
pub const DEFAULT: &str = "auto";

/// The threads of a player when none are told: all cores for the default player, which is made for that, and one for any other,
/// whose run can then be repeated.
pub fn default_threads(player: &str, cores: usize) -> usize {
    if player == DEFAULT { cores.max(1) } else { 1 }
}

/// All players, in the order in which they are shown.
pub static PLAYERS: Registry = Registry(&[
    &auto::DESCRIPTOR,
    &soko_search::astar::DESCRIPTOR,
    &soko_search::bfs::DESCRIPTOR,
    &soko_search::dfs::DESCRIPTOR,
    &soko_expert::DESCRIPTOR,
    &soko_search::greedy::DESCRIPTOR,
    &soko_search::ida::DESCRIPTOR,
    &soko_search::mcts::DESCRIPTOR,
    &soko_learn::q_box::DESCRIPTOR,
    &soko_learn::q_cell::DESCRIPTOR,
    &soko_learn::q_path::DESCRIPTOR,
    &soko_learn::q_search::DESCRIPTOR,
    &soko_learn::q_state::DESCRIPTOR,
    &soko_search::ucs::DESCRIPTOR,
]);
