//! What came out of one player's runs on one level.
//!
//! A length that depends on the seed is the *median* of the runs, where a run without a solution counts as longer than
//! any: if most runs fail, so does the median. Of an even number it is the lower one of the middle two, a length that really
//! occurred. Seconds are the *mean* of all runs, failed ones included.

use soko_solver::{Objective, Report, Statistics, Status};

/// One run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Run {
    /// How it ended.
    pub status: Status,
    /// Pushes and moves of the solution.
    pub solution: Option<(u32, u32)>,
    /// In what the solution is proven best.
    pub optimal: Option<Objective>,
    /// Nodes counted.
    pub statistics: Statistics,
    /// Wall-clock time.
    pub seconds: f64,
}

impl From<&Report> for Run {
    fn from(report: &Report) -> Self {
        let metrics = report.solution.as_ref().map(|solution| *solution.metrics());
        Self {
            status: report.status,
            solution: metrics.map(|metrics| (metrics.pushes, metrics.moves)),
            optimal: report.optimal,
            statistics: report.statistics,
            seconds: report.elapsed.as_secs_f64(),
        }
    }
}

/// All runs of a player on a level; none if this build cannot field the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// The runs, by seed.
    pub runs: Vec<Run>,
}

impl Sample {
    /// Median of the pushes.
    pub fn pushes(&self) -> Option<u32> {
        median(self.runs.iter().map(|run| run.solution.map(|(pushes, _)| pushes)))
    }

    /// Median of the moves.
    pub fn moves(&self) -> Option<u32> {
        median(self.runs.iter().map(|run| run.solution.map(|(_, moves)| moves)))
    }

    /// How many runs found a solution.
    pub fn solved(&self) -> usize {
        self.runs.iter().filter(|run| run.solution.is_some()).count()
    }

    /// Mean seconds of all runs.
    pub fn seconds(&self) -> Option<f64> {
        let sum: f64 = self.runs.iter().map(|run| run.seconds).sum();
        (!self.runs.is_empty()).then(|| sum / self.runs.len() as f64)
    }

    /// Median seconds of all runs: what one interrupted run cannot move.
    pub fn median_seconds(&self) -> Option<f64> {
        let mut seconds: Vec<f64> = self.runs.iter().map(|run| run.seconds).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        seconds.get(seconds.len().checked_sub(1)? / 2).copied()
    }

    /// The fastest run that found a solution.
    pub fn fastest(&self) -> Option<f64> {
        let solved = self.runs.iter().filter(|run| run.solution.is_some());
        solved.map(|run| run.seconds).min_by(f64::total_cmp)
    }

    /// The first run: for players whose runs are all alike.
    pub fn first(&self) -> Option<&Run> {
        self.runs.first()
    }
}

fn median(values: impl Iterator<Item = Option<u32>>) -> Option<u32> {
    let mut sorted: Vec<u32> = values.map(|value| value.unwrap_or(u32::MAX)).collect();
    sorted.sort_unstable();
    let middle = sorted.get(sorted.len().checked_sub(1)? / 2)?;
    (*middle != u32::MAX).then_some(*middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(pushes: &[Option<u32>]) -> Sample {
        let run = |&pushes: &Option<u32>| Run {
            status: if pushes.is_some() { Status::Solved } else { Status::TimeLimit },
            solution: pushes.map(|pushes| (pushes, pushes * 3)),
            optimal: None,
            statistics: Statistics::default(),
            seconds: f64::from(pushes.unwrap_or(100)),
        };
        Sample { runs: pushes.iter().map(run).collect() }
    }

    #[test]
    fn the_median_counts_failures_as_long() {
        assert_eq!(sample(&[Some(9), Some(5), Some(7)]).pushes(), Some(7));
        assert_eq!(sample(&[Some(9), None, Some(7)]).pushes(), Some(9));
        assert_eq!(sample(&[Some(9), None, None]).pushes(), None);
        assert_eq!(sample(&[Some(9), Some(5)]).pushes(), Some(5));
        assert_eq!(sample(&[]).pushes(), None);
        assert_eq!(sample(&[Some(4)]).moves(), Some(12));
    }

    #[test]
    fn times_are_means_and_minima() {
        let mixed = sample(&[Some(9), None, Some(5)]);
        assert_eq!((mixed.seconds(), mixed.fastest(), mixed.solved()), (Some(38.0), Some(5.0), 2));
        assert_eq!((mixed.median_seconds(), sample(&[]).median_seconds()), (Some(9.0), None));
        assert_eq!((sample(&[]).seconds(), sample(&[None]).fastest()), (None, None));
    }
}
