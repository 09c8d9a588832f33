//! Everything the built-in collections claim, checked.

use std::collections::BTreeSet;

use soko_core::{Level, LevelHash, ProblemKind, check, identity};
use soko_formats::{Document, Entry, Format, ReadOptions, read};
use soko_levels::{
    BUILTINS, Builtin, find,
    generate::{Recipe, generate},
};
use soko_solver::{Budget, Objective, Silent, run};

/// Positions `bfs` may expand on a level whose claim it has to prove.
const BFS_NODES: u64 = 400_000;

fn document(builtin: &Builtin) -> Document {
    let options = ReadOptions { name: Some(format!("{}.sok", builtin.id)), ..ReadOptions::default() };
    read(builtin.text.as_bytes(), &options)
}

fn entries(id: &str) -> Vec<Entry> {
    document(find(id).unwrap()).collection.entries
}

/// All levels with their names for messages; those of the demo are copies.
fn levels(with_copies: bool) -> impl Iterator<Item = (String, Entry, Level)> {
    BUILTINS.iter().filter(move |b| with_copies || b.id != "demo").flat_map(|builtin| {
        document(builtin).collection.entries.into_iter().enumerate().map(|(i, entry)| {
            let name = format!("{}#{} {}", builtin.id, i + 1, entry.title.as_deref().unwrap_or("?"));
            let level = check(&entry.board).level.unwrap_or_else(|| panic!("{name} is broken"));
            (name, entry, level)
        })
    })
}

fn optimum(entry: &Entry) -> Option<u32> {
    entry.property("Optimal-Pushes").map(|n| n.parse().expect("a number of pushes"))
}

#[test]
fn every_file_is_read_as_it_is_meant() {
    for builtin in BUILTINS {
        let document = document(builtin);
        assert_eq!(document.diagnostics.len(), 0, "{}: {:#?}", builtin.id, document.diagnostics);
        assert_eq!(document.format, Format::Sok, "{}", builtin.id);
        assert_eq!(document.collection.entries.len(), builtin.levels, "{}", builtin.id);
        assert_eq!(document.collection.title, Some(format!("Sokolab {}", builtin.title)));
        assert_eq!(document.collection.author.as_deref(), Some("Sokolab"));
        for entry in &document.collection.entries {
            assert_eq!(entry.notes, Vec::<String>::new(), "{}: {:?}", builtin.id, entry.title);
        }
    }
}

#[test]
fn there_are_enough_levels_of_every_kind() {
    assert!(levels(false).count() >= 60);
    let counts = |wanted: fn(&Level) -> bool| levels(false).filter(|(_, _, level)| wanted(level)).count();
    assert!(counts(|level| level.boxes() == level.goals().len()) >= 40);
    assert!(counts(|level| level.boxes() > level.goals().len()) >= 8);
    assert!(counts(|level| level.boxes() < level.goals().len()) >= 8);
    for entry in entries("variants") {
        let level = check(&entry.board).level.unwrap();
        assert_ne!(level.boxes(), level.goals().len(), "{:?} belongs elsewhere", entry.title);
    }
}

#[test]
fn boards_are_closed_and_nothing_is_wrong_with_them() {
    for (name, entry, _) in levels(true) {
        for problem in check(&entry.board).problems {
            let intended =
                matches!(problem.kind, ProblemKind::SurplusBoxes { .. } | ProblemKind::SurplusGoals { .. });
            assert!(intended, "{name}: {}", problem.kind);
        }
    }
}

#[test]
fn titles_are_given_once_and_lessons_are_short() {
    let mut titles = BTreeSet::new();
    for (name, entry, _) in levels(false) {
        let title = entry.title.expect("every level has a title");
        assert!((3..=24).contains(&title.len()), "{name}");
        assert!(titles.insert(title), "{name}: the title is taken");
    }
    for entry in entries("tutorial") {
        let lesson = entry.property("Lesson").expect("every step teaches something");
        assert!((40..=140).contains(&lesson.len()), "{lesson}");
    }
}

#[test]
fn no_level_is_another_one_turned_or_mirrored() {
    let mut families: Vec<(LevelHash, String)> =
        levels(false).map(|(name, _, level)| (identity::family(&level), name)).collect();
    families.sort_unstable();
    for pair in families.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "{} is {}", pair[0].1, pair[1].1);
    }
}

#[test]
fn every_solution_replays_and_attains_the_claim() {
    for (name, entry, _) in levels(true) {
        let solutions: Vec<_> = entry.solutions().collect();
        assert_eq!((entry.games.len(), solutions.len()), (1, 1), "{name}: one verified solution");
        let metrics = solutions[0].metrics();
        let heading = format!("Solution {metrics}");
        assert_eq!(entry.games[0].title.as_deref(), Some(heading.as_str()), "{name}");
        if let Some(optimum) = optimum(&entry) {
            assert_eq!(metrics.pushes, optimum, "{name}");
        }
        let proof = entry.property("Proof");
        assert_eq!(proof.is_some(), optimum(&entry).is_some(), "{name}: claim and proof go together");
        assert!(matches!(proof, None | Some("bfs" | "astar")), "{name}");
    }
}

#[test]
fn breadth_first_search_proves_what_it_is_said_to_prove() {
    let bfs = soko_players::PLAYERS.find("bfs").unwrap();
    let mut proven = 0;
    for (name, entry, level) in levels(false).filter(|(_, entry, _)| entry.property("Proof") == Some("bfs")) {
        let mut player = bfs.build(None, &[]).unwrap();
        let budget = Budget { nodes: Some(BFS_NODES), ..Budget::default() };
        let report = run(&mut *player, &level, budget, 0, 1, &mut Silent);
        assert_eq!(report.optimal, Some(Objective::Pushes), "{name}: {}", report.status);
        assert_eq!(report.solution.map(|s| s.metrics().pushes), optimum(&entry), "{name}");
        proven += 1;
    }
    assert!(proven >= 60, "only {proven} levels are proven by bfs");
}

#[test]
fn the_demo_copies_levels_that_are_solved_quickly() {
    for entry in entries("demo") {
        let (id, number) = entry.property("From").and_then(|from| from.split_once('#')).expect("a place");
        let original = &entries(id)[number.parse::<usize>().unwrap() - 1];
        assert_eq!(entry.board, original.board, "{:?}", entry.title);
        assert_eq!(entry.title, original.title);
        assert_eq!(entry.property("Proof"), Some("bfs"), "{:?}", entry.title);
    }
}

/// All recipes are at least well-formed; the cheap ones of the first collection are followed again here, the
/// others by `make_levels --check`.
#[test]
fn recipes_give_their_levels() {
    for (name, entry, _) in levels(false) {
        let Some(line) = entry.property("Recipe") else { continue };
        let recipe: Recipe = line.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(recipe.to_string(), line, "{name}");
    }
    for entry in entries("first-steps").iter().take(6) {
        let recipe: Recipe = entry.property("Recipe").unwrap().parse().unwrap();
        let made = generate(&recipe).expect("a level");
        assert_eq!(made.level.board().to_string(), entry.board.to_string(), "{:?}", entry.title);
        assert_eq!(Some(made.solution.metrics().pushes), optimum(entry), "{:?}", entry.title);
    }
}
