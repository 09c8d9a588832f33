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
use soko_core::{Level, with_maze};
use soko_search::evaluator::Heuristic;
use soko_solver::{
    Configured, Context, Descriptor, Halt, Learner, Objective, Player, Preset, Properties, Threads, Verdict,
    memory::Kind,
};

use crate::{
    agent::Plan,
    deadlocks::RuleSet,
    environment::{Space, Views},
    learning::Learning,
    memory::Desk,
    player,
    promise::NeverTooLow,
    reward::Rewards,
    table::states::States,
};

/// The registry entry.
pub const DESCRIPTOR: Descriptor = Descriptor::of::<QState>(
    "q-state",
    "Q-learning over positions, move by move: fewest moves, proven",
    "Learns by playing: a table holds the value of every step in every position seen. Values begin too high and come \
     down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Moves), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            summary: "QAgent of the second Irvine report",
            settings: player::irvine_b!(),
        },
        Preset {
            id: "sarsa",
            summary: "SARSA with a falling chance of random steps",
            settings: player::SARSA,
        },
        Preset { id: "double-q", summary: "Double Q-learning", settings: player::DOUBLE_Q },
        Preset {
            id: "dyna-q",
            summary: "Dyna-Q: ten remembered steps for each one taken",
            settings: player::DYNA_Q,
        },
    ],
);

/// Parameters of the player.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub learning: Learning,
    #[expect(missing_docs, reason = "its fields are parameters of their own")]
    #[serde(flatten)]
    pub rewards: Rewards,
    /// The estimate of what is left, for shaping.
    pub potential: Heuristic,
    /// Which deadlocks end an episode.
    pub deadlocks: RuleSet,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            learning: Learning { stretch: 4.0, ..Learning::EXACT },
            rewards: Rewards::COSTS,
            potential: Heuristic::AssignmentConflicts,
            deadlocks: RuleSet::Sokolab,
        }
    }
}

impl Params {
    fn plan(&self) -> Plan {
        let Self { learning, rewards, potential, deadlocks } = *self;
        let views = Views {
            space: Space::Moves,
            count_moves: true,
            rules: deadlocks,
            prune: learning.prune_deadlocks,
            heuristic: potential,
        };
        let promise = NeverTooLow::of(views, &learning, &rewards);
        Plan { views, learning, rewards, promise, smooth: false }
    }
}

/// The player.
pub struct QState(Params, Desk);

impl Configured for QState {
    type Params = Params;

    fn new(params: Params) -> Self {
        let proves = params.plan().promise.is_some();
        Self(params, Desk::new(DESCRIPTOR.id, Kind::States, &params, proves))
    }
}

impl Player for QState {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let plan = self.0.plan();
        with_maze!(level, |maze| player::train(level, &maze, plan, &mut self.1, context, |_, double| {
            States::new(double)
        }))
    }

    fn learner(&mut self) -> Option<&mut dyn Learner> {
        Some(&mut self.1)
    }
}
