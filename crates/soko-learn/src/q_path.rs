//! `q-path`: Q-learning over boxes × cells × 4.
//!
//! The agent of the third Irvine report (Brunelli, Cheng and Chua). An action is a push that can be reached, its value depends
//! on the box, its cell and the direction alone. The preset `irvine-c` is that agent, flaws included: a box pushed
//! back and forth between two goals earns 1000 each time, and two boxes beside each other along a wall are not seen
//! to be stuck. α and γ are not in the report; 0.5 and 0.9 are ours.
//!
//! The default pays costs shaped by a potential, which pays nothing for going round in circles, and knows frozen boxes.
//! The table still forgets where the other boxes are, so nothing is proven: it stops when its policy has not become
//! better for a while.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_solver::{Descriptor, Preset, Properties, Threads};

use crate::{
    environment::{Environment, Space},
    learning::Learning,
    reward::Rewards,
    schedule::Schedule,
    table::boxes::{self, Boxes},
    tabular::{Settings, Tabular, TabularPlayer},
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<TabularPlayer<QPath>>(
    QPath::ID,
    "Q-learning by box and cell",
    "Q-learning over boxes and cells: what one box should do, wherever the others are",
    "Learns by playing, and remembers which push was good for which box on which cell; the walk to a box is a shortest one. \
     What it learns about one box serves every arrangement of the others, for better and worse.",
    Properties { complete: false, optimal: None, threads: Threads::Reproducible },
    &[Preset {
        id: "irvine-c",
        title: "Third Irvine report",
        summary: "the agent of the third Irvine report",
        settings: IRVINE_C,
    }],
);

/// The third Irvine report: a fifth of the pushes at random, 1000 for a box on a goal, −1000 for a dead cell.
const IRVINE_C: &[&str] = &[
    "steps=1000",
    "stop=solved",
    "gamma=0.9",
    "alpha=0.5",
    "alpha_schedule=constant",
    "epsilon=0.2",
    "epsilon_schedule=constant",
    "reverse_replay=false",
    "prune_deadlocks=false",
    "reward_solved=1000",
    "reward_on=1000",
    "reward_between=1000",
    "reward_off=-1",
    "reward_deadlock=-1000",
    "reward_stuck=-10000",
    "reward_push=-1",
    "reward_step=-1",
    "quadratic_scale=true",
    "shaping=0",
    "potential=none",
    "deadlocks=irvine-c",
    "smooth=false",
];

/// The learner, with the parameter that it alone has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct QPath {
    /// Put the pushes of the solution in an order that needs fewer steps.
    #[schemars(title = "Fewer steps at the end")]
    smooth: bool,
}

impl Default for QPath {
    fn default() -> Self {
        Self { smooth: true }
    }
}

impl Tabular for QPath {
    const ID: &'static str = "q-path";
    const SPACE: Space = Space::Pushes;
    const SETTINGS: Settings = Settings::new(
        Learning {
            steps: 500,
            patience: 100,
            alpha: 1.0,
            alpha_schedule: Schedule::Visits,
            alpha_last: 0.1,
            alpha_span: 10.0,
            epsilon: 0.2,
            epsilon_schedule: Schedule::Visits,
            epsilon_last: 0.02,
            epsilon_span: 20.0,
            ..Learning::EXACT
        },
        Rewards::MIXED,
    );
    type Table<const W: usize> = Boxes;

    fn smooths(&self) -> bool {
        self.smooth
    }

    fn table<const W: usize>(&self, environment: &Environment<W>, double: bool) -> Boxes {
        boxes::table(environment, double)
    }
}
