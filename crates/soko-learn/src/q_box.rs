//! `q-box`: Q-learning over pushes. An action is a box and a direction; the walk there is a shortest one.
//!
//! The BoxAgent of the second Irvine report (Ta, Chang and Rho). Walking is left to path finding, so an episode is as long as
//! its pushes, and positions that differ only in where the player stands within its region are one.
//!
//! The report names two ideas that it did not carry out. *Ordering by walking cost*: with `metric=moves` a walk costs its
//! steps, positions with different squares of the player are told apart, and the solution is proven best in moves.
//! *Path smoothing*: walks between pushes are shortest walks by construction, and `smooth.rs`
//! exchanges neighbouring pushes of different boxes where that saves steps.

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
pub const DESCRIPTOR: Descriptor = Descriptor::of::<QBox>(
    "q-box",
    "Q-learning over pushes: fewest pushes, proven",
    "Learns by playing: a table holds the value of every push in every position seen; the walk to a box is a shortest \
     one. Values begin too high and come down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Pushes), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            summary: "BoxAgent of the second Irvine report",
            settings: player::irvine_b!("smooth=false"),
        },
        Preset {
            id: "sarsa",
            summary: "SARSA with a falling chance of random pushes",
            settings: player::SARSA,
        },
        Preset { id: "double-q", summary: "Double Q-learning", settings: player::DOUBLE_Q },
        Preset {
            id: "dyna-q",
            summary: "Dyna-Q: ten remembered pushes for each one taken",
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
    /// Put the pushes of the solution in an order that needs fewer steps.
    pub smooth: bool,
    /// What an action costs: 1, or the steps of its walk and its push.
    pub metric: Metric,
}

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Pushes.
    Pushes,
    /// Moves, pushes included.
    Moves,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            learning: Learning::EXACT,
            rewards: Rewards::COSTS,
            potential: Heuristic::AssignmentConflicts,
            deadlocks: RuleSet::Sokolab,
            smooth: true,
            metric: Metric::Pushes,
        }
    }
}

impl Params {
    fn plan(&self) -> Plan {
        let Self { learning, rewards, potential, deadlocks, smooth, metric } = *self;
        let views = Views {
            space: Space::Pushes,
            count_moves: metric == Metric::Moves,
            rules: deadlocks,
            prune: learning.prune_deadlocks,
            heuristic: potential,
        };
        let promise = NeverTooLow::of(views, &learning, &rewards);
        Plan { views, learning, rewards, promise, smooth }
    }
}

/// The player.
pub struct QBox(Params, Desk);

impl Configured for QBox {
    type Params = Params;

    fn new(params: Params) -> Self {
        let proves = params.plan().promise.is_some();
        Self(params, Desk::new(DESCRIPTOR.id, Kind::States, &params, proves))
    }
}

impl Player for QBox {
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
