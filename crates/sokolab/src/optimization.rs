//! The optimiser with its limits, for the commands that make solutions shorter.

use soko_core::{Level, Solution, Verified};
use soko_optimize::{Optimized, optimize};
use soko_solver::metric::Metric;
use soko_solver::{Control, Limits, Objective};

use crate::output::progress::Progress;

/// What is to become less, and how long that may take.
#[derive(Clone, Copy)]
pub(crate) struct Optimization {
    /// What is to become less.
    pub(crate) metric: Metric,
    /// Seed of everything random.
    pub(crate) seed: u64,
    /// For each solution.
    pub(crate) limits: Limits,
    /// Whether to show progress on a terminal.
    pub(crate) progress: bool,
}

impl Optimization {
    /// Makes one solution shorter. `label` names the level while it lasts.
    pub(crate) fn shorten(
        &self,
        level: &Level,
        solution: Verified<Solution>,
        label: String,
        control: Control,
    ) -> Optimized {
        let mut progress = Progress::new(self.progress, label, self.limits.time());
        let budget = self.limits.budget(control);
        let done = optimize(level, solution, self.metric, budget, self.seed, &mut progress);
        progress.clear();
        done
    }
}

/// Is what was proven of one solution still true of another?
pub(crate) fn still_proven(proven: Objective, before: &Solution, after: &Solution) -> bool {
    let cost = |solution: &Solution| {
        let (pushes, moves) = (solution.metrics().pushes, solution.metrics().moves);
        match proven {
            Objective::Pushes => (pushes, 0),
            Objective::Moves => (moves, 0),
            _ => (pushes, moves),
        }
    };
    cost(after) == cost(before)
}
