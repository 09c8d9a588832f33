//! The experiments that come with the program: files like those of a user.
//!
//! The published experiments first, then ours. Their comments say what to change in a copy. They name collections of others by
//! their boards ([`Catalogue`](crate::Catalogue)) and levels of ours that stand in for them, so each starts on any machine.

/// An experiment file that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// Name of the experiment, the same as in its file.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

/// All of them.
pub const EXPERIMENTS: &[Builtin] = &[
    Builtin { id: "brno-1", text: include_str!("../experiments/brno-1.toml") },
    Builtin { id: "brno-2", text: include_str!("../experiments/brno-2.toml") },
    Builtin { id: "brno-3", text: include_str!("../experiments/brno-3.toml") },
    Builtin { id: "queensland", text: include_str!("../experiments/queensland.toml") },
    Builtin { id: "irvine-a", text: include_str!("../experiments/irvine-a.toml") },
    Builtin { id: "irvine-b", text: include_str!("../experiments/irvine-b.toml") },
    Builtin { id: "irvine-c", text: include_str!("../experiments/irvine-c.toml") },
    Builtin { id: "players", text: include_str!("../experiments/players.toml") },
    Builtin { id: "reach", text: include_str!("../experiments/reach.toml") },
    Builtin { id: "conflicts", text: include_str!("../experiments/conflicts.toml") },
    Builtin { id: "learners", text: include_str!("../experiments/learners.toml") },
    Builtin { id: "hybrid", text: include_str!("../experiments/hybrid.toml") },
    Builtin { id: "expert", text: include_str!("../experiments/expert.toml") },
    Builtin { id: "expert-parts", text: include_str!("../experiments/expert-parts.toml") },
];

/// The experiment of that name.
pub fn find(id: &str) -> Option<&'static Builtin> {
    EXPERIMENTS.iter().find(|experiment| experiment.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Catalogue, Definition,
        catalogue::{PREFIX, Selection},
    };

    fn definition(experiment: &Builtin) -> Definition {
        Definition::parse(experiment.text, experiment.id).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_file_is_good_and_called_as_it_calls_itself() {
        for (i, experiment) in EXPERIMENTS.iter().enumerate() {
            let definition = definition(experiment);
            assert_eq!(definition.name, experiment.id);
            assert!(EXPERIMENTS[..i].iter().all(|other| other.id != experiment.id));
            assert_eq!(find(experiment.id), Some(experiment));
            assert!(!definition.title.is_empty() && !definition.about.is_empty());
            let ours = |name: &String| {
                let id = name.strip_prefix("builtin:").map(|name| name.split('#').next().unwrap_or_default());
                id.is_some_and(|id| soko_levels::find(id).is_some())
            };
            let (of_others, of_ours): (Vec<_>, Vec<_>) =
                definition.levels.iter().partition(|name| name.starts_with(PREFIX));
            assert!(of_ours.into_iter().chain(&definition.stand_in).all(ours), "{}", experiment.id);
            assert_eq!(of_others.is_empty(), definition.stand_in.is_empty(), "{}", experiment.id);
        }
        assert_eq!(find("brno-9"), None);
    }

    #[test]
    fn chance_has_five_seeds_and_time_five_runs() {
        for (id, deterministic) in [("brno-1", 1), ("brno-2", 5), ("brno-3", 1), ("queensland", 5)] {
            let definition = definition(find(id).unwrap());
            for entrant in &definition.players {
                let runs = (definition.seeds_of(entrant).len(), definition.repetitions_of(entrant));
                let expected = if entrant.player == "mcts" { (5, 1) } else { (1, deterministic) };
                assert_eq!(runs, expected, "{id} {}", entrant.player);
            }
        }
    }

    #[test]
    fn printed_learners_have_sixty_seeds() {
        for id in ["irvine-a", "irvine-b", "irvine-c"] {
            let definition = definition(find(id).unwrap());
            assert!(
                definition.players.iter().all(|entrant| definition.seeds_of(entrant).len() == 60),
                "{id}"
            );
        }
    }

    #[test]
    fn no_board_of_the_learners_is_named_twice() {
        let levels = definition(find("learners").unwrap()).levels;
        let selections = Catalogue::builtin().selections(levels.iter().map(String::as_str)).unwrap();
        let boards: Vec<_> = selections.iter().flat_map(Selection::boards).map(|(_, board)| board).collect();
        assert_eq!(boards.len(), 18);
        assert!(boards.iter().enumerate().all(|(i, board)| !boards[..i].contains(board)));
    }

    #[test]
    fn every_collection_of_the_catalogue_is_played() {
        let named: Vec<_> = EXPERIMENTS.iter().flat_map(|experiment| definition(experiment).levels).collect();
        for collection in Catalogue::builtin().collections() {
            let argument = collection.argument();
            let plays = |name: &String| name.split('#').next() == Some(&argument);
            assert!(named.iter().any(plays), "{argument}");
        }
    }
}
