//! Hotspots: the best move that leaves fewer boxes in the way of others.

use super::{Choice, best};
use crate::features::{Features, forward::ForwardFeatures};

/// The number of the move advised.
pub(crate) fn advise(now: ForwardFeatures, choices: &[Choice<ForwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.hotspots < now.hotspots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::{FORWARD, choices};

    #[test]
    fn fewer_hotspots_but_not_at_the_price_of_packing() {
        let unpacks = ForwardFeatures { packed: 2, hotspots: 0, ..FORWARD };
        let frees = ForwardFeatures { hotspots: 1, parts: 9, ..FORWARD };
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks, frees])), Some(2));
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks])), None);
    }
}
