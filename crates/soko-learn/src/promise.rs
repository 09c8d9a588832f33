//! What the values of a table promise, and so what may be claimed from them.
//!
//! A learner calls a solution optimal when it costs no more than the values of the start say that every solution costs.
//! That is a proof only if no value is ever too low. The promise that none is follows from promises of the parts:
//!
//! | part | promises |
//! |---|---|
//! | table | it is *exact*: different situations never share a slot |
//! | rewards | they are *costs*: the return of a won game is minus its cost, shaping has weight 1 |
//! | update | it *overwrites*: Q-learning with α = γ = 1 replaces a value by a cost and the best of what follows |
//! | potential | it is a [`LowerBound`]: a value begins at h, and h is never above the cost that is left |
//! | joining | it keeps the lower of two values of the same action at the same height of h (`table/states.rs`) |
//! | a file | its values are justified before they are used (`agent/justify.rs`) |
//!
//! The promise is a value of a type that nothing but [`NeverTooLow::of`] makes. Whoever stops at a proof, joins
//! tables by the lower value or names an objective must hold one.

use soko_search::evaluator::LowerBound;
use soko_solver::Objective;

use crate::{
    environment::Views,
    learning::{Learning, Update},
    reward::Rewards,
};

/// The promise that no value of a table is too low.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeverTooLow(LowerBound);

impl NeverTooLow {
    /// The promise of an exact table that is filled by these parts, if all of them promise what is needed.
    pub(crate) fn of(views: Views, learning: &Learning, rewards: &Rewards) -> Option<Self> {
        let one = |number: f64| number.to_bits() == 1.0_f64.to_bits();
        // The potential must have its full weight: what a value promises is read as h − Q.
        let costs = rewards.are_costs() && one(rewards.shaping);
        let overwrites =
            learning.update == Update::QLearning && one(learning.gamma) && learning.rate().is_always(1.0);
        let bound = views.potential().lower_bound()?;
        (costs && overwrites).then_some(Self(bound))
    }

    /// What a solution is best in that costs no more than the values of the start promise.
    pub(crate) const fn objective(self) -> Objective {
        self.0.objective()
    }
}

#[cfg(test)]
mod tests {
    use soko_search::evaluator::Heuristic;

    use super::*;
    use crate::{deadlocks::RuleSet, environment::Space, schedule::Schedule};

    fn views(count_moves: bool, heuristic: Heuristic) -> Views {
        let space = if count_moves { Space::Moves } else { Space::Pushes };
        Views { space, count_moves, rules: RuleSet::Sokolab, prune: true, heuristic }
    }

    fn promise(views: Views, learning: Learning, rewards: Rewards) -> Option<Objective> {
        NeverTooLow::of(views, &learning, &rewards).map(NeverTooLow::objective)
    }

    #[test]
    fn the_potential_must_be_a_lower_bound_of_what_is_counted() {
        let promised =
            |count_moves, heuristic| promise(views(count_moves, heuristic), Learning::EXACT, Rewards::COSTS);
        for heuristic in
            [Heuristic::None, Heuristic::Manhattan, Heuristic::Assignment, Heuristic::AssignmentConflicts]
        {
            assert_eq!(promised(false, heuristic), Some(Objective::Pushes), "{heuristic:?}");
            assert_eq!(promised(true, heuristic), Some(Objective::Moves), "{heuristic:?}");
        }
        assert_eq!(promised(false, Heuristic::ManhattanAgent), None, "a walk is no push");
        assert_eq!(promised(true, Heuristic::ManhattanAgent), Some(Objective::Moves));
    }

    #[test]
    fn every_other_part_must_promise_as_well() {
        let views = views(false, Heuristic::Assignment);
        let learning = Learning::EXACT;
        for broken in [
            Learning { gamma: 0.99, ..learning },
            Learning { alpha: 0.5, ..learning },
            Learning { alpha_schedule: Schedule::Visits, ..learning },
            Learning { update: Update::Sarsa, ..learning },
            Learning { update: Update::DoubleQ, ..learning },
        ] {
            assert_eq!(promise(views, broken, Rewards::COSTS), None, "{broken:?}");
        }
        for broken in [
            Rewards { reward_push: -2.0, ..Rewards::COSTS },
            Rewards { reward_step: 0.0, ..Rewards::COSTS },
            Rewards { quadratic_scale: true, ..Rewards::COSTS },
            Rewards { shaping: 0.5, ..Rewards::COSTS },
        ] {
            assert_eq!(promise(views, learning, broken), None, "{broken:?}");
        }
    }
}
