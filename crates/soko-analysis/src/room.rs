//! Rooms: the parts of the floor in which boxes can pass each other.
//!
//! A *room* is a connected union of blocks of 2 × 3 free squares, lying or standing: the smallest shape in which a
//! player can get round a box. What is left over are the ways between rooms: doors, corridors, niches. Rooms are the
//! units of "room connectivity" in the FESS solver (Yaron Shoham and Jonathan Schaeffer 2020); the 2 × 3 blocks are
//! theirs. They leave open what holds blocks together; here two covered squares that are neighbours are in one room, so
//! two halls that touch along a wall without a door are one.
//!
//! A room says something about the walls alone; boxes may still divide it. Cost: one look at every square for every
//! block and one flood per room.

use soko_core::{Direction, Level, Square, SquareSet};

/// The rooms of a level.
#[derive(Clone, Debug)]
pub struct Rooms {
    rooms: Vec<SquareSet>,
    /// The room of every square, or [`OUTSIDE`].
    room_of: Vec<u16>,
}

/// The square is in no room.
const OUTSIDE: u16 = u16::MAX;

/// Right and down: the sides of a lying block of 2 × 3, in steps from its first square.
const LYING: (usize, usize) = (3, 2);
/// The same of a standing block.
const STANDING: (usize, usize) = (2, 3);

impl Rooms {
    /// Finds the rooms of a level, ordered by their first squares.
    pub fn new(level: &Level) -> Self {
        let mut covered = SquareSet::new(level.squares());
        for first in level.floor().iter() {
            for shape in [LYING, STANDING] {
                let block = block(level, first, shape);
                if block.iter().all(|&square| level.floor().contains(square)) {
                    for square in block {
                        covered.insert(square);
                    }
                }
            }
        }
        let mut rooms: Vec<SquareSet> = Vec::new();
        let mut room_of = vec![OUTSIDE; level.squares()];
        for first in covered.iter() {
            if room_of[first.index()] != OUTSIDE {
                continue;
            }
            let number = rooms.len() as u16;
            let mut room = SquareSet::new(level.squares());
            let mut stack = vec![first];
            room_of[first.index()] = number;
            while let Some(square) = stack.pop() {
                room.insert(square);
                for direction in Direction::ALL {
                    let next = level.next(square, direction);
                    if covered.contains(next) && room_of[next.index()] == OUTSIDE {
                        room_of[next.index()] = number;
                        stack.push(next);
                    }
                }
            }
            rooms.push(room);
        }
        Self { rooms, room_of }
    }

    /// The rooms.
    pub fn rooms(&self) -> &[SquareSet] {
        &self.rooms
    }

    /// The number of the room a square is in, as an index into [`rooms`](Self::rooms); `None` between rooms.
    pub fn room_of(&self, square: Square) -> Option<usize> {
        self.room_of.get(square.index()).filter(|&&room| room != OUTSIDE).map(|&room| usize::from(room))
    }
}

/// The six squares of a block; those off the board are in no set.
fn block(level: &Level, first: Square, (wide, high): (usize, usize)) -> Vec<Square> {
    let mut squares = Vec::with_capacity(wide * high);
    let mut row = first;
    for _ in 0..high {
        let mut square = row;
        for _ in 0..wide {
            squares.push(square);
            square = level.next(square, Direction::Right);
        }
        row = level.next(row, Direction::Down);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The floor with rooms as digits and what is between as `-`.
    fn map(text: &str) -> String {
        let level = Level::parse(text).unwrap();
        let rooms = Rooms::new(&level);
        let row = |(y, line): (usize, &str)| -> String {
            let cell = |(x, c): (usize, char)| match level.square_at(x, y) {
                None => c,
                Some(square) => rooms.room_of(square).map_or('-', |room| char::from(b'0' + room as u8)),
            };
            line.chars().enumerate().map(cell).collect()
        };
        text.lines().enumerate().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn two_rooms_and_a_passage() {
        assert_eq!(
            map("##########\n#   ##   #\n#@  $  . #\n##########"),
            "##########\n#000##111#\n#000--111#\n##########"
        );
    }

    #[test]
    fn four_squares_are_no_room_and_a_niche_is_outside() {
        assert_eq!(map("####\n#@ #\n#$.#\n####"), "####\n#--#\n#--#\n####");
        assert_eq!(map("#####\n## ##\n# $ #\n#@ .#\n#####"), "#####\n##-##\n#000#\n#000#\n#####");
    }

    #[test]
    fn halls_that_touch_are_one_room() {
        assert_eq!(map("######\n#@ ###\n#$   #\n#.   #\n######"), "######\n#00###\n#0000#\n#0000#\n######");
    }
}
