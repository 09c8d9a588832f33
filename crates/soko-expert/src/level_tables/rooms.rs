//! Room connectivity: how many ways from room to room the boxes bar.
//!
//! Two rooms are *joined* if one can walk from one to the other without crossing a third. Boxes bar the passage if no
//! free square of the first room leads, through the first room and what lies between rooms, to the second. The
//! number of barred passages is a feature of Shoham and Schaeffer's FESS (2020): the player's reach counts components of
//! free squares, this one counts ways that are lost even if a detour exists.

use soko_analysis::Rooms;
use soko_core::{Bits, Direction, Level, Maze, Square};

/// With more rooms passages are not looked at: every two of them may have one.
const MOST_ROOMS: usize = 24;

/// The rooms of a level and the passages between them.
pub struct Passages<const W: usize> {
    rooms: Vec<Bits<W>>,
    passages: Vec<Passage<W>>,
}

/// A way between two rooms.
pub struct Passage<const W: usize> {
    first: Bits<W>,
    second: Bits<W>,
    /// Both rooms and everything that is in no room.
    area: Bits<W>,
}

impl<const W: usize> Passage<W> {
    /// Both rooms and everything between rooms.
    pub const fn area(&self) -> &Bits<W> {
        &self.area
    }

    /// Where one gets from the first room, and whether that is into the second.
    #[inline]
    pub fn flow(&self, maze: &Maze<W>, free: &Bits<W>) -> (Bits<W>, bool) {
        let free = self.area & *free;
        let from = self.first & free;
        if from.is_empty() {
            return (from, false);
        }
        let flow = maze.flood(&free, from);
        (flow, !(flow & self.second).is_empty())
    }

    /// The flow once one more square is free.
    #[inline]
    pub fn more_flow(
        &self,
        maze: &Maze<W>,
        free: &Bits<W>,
        (flow, open): (Bits<W>, bool),
        freed: Square,
    ) -> (Bits<W>, bool) {
        let touched = self.first.contains(freed)
            || Direction::ALL.into_iter().any(|direction| flow.contains(maze.next(freed, direction)));
        if !touched || !self.area.contains(freed) {
            return (flow, open);
        }
        let free = self.area & *free;
        let mut more = flow;
        more.insert(freed);
        let beyond = Direction::ALL.map(|direction| maze.next(freed, direction));
        if beyond.iter().any(|&beyond| free.contains(beyond) && !more.contains(beyond)) {
            more = maze.flood(&free, more);
        }
        (more, !(more & self.second).is_empty())
    }
}

impl<const W: usize> Passages<W> {
    /// Finds rooms and passages.
    pub fn new(level: &Level, maze: &Maze<W>) -> Self {
        let rooms: Vec<Bits<W>> = Rooms::new(level).rooms().iter().map(Bits::from_set).collect();
        let between = rooms.iter().fold(*maze.floor(), Bits::without);
        let mut passages = Vec::new();
        if rooms.len() > MOST_ROOMS {
            return Self { rooms, passages };
        }
        for (i, first) in rooms.iter().enumerate() {
            for second in &rooms[i + 1..] {
                let area = *first | *second | between;
                if !(maze.flood(&area, *first) & *second).is_empty() {
                    passages.push(Passage { first: *first, second: *second, area });
                }
            }
        }
        Self { rooms, passages }
    }

    /// The passages.
    pub fn iter(&self) -> impl Iterator<Item = &Passage<W>> {
        self.passages.iter()
    }

    /// How many passages these boxes bar.
    pub fn barred(&self, maze: &Maze<W>, boxes: &Bits<W>) -> u8 {
        let free = maze.floor().without(boxes);
        self.passages.iter().filter(|passage| !passage.flow(maze, &free).1).count().min(255) as u8
    }

    /// The room a square is in.
    pub fn room_of(&self, square: Square) -> Option<usize> {
        self.rooms.iter().position(|room| room.contains(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rooms with a door between them, and a third behind another.
    const BOARD: &str = "###############\n#     #   #   #\n#@ $        . #\n#  $  #   # . #\n###############";

    fn with_passages(test: impl FnOnce(&Passages<2>, &Maze<2>, &dyn Fn(usize, usize) -> Square)) {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::new(&level);
        test(&Passages::new(&level, &maze), &maze, &|x, y| level.square_at(x, y).unwrap());
    }

    #[test]
    fn rooms_that_one_can_walk_between_are_joined() {
        with_passages(|passages, _, at| {
            let rooms =
                [at(1, 1), at(7, 1), at(13, 3)].map(|square| passages.room_of(square).expect("a room"));
            assert!(rooms[0] != rooms[1] && rooms[1] != rooms[2] && rooms[0] != rooms[2], "{rooms:?}");
            assert_eq!(passages.room_of(at(6, 2)), None, "a door is in no room");
            assert_eq!(passages.iter().count(), 2, "not from the first to the last, past the second");
        });
    }

    #[test]
    fn boxes_in_doors_bar_passages() {
        with_passages(|passages, maze, at| {
            let barred = |squares: &[Square]| passages.barred(maze, &squares.iter().copied().collect());
            assert_eq!(barred(&[]), 0);
            assert_eq!(barred(&[at(3, 2), at(3, 3)]), 0, "there is room beside them");
            assert_eq!(barred(&[at(6, 2)]), 1);
            assert_eq!(barred(&[at(6, 2), at(10, 2)]), 2);
            assert_eq!(barred(&[at(5, 2)]), 1, "before the door is as good as in it");
            let filled: Bits<2> = (11..14).flat_map(|x| (1..4).map(move |y| at(x, y))).collect();
            assert_eq!(passages.barred(maze, &filled), 1, "a room without a free square");
        });
    }

    #[test]
    fn one_more_free_square_gives_the_flow_as_from_scratch() {
        with_passages(|passages, maze, at| {
            let boxes: Bits<2> =
                [at(6, 2), at(10, 2), at(5, 2), at(7, 2), at(2, 1), at(8, 2)].into_iter().collect();
            let free = maze.floor().without(&boxes);
            for passage in passages.iter() {
                for freed in boxes.iter() {
                    let mut more = free;
                    more.insert(freed);
                    let expected = passage.flow(maze, &more);
                    let found = passage.more_flow(maze, &more, passage.flow(maze, &free), freed);
                    assert_eq!(found, expected, "{freed:?}");
                }
            }
        });
    }
}
