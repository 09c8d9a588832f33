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

use soko_core::{Bits, Maze, Meter, Square, Stopped, meter::erased};

use super::{PushDistances, graph::Graph};

impl PushDistances {
    /// Distances from the squares of boxes at the start, when the player stood on `player`, within limits.
    ///
    /// A column stands for a square of origin; [`ways`](Self::ways), which are about pushes to goals, are empty.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn from<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        origins: &Bits<W>,
        player: Square,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        erased(meter, |meter| Self::from_each(maze, origins, player, meter))
    }

    #[inline(never)]
    fn from_each<const W: usize>(
        maze: &Maze<W>,
        origins: &Bits<W>,
        player: Square,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<Self, Stopped> {
        let mut distances = Self::blank(maze, origins.iter().collect(), meter)?;
        let sources: Vec<Vec<u32>> = origins
            .iter()
            .map(|origin| {
                let group = distances.sides.group_of(origin, player);
                vec![distances.first_row[origin.index()] + u32::from(group)]
            })
            .collect();
        let graph = Graph::of_pushes(maze, &distances);
        graph.spread(&sources, &mut distances.rows, meter)?;
        Ok(distances)
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Unlimited};
    use soko_testing::boards::SMALL;

    use super::{super::UNREACHABLE, *};

    #[test]
    fn equal_to_the_distances_to_that_square_wherever_the_player_ends() {
        for text in SMALL {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let squares: Vec<_> = level.floor().iter().collect();
            let there: Vec<_> = squares
                .iter()
                .map(|&square| {
                    let Ok(distances) = PushDistances::to(&maze, vec![square], &mut Unlimited);
                    distances
                })
                .collect();
            for &origin in &squares {
                for player in level.floor().iter().filter(|&player| player != origin) {
                    let Ok(away) = PushDistances::from(&maze, &Bits::single(origin), player, &mut Unlimited);
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
        let Ok(distances) = PushDistances::from(&maze, &start.boxes, start.player, &mut Unlimited);
        // One push to the right; then the player is on its left and on no other side.
        assert_eq!(distances.row(square(4, 1), square(1, 1)), [1]);
        assert_eq!(distances.row(square(4, 1), square(4, 3)), [UNREACHABLE]);
    }
}
