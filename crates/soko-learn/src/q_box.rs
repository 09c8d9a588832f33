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
    "Q-learning over pushes: fewest pushes, proven",
    "Learns by playing: a table holds the value of every push in every position seen; the walk to a box is a shortest \
     one. Values begin too high and come down with experience, so the agent explores until its way is proven best.",
    Properties { complete: false, optimal: Some(Objective::Pushes), threads: Threads::Reproducible },
    &[
        Preset {
            id: "irvine-b",
            summary: "BoxAgent of the second Irvine report",
            settings: presets::irvine_b!("smooth=false"),
        },
        Preset {
            id: "sarsa",
            summary: "SARSA with a falling chance of random pushes",
            settings: presets::SARSA,
        },
        Preset { id: "double-q", summary: "Double Q-learning", settings: presets::DOUBLE_Q },
        Preset {
            id: "dyna-q",
            summary: "Dyna-Q: ten remembered pushes for each one taken",
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
        let settings = Settings::new(Learning::EXACT, Rewards::COSTS);
        Self { settings, smooth: true, metric: Metric::Pushes }
    }
}

impl Tabular for Params {
    const ID: &'static str = "q-box";
    const KIND: Kind = Kind::States;
    type Table<const W: usize> = States<W>;

    fn plan(&self) -> Plan {
        let Self { settings, smooth, metric } = self;
        let views = settings.views(Space::Pushes, *metric == Metric::Moves);
        let promise = NeverTooLow::of(views, &settings.learning, &settings.rewards);
        Plan { promise, ..settings.plan(views, *smooth) }
    }

    fn table<const W: usize>(&self, _: &Environment<W>, double: bool) -> States<W> {
        States::new(double)
    }
}
