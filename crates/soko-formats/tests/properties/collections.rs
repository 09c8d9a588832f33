//! Collections with everything a file can hold.

use proptest::{collection::vec, option, prelude::*, sample::select};
use soko_core::{Board, Cell, Direction, Position};
use soko_formats::{Collection, Entry, GameKind, SavedGame};

fn board() -> impl Strategy<Value = Board> {
    let cell = prop_oneof![
        6 => Just(Cell::Wall),
        6 => Just(Cell::Floor),
        1 => Just(Cell::Goal),
        1 => Just(Cell::Box),
        1 => Just(Cell::BoxOnGoal),
        1 => Just(Cell::Player),
        1 => Just(Cell::PlayerOnGoal),
    ];
    (1usize..9, 1usize..9)
        .prop_flat_map(move |(width, height)| {
            vec(cell.clone(), width * height).prop_map(move |cells| {
                Board::from_cells(width, height, cells).expect("as many cells").cropped()
            })
        })
        .prop_filter("something is drawn", |board| board.width() > 0)
}

/// A level that can be played, so that games can be saved with it.
fn playable() -> impl Strategy<Value = Board> {
    (1usize..5, 1usize..4, 0usize..4).prop_map(|(left, right, rows)| {
        let wall = "#".repeat(left + right + 4);
        let corridor = format!("#{}@${}.#", " ".repeat(left - 1), " ".repeat(right));
        let hall = format!("#{}#", " ".repeat(left + right + 2));
        let mut lines = vec![wall.clone(), corridor];
        lines.extend(std::iter::repeat_n(hall, rows));
        lines.push(wall);
        Board::parse(&lines.join("\n")).expect("a board")
    })
}

/// One line of text, of words and signs that could be mistaken for something else.
fn line() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "Level",
        "1",
        "12",
        "#",
        "####",
        "#@$.#",
        "-",
        "---",
        ";",
        "::",
        ">",
        "Title:",
        "Author: me",
        "a:b",
        "//",
        "Solution",
        "Snapshot",
        "rrUU",
        "lurdlurdlurdlurd",
        "3(rl)",
        "4#|#@$.#",
        "été",
        "<L>",
        "&amp;",
        "\"",
        "\\",
        "Comments",
        "*",
        ".",
        "x",
        "[]",
        "{1,2}",
        "P",
        "B",
        "T",
        "5#",
        "é",
        "…",
        "http://a.b/c",
        "'q'",
    ];
    vec(select(WORDS), 1..5).prop_map(|words| words.join(" "))
}

fn notes() -> impl Strategy<Value = Vec<String>> {
    let blank_or_line = prop_oneof![1 => Just(String::new()), 4 => line()];
    vec(blank_or_line, 0..5).prop_map(|mut notes| {
        while notes.last().is_some_and(String::is_empty) {
            notes.pop();
        }
        let blank = notes.iter().take_while(|note| note.is_empty()).count();
        notes.split_off(blank)
    })
}

/// A random walk, and what it comes to.
fn game(board: &Board, turns: &[usize], title: Option<String>, notes: Vec<String>) -> Option<SavedGame> {
    let level = soko_core::check(board).level?;
    let mut position: Position = level.start().clone();
    let mut directions = Vec::new();
    for turn in turns {
        let direction = Direction::ALL[turn % 4];
        if !level.is_solved(&position) && position.step(&level, direction).is_some() {
            directions.push(direction);
        }
    }
    let moves: String = directions.iter().map(|direction| direction.letter()).collect();
    let kind = match soko_core::replay(&level, &directions) {
        Ok(solution) => GameKind::Solution(solution),
        Err(_) => GameKind::Snapshot { played: directions.len() },
    };
    (!directions.is_empty()).then_some(SavedGame { title, moves, directions, kind, notes })
}

fn entry() -> impl Strategy<Value = Entry> {
    let properties = vec((select(&["ID", "Date", "Copyright", "Difficulty"][..]), line()), 0..3);
    let title = option::of(select(&["Solution 1", "Best Solution", "Snapshot by me"][..]));
    let game_data = vec((title, vec(0usize..4, 1..40), notes()), 0..3);
    (prop_oneof![board(), playable()], option::of(line()), option::of(line()), notes(), properties, game_data)
        .prop_map(|(board, title, author, notes, properties, games)| {
            let games = games
                .into_iter()
                .filter_map(|(title, turns, notes)| game(&board, &turns, title.map(str::to_owned), notes))
                .collect();
            let properties = properties.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            Entry { title, author, notes, properties, games, ..Entry::new(board) }
        })
}

pub(crate) fn collection() -> impl Strategy<Value = Collection> {
    let field = || option::of(line());
    (field(), field(), field(), field(), field(), notes(), vec(entry(), 1..5)).prop_map(
        |(title, author, copyright, email, url, notes, entries)| Collection {
            title,
            author,
            copyright,
            email,
            url,
            notes,
            entries,
        },
    )
}
