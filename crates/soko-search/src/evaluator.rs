//! Estimates of the cost that is left: what informed players are informed by.
//!
//! An [`Evaluator`] is asked in two steps, because a search is: [`position`](Evaluator::position) for the position
//! about to be expanded, as exact as the estimate can be, then [`child`](Evaluator::child) for each of its
//! successors, as cheap as possible. A child's estimate may be lower than what `position` will say later, never
//! higher; the engine files the node again when the better value is known.
//!
//! **Promises.** Whether a search may call its solution optimal depends on what its estimate promises. That promise is a
//! value, [`LowerBound`]: only [`Estimate::lower_bound`] makes one, for the metric in which the estimate is admissible,
//! and the objective of a claim is read off it.

pub mod assignment;
pub mod manhattan;
pub mod nearest_box;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Level, Maze, Meter, Square, State};
use soko_solver::{Halt, Objective};

use soko_solver::metric::Metric;

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
    ///
    /// # Errors
    /// The reason to end early: what a position of thousands of boxes needs may take longer than a run.
    fn position(
        &mut self,
        maze: &Maze<W>,
        state: &State<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<u32>, Halt>;

    /// The estimate of a child of the last position; `None` if it is proven lost.
    fn child(&self, maze: &Maze<W>, child: &State<W>, change: Change) -> Option<u32>;

    /// Bytes held that grew since the start, beyond what [`Estimate::compile`] has acquired. The caller accounts for
    /// them.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Which estimate, with its settings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Estimate {
    /// The estimate of what is left.
    #[schemars(title = "Estimate")]
    pub heuristic: Heuristic,
    /// Weight of the boxes' ways in the Manhattan estimates.
    #[schemars(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Weight of the boxes' ways")]
    pub box_weight: f64,
    /// Weight of the player's way in the estimate manhattan+agent.
    #[schemars(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Weight of the player's way")]
    pub agent_weight: f64,
}

impl Default for Estimate {
    fn default() -> Self {
        Self { heuristic: Heuristic::default(), box_weight: 1.0, agent_weight: 1.0 }
    }
}

/// The promise that an estimate is never above the true cost in a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerBound(Metric);

impl LowerBound {
    /// What a solution is best in whose cost is no more than such an estimate of the start.
    pub const fn objective(self) -> Objective {
        self.0.objective()
    }

    /// The promise for the sum of the estimate and the player's [way to the nearest box](nearest_box). A bound of the
    /// pushes becomes one of the moves: the steps before the first push come on top of the pushes. A bound of the moves
    /// may count those steps already.
    #[must_use]
    pub fn with_walk(self) -> Option<Self> {
        (self.0 == Metric::Pushes).then_some(Self(Metric::Moves))
    }
}

impl Estimate {
    /// No information at all.
    pub const NONE: Self = Self { heuristic: Heuristic::None, box_weight: 0.0, agent_weight: 0.0 };

    /// The promise that the estimate, compiled for a metric, is never above the true cost in it; `None` if it may be.
    pub fn lower_bound(&self, metric: Metric) -> Option<LowerBound> {
        let admissible = match self.heuristic {
            Heuristic::None | Heuristic::Assignment | Heuristic::AssignmentConflicts => true,
            Heuristic::Manhattan => self.box_weight <= 1.0,
            Heuristic::ManhattanAgent => {
                let agent_fits = self.agent_weight <= 1.0 && metric.counts_moves_first();
                self.box_weight <= 1.0 && (self.agent_weight == 0.0 || agent_fits)
            }
        };
        admissible.then_some(LowerBound(metric))
    }

    /// Does the estimate, compiled for pushes, change when the player walks?
    pub fn depends_on_player(&self) -> bool {
        self.heuristic == Heuristic::ManhattanAgent && self.agent_weight > 0.0
    }

    /// Compiles the estimate for a level, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    #[inline(never)]
    pub fn compile<const W: usize>(
        &self,
        level: &Level,
        maze: &Maze<W>,
        metric: Metric,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Box<dyn Evaluator<W>>, Halt> {
        let mut assignment = |conflicts| {
            assignment::Assignment::new(level, maze, metric.counts_moves_first(), conflicts, &mut *meter)
        };
        Ok(match self.heuristic {
            Heuristic::None => Box::new(manhattan::Manhattan::new(level, 0.0, 0.0)),
            Heuristic::Manhattan => Box::new(manhattan::Manhattan::new(level, self.box_weight, 0.0)),
            Heuristic::ManhattanAgent => {
                Box::new(manhattan::Manhattan::new(level, self.box_weight, self.agent_weight))
            }
            Heuristic::Assignment => Box::new(assignment(false)?),
            Heuristic::AssignmentConflicts => Box::new(assignment(true)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METRICS: [Metric; 4] =
        [Metric::Pushes, Metric::Moves, Metric::PushesThenMoves, Metric::MovesThenPushes];

    /// For which metrics an estimate promises a bound.
    fn promises(heuristic: Heuristic, box_weight: f64, agent_weight: f64) -> [bool; 4] {
        let estimate = Estimate { heuristic, box_weight, agent_weight };
        METRICS.map(|metric| {
            let bound = estimate.lower_bound(metric);
            assert!(bound.is_none_or(|bound| bound.objective() == metric.objective()));
            bound.is_some()
        })
    }

    #[test]
    fn only_estimates_that_are_never_too_high_promise_a_bound() {
        use Heuristic::{Assignment, AssignmentConflicts, Manhattan, ManhattanAgent, None};
        for heuristic in [None, Assignment, AssignmentConflicts] {
            assert_eq!(promises(heuristic, 5.0, 5.0), [true; 4], "weights mean nothing to it");
        }
        assert_eq!(promises(Manhattan, 1.0, 9.0), [true; 4]);
        assert_eq!(promises(Manhattan, 1.5, 0.0), [false; 4]);
        assert_eq!(promises(ManhattanAgent, 1.0, 1.0), [false, true, false, true]);
        assert_eq!(promises(ManhattanAgent, 1.0, 0.0), [true; 4]);
        assert_eq!(promises(ManhattanAgent, 1.0, 1.5), [false; 4]);
        assert_eq!(promises(ManhattanAgent, 1.5, 1.0), [false; 4]);
        assert_eq!(promises(ManhattanAgent, 1.5, 0.0), [false; 4]);
    }

    #[test]
    fn a_walk_makes_a_bound_of_pushes_one_of_moves() {
        let bound = |metric| Estimate::default().lower_bound(metric).expect("admissible");
        assert_eq!(bound(Metric::Pushes).with_walk().map(LowerBound::objective), Some(Objective::Moves));
        assert_eq!(bound(Metric::Moves).with_walk(), None);
    }

    #[test]
    fn only_the_way_of_the_player_depends_on_the_player() {
        let depends = |heuristic, agent_weight| {
            Estimate { heuristic, agent_weight, ..Estimate::default() }.depends_on_player()
        };
        assert!(depends(Heuristic::ManhattanAgent, 0.5));
        assert!(!depends(Heuristic::ManhattanAgent, 0.0));
        assert!(!depends(Heuristic::Manhattan, 0.5));
    }
}
