//! Bitboards of a width known at compile time.
//!
//! `Bits<W>` is a set of squares in `W` machine words, kept in registers where `W` is small. It is the
//! working form of [`Maze`](crate::Maze); [`SquareSet`] is the form for everything that
//! does not count nanoseconds.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use crate::{
    Square,
    square::{SquareSet, iterate},
};

/// A set of squares below `64 · W`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<Square> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut bits = Self::EMPTY;
        squares.into_iter().for_each(|square| bits.insert(square));
        bits
    }
}

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);

    /// One square.
    #[inline]
    pub fn single(square: Square) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(square);
        bits
    }

    /// The same squares as `set`.
    ///
    /// # Panics
    /// If the set is wider than `W` words.
    pub fn from_set(set: &SquareSet) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[..set.words().len()].copy_from_slice(set.words());
        bits
    }

    /// Is the square in the set? False for any square off the board.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0.get(square.index() / 64).is_some_and(|word| word >> (square.index() % 64) & 1 == 1)
    }

    /// Adds a square of the level.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square of the level out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// No square at all?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many squares.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// The lowest square.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        iterate(&self.0)
    }

    /// The squares of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        self
    }

    /// Is every square of this set in `other`, too?
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// Every square `n` further up; what leaves the top is gone.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "two words of the source make one of the result")]
    #[must_use]
    pub fn up(&self, n: u32) -> Self {
        let mut out = [0; W];
        if n < 64 {
            // `n` is at least 1 here: it is 1 or a stride.
            out[0] = self.0[0] << n;
            for i in 1..W {
                out[i] = self.0[i] << n | self.0[i - 1] >> (64 - n);
            }
        } else {
            let (words, n) = ((n / 64) as usize, n % 64);
            for i in words..W {
                let carried = if n > 0 && i > words { self.0[i - words - 1] >> (64 - n) } else { 0 };
                out[i] = self.0[i - words] << n | carried;
            }
        }
        Self(out)
    }

    /// Every square `n` further down; what leaves the bottom is gone.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "two words of the source make one of the result")]
    #[must_use]
    pub fn down(&self, n: u32) -> Self {
        let mut out = [0; W];
        if n < 64 {
            for i in 0..W - 1 {
                out[i] = self.0[i] >> n | self.0[i + 1] << (64 - n);
            }
            out[W - 1] = self.0[W - 1] >> n;
        } else {
            let (words, n) = ((n / 64) as usize, n % 64);
            for i in words..W {
                let carried = if n > 0 && i + 1 < W { self.0[i + 1] << (64 - n) } else { 0 };
                out[i - words] = self.0[i] >> n | carried;
            }
        }
        Self(out)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl<const W: usize> $assign_trait for Bits<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                for (a, b) in self.0.iter_mut().zip(&other.0) {
                    *a $op b;
                }
            }
        }

        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign &=);
operator!(BitOr bitor BitOrAssign bitor_assign |=);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^=);

#[cfg(test)]
mod tests {
    use super::*;

    /// Shifts square by square, as the definition says.
    fn slow(bits: Bits<3>, offset: i32) -> Bits<3> {
        let mut out = Bits::EMPTY;
        for square in bits.iter() {
            let to = i32::from(square.0) + offset;
            if (0..192).contains(&to) {
                out.insert(Square(u16::try_from(to).unwrap()));
            }
        }
        out
    }

    #[test]
    fn shifts_cross_words_and_fall_off_the_ends() {
        let bits = Bits([0x8000_0000_0000_0001, 0xdead_beef_0123_4567, 0x8000_0000_0000_0003]);
        for n in (1..64).chain([64, 65, 81, 127, 128, 130, 191]) {
            assert_eq!(bits.up(n), slow(bits, n as i32), "up {n}");
            assert_eq!(bits.down(n), slow(bits, -(n as i32)), "down {n}");
        }
    }
}
