//! What best-first search records of a position: the cost so far, the estimate, and whether it is done with.
//!
//! Counting pushes alone, all of it fits in one word: 16 bits of pushes, 15 of estimate, one flag. Otherwise three
//! words: both counts of the cost, and estimate with flag. An estimate too large for its field is stored
//! as the largest number that fits, which is still a lower bound.

use soko_solver::metric::Cost;

/// What is known of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeRecord {
    /// Cost of the best way known.
    pub(crate) cost: Cost,
    /// Estimate of what is left.
    pub(crate) estimate: u32,
    /// Expanded, or proven lost.
    pub(crate) closed: bool,
}

/// How records are laid out in words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordLayout {
    /// One word.
    Narrow,
    /// Three words.
    Wide,
}

const ESTIMATE: u32 = (1 << 15) - 1;
const CLOSED: u32 = 1 << 15;

impl RecordLayout {
    /// Words per record.
    pub(crate) const fn words(self) -> usize {
        match self {
            Self::Narrow => 1,
            Self::Wide => 3,
        }
    }

    /// Can this cost be recorded?
    #[inline]
    pub(crate) const fn holds(self, cost: Cost) -> bool {
        match self {
            Self::Narrow => cost.first <= u16::MAX as u32,
            Self::Wide => cost.first < u32::MAX && cost.second < u32::MAX,
        }
    }

    /// Reads a record.
    #[inline]
    pub(crate) fn read(self, words: &[u32]) -> NodeRecord {
        let estimate = words[0] & ESTIMATE;
        let closed = words[0] & CLOSED != 0;
        let cost = match self {
            Self::Narrow => Cost { first: words[0] >> 16, second: 0 },
            Self::Wide => Cost { first: words[1], second: words[2] },
        };
        NodeRecord { cost, estimate, closed }
    }

    /// Writes a record.
    #[inline]
    pub(crate) fn write(self, words: &mut [u32], record: NodeRecord) {
        let flag = if record.closed { CLOSED } else { 0 };
        words[0] = record.estimate.min(ESTIMATE) | flag;
        match self {
            Self::Narrow => words[0] |= record.cost.first << 16,
            Self::Wide => (words[1], words[2]) = (record.cost.first, record.cost.second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(first: u32, second: u32) -> Cost {
        Cost { first, second }
    }

    #[test]
    fn what_is_written_is_read() {
        for (layout, costs) in [
            (RecordLayout::Narrow, [cost(0, 0), cost(1, 0), cost(65_535, 0)]),
            (RecordLayout::Wide, [cost(0, 0), cost(70_000, 3), cost(u32::MAX - 1, u32::MAX - 1)]),
        ] {
            let mut words = vec![0; layout.words()];
            for cost in costs {
                for estimate in [0, 1, 300, ESTIMATE] {
                    for closed in [false, true] {
                        let record = NodeRecord { cost, estimate, closed };
                        assert!(layout.holds(cost));
                        layout.write(&mut words, record);
                        assert_eq!(layout.read(&words), record, "{layout:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_large_estimate_is_cut_and_a_large_cost_is_not_held() {
        let mut word = [0];
        let record = NodeRecord { cost: cost(5, 0), estimate: ESTIMATE + 1, closed: false };
        RecordLayout::Narrow.write(&mut word, record);
        assert_eq!(RecordLayout::Narrow.read(&word), NodeRecord { estimate: ESTIMATE, ..record });
        assert!(!RecordLayout::Narrow.holds(cost(65_536, 0)));
        assert!(!RecordLayout::Wide.holds(cost(u32::MAX, 0)));
        assert!(!RecordLayout::Wide.holds(cost(0, u32::MAX)));
    }
}
