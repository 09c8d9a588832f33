//! `q-cell`: Q-learning over the player's cell.
//!
//! The agent of the first Irvine report (Schwartz, Srinivasan and Urzua 2021). Its state is the cell it stands on and nothing
//! else, so it can win by its policy only where no cell needs two actions; on all other boards it wins by luck, in an
//! episode with the right random steps. The preset `irvine-a` is that agent.
//!
//! The default keeps a table over cells and counts the pushes made (see `table/cells.rs`), pays costs shaped by a
//! potential, leaves deadlocks out and lets α and ε fall with the visits, all of which the report names as future work.
//! Since values are mixed, nothing is proven: it stops when its policy has not become better for a while.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_solver::{Descriptor, Preset, Properties, Threads};

use crate::{
    environment::{Environment, Space},
    learning::Learning,
    reward::Rewards,
    table::cells::{self, Cells},
    tabular::{Settings, Tabular, TabularPlayer},
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<TabularPlayer<QCell>>(
    QCell::ID,
    "Q-learning by the player's cell",
    "Q-learning over the player's cell: a table of a few kilobytes",
    "Learns by playing, and remembers only which step was good on which cell, after how many pushes. Small and fast, but \
     it cannot tell apart what looks alike.",
    Properties { complete: false, optimal: None, threads: Threads::Reproducible },
    &[Preset {
        id: "irvine-a",
        title: "First Irvine report",
        summary: "the agent of the first Irvine report",
        settings: IRVINE_A,
    }],
);

/// The first Irvine report: γ 0.99, α 0.01, ε 0.1, 1000 episodes of 500 steps. Actions blocked by walls and boxes are left
/// out, as there; the best of the next state is taken over its open actions.
const IRVINE_A: &[&str] = &[
    "episodes=1000",
    "steps=500",
    "stop=never",
    "gamma=0.99",
    "alpha=0.01",
    "alpha_schedule=constant",
    "epsilon=0.1",
    "epsilon_schedule=constant",
    "reverse_replay=false",
    "prune_deadlocks=false",
    "prune_turning_back=false",
    "reward_solved=1",
    "reward_on=0.1",
    "reward_between=0.1",
    "reward_off=-0.1",
    "reward_deadlock=-1",
    "reward_stuck=-1",
    "reward_push=-0.1",
    "reward_step=-0.1",
    "shaping=0",
    "potential=none",
    "deadlocks=irvine-a",
    "stages=1",
];

/// The learner, with the parameter that it alone has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct QCell {
    /// Numbers of pushes made that are told apart; 1 is the cell alone.
    #[schemars(range(min = 1, max = 100_000))]
    #[schemars(title = "Stages")]
    stages: u32,
}

impl Default for QCell {
    fn default() -> Self {
        Self { stages: 1000 }
    }
}

impl Tabular for QCell {
    const ID: &'static str = "q-cell";
    const SPACE: Space = Space::Moves;
    const SETTINGS: Settings = Settings::new(
        Learning { steps: 500, patience: 300, epsilon: 0.05, ..Learning::EXACT },
        Rewards::MIXED,
    );
    type Table<const W: usize> = Cells;

    fn table<const W: usize>(&self, environment: &Environment<W>, double: bool) -> Cells {
        cells::table(environment, self.stages as usize, double)
    }
}
