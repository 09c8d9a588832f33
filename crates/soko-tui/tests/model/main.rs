//! Everything that needs no terminal: the model, the keys, the records and the picture of the game.

mod game;
mod keymap;
mod levels;
mod records;
mod view;

use soko_core::lurd;
use soko_tui::{
    HelpLevel,
    command::Command,
    game::{Game, Preferences},
    records::Book,
};

/// A push to the right puts a box where it and the one above hold each other fast.
const FREEZE: &str = "#########\n##  #   #\n##.. #  #\n#  .$#$ #\n##  @$ ##\n# # $   #\n# #  .  #\n#########";
/// A push to the right closes an area that can never be opened again.
const CORRAL: &str = "#######\n## .  #\n# $  $#\n#.@$ .#\n#.  $ #\n#######";

/// A game that plays every way at once.
fn new_game() -> Game {
    game_with(&Book::default(), Some(0))
}

fn game_with(book: &Book, start: Option<usize>) -> Game {
    let preferences = Preferences { animate: false, ..Preferences::default() };
    Game::new(levels::levels(), start, book, preferences).unwrap()
}

/// A game on one level that warns about lost positions.
fn watched(title: &str, board: &str) -> Game {
    let preferences = Preferences { animate: false, help: HelpLevel::LostPositions };
    Game::new(vec![levels::level(title, board)], None, &Book::default(), preferences).unwrap()
}

/// Plays moves with the step keys.
fn play(game: &mut Game, moves: &str) {
    for direction in lurd::parse(moves).unwrap() {
        game.update(Command::Step(direction).into());
    }
}
