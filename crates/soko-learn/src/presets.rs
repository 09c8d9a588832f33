//! Presets that several tabular learners share.

use soko_solver::Preset;

// The second Irvine report: α 1, γ 0.8, the chance of a random step falls in a straight line to 0.2, rewards for boxes
// coming home, reverse replay, deadlocks and turning back left out, three returns in short succession end an
// episode, and learning stops when the greedy policy wins. Over how many episodes ε falls, how long an episode may
// be and what short succession is, the report does not say: 1000, 1000 and 12 are ours.
macro_rules! irvine_b {
    ($($more:literal),*) => {
        &[
            "steps=1000",
            "stop=policy",
            "gamma=0.8",
            "alpha=1",
            "epsilon=1",
            "epsilon_schedule=linear",
            "epsilon_last=0.2",
            "epsilon_span=1000",
            "reverse_replay=true",
            "prune_deadlocks=true",
            "prune_turning_back=true",
            "repeat_limit=3",
            "repeat_window=12",
            "reward_solved=500",
            "reward_on=50",
            "reward_between=-1",
            "reward_off=-50",
            "reward_deadlock=-2",
            "reward_stuck=-2",
            "reward_push=-1",
            "reward_step=-1",
            "shaping=0",
            "potential=none",
            "deadlocks=irvine-b",
            $($more),*
        ]
    };
}
pub(crate) use irvine_b;

/// SARSA: what it learns depends on what it does, so chance must die out.
pub(crate) const SARSA: Preset = Preset {
    id: "sarsa",
    title: "SARSA",
    summary: "SARSA with a falling chance of random actions",
    settings: &[
        "update=sarsa",
        "alpha=0.5",
        "alpha_schedule=visits",
        "alpha_last=0.05",
        "alpha_span=100",
        "epsilon=0.3",
        "epsilon_schedule=visits",
        "epsilon_span=10",
    ],
};

/// Double Q-learning.
pub(crate) const DOUBLE_Q: Preset = Preset {
    id: "double-q",
    title: "Double Q-learning",
    summary: "Double Q-learning",
    settings: &["update=double-q", "alpha=0.5", "epsilon=0.05"],
};

/// Dyna-Q.
pub(crate) const DYNA_Q: Preset = Preset {
    id: "dyna-q",
    title: "Dyna-Q",
    summary: "Dyna-Q: ten remembered actions for each one taken",
    settings: &["planning=10", "reverse_replay=false"],
};
