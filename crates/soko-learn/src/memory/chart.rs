//! Squares of the rules as cells of the canonical board, and back.

use soko_core::{Direction, Level, Push, Square, SquareSet};

/// How the squares of a level are numbered on its canonical board.
#[derive(Clone, Debug)]
pub struct Chart {
    stride: u32,
    floor: SquareSet,
}

impl Chart {
    /// The chart of a level.
    pub fn of(level: &Level) -> Self {
        Self { stride: level.stride() as u32, floor: level.floor().clone() }
    }

    /// Columns of the canonical board: the inner ones and a wall on either side.
    pub const fn width(&self) -> u32 {
        self.stride + 1
    }

    /// The cell of a square.
    pub const fn cell(&self, square: Square) -> u32 {
        let (x, y) = (square.0 as u32 % self.stride, square.0 as u32 / self.stride);
        (y + 1) * self.width() + x + 1
    }

    /// The square of a cell, if it is floor.
    pub fn square(&self, cell: u32) -> Option<Square> {
        let (x, y) = ((cell % self.width()).checked_sub(1)?, (cell / self.width()).checked_sub(1)?);
        let square = u16::try_from(y.checked_mul(self.stride)?.checked_add(x)?).ok().map(Square)?;
        (x < self.stride && self.floor.contains(square)).then_some(square)
    }

    /// The number of an action.
    pub const fn pack(&self, action: Push) -> u32 {
        self.cell(action.square) * 4 + action.direction as u32
    }

    /// The action of a number, if its cell is floor.
    pub fn unpack(&self, number: u32) -> Option<Push> {
        let square = self.square(number / 4)?;
        Some(Push { square, direction: Direction::ALL[(number % 4) as usize] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_of_the_canonical_board() {
        let level = Level::parse("  #####\n###   #\n#  $  #\n# @  .#\n#######").unwrap();
        let (chart, board) = (Chart::of(&level), level.canonical_board());
        assert_eq!(chart.width() as usize, board.width());
        let mut floor = 0;
        for (x, y, cell) in board.cells() {
            let number = y as u32 * chart.width() + x as u32;
            let square = chart.square(number);
            assert_eq!(square.is_some_and(|s| level.goals().contains(s)), cell.has_goal(), "{x} {y}");
            assert_eq!(square.map(|square| chart.cell(square)), square.map(|_| number));
            floor += usize::from(square.is_some());
        }
        assert_eq!(floor, level.floor().len());
        assert_eq!(chart.square(u32::MAX), None);
        let action = Push { square: level.start().player(), direction: Direction::Left };
        assert_eq!(chart.unpack(chart.pack(action)), Some(action));
    }
}
