//! Best-first search: one engine for both directions, of which uniform-cost search, greedy search and A* are settings.
//!
//! Every node has a cost `g` so far and an estimate `h` of what is left. The engine expands the node of least rank:
//! `g` for uniform cost, `h` for greedy search, `g + w·h` for A*. Known positions met again on a cheaper way are
//! updated and, if they were done with, opened again.
//!
//! **Two directions.** The loop (`engine.rs`) knows nothing of pushes or pulls. What it begins from, what a step is, what is lost
//! and how a way is read as a solution is told by a domain: `forward.rs` from the start, `backward.rs` from the end.
//!
//! **Lazy estimates.** Children are filed under a cheap bound. When one's turn comes it gets its exact estimate, and if
//! that is higher it is filed again. Most children are never looked at twice.
//!
//! **Proofs.** The goal test happens when a node is taken out to be expanded. With an admissible estimate and weight at
//! most one, the first solved node taken out is optimal in the metric; an empty list proves that there is no solution,
//! for all pruning is sound. PI-corral pruning keeps optimal pushes but not optimal moves, so it is used where
//! pushes alone count.
//!
//! **Where the time goes** (`perf`, A* counting pushes over Microban I): the exact matching of positions taken out 20 % with
//! its rows, looking positions up 15 % and growing the hash tables 6 %, PI-corrals and corrals 20 % with their floods,
//! regions 9 %, frozen boxes 5 %, the list of waiting positions 3 %. A position kept costs 30 to 39 bytes in all,
//! by the fill of the hash tables and the number of squares that boxes can reach.
//!
//! Hart, Nilsson and Raphael (1968); the search players of the Brno and the Queensland systems.

pub mod backward;
pub(crate) mod engine;
mod forward;
mod node_record;
mod open_list;
mod successor;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::Rules;
use soko_core::{Level, Maze, Solution, Verified, with_maze};
use soko_solver::metric::Metric;
use soko_solver::{Context, Halt, Objective, Verdict};

use self::engine::{Domain, Engine};
pub(crate) use self::{backward::Backward, forward::Forward};
use crate::evaluator::{Estimate, LowerBound};

/// What one edge of the search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// A push, with the walk to it.
    #[default]
    Pushes,
    /// A step of the player.
    Moves,
}

/// Which node comes next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Order {
    /// The cheapest so far.
    Cost,
    /// The one that seems nearest to the end.
    Estimate,
    /// Least sum of cost and weighted estimate.
    Sum {
        /// Weight of the estimate.
        weight: f64,
    },
}

/// A configuration of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What is counted.
    pub metric: Metric,
    /// What an edge is.
    pub space: Space,
    /// Which node comes next.
    pub order: Order,
    /// The estimate.
    pub estimate: Estimate,
    /// The deadlock rules.
    pub rules: Rules,
}

impl Settings {
    /// Weighted A* for the fewest pushes, with our estimate and our rules.
    pub fn astar(weight: f64) -> Self {
        Self {
            metric: Metric::Pushes,
            space: Space::Pushes,
            order: Order::Sum { weight },
            estimate: Estimate::default(),
            rules: Rules::default(),
        }
    }

    /// What the first solution taken out of the list is best in: with uniform cost everything cheaper was expanded before
    /// it, with A* everything that a lower bound does not exclude.
    pub fn optimal(&self) -> Option<Objective> {
        match self.order {
            Order::Cost => Some(self.metric.objective()),
            Order::Sum { weight } if weight <= 1.0 => {
                self.estimate.lower_bound(self.metric).map(LowerBound::objective)
            }
            Order::Sum { .. } | Order::Estimate => None,
        }
    }

    /// What a search that ran to its end has shown.
    pub(crate) fn verdict(&self, solution: Option<Verified<Solution>>) -> Verdict {
        solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: self.optimal() })
    }

    /// Is only the player's region kept, not its square?
    fn by_region(&self) -> bool {
        self.space == Space::Pushes && !self.metric.counts_moves()
    }

    /// The rules that are right for what is counted.
    fn rules(&self) -> Rules {
        Rules { pi_corral: self.rules.pi_corral && self.by_region(), ..self.rules }
    }
}

/// Searches a level from the start.
///
/// # Errors
/// The reason to halt, from the context.
pub fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let solution = with_maze!(level, |maze| {
        let forward = Forward::new(level, &maze, settings, context)?;
        run(forward, &maze, settings, context)?
    });
    Ok(settings.verdict(solution))
}

/// Searches until the end.
fn run<const W: usize>(
    domain: impl Domain<W>,
    maze: &Maze<W>,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Option<Verified<Solution>>, Halt> {
    let mut engine = Engine::new(domain, maze, settings);
    let ended = engine.begin(context).and_then(|()| engine.advance(u64::MAX, context));
    (context.statistics.open, context.statistics.closed) = engine.counts();
    Ok(match ended? {
        Stage::Solved(number) => Some(engine.solution(number)),
        Stage::Exhausted | Stage::Paused => None,
    })
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This node ends a solution.
    Solved(u32),
    /// Nothing is left: there is no solution.
    Exhausted,
    /// There is more to do.
    Paused,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Heuristic;

    fn settings(metric: Metric, order: Order, estimate: Estimate) -> Settings {
        Settings { metric, space: Space::Pushes, order, estimate, rules: Rules::default() }
    }

    #[test]
    fn a_solution_is_best_where_all_that_is_cheaper_was_seen_before() {
        let far = Estimate { heuristic: Heuristic::Manhattan, box_weight: 2.0, ..Estimate::default() };
        let optimal = |metric, order, estimate| settings(metric, order, estimate).optimal();
        let (sum, default) = (|weight| Order::Sum { weight }, Estimate::default());
        assert_eq!(
            optimal(Metric::Moves, Order::Cost, far),
            Some(Objective::Moves),
            "no estimate is looked at"
        );
        assert_eq!(optimal(Metric::Pushes, sum(1.0), default), Some(Objective::Pushes));
        assert_eq!(optimal(Metric::PushesThenMoves, sum(0.5), default), Some(Objective::PushesThenMoves));
        assert_eq!(optimal(Metric::Pushes, sum(1.1), default), None);
        assert_eq!(optimal(Metric::Pushes, sum(1.0), far), None);
        assert_eq!(optimal(Metric::Pushes, Order::Estimate, default), None);
    }

    #[test]
    fn regions_are_kept_and_corrals_narrow_where_pushes_alone_count() {
        let by_region = |metric, space| {
            let settings = Settings { space, ..settings(metric, Order::Cost, Estimate::NONE) };
            assert_eq!(settings.rules().pi_corral, settings.by_region());
            assert!(settings.rules().freeze && settings.rules().dead_squares);
            settings.by_region()
        };
        assert!(by_region(Metric::Pushes, Space::Pushes));
        assert!(!by_region(Metric::Pushes, Space::Moves));
        assert!(!by_region(Metric::Moves, Space::Pushes));
        assert!(!by_region(Metric::PushesThenMoves, Space::Pushes));
        let off = Rules { pi_corral: false, ..Rules::default() };
        let settings = Settings { rules: off, ..settings(Metric::Pushes, Order::Cost, Estimate::NONE) };
        assert!(settings.by_region() && !settings.rules().pi_corral);
    }

    #[test]
    fn an_exhausted_search_is_a_proof() {
        let settings = settings(Metric::Pushes, Order::Cost, Estimate::NONE);
        assert!(matches!(settings.verdict(None), Verdict::Unsolvable));
    }
}
