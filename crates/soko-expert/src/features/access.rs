//! Access: does a move let the player stand at a box where it could not stand before, with room to move that box?

use soko_core::{Bits, Direction, Maze, Motion};

/// Does a move give access to a box that rests? Boxes and region before and after it are given.
pub(crate) fn gives_access<const W: usize, M: Motion>(
    maze: &Maze<W>,
    (boxes_before, before): (&Bits<W>, &Bits<W>),
    (boxes, region): (&Bits<W>, &Bits<W>),
) -> bool {
    let gained = region.without(before).without(boxes_before);
    if gained.is_empty() {
        return false;
    }
    let resting = *boxes & *boxes_before;
    let free = maze.floor().without(boxes);
    Direction::ALL.into_iter().any(|direction| {
        // Boxes beside a square gained, the box one step ahead in the direction.
        let beside = resting & maze.shift(&gained, direction);
        let room = if M::BACKWARD {
            // The player stands one step behind and needs one more.
            maze.shift(&maze.shift(&free, direction), direction)
        } else {
            maze.shift(&free, direction.opposite())
        };
        !(beside & room).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Pulling, Pushing, Square};

    use super::*;

    /// Moves one box and asks for access, for pushes and for pulls.
    fn access(text: &str, from: (usize, usize), to: (usize, usize)) -> [bool; 2] {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let square = |(x, y)| -> Square { level.square_at(x, y).unwrap() };
        let mut boxes = start.boxes;
        boxes.remove(square(from));
        boxes.insert(square(to));
        let before = (&start.boxes, &maze.region(&start.boxes, start.player));
        let after = (&boxes, &maze.region(&boxes, start.player));
        [gives_access::<1, Pushing>(&maze, before, after), gives_access::<1, Pulling>(&maze, before, after)]
    }

    #[test]
    fn opening_a_door_gives_access_to_the_box_behind_it() {
        // The box in the door goes one to the right and up: the player gets to the left of the other box.
        let open = "########\n#  #   #\n#@ $ $ #\n#  #  .#\n#  # . #\n########";
        assert_eq!(access(open, (3, 2), (4, 1)), [true, true]);
        // Behind the other box is a wall: it can be pulled, not pushed.
        let wall = "########\n#  # ###\n#@ $ $##\n#. #.###\n########";
        assert_eq!(access(wall, (3, 2), (4, 1)), [false, true]);
    }

    #[test]
    fn a_move_that_gains_no_ground_gives_no_access() {
        let text = "#######\n#     #\n#@$ $ #\n#  .. #\n#######";
        assert_eq!(access(text, (2, 2), (3, 2)), [false, false]);
    }
}
