//! Connectivity: the best move that leaves the floor in fewer parts.

use super::{Choice, best};
use crate::features::Features;

/// The number of the move advised.
pub(crate) fn advise<F: Features>(now: F, choices: &[Choice<F>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.features.parts() < now.parts())
}
