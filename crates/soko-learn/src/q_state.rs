//! `q-state`: Q-learning over whole positions, step by step.
//!
//! The QAgent of the second Irvine report (Ta, Chang and Rho), and what becomes of it with costs for rewards, a potential and
//! values that are never too low: see `agent.rs` for why that converges to fewest moves, with proof.
//!
//! **What each part brings.** Steps until seven boards of the course (01 to 05a, 06a, 07a) are solved and proven best, three
//! seeds each:
//!
//! | setting | proven of 21 | steps in all |
//! |---|---|---|
//! | default | 21 | 4,946,615 |
//! | `planning=5`: five remembered steps for each one taken | 21 | 2,795,057 |
//! | `prune_deadlocks=false` | 21 | 5,100,538 |
//! | `stretch=2` | 21 | 5,683,883 |
//! | `reverse_replay=false` | 21 | 8,591,605 |
//! | `stretch=0` | 21 | 12,880,957 |
//! | `potential=none` | 21 | 18,520,042 |
//!
//! Dyna's planning saves steps of the game and costs five updates more for each; where a step costs as little as an update,
//! as here, that is no bargain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_solver::{Descriptor, Objective, Preset, Properties, Threads};

use crate::{
    environment::{Environment, Space},
    learning::Learning,
    presets,
    reward::Rewards,
    table::states::States,
    tabular::{Settings, Tabular, TabularPlayer},
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<TabularPlayer<QState>>(
    QState::ID,
    "Q-learning by moves",
    "Q-learning over positions, move by move: fewest moves, proven",
    "Learns by playing: a table holds the value of every step in every position seen. Values begin too high and come \
     down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Moves), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            title: "Second Irvine report",
            summary: "QAgent of the second Irvine report",
            settings: presets::irvine_b!(),
        },
        presets::SARSA,
        presets::DOUBLE_Q,
        presets::DYNA_Q,
    ],
);

/// The learner; it has no parameters of its own.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct QState {}

impl Tabular for QState {
    const ID: &'static str = "q-state";
    const SPACE: Space = Space::Moves;
    const SETTINGS: Settings = Settings::new(Learning { stretch: 4.0, ..Learning::EXACT }, Rewards::COSTS);
    type Table<const W: usize> = States<W>;

    fn table<const W: usize>(&self, _: &Environment<W>, double: bool) -> States<W> {
        States::new(double)
    }
}
