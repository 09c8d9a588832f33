//! Greedy best-first search: always the position that seems nearest to the end.
//!
//! Fast where the estimate leads the right way, and no promise about the length of the solution. It is complete all the
//! same: positions are expanded once each, and the last one is reached in the end. Source: the greedy players of
//! the Brno and Queensland systems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::Level;
use soko_solver::metric::Metric;
use soko_solver::{Context, Descriptor, Halt, Player, Preset, Properties, Threads, Verdict};

use crate::{
    best_first::{Order, Settings, Space, search},
    knowledge::Knowledge,
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "greedy",
    "Greedy best-first",
    "greedy best-first search: a solution soon, not a short one",
    "Expands the position with the least estimate, the cheapest among equals. Finds some solution, or proves that \
     there is none.",
    Properties { complete: true, optimal: None, threads: Threads::One },
    &[
        Preset {
            id: "queensland",
            title: "Queensland course",
            summary: "single steps, every box to its nearest goal, dead squares alone pruned",
            settings: &["space=moves", "metric=moves", "heuristic=manhattan", "freeze=false", "corral=0"],
        },
        Preset {
            id: "brno",
            title: "Brno thesis",
            summary: "the assignment estimate, dead squares alone pruned",
            settings: &["freeze=false", "pi_corral=false", "corral=0"],
        },
    ],
);

/// Parameters of greedy search.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// What is counted; it decides among equal estimates.
    #[schemars(title = "What is minimised")]
    pub metric: Metric,
    /// What one edge of the search is.
    #[schemars(title = "What a step of the search is")]
    pub space: Space,
    /// What it knows about positions.
    #[serde(flatten)]
    pub knowledge: Knowledge,
}

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let Params { metric, space, knowledge: Knowledge { estimate, rules } } = *self;
        let settings = Settings { metric, space, order: Order::Estimate, estimate, rules };
        search(level, &settings, context)
    }
}
