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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everything_has_a_name_for_people() {
        let titles: BTreeSet<_> = PLAYERS.all().map(|player| player.title).collect();
        assert_eq!(titles.len(), PLAYERS.all().len(), "two players of one name");
        for player in PLAYERS.all() {
            let presets = player.presets.iter().map(|preset| preset.title.to_owned());
            let phases =
                player.phases.iter().flat_map(|phase| [phase.title, phase.summary]).map(str::to_owned);
            let parameters = player.parameters().into_iter().map(|parameter| parameter.title);
            let names = [player.title.to_owned()].into_iter().chain(presets).chain(phases).chain(parameters);
            for name in names {
                assert!(!name.is_empty() && !name.contains('_'), "{}: '{name}'", player.id);
            }
            let parameters: Vec<_> = player.parameters().into_iter().map(|one| one.title).collect();
            let different: BTreeSet<_> = parameters.iter().collect();
            assert_eq!(different.len(), parameters.len(), "{}: {parameters:?}", player.id);
        }
    }
}
