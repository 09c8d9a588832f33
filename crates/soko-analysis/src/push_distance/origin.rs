//! How many pushes a lone box has behind it: distances *from* chosen squares, as a search with pulls needs them.
//!
//! A search that runs backwards from the solved positions asks of each box how far it is from where it stood at the
//! start. A breadth-first search with pushes from each of these squares answers it for every (square, group). The
//! player's side at the start is known, so only its group is a source: a box that the player cannot get behind
//! has not moved at all.
//!
//! **Admissible.** In any game that leads from the start to a position, a box that came from a square made a lone box's
//! walk through (square, group) pairs; other boxes only take possibilities away.
//!
//! **Consistent.** A pull is a push undone, so an entry falls by at most one with each pull.

use soko_core::{Bits, Direction, Maze, Square};

use super::{PushDistances, UNREACHABLE};
use crate::Sides;

impl<const W: usize> PushDistances<W> {
    /// Distances from the squares of boxes at the start, when the player stood on `player`.
    ///
    /// A column stands for a square of origin; [`ways`](Self::ways), which are about pushes to goals, are empty.
    pub fn from(maze: &Maze<W>, origins: &Bits<W>, player: Square) -> Self {
        let sides = Sides::of(maze);
        let mut distances = Self::blank(maze, &sides, origins.iter().collect());
        for origin in 0..distances.goals.len() {
            distances.push_from(maze, &sides, origin, player);
        }
        distances
    }

    /// Breadth-first search with pushes from one square of origin.
    fn push_from(&mut self, maze: &Maze<W>, sides: &Sides, origin: usize, player: Square) {
        let square = self.goals[origin];
        let spot = self.spots[square.index()];
        let group = if spot.groups <= 1 { 0 } else { self.group(spot, player) };
        self.set(square, group, origin, 0);
        let mut wave = vec![(square, group)];
        let mut next = Vec::new();
        let mut pushes = 0;
        while !wave.is_empty() {
            pushes += 1;
            for (square, group) in wave.drain(..) {
                for side in Direction::ALL {
                    let to = maze.next(square, side.opposite());
                    if sides.group(square, side) != Some(group) || !maze.floor().contains(to) {
                        continue;
                    }
                    // The player follows the box and stands on the same side of it.
                    if let Some(group) = sides.group(to, side)
                        && self.get(to, group, origin) == UNREACHABLE
                    {
                        self.set(to, group, origin, pushes);
                        next.push((to, group));
                    }
                }
            }
            std::mem::swap(&mut wave, &mut next);
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    #[test]
    fn equal_to_the_distances_to_that_square_wherever_the_player_ends() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n########",
            "##########\n#   #  . #\n# $    . #\n# @ #    #\n##########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#    ####\n#.##   #\n#    # #\n########",
        ];
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let squares: Vec<_> = level.floor().iter().collect();
            let there: Vec<_> =
                squares.iter().map(|&square| PushDistances::to(&maze, vec![square])).collect();
            for &origin in &squares {
                for player in level.floor().iter().filter(|&player| player != origin) {
                    let away = PushDistances::from(&maze, &Bits::single(origin), player);
                    for (&square, there) in squares.iter().zip(&there) {
                        let there = there.row(origin, player)[0];
                        assert_eq!(
                            away.best(square).next(),
                            Some(there),
                            "{origin:?} {player:?} {square:?}\n{text}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn in_a_door_the_side_of_the_player_counts() {
        let level = Level::parse("########\n#@ $ # #\n#### . #\n#    # #\n########").unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let square = |x, y| level.square_at(x, y).unwrap();
        let distances = PushDistances::from(&maze, &start.boxes, start.player);
        // One push to the right; then the player is on its left and on no other side.
        assert_eq!(distances.row(square(4, 1), square(1, 1)), [1]);
        assert_eq!(distances.row(square(4, 1), square(4, 3)), [UNREACHABLE]);
    }
}
