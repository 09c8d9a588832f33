//! Features of the search that follows a packing plan: steps of the plan that hold, parts of the floor, barred passages, boxes out of
//! plan; then hotspots and distance. The first four make the cell.

use super::{Features, Score};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ForwardFeatures {
    /// Steps of the plan that hold; the more the better.
    pub(crate) packed: u16,
    /// Parts of the floor.
    pub(crate) parts: u8,
    /// Barred passages.
    pub(crate) barred: u8,
    /// Boxes out of plan.
    pub(crate) out_of_plan: u8,
    /// Boxes that stand in the way of others.
    pub(crate) hotspots: u8,
    /// Sum of the pushes of lone boxes to their nearest goals.
    pub(crate) distance: u16,
}

impl ForwardFeatures {
    /// The features behind a score.
    pub(crate) const fn of(score: Score) -> Self {
        Self {
            packed: u16::MAX - (score.cell >> 24) as u16,
            parts: (score.cell >> 16) as u8,
            barred: (score.cell >> 8) as u8,
            out_of_plan: score.cell as u8,
            hotspots: (score.rank >> 16) as u8,
            distance: score.rank as u16,
        }
    }
}

impl Features for ForwardFeatures {
    fn score(self) -> Score {
        let cell = u64::from(u16::MAX - self.packed) << 24
            | u64::from(self.parts) << 16
            | u64::from(self.barred) << 8
            | u64::from(self.out_of_plan);
        Score { cell, rank: cell << 24 | u64::from(self.hotspots) << 16 | u64::from(self.distance) }
    }

    fn parts(self) -> u8 {
        self.parts
    }

    fn barred(self) -> u8 {
        self.barred
    }

    fn keeps(self, before: Self) -> bool {
        self.packed >= before.packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: ForwardFeatures =
        ForwardFeatures { packed: 7, parts: 3, barred: 2, out_of_plan: 5, hotspots: 4, distance: 300 };

    #[test]
    fn a_score_holds_all_features() {
        assert_eq!(ForwardFeatures::of(SOME.score()), SOME);
    }

    #[test]
    fn each_feature_outweighs_all_that_follow() {
        let worst = |packed| ForwardFeatures {
            packed,
            parts: 255,
            barred: 255,
            out_of_plan: 255,
            hotspots: 255,
            distance: u16::MAX,
        };
        let better = [
            worst(8),
            ForwardFeatures { parts: 2, ..worst(7) },
            ForwardFeatures { parts: 3, barred: 1, ..worst(7) },
            ForwardFeatures { parts: 3, barred: 2, out_of_plan: 4, ..worst(7) },
            ForwardFeatures { hotspots: 3, distance: u16::MAX, ..SOME },
            ForwardFeatures { distance: 299, ..SOME },
        ];
        for better in better {
            assert!(better.score().rank < SOME.score().rank, "{better:?}");
        }
        let ties = ForwardFeatures { hotspots: 0, distance: 0, ..SOME };
        assert_eq!(ties.score().cell, SOME.score().cell, "the last two do not make a cell");
        assert_ne!(better[3].score().cell, SOME.score().cell);
    }
}
