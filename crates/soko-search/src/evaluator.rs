//! Estimates of the cost that is left: what informed players are informed by.
//!
//! An [`Evaluator`] is asked in two steps, because a search is: [`position`](Evaluator::position) for the position
//! about to be expanded, as exact as the estimate can be, then [`child`](Evaluator::child) for each of its
//! successors, as cheap as possible. A child's estimate may be lower than what `position` will say later, never
//! higher; the engine files the node again when the better value is known.

pub mod assignment;
pub mod manhattan;
pub mod nearest_box;
pub mod pair_excess;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Level, Maze, Square, State};

use crate::metric::Metric;

/// The estimates by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Heuristic {
    /// Zero: no information.
    #[serde(rename = "none")]
    None,
    /// Every box to its nearest goal as the crow flies, summed.
    #[serde(rename = "manhattan")]
    Manhattan,
    /// The former plus the player's way to the nearest box, each with its weight.
    #[serde(rename = "manhattan+agent")]
    ManhattanAgent,
    /// Cheapest matching of boxes and goals by push distances of lone boxes.
    #[serde(rename = "assignment")]
    Assignment,
    /// The former plus two pushes for every group of boxes in each other's way.
    #[serde(rename = "assignment+conflicts")]
    #[default]
    AssignmentConflicts,
    /// The former plus what pairs of boxes cost each other whatever goals they take, from an exact table.
    #[serde(rename = "assignment+pairs")]
    AssignmentPairs,
}

/// One push or step from the position last given to [`Evaluator::position`].
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Where the pushed box stood and stands; `None` for a step without push.
    pub pushed: Option<(Square, Square)>,
    /// Where the player stands after it.
    pub player: Square,
}

/// Estimates the cost from a position to the end.
pub trait Evaluator<const W: usize> {
    /// The estimate of a position whose children come next; `None` if it is proven lost.
    fn position(&mut self, maze: &Maze<W>, state: &State<W>) -> Option<u32>;

    /// The estimate of a child of the last position; `None` if it is proven lost.
    fn child(&mut self, maze: &Maze<W>, child: &State<W>, change: Change) -> Option<u32>;

    /// Bytes held that grew since the start.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Which estimate, with its settings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Estimate {
    /// The estimate of what is left.
    pub heuristic: Heuristic,
    /// Weight of the boxes' ways in the Manhattan estimates.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub box_weight: f64,
    /// Weight of the player's way in the estimate manhattan+agent.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub agent_weight: f64,
    /// Positions estimated before assignment+pairs builds its table; until then it is assignment+conflicts.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub pairs_after: u32,
}

impl Default for Estimate {
    fn default() -> Self {
        Self { heuristic: Heuristic::default(), box_weight: 1.0, agent_weight: 1.0, pairs_after: 2000 }
    }
}

impl Estimate {
    /// No information at all.
    pub const NONE: Self =
        Self { heuristic: Heuristic::None, box_weight: 0.0, agent_weight: 0.0, pairs_after: 0 };

    /// Never above the true cost in a metric?
    pub fn is_admissible(&self, metric: Metric) -> bool {
        match self.heuristic {
            Heuristic::None
            | Heuristic::Assignment
            | Heuristic::AssignmentConflicts
            | Heuristic::AssignmentPairs => true,
            Heuristic::Manhattan => self.box_weight <= 1.0,
            Heuristic::ManhattanAgent => {
                let agent_fits = self.agent_weight <= 1.0 && metric.counts_moves_first();
                self.box_weight <= 1.0 && (self.agent_weight == 0.0 || agent_fits)
            }
        }
    }

    /// Compiles the estimate for a level.
    pub fn compile<const W: usize>(
        &self,
        level: &Level,
        maze: &Maze<W>,
        metric: Metric,
    ) -> Box<dyn Evaluator<W>> {
        match self.heuristic {
            Heuristic::None => Box::new(manhattan::Manhattan::new(level, 0.0, 0.0)),
            Heuristic::Manhattan => Box::new(manhattan::Manhattan::new(level, self.box_weight, 0.0)),
            Heuristic::ManhattanAgent => {
                Box::new(manhattan::Manhattan::new(level, self.box_weight, self.agent_weight))
            }
            Heuristic::Assignment => {
                Box::new(assignment::Assignment::new(level, maze, metric.counts_moves_first(), false))
            }
            Heuristic::AssignmentConflicts => {
                Box::new(assignment::Assignment::new(level, maze, metric.counts_moves_first(), true))
            }
            Heuristic::AssignmentPairs => {
                let assignment = assignment::Assignment::new(level, maze, metric.counts_moves_first(), true);
                Box::new(assignment.with_pairs(level, self.pairs_after))
            }
        }
    }
}
