//! Hotspots: the best move that leaves fewer boxes in the way of others.

use super::{Choice, best};
use crate::features::{Features, forward::ForwardFeatures};

/// The number of the move advised.
pub(crate) fn advise(now: ForwardFeatures, choices: &[Choice<ForwardFeatures>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.hotspots < now.hotspots)
}
