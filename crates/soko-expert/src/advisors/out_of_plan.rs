//! Out of plan: the best move that leaves fewer boxes out of plan.

use super::{Choice, best};
use crate::features::{Features, forward::ForwardFeatures};

/// The number of the move advised.
pub(crate) fn advise(now: ForwardFeatures, choices: &[Choice<ForwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.out_of_plan < now.out_of_plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::{FORWARD, choices};

    #[test]
    fn fewer_boxes_out_of_plan_but_not_at_the_price_of_packing() {
        let unpacks = ForwardFeatures { packed: 2, out_of_plan: 0, ..FORWARD };
        let rescues = ForwardFeatures { out_of_plan: 1, barred: 9, ..FORWARD };
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks, rescues])), Some(2));
        assert_eq!(advise(FORWARD, &choices([FORWARD, unpacks])), None);
    }
}
