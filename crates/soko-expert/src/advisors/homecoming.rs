//! Homecoming, in the search by pulls: the best move that leaves fewer boxes away from the squares of the start.

use super::{Choice, best};
use crate::features::backward::BackwardFeatures;

/// The number of the move advised.
pub(crate) fn advise(now: BackwardFeatures, choices: &[Choice<BackwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.away < now.away)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::choices;

    #[test]
    fn fewer_boxes_away_at_any_price() {
        let now = BackwardFeatures { away: 3, parts: 1, barred: 0, distance: 40 };
        let back = BackwardFeatures { away: 2, parts: 5, barred: 5, distance: 90 };
        assert_eq!(advise(now, &choices([now, back])), Some(1));
        assert_eq!(advise(now, &choices([now])), None);
    }
}
