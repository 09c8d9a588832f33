//! Packing: the best move after which more steps of the plan hold.

use super::{Choice, best};
use crate::features::forward::ForwardFeatures;

/// The number of the move advised.
pub(crate) fn advise(now: ForwardFeatures, choices: &[Choice<ForwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.packed > now.packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::{FORWARD, choices};

    #[test]
    fn more_steps_of_the_plan_at_any_price() {
        let packs = ForwardFeatures { packed: 4, parts: 9, ..FORWARD };
        let others = [FORWARD, ForwardFeatures { parts: 1, ..FORWARD }];
        assert_eq!(advise(FORWARD, &choices([others[0], others[1], packs])), Some(2));
        assert_eq!(advise(FORWARD, &choices(others)), None);
    }
}
