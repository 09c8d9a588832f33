//! The potential: the estimate of what is left by which rewards are shaped.
//!
//! It is one of the searches' estimates of pushes and, where moves count, the player's way to the nearest box on top of
//! it. `manhattan+agent` is an estimate that has such a way in it: where moves count it is counted once, and where
//! pushes count it is no lower bound.

use soko_core::{Level, Maze, Meter};
use soko_search::evaluator::{Estimate, Evaluator, Heuristic, LowerBound};
use soko_solver::{Halt, Metric};

/// Which potential.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Potential {
    pub(crate) heuristic: Heuristic,
    /// Add the way to the nearest box.
    pub(crate) with_walk: bool,
}

impl Potential {
    /// The estimate of pushes in it.
    fn estimate(self) -> Estimate {
        let estimate = Estimate { heuristic: self.heuristic, ..Estimate::default() };
        if self.with_walk { Estimate { agent_weight: 0.0, ..estimate } } else { estimate }
    }

    /// Compiles the estimate of pushes for a level, within limits; `None` without a potential.
    pub(crate) fn compile<const W: usize>(
        self,
        level: &Level,
        maze: &Maze<W>,
        meter: &mut dyn Meter<Halt = Halt>,
    ) -> Result<Option<Box<dyn Evaluator<W>>>, Halt> {
        if self.heuristic == Heuristic::None {
            return Ok(None);
        }
        self.estimate().compile(level, maze, Metric::Pushes, meter).map(Some)
    }

    /// The promise that the potential is never above what is left.
    pub(crate) fn lower_bound(self) -> Option<LowerBound> {
        let pushes = self.estimate().lower_bound(Metric::Pushes)?;
        if self.with_walk { pushes.with_walk() } else { Some(pushes) }
    }

    /// Does its estimate of pushes change when the player walks?
    pub(crate) fn depends_on_player(self) -> bool {
        self.estimate().depends_on_player()
    }
}
