//! What came of one level, and the sum over a run.

use std::time::Duration;

use soko_solver::{Report, Status};

use crate::level_source::Refusal;

/// One level after a player had its turn.
pub(crate) struct LevelResult<'a> {
    /// The file as the user named it.
    pub(crate) file: &'a str,
    /// Position in the file, from 1.
    pub(crate) index: usize,
    /// The level's title.
    pub(crate) title: Option<&'a str>,
    /// The player's name.
    pub(crate) player: &'static str,
    /// The seed of the run.
    pub(crate) seed: u64,
    /// How the run ended, or why there was none.
    pub(crate) outcome: Result<Report, Refusal>,
    /// What the solution was before it was made shorter, if that was tried.
    pub(crate) before_optimizing: Option<BeforeOptimizing>,
}

/// A solution before it was made shorter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeOptimizing {
    /// Its pushes.
    pub(crate) pushes: u32,
    /// Its moves.
    pub(crate) moves: u32,
    /// How long the optimiser took.
    pub(crate) time: Duration,
}

impl LevelResult<'_> {
    /// The one-word result.
    pub(crate) fn status(&self) -> Status {
        self.outcome.as_ref().map_or(Status::Invalid, |report| report.status)
    }
}

/// Sums over all levels of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Levels by status, as in [`Status::ALL`].
    counts: [usize; Status::ALL.len()],
    /// Pushes of all solutions.
    pub(crate) pushes: u64,
    /// Moves of all solutions.
    pub(crate) moves: u64,
    /// Time of all runs.
    pub(crate) time: Duration,
    /// Is one of the solutions proven best?
    pub(crate) any_optimal: bool,
}

impl Tally {
    /// Adds one level.
    pub(crate) fn add(&mut self, result: &LevelResult<'_>) {
        let status = result.status();
        for (known, count) in Status::ALL.iter().zip(&mut self.counts) {
            *count += usize::from(*known == status);
        }
        let Ok(report) = &result.outcome else { return };
        self.time += report.elapsed + result.before_optimizing.map_or(Duration::ZERO, |before| before.time);
        self.any_optimal |= report.optimal.is_some();
        if let Some(solution) = &report.solution {
            self.pushes += u64::from(solution.metrics().pushes);
            self.moves += u64::from(solution.metrics().moves);
        }
    }

    /// Levels in all.
    pub(crate) fn levels(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Levels that are solved.
    pub(crate) const fn solved(&self) -> usize {
        self.counts[0]
    }

    /// Statuses other than solved that occurred, with their numbers.
    pub(crate) fn shortfalls(&self) -> impl Iterator<Item = (Status, usize)> {
        Status::ALL.into_iter().zip(self.counts).skip(1).filter(|(_, count)| *count > 0)
    }
}
