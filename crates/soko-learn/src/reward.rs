//! Rewards as data: what an agent is paid for, in one struct that holds every scheme of the source reports.
//!
//! An action earns the first of these that applies: solved, deadlock, a box onto a goal, from goal to goal, off a
//! goal, a push, a step. On top of that comes *shaping* by a potential (Ng, Harada and Russell 1999): with
//! Φ(s) = −weight · h(s), where h is an estimate of what is left, an action is paid γ·Φ(s′) − Φ(s) more. That sum
//! telescopes, so no way of going in circles earns anything, and the best policy stays the best policy. Rewards for
//! boxes on goals have no such guarantee: the third Irvine report watched its agent push a box back and forth between
//! two goals for ever, and it was right to do so by its rewards.
//!
//! **Costs.** `step = push = −1`, everything else 0 and weight 1 is the scheme of our defaults: the return of a game
//! is minus its cost, and values that begin at 0 begin at Φ, since shaping and initial values are two ways to
//! say the same (Wiewiora 2003). If h never overestimates, such values are never too low, which is what
//! the proof of convergence needs (`agent.rs`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::environment::Outcome;

/// What an action earns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Rewards {
    /// Reward for the action that solves the level.
    #[schemars(title = "Reward: solved")]
    pub reward_solved: f64,
    /// Reward for a push that loses the game and ends the episode.
    #[schemars(title = "Reward: lost")]
    pub reward_deadlock: f64,
    /// Reward for a push that leaves the agent without any action, which ends the episode.
    #[schemars(title = "Reward: stuck")]
    pub reward_stuck: f64,
    /// Reward for a push onto a goal.
    #[schemars(title = "Reward: onto a goal")]
    pub reward_on: f64,
    /// Reward for a push from one goal onto another.
    #[schemars(title = "Reward: between goals")]
    pub reward_between: f64,
    /// Reward for a push off a goal.
    #[schemars(title = "Reward: off a goal")]
    pub reward_off: f64,
    /// Reward for any other push.
    #[schemars(title = "Reward: push")]
    pub reward_push: f64,
    /// Reward for a step without push.
    #[schemars(title = "Reward: step")]
    pub reward_step: f64,
    /// Scale positive rewards by ((T − t) / T)² at step t of T, so that early solutions win.
    #[schemars(title = "Early solutions win")]
    pub quadratic_scale: bool,
    /// Weight of the potential −h, where h estimates what is left; 0 switches shaping off.
    #[schemars(range(min = 0.0, max = 1000.0))]
    #[schemars(title = "Shaping")]
    pub shaping: f64,
}

impl Rewards {
    /// An action costs what it costs, and nothing else is paid: the return is minus the length of the game.
    pub(crate) const COSTS: Self = Self {
        reward_solved: -1.0,
        reward_deadlock: -1.0e6,
        reward_stuck: -1.0e6,
        reward_on: -1.0,
        reward_between: -1.0,
        reward_off: -1.0,
        reward_push: -1.0,
        reward_step: -1.0,
        quadratic_scale: false,
        shaping: 1.0,
    };

    /// Costs for a table that mixes situations: a lost game must not drown what else a value stands for.
    pub(crate) const MIXED: Self = Self { reward_deadlock: -100.0, reward_stuck: -100.0, ..Self::COSTS };

    /// What an action earns, without shaping; `left` is the share of the episode's steps that is left.
    #[inline]
    pub(crate) fn of(&self, outcome: &Outcome, left: f64) -> f64 {
        let reward = if outcome.solved {
            self.reward_solved
        } else if outcome.dead {
            self.reward_deadlock
        } else if outcome.stuck {
            self.reward_stuck
        } else if !outcome.pushed {
            self.reward_step
        } else {
            match (outcome.from_goal, outcome.to_goal) {
                (false, true) => self.reward_on,
                (true, true) => self.reward_between,
                (true, false) => self.reward_off,
                (false, false) => self.reward_push,
            }
        };
        // A walk to a box is paid step by step where walking counts.
        let walked = f64::from(outcome.walked) * self.reward_step;
        if self.quadratic_scale && reward > 0.0 { reward * left * left + walked } else { reward + walked }
    }

    /// Is the return of a won game minus its cost, and nothing else?
    pub(crate) fn are_costs(&self) -> bool {
        let Self { reward_solved, reward_on, reward_between, reward_off, reward_push, reward_step, .. } =
            *self;
        !self.quadratic_scale
            && [reward_solved, reward_on, reward_between, reward_off, reward_push, reward_step]
                .iter()
                .all(|reward| reward.to_bits() == (-1.0_f64).to_bits())
    }
}

impl Default for Rewards {
    fn default() -> Self {
        Self::COSTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_applies_is_paid() {
        let rewards = Rewards {
            reward_solved: 8.0,
            reward_deadlock: -8.0,
            reward_stuck: -4.0,
            reward_on: 4.0,
            reward_between: 3.0,
            reward_off: -3.0,
            reward_push: -2.0,
            reward_step: -1.0,
            quadratic_scale: true,
            shaping: 0.0,
        };
        let push = Outcome { pushed: true, ..Outcome::default() };
        let onto = Outcome { to_goal: true, ..push };
        assert_eq!(rewards.of(&Outcome { solved: true, ..onto }, 0.5).to_bits(), 2.0_f64.to_bits());
        assert_eq!(rewards.of(&Outcome { dead: true, ..onto }, 0.5).to_bits(), (-8.0_f64).to_bits());
        assert_eq!(rewards.of(&onto, 1.0).to_bits(), 4.0_f64.to_bits());
        assert_eq!(rewards.of(&Outcome { from_goal: true, ..onto }, 1.0).to_bits(), 3.0_f64.to_bits());
        assert_eq!(rewards.of(&Outcome { from_goal: true, ..push }, 1.0).to_bits(), (-3.0_f64).to_bits());
        assert_eq!(rewards.of(&push, 1.0).to_bits(), (-2.0_f64).to_bits());
        assert_eq!(rewards.of(&Outcome { walked: 3, ..push }, 1.0).to_bits(), (-5.0_f64).to_bits());
        assert_eq!(rewards.of(&Outcome::default(), 1.0).to_bits(), (-1.0_f64).to_bits());
        assert!(Rewards::COSTS.are_costs() && !rewards.are_costs());
    }
}
