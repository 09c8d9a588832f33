//! The eight symmetries of a board: four turns, each plain or mirrored.

use crate::{Board, Direction};

/// A mirroring at the vertical axis (or not), then a number of quarter turns clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    mirror: bool,
    turns: u8,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|i| Self { mirror: i >= 4, turns: i % 4 })
    }

    /// The one at a place in the order of [`all`](Self::all), from 0 to 7.
    pub fn numbered(number: usize) -> Option<Self> {
        Self::all().nth(number)
    }

    /// The board under this symmetry.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let (w, h) = (board.width(), board.height());
        let mut out = if self.turns.is_multiple_of(2) { Board::new(w, h) } else { Board::new(h, w) };
        for (x, y, cell) in board.cells() {
            let x = if self.mirror { w - 1 - x } else { x };
            let (x, y) = match self.turns {
                0 => (x, y),
                1 => (h - 1 - y, x),
                2 => (w - 1 - x, h - 1 - y),
                _ => (y, w - 1 - x),
            };
            out.set(x, y, cell);
        }
        out
    }

    /// A direction under this symmetry: stepping and transforming may be done in either order.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let mirrored = match direction {
            Direction::Left | Direction::Right if self.mirror => direction.opposite(),
            other => other,
        };
        Direction::ALL[(mirrored as usize + usize::from(self.turns)) % 4]
    }
}
