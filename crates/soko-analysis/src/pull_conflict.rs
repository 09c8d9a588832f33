//! Boxes in each other's way when the game runs backwards, and the pulls that costs.
//!
//! The mirror of [`conflict`](crate::conflict). A search with pulls wants every box back on a square of origin. Let S be a
//! set of boxes such that every pull that would bring one of them nearer to *any* origin is barred by another box of
//! S, on the square the box would come to or on the one behind it, where the player would have to step.
//! Whichever box of S moves first has to move away, and must make up for that later.
//!
//! **Proof.** Take a way back to the start and give each box the origin on which it ends. The sum of the distances
//! to these changes by an odd number with every pull, for the board is a chess board, and falls by at most one. So a
//! way with k pulls that do not lower it has at least two pulls per such pull more than the sum says. If a box of S is
//! on no origin, some box of S must move; until the first does, all of them bar each other, and while a box rests the
//! player's side of it does not change, so neither do the pulls that would help it; so that first pull is one of
//! the k. Bars are at most two squares away in a straight line; parts of S with no such link are counted one by one.
//!
//! **Cost.** As for pushes: elimination on bitboards, a few shifts per round.

use soko_core::{Bits, Direction, Maze};

/// Pulls that boxes in each other's way cost on top of their distances.
///
/// `ways[d]` are the boxes that a pull in direction `d` brings nearer to some origin. The result is even.
#[inline]
pub fn conflict_pulls<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    origins: &Bits<W>,
    ways: &[Bits<W>; 4],
) -> u32 {
    let barred = mutually_barred(maze, boxes, ways);
    let mut away = barred.without(origins);
    let mut pulls = 0;
    while let Some(square) = away.first() {
        let mut group = Bits::single(square);
        loop {
            let mut next = group;
            for direction in Direction::ALL {
                let beside = maze.shift(&group, direction);
                next |= (beside | maze.shift(&(beside & *maze.floor()), direction)) & barred;
            }
            if next == group {
                break;
            }
            group = next;
        }
        away = away.without(&group);
        pulls += 2;
    }
    pulls
}

/// The largest set of boxes that bar all of each other's good pulls.
#[inline]
fn mutually_barred<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, ways: &[Bits<W>; 4]) -> Bits<W> {
    let mut left = *boxes;
    loop {
        let clear = maze.floor().without(&left);
        let mut free = Bits::EMPTY;
        for direction in Direction::ALL {
            let back = direction.opposite();
            let beside = maze.shift(&clear, back);
            free |= ways[direction as usize] & beside & maze.shift(&(beside & *maze.floor()), back);
        }
        let next = left.without(&free);
        if next == left {
            return left;
        }
        left = next;
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::PushDistances;

    /// Conflicts of the solved position with the player on its square at the start.
    fn conflicts(text: &str) -> u32 {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let distances = PushDistances::from(&maze, &start.boxes, start.player);
        let mut ways = [Bits::EMPTY; 4];
        for square in maze.goals().iter() {
            for direction in Direction::ALL {
                if distances.ways(square, start.player) >> direction as u8 & 1 == 1 {
                    ways[direction as usize].insert(square);
                }
            }
        }
        conflict_pulls(&maze, maze.goals(), &start.boxes, &ways)
    }

    #[test]
    fn a_lone_box_and_a_free_line_cost_nothing() {
        assert_eq!(conflicts("#######\n#@    #\n#  $  #\n#     #\n#  .  #\n#     #\n#######"), 0);
        let line = "#######\n#@    #\n#  $  #\n#  $  #\n#     #\n#     #\n#  .  #\n#  .  #\n#######";
        assert_eq!(conflicts(line), 0);
    }

    #[test]
    fn boxes_that_want_to_pass_each_other_cost_two_pulls() {
        // The left box has come from the right and the right one from the left, or each from beyond the other.
        let passed = "##########\n#@       #\n# $ .. $ #\n#        #\n##########";
        assert_eq!(conflicts(passed), 0);
        // Both came from the right: the left one waits for the right one, which is free.
        let queue = "##########\n#@       #\n# ..  $$ #\n#        #\n##########";
        assert_eq!(conflicts(queue), 0);
    }
}
