//! Boxes that can never move again.
//!
//! A box is stuck on an axis if a wall is beside it, if both squares beside it are dead, or if a box beside it
//! is stuck for good; stuck on both axes it is frozen. A frozen box beside a goal loses the level, unless there
//! are boxes to spare. Only the box pushed last can have frozen something, so the search begins there; boxes
//! on the way count as walls, which ends the recursion (Junghanns and Schaeffer 2001).

use soko_core::{Bits, Direction, Maze, Square};

/// Has the push of a box to `square` frozen a box beside the goals?
pub(crate) fn freezes<const W: usize>(
    maze: &Maze<W>,
    dead: &Bits<W>,
    boxes: &Bits<W>,
    square: Square,
) -> bool {
    let mut walls = Bits::EMPTY;
    let mut lost = false;
    frozen(maze, dead, boxes, square, &mut walls, &mut lost) && lost
}

fn frozen<const W: usize>(
    maze: &Maze<W>,
    dead: &Bits<W>,
    boxes: &Bits<W>,
    square: Square,
    walls: &mut Bits<W>,
    lost: &mut bool,
) -> bool {
    walls.insert(square);
    for [one, other] in [[Direction::Left, Direction::Right], [Direction::Up, Direction::Down]] {
        let beside = [maze.next(square, one), maze.next(square, other)];
        let wall = beside.iter().any(|&s| !maze.floor().contains(s) || walls.contains(s));
        let stuck = wall
            || beside.iter().all(|&s| dead.contains(s))
            || beside.iter().any(|&s| boxes.contains(s) && frozen(maze, dead, boxes, s, walls, lost));
        if !stuck {
            walls.remove(square);
            return false;
        }
    }
    *lost |= !maze.goals().contains(square);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;

    /// Does the box at a column and row freeze something?
    fn freezes_at(text: &str, (x, y): (usize, usize)) -> bool {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let dead = Bits::from_set(&soko_analysis::dead_squares(&level));
        freezes(&maze, &dead, &maze.start(&level).boxes, level.square_at(x, y).unwrap())
    }

    #[test]
    fn squares_and_pairs_at_walls_freeze_and_loose_boxes_do_not() {
        let open = "#######\n# $$ .#\n#    .#\n#@ $ .#\n#     #\n#######";
        assert!(freezes_at(open, (2, 1)));
        assert!(!freezes_at(open, (3, 3)));
        let square = "########\n#      #\n# $$ ..#\n# $$ ..#\n#@     #\n########";
        assert!(freezes_at(square, (2, 2)));
        let hook = "########\n#      #\n# $$ ..#\n# $   .#\n#@     #\n########";
        assert!(!freezes_at(hook, (2, 2)));
    }

    #[test]
    fn frozen_at_home_is_no_loss() {
        assert!(!freezes_at("######\n#@ **#\n#  $ #\n# .  #\n######", (4, 1)));
    }
}
