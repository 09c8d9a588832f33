//! Room connectivity: the best move that leaves fewer passages between rooms barred.

use super::{Choice, best};
use crate::features::Features;

/// The number of the move advised.
pub(crate) fn advise<F: Features>(now: F, choices: &[Choice<F>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.barred() < now.barred())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        advisors::tests::{FORWARD, choices},
        features::forward::ForwardFeatures,
    };

    #[test]
    fn fewer_barred_passages_but_not_at_the_price_of_packing() {
        let unpacks = ForwardFeatures { packed: 2, barred: 0, ..FORWARD };
        let opens = ForwardFeatures { barred: 1, parts: 9, ..FORWARD };
        assert_eq!(advise(FORWARD, &choices([unpacks, FORWARD, opens])), Some(2));
        assert_eq!(advise(FORWARD, &choices([unpacks, FORWARD])), None);
    }
}
