//! A*: least cost so far plus estimated rest.
//!
//! With the default estimate the solution is proven optimal in the chosen metric. A weight above one trades the proof
//! for speed. Source: the players `A*` of the Brno and Queensland systems; Brno's estimate was not admissible,
//! so its lengths were not optimal. Ours is.
//!
//! It can search from the start ([`best_first`](crate::best_first)), from the end ([`backward`]) or from both
//! (`both_ways`). The proofs are the same; which is faster depends on the level.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::Rules;
use soko_core::Level;
use soko_solver::metric::Metric;
use soko_solver::{Context, Descriptor, Halt, Objective, Player, Preset, Properties, Threads, Verdict};

use crate::{
    best_first::{Order, Settings, Space, backward, search},
    both_ways,
    evaluator::Estimate,
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "astar",
    "A*, shortest proven",
    "A* with the assignment bound: fewest pushes or moves, proven",
    "Expands the position with the least sum of cost so far and estimated rest. Finds a best solution in the \
     chosen metric, or proves that there is none. Can search from the start, from the end, or both at once.",
    Properties { complete: true, optimal: Some(Objective::Pushes), threads: Threads::Race },
    &[
        Preset {
            id: "queensland",
            title: "Queensland course",
            summary: "single steps, moves counted, every box to its nearest goal",
            settings: &["space=moves", "metric=moves", "heuristic=manhattan", "freeze=false", "corral=0"],
        },
        Preset {
            id: "queensland-agent",
            title: "Queensland, with the player's way",
            summary: "as queensland, with the player's way to the nearest box",
            settings: &[
                "space=moves",
                "metric=moves",
                "heuristic=manhattan+agent",
                "freeze=false",
                "corral=0",
            ],
        },
        Preset {
            id: "brno",
            title: "Brno thesis",
            summary: "dead squares alone pruned; the estimate is admissible, which Brno's was not",
            settings: &["freeze=false", "pi_corral=false", "corral=0"],
        },
    ],
);

/// Where A* begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From the start, by pushes.
    #[default]
    Forward,
    /// From the solved positions, by pulls; where that cannot be, from the start.
    Backward,
    /// Both, by turns or, with two threads, side by side; the first to finish decides.
    Both,
}

/// Parameters of A*.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// What is counted and minimised.
    #[schemars(title = "What is minimised")]
    pub metric: Metric,
    /// What one edge of the search is.
    #[schemars(title = "What a step of the search is")]
    pub space: Space,
    /// Where the search begins (other than at the start only if pushes alone are counted, boxes and goals are equal in
    /// number, and the estimate is an assignment).
    #[schemars(title = "Where it begins")]
    pub direction: Direction,
    /// How far it is to the end.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Weight of the estimate; above 1 faster and not optimal.
    #[schemars(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Weight of the estimate")]
    pub weight: f64,
    /// What is lost.
    #[serde(flatten)]
    pub rules: Rules,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            metric: Metric::Pushes,
            space: Space::Pushes,
            direction: Direction::default(),
            estimate: Estimate::default(),
            weight: 1.0,
            rules: Rules::default(),
        }
    }
}

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let Params { metric, space, direction, estimate, weight, rules } = *self;
        let settings = Settings { metric, space, order: Order::Sum { weight }, estimate, rules };
        match direction {
            Direction::Forward => search(level, &settings, context),
            _ if !backward::applies(level, &settings) => {
                context.note("only a search from the start is possible here");
                search(level, &settings, context)
            }
            Direction::Backward => backward::search(level, &settings, context),
            Direction::Both => both_ways::search(level, &settings, context),
        }
    }
}
