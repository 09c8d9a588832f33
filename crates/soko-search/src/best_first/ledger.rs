//! What best-first search notes about a position: the cost so far, the estimate, and whether it is done with.
//!
//! Counting pushes alone, all of it fits in one word: 16 bits of pushes, 15 of estimate, one flag. Otherwise three
//! words: both counts of the cost, and estimate with flag. An estimate too large for its field is stored
//! as the largest number that fits, which is still a lower bound.

use crate::metric::Cost;

/// Notes about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// Cost of the best way known.
    pub(crate) cost: Cost,
    /// Estimate of what is left.
    pub(crate) estimate: u32,
    /// Expanded, or proven lost.
    pub(crate) closed: bool,
}

/// How notes are laid out in words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ledger {
    /// One word.
    Narrow,
    /// Three words.
    Wide,
}

const ESTIMATE: u32 = (1 << 15) - 1;
const CLOSED: u32 = 1 << 15;

impl Ledger {
    /// Words per note.
    pub(crate) const fn words(self) -> usize {
        match self {
            Self::Narrow => 1,
            Self::Wide => 3,
        }
    }

    /// Can this cost be noted?
    #[inline]
    pub(crate) const fn holds(self, cost: Cost) -> bool {
        match self {
            Self::Narrow => cost.first <= u16::MAX as u32,
            Self::Wide => cost.first < u32::MAX && cost.second < u32::MAX,
        }
    }

    /// Reads a note.
    #[inline]
    pub(crate) fn read(self, words: &[u32]) -> Note {
        let estimate = words[0] & ESTIMATE;
        let closed = words[0] & CLOSED != 0;
        let cost = match self {
            Self::Narrow => Cost { first: words[0] >> 16, second: 0 },
            Self::Wide => Cost { first: words[1], second: words[2] },
        };
        Note { cost, estimate, closed }
    }

    /// Writes a note.
    #[inline]
    pub(crate) fn write(self, words: &mut [u32], note: Note) {
        let flag = if note.closed { CLOSED } else { 0 };
        words[0] = note.estimate.min(ESTIMATE) | flag;
        match self {
            Self::Narrow => words[0] |= note.cost.first << 16,
            Self::Wide => (words[1], words[2]) = (note.cost.first, note.cost.second),
        }
    }
}
