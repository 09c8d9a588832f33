//! Out of plan: the best move that leaves fewer boxes out of plan.

use super::{Choice, best};
use crate::features::{Features, forward::ForwardFeatures};

/// The number of the move advised.
pub(crate) fn advise(now: ForwardFeatures, choices: &[Choice<ForwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.out_of_plan < now.out_of_plan)
}
