//! Squares of a level and sets of them.
//!
//! A [`Square`] numbers the cells of the level's inner rectangle row by row, with one wall column
//! between two rows: `square = row · stride + column`, `stride = inner width + 1`. That one column is the
//! right border of a row and the left border of the next, so a step is one addition and a step off the
//! board lands on a wall or outside the number range, where no set contains anything.

use std::slice;

/// The number of one cell of a level. See the module documentation for the geometry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(pub u16);

impl Square {
    /// As an index into tables by square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `offset` further on. Outside the board the result is in no set.
    #[inline]
    #[must_use]
    pub const fn offset(self, offset: i16) -> Self {
        Self(self.0.wrapping_add_signed(offset))
    }
}

/// A set of squares of one level, as wide as that level needs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SquareSet {
    words: Box<[u64]>,
}

impl SquareSet {
    /// An empty set that can hold squares below `squares`.
    pub fn new(squares: usize) -> Self {
        Self { words: vec![0; squares.div_ceil(64).max(1)].into() }
    }

    /// Is the square in the set? False for any square off the board.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words.get(square.index() / 64).is_some_and(|word| word >> (square.index() % 64) & 1 == 1)
    }

    /// Adds a square.
    ///
    /// # Panics
    /// If the square is not of this level.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.words[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    ///
    /// # Panics
    /// If the square is not of this level.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.words[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// How many squares.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// No square at all?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Is every square of this set in `other`, too?
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// How many squares are in both sets.
    pub fn common(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The squares in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        iterate(&self.words)
    }

    /// The words behind the set, least square first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Squares of the set bits in rising order.
#[inline]
pub(crate) fn iterate(words: &[u64]) -> Squares<'_> {
    Squares { left: 0, next: 0, words: words.iter() }
}

/// A type of its own, not adaptors around closures: it is compiled into every loop over squares there is.
#[derive(Clone, Debug)]
pub(crate) struct Squares<'a> {
    /// What is left of the word before the next one.
    left: u64,
    /// The first square of the next word.
    next: u32,
    words: slice::Iter<'a, u64>,
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.left == 0 {
            self.left = *self.words.next()?;
            self.next += 64;
        }
        let square = self.next - 64 + self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some(Square(square as u16))
    }
}
