//! How a job ended: its status, the words for it, and what came of the run.

use schemars::JsonSchema;
use serde::Serialize;
use soko_analysis::deadlock::{Explainer, RuleId};
use soko_core::{Direction, Level, Metrics, Step, lurd};
use soko_render::cells_of;
use soko_solver::{Halt, Report, Status, Way};

use super::{optimization, order::Task};
use crate::{limits, placed::Placed, status::Stage};

/// How it ended.
#[derive(Clone)]
pub(crate) struct Ending {
    pub(crate) stage: Stage,
    pub(crate) words: String,
    pub(crate) result: RunResult,
    /// The run's name in the database; nothing for one that never began or could not be written.
    pub(crate) run: Option<String>,
    /// Where it has got to: the end of its solution, or else the end of the way to the position expanded last.
    pub(crate) reached: Option<Reached>,
    /// Why there is no solution, if that is proven.
    pub(crate) why: Option<Why>,
    /// What went wrong.
    pub(crate) error: Option<String>,
}

/// Why a level has no solution.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Why {
    /// The deadlock rule that proves the start lost; nothing if only the search does.
    rule: Option<&'static str>,
    /// The proof in words.
    sentence: String,
    /// The boxes of the proof.
    boxes: Vec<(usize, usize)>,
    /// The floor cells of the proof.
    cells: Vec<(usize, usize)>,
}

/// A way from the start of the level.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Reached {
    /// Its steps in LURD.
    pub(crate) path: String,
    /// Its pushes.
    pushes: usize,
    /// Player and boxes at its end.
    pub(crate) position: Placed,
}

impl Why {
    /// What a rule sees in the start; else that so many positions were gone through.
    pub(super) fn of(level: &Level, expanded: u64) -> Self {
        let Some(found) = Explainer::new(RuleId::ALL, level).first(level.start()) else {
            let sentence = match expanded {
                0 => "Proved before a single position was expanded.".to_owned(),
                1 => "Proved by exhausting the search: after 1 position there was nothing left to try."
                    .to_owned(),
                n => {
                    format!(
                        "Proved by exhausting the search: after {n} positions there was nothing left to try."
                    )
                }
            };
            return Self { rule: None, sentence, boxes: Vec::new(), cells: Vec::new() };
        };
        Self {
            rule: Some(found.rule.id()),
            boxes: cells_of(level, &found.boxes),
            cells: cells_of(level, &found.cells),
            sentence: found.sentence,
        }
    }
}

impl Reached {
    /// The end of a solution in LURD.
    pub(super) fn solution(solution: &str, level: &Level) -> Option<Self> {
        Some(Self::by(lurd::parse(solution).ok()?, level))
    }

    /// The end of a way; nothing if it is none on this level, or too long to be shown.
    pub(super) fn way(way: &Way, level: &Level) -> Option<Self> {
        let steps = way.steps(level)?;
        (steps.len() <= limits::REPLAY).then(|| Self::by(steps, level))
    }

    fn by(path: impl IntoIterator<Item = Direction>, level: &Level) -> Self {
        let mut position = level.start().clone();
        let steps: Vec<Step> =
            path.into_iter().map_while(|direction| position.step(level, direction)).collect();
        Self {
            path: lurd::format(&steps),
            pushes: steps.iter().filter(|step| step.push).count(),
            position: Placed::of(level, &position),
        }
    }
}

/// What came of a run.
#[derive(Clone, Default, Serialize, JsonSchema)]
pub(crate) struct RunResult {
    /// One word of the JSON contract, or `crashed`.
    pub(crate) status: &'static str,
    /// The limit that ended the search, also after a solution was found.
    pub(crate) halted: Option<&'static str>,
    /// In what the solution is proven best.
    pub(crate) optimal: Option<&'static str>,
    /// The solution in LURD.
    pub(crate) solution: Option<String>,
    /// Its pushes.
    pub(crate) pushes: Option<u32>,
    /// Its moves.
    pub(crate) moves: Option<u32>,
    /// Moves, pushes, box lines, box changes, pushing sessions, player lines.
    pub(crate) measures: Option<[u32; 6]>,
}

impl RunResult {
    pub(crate) fn of(report: &Report) -> Self {
        let metrics = report.solution.as_ref().map(|solution| *solution.metrics());
        Self {
            status: report.status.id(),
            halted: report.halted.map(|halt| Status::from(halt).id()),
            optimal: report.optimal.map(soko_solver::Objective::id),
            solution: report.solution.as_ref().map(|solution| solution.lurd()),
            pushes: metrics.map(|metrics| metrics.pushes),
            moves: metrics.map(|metrics| metrics.moves),
            measures: metrics.as_ref().map(Metrics::as_array),
        }
    }
}

impl Ending {
    /// The end of a run that was reported.
    pub(crate) fn of(task: &Task, report: &Report) -> Self {
        let (stage, words) = match report.status {
            Status::Solved => (Stage::Solved, solved(task, report)),
            Status::Unsolvable => (Stage::NoSolution, "no solution, proven".to_owned()),
            Status::TimeLimit => (Stage::OutOfTime, "out of time".to_owned()),
            Status::MemoryLimit => (Stage::OutOfTime, "out of memory".to_owned()),
            Status::NodeLimit => (Stage::OutOfTime, "out of positions to expand".to_owned()),
            Status::Stopped | Status::Invalid => (Stage::Stopped, "stopped by hand".to_owned()),
        };
        Self { result: RunResult::of(report), ..Self::new(stage, words) }
    }

    /// The end of a run that broke down.
    pub(crate) fn crashed(why: String) -> Self {
        let result = RunResult { status: "crashed", ..RunResult::default() };
        let words = "the player broke down".to_owned();
        Self { result, error: Some(why), ..Self::new(Stage::Stopped, words) }
    }

    /// The end of a run that never began.
    pub(crate) fn withdrawn() -> Self {
        let result = RunResult { status: Status::Stopped.id(), ..RunResult::default() };
        Self { result, ..Self::new(Stage::Stopped, "stopped before it began".to_owned()) }
    }

    fn new(stage: Stage, words: String) -> Self {
        let result = RunResult::default();
        Self { stage, words, result, run: None, reached: None, why: None, error: None }
    }
}

fn solved(task: &Task, report: &Report) -> String {
    if let Task::Optimize(before, _) = task {
        return optimization::outcome(before, report);
    }
    match report.halted {
        None => "solved".to_owned(),
        Some(Halt::Stopped) => "solved, then stopped by hand".to_owned(),
        Some(Halt::Time) => "solved, then out of time".to_owned(),
        Some(Halt::Memory) => "solved, then out of memory".to_owned(),
        Some(Halt::Nodes) => "solved, then out of positions to expand".to_owned(),
    }
}
