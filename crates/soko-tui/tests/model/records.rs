//! The game and the records file: what a run leaves to the next one.

use std::fs;

use crate::{
    game_with,
    levels::{CORRIDOR, levels},
    play,
};
use soko_core::{Level, LevelHash, identity, lurd, replay};
use soko_tui::{
    HelpLevel,
    command::Command,
    records::{Change, KeptSolution, Ranking, RecordsFile},
};

fn folder() -> (tempfile::TempDir, RecordsFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = RecordsFile::at(folder.path().join("records.json"));
    (folder, file)
}

/// The corridor in two pushes, as another process may have kept it.
fn solved_corridor() -> Change {
    let level = Level::parse(CORRIDOR).unwrap();
    let solution = replay(&level, &lurd::parse("rr").unwrap()).unwrap();
    Change {
        hash: identity::exact(&level),
        level,
        title: Some("Corridor".into()),
        solutions: vec![KeptSolution { solution, help: HelpLevel::Off }],
        snapshot: None,
    }
}

#[test]
fn a_game_is_resumed_in_the_next_run() {
    let (_folder, file) = folder();
    let mut first = game_with(&file.load().unwrap().book, None);
    assert_eq!(first.current(), 0);
    first.update(Command::NextLevel.into());
    play(&mut first, "rur");
    first.update(Command::UndoMove.into());
    let moves = first.session().steps().len();
    first.update(Command::Quit.into());
    let kept = file.keep(first.changes()).unwrap();
    first.kept(&kept.book);
    assert!(!first.has_changes());

    let second = game_with(&file.load().unwrap().book, None);
    assert_eq!(second.current(), 1, "where it was left");
    assert_eq!(second.session().steps().len(), moves);
    assert_eq!(second.session().redo_steps(), first.session().redo_steps());
}

#[test]
fn a_better_solution_of_another_process_is_seen_after_saving() {
    let (_folder, file) = folder();
    let mut game = game_with(&file.load().unwrap().book, Some(0));
    file.keep(&[solved_corridor()]).unwrap();
    play(&mut game, "lrrr");
    let kept = file.keep(game.changes()).unwrap();
    game.kept(&kept.book);
    assert_eq!(game.card().record().best(Ranking::FewestMoves).unwrap().solution.lurd(), "RR");
    assert!(!game.has_changes());
}

#[test]
fn a_bad_entry_is_told_to_the_player() {
    let (_folder, file) = folder();
    file.keep(&[solved_corridor()]).unwrap();
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(text.contains("\"RR\""), "{text}");
    fs::write(file.path(), text.replace("\"RR\"", "\"LL\"")).unwrap();
    let game = game_with(&file.load().unwrap().book, Some(0));
    assert_eq!(game.record_warnings().len(), 2);
    assert!(game.notice().unwrap().text.contains("ignored"));
    let hashes: Vec<LevelHash> = levels().iter().map(|l| identity::exact(&l.level)).collect();
    assert!(game.notice().unwrap().text.contains(&hashes[0].to_string()));
}
