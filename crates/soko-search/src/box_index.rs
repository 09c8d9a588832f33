//! Box sets in as few bits as they need.
//!
//! Bitboards number every square of the inner rectangle, walls included, because that makes shifts cheap.
//! Stored positions need no shifts: here only the squares on which a box can ever stand get a number. Most
//! small levels fit in 32 or 64 bits then, whatever the shape of their walls.

use soko_core::{Bits, Direction, Level, Maze, Square, zobrist};

/// A numbering of the squares that boxes can reach.
#[derive(Clone, Debug)]
pub struct BoxIndex {
    number: Vec<u16>,
    square: Vec<Square>,
}

impl BoxIndex {
    /// Numbers the squares that boxes of the level may come to stand on if none is ever pushed to `forbidden`.
    pub fn new<const W: usize>(level: &Level, maze: &Maze<W>, forbidden: &Bits<W>) -> Self {
        let mut seen = maze.start(level).boxes;
        let mut square: Vec<Square> = seen.iter().collect();
        let mut next = 0;
        while let Some(&from) = square.get(next) {
            next += 1;
            for direction in Direction::ALL {
                let to = maze.next(from, direction);
                let pushable = maze.floor().contains(to)
                    && maze.floor().contains(maze.next(from, direction.opposite()))
                    && !forbidden.contains(to);
                if pushable && !seen.contains(to) {
                    seen.insert(to);
                    square.push(to);
                }
            }
        }
        Self::of(&seen)
    }

    /// Numbers these squares.
    pub fn of<const W: usize>(squares: &Bits<W>) -> Self {
        let square: Vec<Square> = squares.iter().collect();
        let mut number = vec![0; 64 * W];
        for (i, square) in square.iter().enumerate() {
            number[square.index()] = i as u16;
        }
        Self { number, square }
    }

    /// How many 32-bit words a set takes.
    pub fn words(&self) -> usize {
        self.square.len().div_ceil(32).max(1)
    }

    /// The packed set in the low words of the result, and the key of its boxes.
    #[inline]
    pub fn pack<const W: usize>(&self, boxes: &Bits<W>) -> (Bits<W>, u64) {
        let mut packed = Bits::EMPTY;
        let mut key = 0;
        for square in boxes.iter() {
            packed.insert(Square(self.number[square.index()]));
            key ^= zobrist::box_key(square);
        }
        (packed, key)
    }

    /// The squares of a packed set.
    #[inline]
    pub fn unpack<const W: usize>(&self, words: &[u32]) -> Bits<W> {
        let mut boxes = Bits::EMPTY;
        for square in self.squares(words) {
            boxes.insert(square);
        }
        boxes
    }

    /// The squares of a packed set, in rising order.
    #[inline]
    pub fn squares(&self, words: &[u32]) -> impl Iterator<Item = Square> {
        words.iter().enumerate().flat_map(move |(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < 32).then(|| self.square[32 * i + bit as usize])
            })
        })
    }
}
