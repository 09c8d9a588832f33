//! The explorer: the best move that lets the player stand at some box where it could not before.

use super::{Choice, best};
use crate::features::Features;

/// The number of the move advised.
pub(crate) fn advise<F: Features>(now: F, choices: &[Choice<F>]) -> Option<usize> {
    best(choices, |choice| choice.features.keeps(now) && choice.opens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        advisors::tests::{FORWARD, choices},
        features::forward::ForwardFeatures,
    };

    #[test]
    fn the_best_of_the_moves_that_open_something() {
        let near = ForwardFeatures { distance: 10, ..FORWARD };
        let mut choices = choices([near, FORWARD, near, ForwardFeatures { packed: 2, ..near }]);
        assert_eq!(advise(FORWARD, &choices), None);
        for opening in [1, 2, 3] {
            choices[opening].opens = true;
        }
        assert_eq!(advise(FORWARD, &choices), Some(2));
    }
}
