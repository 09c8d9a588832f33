//! Boxes that will never move again, given where the player is.
//!
//! Frozen boxes hold each other in place whatever the player does. Many more are held because the player cannot get behind
//! them, and never will. Let every box vanish that the player can push right now to a square that is not dead, without
//! freezing it there among the boxes that are left; let the player walk over the ground gained; repeat. What remains when
//! nothing vanishes any more is *immobile*.
//!
//! **Proof.** Suppose an immobile box is pushed in a solution, and look at the first such push. Until then only boxes that
//! vanished have moved, so in the real game the player's region is within the one of the relaxed game, and all immobile
//! boxes stand where they are. The square behind the box is in the region, the square ahead is free and not dead, and the
//! position after the push is not lost by freezing among the immobile boxes, since all of these are really there. So the
//! box would have vanished. Hence in no solution an immobile box moves, and one off goal is a deadlock.
//!
//! Every box has to come home for this proof; with boxes to spare nothing is claimed. The order in which boxes vanish does not
//! matter, for fewer boxes allow more.

use soko_core::{Bits, Direction, Maze};

use super::Detector;

/// The boxes that move in no solution of a position whose player is in `region`.
pub fn immobile<const W: usize>(
    maze: &Maze<W>,
    detector: &Detector<W>,
    dead: &Bits<W>,
    boxes: &Bits<W>,
    region: &Bits<W>,
) -> Bits<W> {
    let mut left = *boxes;
    let mut region = *region;
    loop {
        let open = maze.floor().without(&left).without(dead);
        let mut gone: Bits<W> = Bits::EMPTY;
        for direction in Direction::ALL {
            let ready = left & maze.shift(&region, direction) & maze.shift(&open, direction.opposite());
            for square in ready.without(&gone).iter() {
                let after = maze.push(&left, square, direction);
                if !detector.frozen_by_push(maze, &after.boxes, maze.next(square, direction)) {
                    gone.insert(square);
                }
            }
        }
        if gone.is_empty() {
            return left;
        }
        left = left.without(&gone);
        region = maze.flood(&maze.floor().without(&left), region | gone);
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::{super::Rules, *};
    use crate::dead_squares;

    /// The columns and rows of the boxes of a level that never move again.
    fn held(text: &str) -> Vec<(usize, usize)> {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<2>::new(&level);
        let start = maze.start(&level);
        let dead = Bits::from_set(&dead_squares(&level));
        let region = maze.region(&start.boxes, start.player);
        let left = immobile(&maze, &Detector::new(&level, &Rules::default()), &dead, &start.boxes, &region);
        left.iter().map(|square| level.coordinates(square)).collect()
    }

    #[test]
    fn a_box_that_the_player_never_gets_behind_is_held() {
        // The box in the door could only be pushed into the closet, where it is lost.
        let closet = "########\n#@     #\n#  $   #\n#  . . #\n###$####\n### ####\n########";
        assert_eq!(held(closet), [(3, 4)]);
        let open = "########\n#@     #\n#  $ . #\n#  $ . #\n#      #\n########";
        assert_eq!(held(open), []);
    }

    #[test]
    fn a_box_is_free_once_another_makes_way() {
        // The player gets behind the second box through the door that the first one leaves.
        let rooms = "##########\n#   #    #\n#@  $  $ #\n#   #  ..#\n#   #    #\n##########";
        assert_eq!(held(rooms), []);
    }
}
