//! The sides of a lone box: which of its four neighbours are connected around it.
//!
//! Put one box on an otherwise empty board. Its free neighbours fall into groups such that the player can
//! walk between two neighbours of a group without moving the box. In the open there is one group; in a
//! door there are two, and which one the player is in decides what the box can do. Push distances, dead
//! squares and patterns are all functions of (square, side).
//!
//! Cost: most squares are settled by their eight neighbours alone. If the free neighbours are linked through
//! the ring around the box, they form one group; only otherwise the board is flooded, at most three times.

use soko_core::{Bits, Direction, Level, Maze, Square, with_maze};

/// For every floor square and direction: the group of the neighbour in that direction.
#[derive(Clone, Debug)]
pub struct Sides {
    groups: Vec<[u8; 4]>,
}

/// The neighbour is no floor.
const BLOCKED: u8 = u8::MAX;

impl Sides {
    /// Computes the groups of all squares of a level.
    pub fn new(level: &Level) -> Self {
        with_maze!(level, |maze| Self::of(&maze))
    }

    /// Computes the groups of all squares of a maze.
    pub fn of<const W: usize>(maze: &Maze<W>) -> Self {
        let mut groups = vec![[BLOCKED; 4]; 64 * W];
        for square in maze.floor().iter() {
            groups[square.index()] = around(maze, square);
        }
        Self { groups }
    }

    /// How many groups the neighbours of a square form.
    pub fn count(&self, square: Square) -> u8 {
        let groups = self.groups[square.index()];
        groups.into_iter().filter(|&group| group != BLOCKED).max().map_or(0, |last| last + 1)
    }

    /// The group (0 to 3) of the neighbour of `square` in `direction`; `None` if no player can stand there.
    #[inline]
    pub fn group(&self, square: Square, direction: Direction) -> Option<u8> {
        Some(self.groups[square.index()][direction as usize]).filter(|&group| group != BLOCKED)
    }

    /// Can the player walk from one neighbour to the other around a lone box on `square`?
    #[inline]
    pub fn connected(&self, square: Square, a: Direction, b: Direction) -> bool {
        self.group(square, a).is_some_and(|group| self.group(square, b) == Some(group))
    }
}

fn around<const W: usize>(maze: &Maze<W>, square: Square) -> [u8; 4] {
    let next = Direction::ALL.map(|d| maze.next(square, d));
    let free = next.map(|n| maze.floor().contains(n));
    let mut groups = [BLOCKED; 4];
    if maze.linked_around(maze.floor(), square) {
        for (group, _) in groups.iter_mut().zip(free).filter(|(_, free)| *free) {
            *group = 0;
        }
        return groups;
    }
    let open = maze.floor().without(&Bits::single(square));
    let mut count = 0;
    for i in 0..4 {
        if free[i] && groups[i] == BLOCKED {
            let region = maze.flood(&open, Bits::single(next[i]));
            for j in i..4 {
                if free[j] && region.contains(next[j]) {
                    groups[j] = count;
                }
            }
            count += 1;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_has_two_sides_the_open_floor_one() {
        let level = Level::parse("#######\n#  #  #\n#@ $ .#\n#  #  #\n#######").unwrap();
        let sides = Sides::new(&level);
        let door = level.square_at(3, 2).unwrap();
        assert!(!sides.connected(door, Direction::Left, Direction::Right));
        assert_eq!(sides.group(door, Direction::Up), None);
        let open = level.square_at(2, 2).unwrap();
        assert!(sides.connected(open, Direction::Up, Direction::Left));
        assert!(!sides.connected(open, Direction::Up, Direction::Right));
    }

    #[test]
    fn a_way_round_joins_the_sides() {
        let level = Level::parse("#######\n#@$.  #\n# ### #\n#     #\n#######").unwrap();
        let sides = Sides::new(&level);
        assert!(sides.connected(level.square_at(2, 1).unwrap(), Direction::Left, Direction::Right));
    }
}
