//! Nearest, in the search by pulls: the move that leaves the least distance to the start, whatever the other features say.

use super::{Choice, least};
use crate::features::{Features, backward::BackwardFeatures};

/// The number of the move advised.
pub(crate) fn advise(choices: &[Choice<BackwardFeatures>]) -> Option<usize> {
    least(choices, |_| true, |choice| (choice.features.distance, choice.features.score().rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::choices;

    #[test]
    fn the_least_distance_whatever_the_other_features_say() {
        let features = |away, distance| BackwardFeatures { away, parts: 1, barred: 0, distance };
        assert_eq!(advise(&choices([features(2, 9), features(7, 8), features(6, 8)])), Some(2));
        assert_eq!(advise(&[]), None);
    }
}
