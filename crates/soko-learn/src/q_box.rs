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
use soko_solver::{Descriptor, Objective, Preset, Properties, Threads};

use crate::{
    environment::{Environment, Space},
    presets,
    table::states::States,
    tabular::{Settings, Tabular, TabularPlayer},
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<TabularPlayer<QBox>>(
    QBox::ID,
    "Q-learning by pushes",
    "Q-learning over pushes: fewest pushes, proven",
    "Learns by playing: a table holds the value of every push in every position seen; the walk to a box is a shortest \
     one. Values begin too high and come down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Pushes), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            title: "Second Irvine report",
            summary: "BoxAgent of the second Irvine report",
            settings: presets::irvine_b!("smooth=false"),
        },
        presets::SARSA,
        presets::DOUBLE_Q,
        presets::DYNA_Q,
    ],
);

/// The learner, with the parameters that it alone has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct QBox {
    /// Put the pushes of the solution in an order that needs fewer steps.
    #[schemars(title = "Fewer steps at the end")]
    smooth: bool,
    /// What an action costs: 1, or the steps of its walk and its push.
    #[schemars(title = "What is minimised")]
    metric: Metric,
}

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Metric {
    /// Pushes.
    Pushes,
    /// Moves, pushes included.
    Moves,
}

impl Default for QBox {
    fn default() -> Self {
        Self { smooth: true, metric: Metric::Pushes }
    }
}

impl Tabular for QBox {
    const ID: &'static str = "q-box";
    const SPACE: Space = Space::Pushes;
    const SETTINGS: Settings = Settings::EXACT;
    type Table<const W: usize> = States<W>;

    fn counts_moves(&self) -> bool {
        self.metric == Metric::Moves
    }

    fn smooths(&self) -> bool {
        self.smooth
    }

    fn table<const W: usize>(&self, _: &Environment<W>, double: bool) -> States<W> {
        States::new(double)
    }
}
