//! What is known about a level, as `Key: value` lines: they stay readable for programs that read levels.

use std::fmt::Write;

use soko_analysis::dead_squares;
use soko_core::{Cell, identity};

use super::Scene;
use crate::{level_source::SourceLevel, terminal::printable};

/// The head of a file's list.
pub(super) fn head(file: &str, first: bool) -> String {
    let gap = if first { "" } else { "\n" };
    format!("{gap}{}\n   #     size  boxes  goals  title\n", printable(file))
}

/// One line of the list.
pub(super) fn line(source: &SourceLevel<'_>) -> String {
    let board = &source.entry.board;
    let size = format!("{}x{}", board.width(), board.height());
    let (boxes, goals) = (board.count(Cell::has_box), board.count(Cell::has_goal));
    let title = printable(source.title().unwrap_or_default());
    let fault = if source.level.is_some() { "" } else { "  (cannot be played)" };
    let line = format!("{:>4}  {size:>7}  {boxes:>5}  {goals:>5}  {title}{fault}", source.index);
    format!("{}\n", line.trim_end())
}

/// The lines below the board.
pub(super) fn of(scene: &Scene<'_>) -> String {
    let (file, entry) = (scene.file, scene.source.entry);
    let board = &entry.board;
    let mut text = String::new();
    let mut fact = |key: &str, value: &str| {
        writeln!(text, "{key}: {}", printable(value)).expect("a string takes everything");
    };
    if let Some(title) = &entry.title {
        fact("Title", title);
    }
    if let Some(author) = file.document.collection.credit(entry) {
        fact("Author", author);
    }
    fact("Source", &format!("{}#{}", file.name, scene.source.index));
    fact("Size", &format!("{} x {}", board.width(), board.height()));
    fact("Boxes", &board.count(Cell::has_box).to_string());
    fact("Goals", &board.count(Cell::has_goal).to_string());
    if let Some(level) = &scene.source.level {
        let dead = dead_squares(level).len();
        fact("Floor", &format!("{} squares, {dead} of them dead", level.floor().len()));
        fact("Exact", &identity::exact(level).to_string());
        fact("Family", &identity::family(level).to_string());
    }
    for solution in entry.solutions() {
        fact("Saved solution", &format!("{} (moves/pushes/…)", solution.metrics()));
    }
    if let (Some(moves), true) = (&scene.moves, scene.asked) {
        let what = if moves.solution().is_some() { "solution" } else { "moves that do not solve the level" };
        fact("Position", &format!("after {} of {} moves of a {what}", scene.played, moves.steps().len()));
    }
    text
}
