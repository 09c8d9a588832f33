//! Features of the search for a packing plan: boxes left on the board, boxes left on goals, parts of the floor, barred passages; then
//! distance, of which more is better: boxes are to get away from the goals. The first four make the cell.

use super::{Features, Score};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackingFeatures {
    /// Boxes on the board.
    pub(crate) left: u16,
    /// Boxes on goals.
    pub(crate) on_goals: u16,
    /// Parts of the floor.
    pub(crate) parts: u8,
    /// Barred passages.
    pub(crate) barred: u8,
    /// Sum of the pushes of lone boxes to their nearest goals; the more the better.
    pub(crate) distance: u16,
}

impl PackingFeatures {
    /// The features behind a score.
    pub(crate) const fn of(score: Score) -> Self {
        Self {
            left: (score.cell >> 32) as u16,
            on_goals: (score.cell >> 16) as u16,
            parts: (score.cell >> 8) as u8,
            barred: score.cell as u8,
            distance: u16::MAX - score.rank as u16,
        }
    }
}

impl Features for PackingFeatures {
    fn score(self) -> Score {
        let cell = u64::from(self.left) << 32
            | u64::from(self.on_goals) << 16
            | u64::from(self.parts) << 8
            | u64::from(self.barred);
        Score { cell, rank: cell << 16 | u64::from(u16::MAX - self.distance) }
    }

    fn parts(self) -> u8 {
        self.parts
    }

    fn barred(self) -> u8 {
        self.barred
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_holds_all_features_and_far_is_better_than_near() {
        let some = PackingFeatures { left: 9, on_goals: 6, parts: 3, barred: 2, distance: 40 };
        assert_eq!(PackingFeatures::of(some.score()), some);
        assert_eq!((some.parts(), some.barred()), (3, 2));
        let farther = PackingFeatures { distance: 41, ..some };
        assert!(farther.score().rank < some.score().rank);
        assert_eq!(farther.score().cell, some.score().cell);
        let fewer = PackingFeatures { left: 8, on_goals: 8, parts: 255, barred: 255, distance: 0 };
        assert!(fewer.score().rank < some.score().rank, "a box less outweighs all");
    }
}
