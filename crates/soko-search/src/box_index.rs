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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_that_boxes_can_be_pushed_to_are_numbered() {
        let level = Level::parse("#######\n#@$ . #\n#     #\n#######").unwrap();
        let maze = Maze::<1>::new(&level);
        let at = |x, y| level.square_at(x, y).unwrap();
        let row: Vec<Square> = (1..6).map(|x| at(x, 1)).collect();
        assert_eq!(
            BoxIndex::new(&level, &maze, &Bits::EMPTY).square,
            row,
            "along the wall it stays in its row"
        );
        let wall = Bits::single(at(4, 1));
        assert_eq!(BoxIndex::new(&level, &maze, &wall).square, row[..3], "not beyond what is forbidden");
        let corner = Level::parse("#####\n#$ .#\n#@  #\n#####").unwrap();
        let maze = Maze::<1>::new(&corner);
        assert_eq!(BoxIndex::new(&corner, &maze, &Bits::EMPTY).square.len(), 1, "stuck, but there");
    }

    #[test]
    fn sets_take_a_bit_for_each_square() {
        let words = |squares: u16| BoxIndex::of::<2>(&(0..squares).map(Square).collect()).words();
        assert_eq!([0, 1, 32, 33, 64, 65].map(words), [1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let squares: Bits<3> = (0..60).map(|i| Square(3 * i + 1)).collect();
        let index = BoxIndex::of(&squares);
        let boxes: Bits<3> = [0, 31, 32, 33, 59].map(|i| Square(3 * i + 1)).into_iter().collect();
        let (packed, key) = index.pack(&boxes);
        assert_eq!(packed.iter().map(|square| square.0).collect::<Vec<_>>(), [0, 31, 32, 33, 59]);
        assert_eq!(key, boxes.iter().fold(0, |key, square| key ^ zobrist::box_key(square)));
        let words = [packed.0[0] as u32, (packed.0[0] >> 32) as u32];
        assert_eq!(index.unpack::<3>(&words), boxes);
        assert!(index.squares(&words).is_sorted());
        assert_eq!(index.squares(&[0, 0]).count(), 0);
    }
}
