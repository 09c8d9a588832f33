//! Room connectivity: the best move that leaves fewer passages between rooms barred.

use super::{Choice, best};
use crate::features::Features;

/// The number of the move advised.
pub(crate) fn advise<F: Features>(now: F, choices: &[Choice<F>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.barred() < now.barred())
}
