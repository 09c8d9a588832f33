//! The optimiser as something that can be run like a player.

use std::time::Duration;

use soko_core::{Level, Maze, Push, Solution, Verified, replay, walk::connect, with_maze};
use soko_search::metric::Metric;
use soko_solver::{Budget, Context, Halt, Observer, Player, Statistics, Verdict, run};

use crate::{
    cost::Weights,
    path::{Path, pushes_of},
    strategy::Strategy,
};

/// Makes one solution shorter.
pub struct Optimizer {
    metric: Metric,
    best: Verified<Solution>,
}

impl Optimizer {
    /// Begins from a solution.
    pub const fn new(solution: Verified<Solution>, metric: Metric) -> Self {
        Self { metric, best: solution }
    }

    /// The best solution so far.
    pub const fn best(&self) -> &Verified<Solution> {
        &self.best
    }

    fn improve<const W: usize>(
        &mut self,
        level: &Level,
        maze: &Maze<W>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let Some(path) = Path::new(maze, &maze.start(level), pushes_of(level, &self.best)) else { return Ok(()) };
        let weights = Weights::of(self.metric);
        self.offer(level, path.pushes(), context);
        let mut report = |pushes: &[Push], context: &mut Context<'_>| self.offer(level, pushes, context);
        Strategy::new(maze, path, weights, &mut report).run(context)
    }

    /// Takes a solution over if the replayer accepts it and it is better.
    fn offer(&mut self, level: &Level, pushes: &[Push], context: &mut Context<'_>) {
        let Some(solution) = connect(level, pushes).and_then(|path| replay(level, &path).ok()) else { return };
        let cost = |solution: &Solution| {
            let metrics = solution.metrics();
            (self.metric.cost(metrics.moves, metrics.pushes), metrics.moves, metrics.pushes)
        };
        if cost(&solution) < cost(&self.best) {
            context.incumbent(solution.clone());
            self.best = solution;
        }
    }
}

impl Player for Optimizer {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        with_maze!(level, |maze| self.improve(level, &maze, context))?;
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
    /// Wall-clock time.
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
