//! What lies under the boxes: wall, floor, or nothing.
//!
//! A board does not say which of its blank cells are floor and which lie outside the walls. We flood from
//! the border of the rectangle through everything that is no wall; what the flood reaches is outside and
//! stays blank. Two exceptions keep the picture true on boards that are not closed: cells the player can walk
//! to are floor (the rules let the player go there), and so is every cell that holds something.

use soko_core::{Board, Cell, Direction};

use crate::contour::Region;

/// The still part of a board, sorted by what it is.
pub(crate) struct Ground {
    pub(crate) walls: Region,
    pub(crate) floor: Region,
}

impl Ground {
    pub(crate) fn of(board: &Board) -> Self {
        let (width, height) = (board.width(), board.height());
        let border = board.cells().filter(|&(x, y, _)| x == 0 || y == 0 || x + 1 == width || y + 1 == height);
        let outside = flood(board, border);
        let walked = flood(board, board.cells().filter(|&(_, _, cell)| cell.has_player()));
        let walls = Region::of(width, height, |x, y| board.get(x, y).is_wall());
        let floor = Region::of(width, height, |x, y| match board.get(x, y) {
            Cell::Wall => false,
            Cell::Floor => !outside[y * width + x] || walked[y * width + x],
            _ => true,
        });
        Self { walls, floor }
    }
}

/// The cells connected to one of the seeds by steps that avoid walls.
fn flood(board: &Board, seeds: impl Iterator<Item = (usize, usize, Cell)>) -> Vec<bool> {
    let width = board.width();
    let mut reached = vec![false; width * board.height()];
    let mut stack = Vec::new();
    for (x, y, cell) in seeds {
        if !cell.is_wall() && !std::mem::replace(&mut reached[y * width + x], true) {
            stack.push((x, y));
        }
    }
    while let Some((x, y)) = stack.pop() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let next = x.checked_add_signed(dx as isize).zip(y.checked_add_signed(dy as isize));
            let Some((x, y)) = next.filter(|&(x, y)| x < width && y < board.height()) else { continue };
            if !board.get(x, y).is_wall() && !std::mem::replace(&mut reached[y * width + x], true) {
                stack.push((x, y));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `#` wall, `.` floor, blank for the outside.
    fn ground(text: &str) -> String {
        let board = Board::parse(text).unwrap();
        let ground = Ground::of(&board);
        let mut drawn = String::new();
        for (x, y, _) in board.cells() {
            drawn.push(match (ground.walls.contains(x, y), ground.floor.contains(x, y)) {
                (true, _) => '#',
                (_, true) => '.',
                _ => ' ',
            });
            if x + 1 == board.width() {
                drawn.push('\n');
            }
        }
        drawn
    }

    #[test]
    fn the_outside_is_told_from_the_floor() {
        for (case, board, expected) in [
            ("inside the walls", "  ####\n###  #\n# @$.#\n######", "  ####\n###..#\n#....#\n######\n"),
            ("missing corners", " ### \n#@$.#\n ### ", " ### \n#...#\n ### \n"),
            ("an open board the player can walk out of", "####\n@$ #\n####", "####\n...#\n####\n"),
            ("decoration outside", "##### *\n#@$.#\n#####", "##### .\n#...#  \n#####  \n"),
        ] {
            assert_eq!(ground(board), expected, "{case}");
        }
    }
}
