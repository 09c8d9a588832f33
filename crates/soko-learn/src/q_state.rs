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
use soko_solver::{Descriptor, Objective, Preset, Properties, Threads, memory::Kind};

use crate::{
    agent::Plan,
    environment::{Environment, Space},
    learning::Learning,
    presets,
    promise::NeverTooLow,
    reward::Rewards,
    table::states::States,
    tabular::{Settings, Tabular, TabularPlayer},
};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<TabularPlayer<Params>>(
    Params::ID,
    "Q-learning over positions, move by move: fewest moves, proven",
    "Learns by playing: a table holds the value of every step in every position seen. Values begin too high and come \
     down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Moves), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            summary: "QAgent of the second Irvine report",
            settings: presets::irvine_b!(),
        },
        Preset {
            id: "sarsa",
            summary: "SARSA with a falling chance of random steps",
            settings: presets::SARSA,
        },
        Preset { id: "double-q", summary: "Double Q-learning", settings: presets::DOUBLE_Q },
        Preset {
            id: "dyna-q",
            summary: "Dyna-Q: ten remembered steps for each one taken",
            settings: presets::DYNA_Q,
        },
    ],
);

/// Parameters of the player.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub settings: Settings,
}

impl Default for Params {
    fn default() -> Self {
        let learning = Learning { stretch: 4.0, ..Learning::EXACT };
        Self { settings: Settings::new(learning, Rewards::COSTS) }
    }
}

impl Tabular for Params {
    const ID: &'static str = "q-state";
    const KIND: Kind = Kind::States;
    type Table<const W: usize> = States<W>;

    fn plan(&self) -> Plan {
        let Self { settings } = self;
        let views = settings.views(Space::Moves, true);
        let promise = NeverTooLow::of(views, &settings.learning, &settings.rewards);
        Plan { promise, ..settings.plan(views, false) }
    }

    fn table<const W: usize>(&self, _: &Environment<W>, double: bool) -> States<W> {
        States::new(double)
    }
}
