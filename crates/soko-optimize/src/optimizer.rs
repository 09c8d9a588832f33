//! The optimiser as something that is run like a player: with a budget, an observer and a control.
//!
//! What it finds is put together with shortest walks and replayed before it counts; the best so far is kept here and survives any halt. The
//! context's own incumbent prefers pushes, which is why it is not asked.

use std::{cell::RefCell, time::Duration};

use soko_core::{Level, Maze, Solution, Verified, with_maze};
use soko_solver::metric::{Cost, Metric};
use soko_solver::{Budget, Context, Halt, Observer, Player, Statistics, Verdict, run};

use crate::{
    cost::Weights,
    improver::Improver,
    ladder::climb,
    path::{Path, pushes_of},
};

/// Makes one solution shorter.
pub(crate) struct Optimizer {
    metric: Metric,
    best: Verified<Solution>,
}

impl Optimizer {
    /// Begins from a solution.
    pub(crate) const fn new(solution: Verified<Solution>, metric: Metric) -> Self {
        Self { metric, best: solution }
    }

    fn improve<const W: usize>(
        &mut self,
        level: &Level,
        maze: &Maze<W>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let Some(path) = Path::new(maze, &maze.start(level), pushes_of(level, &self.best)) else {
            return Ok(());
        };
        let metric = self.metric;
        self.offer(level, &path, context);
        let keep = RefCell::new((self, path.clone()));
        let mut report = |path: &Path<W>, context: &mut Context<'_>| {
            let (optimizer, best) = &mut *keep.borrow_mut();
            if optimizer.offer(level, path, context) {
                *best = path.clone();
            }
        };
        let mut improver = Improver::new(maze, path, Weights::of(metric), &mut report);
        climb(&mut improver, metric, &|| Some(keep.borrow().1.clone()), context)
    }

    /// Takes a solution over if the replayer accepts it and it is better.
    fn offer<const W: usize>(&mut self, level: &Level, path: &Path<W>, context: &mut Context<'_>) -> bool {
        let solution = Solution::from_pushes(level, path.pushes());
        let Some(solution) = solution.filter(|new| self.value(new) < self.value(&self.best)) else {
            return false;
        };
        context.incumbent(&solution);
        self.best = solution;
        true
    }

    /// What is to be less: the metric first, then whatever it leaves open.
    fn value(&self, solution: &Solution) -> (Cost, u32, u32) {
        let metrics = solution.metrics();
        (self.metric.cost(metrics.moves, metrics.pushes), metrics.moves, metrics.pushes)
    }
}

impl Player for Optimizer {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        with_maze!(level, few_widths, |maze| self.improve(level, &maze, context))?;
        Ok(Verdict::Solved { solution: self.best.clone(), optimal: None })
    }
}

/// What came of an optimisation.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The best solution, never worse than the one given.
    pub solution: Verified<Solution>,
    /// Why it ended, unless there was nothing left to try.
    pub halted: Option<Halt>,
    /// Work done.
    pub statistics: Statistics,
    /// Wall-clock time, pauses not counted.
    pub elapsed: Duration,
}

/// Makes a solution of a level shorter within a budget.
pub fn optimize(
    level: &Level,
    solution: Verified<Solution>,
    metric: Metric,
    budget: Budget,
    seed: u64,
    observer: &mut dyn Observer,
) -> Optimized {
    let mut optimizer = Optimizer::new(solution, metric);
    let report = run(&mut optimizer, level, budget, seed, 1, observer);
    Optimized {
        solution: optimizer.best,
        halted: report.halted,
        statistics: report.statistics,
        elapsed: report.elapsed,
    }
}
