//! Boards on which one step is long.

use soko_core::{Level, check};
use soko_formats::{ReadOptions, read};

/// So many boxes in a hall, one square apart, each with a goal below it.
pub(crate) fn hall_of_boxes(columns: usize, rows: usize) -> Level {
    let (width, height) = (2 * columns + 5, 2 * rows + 5);
    parse(&board(width, height, |x, y| {
        let inside = (2..width - 3).contains(&x) && (2..height - 3).contains(&y);
        match (x, y) {
            (1, 1) => '@',
            _ if inside && x % 2 == 0 && y % 2 == 0 => '$',
            _ if inside && x % 2 == 0 => '.',
            _ => ' ',
        }
    }))
}

/// One corridor that winds through the board with one box in it: every square is a door.
pub(crate) fn corridor(width: usize, height: usize) -> Level {
    parse(&board(width, height, |x, y| {
        let turn = if y % 4 == 2 { width - 2 } else { 1 };
        match (x, y) {
            (1, 1) => '@',
            (3, 1) => '$',
            (8, 1) => '.',
            _ if y % 2 == 0 && x != turn => '#',
            _ => ' ',
        }
    }))
}

/// One box in a hall of this size.
pub(crate) fn hall(width: usize, height: usize) -> Level {
    parse(&board(width, height, |x, y| match (x, y) {
        (1, 1) => '@',
        (3, 3) => '$',
        _ if (x, y) == (width - 4, height - 4) => '.',
        _ => ' ',
    }))
}

/// The level of a file with most boxes; nothing if there is no such file.
pub(crate) fn largest(file: &str) -> Option<Level> {
    let bytes = std::fs::read(soko_testing::shared::levels()?.join(file)).ok()?;
    let document = read(&bytes, &ReadOptions { name: Some(file.to_owned()), ..ReadOptions::default() });
    let levels = document.collection.entries.iter().filter_map(|entry| check(&entry.board).level);
    levels.max_by_key(Level::boxes)
}

/// A board with a wall around it.
fn board(width: usize, height: usize, cell: impl Fn(usize, usize) -> char) -> String {
    let row = |y: usize| -> String {
        let inner = |x| if x == 0 || x == width - 1 || y == 0 || y == height - 1 { '#' } else { cell(x, y) };
        (0..width).map(inner).collect()
    };
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

fn parse(board: &str) -> Level {
    Level::parse(board).expect("a board of ours")
}
