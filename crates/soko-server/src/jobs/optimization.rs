//! Jobs of the optimiser: the best known solution of a level, made shorter.
//!
//! It begins with what is best in the metric asked for, wherever it comes from: a player, a person, or the level's file. What comes
//! of it is recorded as a run like any other, so it can be replayed, has a protocol, and becomes the best known solution if it is;
//! it is never worse than what it began with, however it ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use soko_core::{Solution, Verified, lurd, replay};
use soko_lab::OPTIMIZER;
use soko_optimize::optimize;
use soko_solver::metric::Metric;
use soko_solver::{Budget, Halt, Observer, Report, RunSpec, Status, limits::SEED};

use super::{
    order::{Order, Task},
    run_limits::{Mebibytes, Nodes, Seconds, checked_limits, checked_seed},
    start::Start,
};
use crate::{library::Library, problem::Problem, solutions::Solutions};

/// An optimisation to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewOptimization {
    /// The solution from where these moves lead to, in LURD from the start of the level, is to become shorter; the whole
    /// solution if not told.
    #[schemars(length(max = 20_000))]
    moves: Option<String>,
    /// What is to become less; pushes, then moves if not told.
    metric: Option<Metric>,
    /// Seconds it may take; a minute if not told.
    time_s: Option<Seconds>,
    /// Positions it may expand.
    nodes: Option<Nodes>,
    /// MiB its tables may hold; 2048 if not told.
    memory_mib: Option<Mebibytes>,
    /// Seed of everything random; 1 if not told.
    #[schemars(range(min = SEED.minimum, max = SEED.maximum))]
    seed: Option<u64>,
}

/// The solution that an optimisation began with.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Before {
    /// Its pushes.
    pushes: u32,
    /// Its moves.
    moves: u32,
}

impl Before {
    pub(super) fn of(task: &Task) -> Option<Self> {
        let Task::Optimize(solution, _) = task else { return None };
        Some(Self { pushes: solution.metrics().pushes, moves: solution.metrics().moves })
    }
}

impl Order {
    /// Checks a request to optimise.
    ///
    /// # Errors
    /// No such level, no solution of it, or limits that do not fit.
    pub(crate) fn optimization(
        new: &NewOptimization,
        (collection, number): (&str, usize),
        library: &Library,
        solutions: &Solutions,
    ) -> Result<Self, Problem> {
        let (_, item) = library.item(collection, number)?;
        let start = Start::find(library, (collection, number), new.moves.as_deref())?;
        let Start { name, builtin, level, hash, played } = start;
        let metric = new.metric.unwrap_or(Metric::PushesThenMoves);
        let first = if metric.counts_moves_first() { "moves" } else { "pushes" };
        let known = if played.is_some() { solutions.of_runs(&hash)? } else { solutions.best(&item)? };
        let known = known.into_iter().find(|known| known.metric == first).ok_or_else(|| {
            let what = if played.is_some() { "from this position" } else { "of this level" };
            Problem::conflict(format!("no solution {what} is known: there is nothing to optimise"))
                .help("solve it first, or play it yourself")
        })?;
        let moves = lurd::parse(&known.solution).map_err(Problem::internal)?;
        let solution = replay(&level, &moves).map_err(Problem::internal)?;
        let parameters = json!({ "metric": metric.objective().id() });
        Ok(Self {
            name,
            builtin,
            level,
            hash,
            played,
            task: Task::Optimize(solution, metric),
            preset: None,
            spec: RunSpec {
                limits: checked_limits(new.time_s, new.nodes, new.memory_mib)?,
                seed: checked_seed(new.seed)?,
                ..RunSpec::of(OPTIMIZER, parameters.as_object().cloned().unwrap_or_default())
            },
            group: None,
            live: false,
            keep_table: false,
            pace: None,
            table: None,
        })
    }
}

/// Makes a solution shorter; whatever ends it, there is a solution at the end.
pub(super) fn shorten(
    order: &Order,
    (solution, metric): (&Verified<Solution>, Metric),
    budget: Budget,
    observer: &mut dyn Observer,
) -> Report {
    let done = optimize(&order.level, solution.clone(), metric, budget, order.spec.seed, observer);
    Report {
        status: Status::Solved,
        solution: Some(done.solution),
        optimal: None,
        halted: done.halted,
        statistics: done.statistics,
        elapsed: done.elapsed,
        seed: order.spec.seed,
    }
}

/// How an optimisation ended, in words.
pub(super) fn outcome(before: &Solution, report: &Report) -> String {
    let (was, now) = (before.metrics(), report.solution.as_ref().map(|solution| *solution.metrics()));
    let shorter = now.is_some_and(|now| (now.pushes, now.moves) != (was.pushes, was.moves));
    let found = if shorter { "optimised" } else { "nothing shorter found" };
    if report.halted == Some(Halt::Stopped) { format!("{found}, stopped by hand") } else { found.to_owned() }
}
