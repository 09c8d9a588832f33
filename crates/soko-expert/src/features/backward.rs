//! Features of the search by pulls: boxes not back at the start, parts of the floor, barred passages; then distance, the cheapest
//! matching of boxes and squares of the start. The first three make the cell.

use super::{Features, Score};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BackwardFeatures {
    /// Boxes that are on no square of the start.
    pub(crate) away: u8,
    /// Parts of the floor.
    pub(crate) parts: u8,
    /// Barred passages.
    pub(crate) barred: u8,
    /// Pulls left, at least.
    pub(crate) distance: u16,
}

impl BackwardFeatures {
    /// The features behind a score.
    pub(crate) const fn of(score: Score) -> Self {
        Self {
            away: (score.cell >> 16) as u8,
            parts: (score.cell >> 8) as u8,
            barred: score.cell as u8,
            distance: score.rank as u16,
        }
    }
}

impl Features for BackwardFeatures {
    fn score(self) -> Score {
        let cell = u64::from(self.away) << 16 | u64::from(self.parts) << 8 | u64::from(self.barred);
        Score { cell, rank: cell << 16 | u64::from(self.distance) }
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
    fn a_score_holds_all_features_in_their_order() {
        let some = BackwardFeatures { away: 4, parts: 3, barred: 2, distance: 1_000 };
        assert_eq!(BackwardFeatures::of(some.score()), some);
        assert_eq!((some.parts(), some.barred()), (3, 2));
        let worst = BackwardFeatures { away: 3, parts: 255, barred: 255, distance: u16::MAX };
        let better = [
            worst,
            BackwardFeatures { away: 4, parts: 2, ..worst },
            BackwardFeatures { away: 4, parts: 3, barred: 1, ..worst },
            BackwardFeatures { distance: 999, ..some },
        ];
        for better in better {
            assert!(better.score().rank < some.score().rank, "{better:?}");
        }
        assert_eq!(better[3].score().cell, some.score().cell);
    }
}
