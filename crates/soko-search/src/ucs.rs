//! Uniform-cost search: always the cheapest position so far.
//!
//! Finds the fewest moves by default, or the best in any other metric, without an estimate; with single steps as
//! edges it is the search of the Queensland system, with pushes as edges that of the Brno system.
//! Dijkstra (1959).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::Rules;
use soko_core::Level;
use soko_solver::metric::Metric;
use soko_solver::{Context, Descriptor, Halt, Objective, Player, Preset, Properties, Threads, Verdict};

use crate::{
    best_first::{Order, Settings, Space, search},
    evaluator::Estimate,
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "ucs",
    "Uniform-cost",
    "uniform-cost search: fewest moves or pushes, proven",
    "Expands the cheapest position so far. Finds a best solution in the chosen metric without any estimate, or \
     proves that there is none.",
    Properties { complete: true, optimal: Some(Objective::Moves), threads: Threads::One },
    &[
        Preset {
            id: "queensland",
            title: "Queensland course",
            summary: "single steps, moves counted, dead squares alone pruned",
            settings: &["space=moves", "metric=moves", "freeze=false", "corral=0"],
        },
        Preset {
            id: "brno",
            title: "Brno thesis",
            summary: "pushes counted, dead squares alone pruned",
            settings: BRNO,
        },
    ],
);

/// What the Brno system pruned.
const BRNO: &[&str] = &["metric=pushes", "freeze=false", "pi_corral=false", "corral=0"];

/// Parameters of uniform-cost search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// What is counted and minimised.
    #[schemars(title = "What is minimised")]
    pub metric: Metric,
    /// What one edge of the search is.
    #[schemars(title = "What a step of the search is")]
    pub space: Space,
    /// What is lost.
    #[serde(flatten)]
    pub rules: Rules,
}

impl Default for Params {
    fn default() -> Self {
        Self { metric: Metric::Moves, space: Space::Pushes, rules: Rules::default() }
    }
}

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let Params { metric, space, rules } = *self;
        let settings = Settings { metric, space, order: Order::Cost, estimate: Estimate::NONE, rules };
        search(level, &settings, context)
    }
}
