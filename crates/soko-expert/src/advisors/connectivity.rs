//! Connectivity: the best move that leaves the floor in fewer parts.

use super::{Choice, best};
use crate::features::Features;

/// The number of the move advised.
pub(crate) fn advise<F: Features>(now: F, choices: &[Choice<F>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.parts() < now.parts())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        advisors::tests::{FORWARD, choices},
        features::forward::ForwardFeatures,
    };

    #[test]
    fn fewer_parts_but_not_at_the_price_of_packing() {
        let unpacks = ForwardFeatures { packed: 2, parts: 1, ..FORWARD };
        let joins = ForwardFeatures { parts: 1, barred: 9, ..FORWARD };
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks, joins])), Some(2));
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks])), None);
    }
}
