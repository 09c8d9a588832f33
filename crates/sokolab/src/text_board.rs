//! A board as characters: blocks for the eye, or classic XSB that any program reads.
//!
//! The blocks are the shapes of the terminal game, so `show` and `play` look alike.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use clap::builder::styling::{AnsiColor, Style};
use soko_core::{Board, Cell, Direction};
use soko_tui::{
    GlyphSet,
    view::sprite::{CellSize, Shape, sprite},
};

use crate::terminal::{FAINT, Paint};

/// What is marked on a board, by column and row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// A box is lost here.
    pub(crate) dead: BTreeSet<(usize, usize)>,
    /// The player can walk here.
    pub(crate) reachable: BTreeSet<(usize, usize)>,
    /// The box here proves something.
    pub(crate) proof: BTreeSet<(usize, usize)>,
    /// The box here is pushed next, this way.
    pub(crate) push: Option<((usize, usize), Direction)>,
    /// Written over whatever is here.
    pub(crate) signs: BTreeMap<(usize, usize), Sign>,
}

/// What can be written on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// This way.
    Arrow(Direction),
    /// From 0 to 9.
    Digit(u8),
}

impl Sign {
    fn character(self, glyphs: GlyphSet) -> char {
        match self {
            Self::Arrow(direction) => arrow(direction, glyphs),
            Self::Digit(digit) => char::from(b'0' + digit.min(9)),
        }
    }
}

/// The mark that a cell shows.
#[derive(Clone, Copy)]
enum Mark {
    Dead,
    Reachable,
    Proof,
    Push(Direction),
    Sign(Sign),
}

impl Marks {
    fn at(&self, at: (usize, usize), cell: Cell) -> Option<Mark> {
        if let Some(&sign) = self.signs.get(&at) {
            return Some(Mark::Sign(sign));
        }
        match self.push {
            Some((place, direction)) if place == at && cell.has_box() => Some(Mark::Push(direction)),
            _ if cell.has_box() && self.proof.contains(&at) => Some(Mark::Proof),
            _ if cell != Cell::Floor => None,
            _ if self.dead.contains(&at) => Some(Mark::Dead),
            _ => self.reachable.contains(&at).then_some(Mark::Reachable),
        }
    }
}

/// Classic XSB; marks replace characters, so a marked board is for looking only.
pub(crate) fn xsb(board: &Board, marks: &Marks) -> String {
    let mut text = String::new();
    for (y, row) in board.rows().enumerate() {
        let line: String =
            row.iter().enumerate().map(|(x, &cell)| character(cell, marks.at((x, y), cell))).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn character(cell: Cell, mark: Option<Mark>) -> char {
    match mark {
        Some(Mark::Sign(sign)) => sign.character(GlyphSet::Ascii),
        Some(Mark::Push(direction)) => arrow(direction, GlyphSet::Ascii),
        Some(Mark::Proof) => '!',
        Some(Mark::Dead) => '/',
        Some(Mark::Reachable) => ':',
        None => cell.to_xsb(),
    }
}

/// Blocks, two columns per cell, or one where the terminal is too narrow.
pub(crate) fn blocks(board: &Board, marks: &Marks, columns: usize, glyphs: GlyphSet, paint: Paint) -> String {
    let size = if board.width() * 2 <= columns { CellSize::Normal } else { CellSize::Small };
    let mut text = String::new();
    for (y, row) in board.rows().enumerate() {
        let drawn = row.iter().rposition(|&cell| cell != Cell::Floor).map_or(0, |x| x + 1);
        for (x, &cell) in row[..drawn].iter().enumerate() {
            let (block, style) = block(cell, marks.at((x, y), cell), size, glyphs);
            match style {
                Some(style) => write!(text, "{}", paint.with(style, block)),
                None => write!(text, "{block}"),
            }
            .expect("a string takes everything");
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

fn block(cell: Cell, mark: Option<Mark>, size: CellSize, glyphs: GlyphSet) -> (String, Option<Style>) {
    let on_box = AnsiColor::Black.on(AnsiColor::Yellow);
    let (shape, style) = match (cell, mark) {
        (_, Some(Mark::Push(direction))) => {
            let arrow = String::from(arrow(direction, glyphs)).repeat(usize::from(size.columns()));
            return (arrow, Some(on_box.bold()));
        }
        (_, Some(Mark::Sign(sign))) => {
            let text = String::from(sign.character(glyphs)).repeat(usize::from(size.columns()));
            return (text, cell.has_box().then_some(on_box));
        }
        (_, Some(Mark::Proof)) => {
            let style = AnsiColor::White.on(AnsiColor::Red).bold();
            return ("!".repeat(usize::from(size.columns())), Some(style));
        }
        (_, Some(Mark::Dead)) => (Shape::Dead, Some(AnsiColor::Red.on_default())),
        (_, Some(Mark::Reachable)) => (Shape::Target, Some(AnsiColor::Blue.on_default())),
        (Cell::Floor, None) => (Shape::Blank, None),
        (Cell::Wall, None) => (Shape::Wall, Some(FAINT)),
        (Cell::Goal, None) => (Shape::Goal, Some(AnsiColor::Magenta.on_default().bold())),
        (Cell::Box, None) => (Shape::Box, Some(on_box)),
        (Cell::BoxOnGoal, None) => (Shape::BoxHome, Some(AnsiColor::Black.on(AnsiColor::Green))),
        (Cell::Player, None) => (Shape::Player, Some(AnsiColor::Black.on(AnsiColor::Cyan))),
        (Cell::PlayerOnGoal, None) => (Shape::PlayerOnGoal, Some(AnsiColor::Black.on(AnsiColor::Cyan))),
    };
    (sprite(shape, size, glyphs)[0].to_owned(), style)
}

const fn arrow(direction: Direction, glyphs: GlyphSet) -> char {
    match (glyphs, direction) {
        (GlyphSet::Unicode, Direction::Up) => '↑',
        (GlyphSet::Unicode, Direction::Right) => '→',
        (GlyphSet::Unicode, Direction::Down) => '↓',
        (GlyphSet::Unicode, Direction::Left) => '←',
        (GlyphSet::Ascii, Direction::Up) => '^',
        (GlyphSet::Ascii, Direction::Right) => '>',
        (GlyphSet::Ascii, Direction::Down) => 'v',
        (GlyphSet::Ascii, Direction::Left) => '<',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unmarked_xsb_reads_back() {
        let board = Board::parse("#####\n#@$.#\n# *+#\n#####").unwrap();
        assert_eq!(Board::parse(&xsb(&board, &Marks::default())).unwrap(), board);
    }

    /// Checks a board with marks in both styles: as XSB and as blocks.
    fn drawn(board: &Board, marks: &Marks, [as_xsb, as_blocks]: [&str; 2]) {
        assert_eq!(xsb(board, marks), as_xsb);
        assert_eq!(blocks(board, marks, 80, GlyphSet::Ascii, Paint::OFF), as_blocks);
    }

    #[test]
    fn marks_lie_on_floor_and_pushes_on_boxes() {
        let board = Board::parse("#####\n#@$.#\n#   #\n#####").unwrap();
        let marks = Marks {
            dead: [(1, 2), (3, 1), (0, 0)].into(),
            reachable: [(1, 2), (2, 2), (1, 1)].into(),
            push: Some(((2, 1), Direction::Right)),
            ..Marks::default()
        };
        drawn(
            &board,
            &marks,
            ["#####\n#@>.#\n#/: #\n#####\n", "##########\n##@@>>..##\n##//::  ##\n##########\n"],
        );
    }

    #[test]
    fn signs_are_written_over_everything() {
        let board = Board::parse("#####\n#@$.#\n#####").unwrap();
        let signs = [((1, 1), Sign::Arrow(Direction::Up)), ((2, 1), Sign::Digit(7))].into();
        let marks = Marks { signs, ..Marks::default() };
        assert_eq!(xsb(&board, &marks), "#####\n#^7.#\n#####\n");
        let blocks = blocks(&board, &marks, 80, GlyphSet::Unicode, Paint::OFF);
        assert!(blocks.contains("↑↑77"), "{blocks}");
    }

    #[test]
    fn only_boxes_prove() {
        let board = Board::parse("#####\n#@$.#\n# * #\n#####").unwrap();
        let marks = Marks { proof: [(2, 1), (2, 2), (1, 1), (3, 1)].into(), ..Marks::default() };
        drawn(
            &board,
            &marks,
            ["#####\n#@!.#\n# ! #\n#####\n", "##########\n##@@!!..##\n##  !!  ##\n##########\n"],
        );
    }

    #[test]
    fn wide_boards_get_narrow_cells() {
        let board = Board::parse("#####\n#@$.#\n#####").unwrap();
        let blocks = blocks(&board, &Marks::default(), 9, GlyphSet::Ascii, Paint::OFF);
        assert_eq!(blocks, "#####\n#@$.#\n#####\n");
    }
}
