//! The knobs that all learners share. Defaults differ from player to player; see their essays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, Scheduled};

/// How a value is brought nearer to what was experienced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Update {
    /// Q-learning (Watkins 1989): towards the reward and the best that the next state offers.
    QLearning,
    /// SARSA (Rummery and Niranjan 1994): towards the reward and the action that is taken next, random ones included.
    Sarsa,
    /// Double Q-learning (van Hasselt 2010): two tables, one chooses the best action and the other says what it is worth.
    DoubleQ,
}

/// When there is nothing more to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stop {
    /// As soon as an episode ends in a solution.
    Solved,
    /// As soon as the greedy policy leads from the start to a solution.
    Policy,
    /// When the greedy policy is proven best, or has not become better for `patience` episodes.
    Converged,
    /// When the episodes are used up.
    Never,
}

/// What all learners have in common.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Learning {
    /// Episodes at most; 0 is no limit.
    #[schemars(range(min = 0, max = 1_000_000_000_000_u64))]
    pub episodes: u64,
    /// Actions of an episode at most.
    #[schemars(range(min = 1, max = 10_000_000))]
    #[schemars(title = "Actions per episode")]
    pub steps: u32,
    /// An episode ends when even the best that its values still promise would cost more than this many times what they
    /// promised at the start; 0 switches the rule off. Only where values are never too low.
    #[schemars(range(min = 0.0, max = 1e6))]
    #[schemars(title = "Give up hopeless episodes")]
    pub stretch: f64,
    /// When to stop learning.
    #[schemars(title = "When to stop")]
    pub stop: Stop,
    /// Episodes without a better policy after which learning has converged.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    #[schemars(title = "Episodes of patience")]
    pub patience: u64,
    /// How values are learnt.
    #[schemars(title = "How values are learnt")]
    pub update: Update,
    /// Discount γ of what comes later.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Discount γ")]
    pub gamma: f64,
    /// Learning rate α at the beginning.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Learning rate α")]
    pub alpha: f64,
    /// What the learning rate depends on.
    #[schemars(title = "Schedule of α")]
    pub alpha_schedule: Schedule,
    /// Learning rate in the end.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Last α")]
    pub alpha_last: f64,
    /// Episodes until then, or visits after which it is halved.
    #[schemars(range(min = 1.0, max = 1e12))]
    #[schemars(title = "Span of α")]
    pub alpha_span: f64,
    /// Probability ε of a random action at the beginning.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Random actions ε")]
    pub epsilon: f64,
    /// What ε depends on.
    #[schemars(title = "Schedule of ε")]
    pub epsilon_schedule: Schedule,
    /// ε in the end.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Last ε")]
    pub epsilon_last: f64,
    /// Episodes until then, or visits after which it is halved.
    #[schemars(range(min = 1.0, max = 1e12))]
    #[schemars(title = "Span of ε")]
    pub epsilon_span: f64,
    /// After an episode learn its steps once more from the last to the first, so that what its end was worth reaches its
    /// beginning.
    #[schemars(title = "Replay backward")]
    pub reverse_replay: bool,
    /// Dyna-Q (Sutton 1990): steps replayed at random from memory after each step taken.
    #[schemars(range(min = 0, max = 10_000))]
    #[schemars(title = "Planned steps (Dyna-Q)")]
    pub planning: u32,
    /// Leave out actions that lead to a known deadlock.
    #[schemars(title = "Prune deadlocks")]
    pub prune_deadlocks: bool,
    /// Leave out the step that takes back the one before.
    #[schemars(title = "Prune turning back")]
    pub prune_turning_back: bool,
    /// A situation seen more often than this within `repeat_window` steps ends the episode; 0 switches the rule off.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub repeat_limit: u32,
    /// Steps that count as short succession.
    #[schemars(range(min = 1, max = 10_000))]
    pub repeat_window: u32,
    /// Agents that learn side by side and share one table, as many at once as the run has threads. What is learnt
    /// depends on this number and the seed alone, not on the threads.
    #[schemars(range(min = 1, max = 256))]
    pub walkers: u32,
}

impl Learning {
    /// The learning rate.
    pub(crate) const fn rate(&self) -> Scheduled {
        let Self { alpha_schedule, alpha, alpha_last, alpha_span, .. } = *self;
        Scheduled { schedule: alpha_schedule, first: alpha, last: alpha_last, span: alpha_span }
    }

    /// The chance of a random action.
    pub(crate) const fn chance(&self) -> Scheduled {
        let Self { epsilon_schedule, epsilon, epsilon_last, epsilon_span, .. } = *self;
        Scheduled { schedule: epsilon_schedule, first: epsilon, last: epsilon_last, span: epsilon_span }
    }

    /// Plain Q-learning that overwrites: what a deterministic game with whole states wants.
    pub(crate) const EXACT: Self = Self {
        episodes: 0,
        steps: 20_000,
        stretch: 2.0,
        stop: Stop::Converged,
        patience: 1000,
        update: Update::QLearning,
        gamma: 1.0,
        alpha: 1.0,
        alpha_schedule: Schedule::Constant,
        alpha_last: 1.0,
        alpha_span: 1.0,
        epsilon: 0.0,
        epsilon_schedule: Schedule::Constant,
        epsilon_last: 0.0,
        epsilon_span: 1.0,
        reverse_replay: true,
        planning: 0,
        prune_deadlocks: true,
        prune_turning_back: false,
        repeat_limit: 0,
        repeat_window: 12,
        walkers: 1,
    };
}

impl Default for Learning {
    fn default() -> Self {
        Self::EXACT
    }
}
