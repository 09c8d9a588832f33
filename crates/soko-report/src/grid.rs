//! The runs by contender and level, and one summary for each pair.
//!
//! Runs are sorted once by counting, contender by contender and within it level by level, so that the runs of a contender
//! and those of a pair are slices.
//!
//! A level may have been run with several seeds or repetitions. Its *pushes* are the median of the runs, where a run
//! without a solution counts as longer than any: if most runs fail, the level is not solved. *Seconds* and *nodes* are
//! medians of all runs, failed ones included; the mean of the seconds is there for scores and printed tables, which are made
//! of means. Of an even number the median is always the lower one of the middle two: a value that really occurred.
//!
//! Tables, drawings and comparisons with printed numbers all read this grid, so that a level is solved in one of them if
//! it is solved in the others.

use soko_lab::{
    Dataset, Outcome,
    dataset::{RunInfo, Trial},
};

use crate::stats::{lower_median, mean};

/// What came of all runs of a contender on a level.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) made: usize,
    pub(crate) solved: usize,
    /// Median pushes and moves; `None` if most runs found nothing.
    pub(crate) pushes: Option<u32>,
    pub(crate) moves: Option<u32>,
    /// Are those pushes proven the fewest by one of the runs?
    pub(crate) proven: bool,
    /// Median of the nodes expanded.
    pub(crate) nodes: Option<u64>,
    /// Median seconds of all runs.
    pub(crate) median_seconds: f64,
    /// Mean seconds of all runs.
    pub(crate) mean_seconds: f64,
    /// Seconds of the longest run.
    pub(crate) worst_seconds: f64,
}

/// All runs made, sorted.
pub(crate) struct Grid<'a> {
    levels: usize,
    /// Where the runs of each pair begin, contender by contender, and where the last ones end.
    starts: Vec<usize>,
    runs: Vec<&'a RunInfo>,
    spots: Vec<Spot>,
}

impl<'a> Grid<'a> {
    /// Sorts and sums up. Without `times`, nodes of runs that the clock cut off do not count.
    pub(crate) fn new(dataset: &'a Dataset, times: bool) -> Self {
        let (levels, pairs) = (dataset.levels.len(), dataset.levels.len() * dataset.contenders.len());
        let made = || {
            let pair = move |trial: &Trial| trial.contender * levels + trial.level;
            dataset.trials.iter().filter_map(move |trial| Some((pair(trial), trial.run.as_ref()?)))
        };
        let mut starts = vec![0; pairs + 1];
        for (pair, _) in made() {
            starts[pair + 1] += 1;
        }
        for pair in 0..pairs {
            starts[pair + 1] += starts[pair];
        }
        let mut sorted: Vec<Option<&RunInfo>> = vec![None; starts[pairs]];
        let mut next = starts.clone();
        for (pair, run) in made() {
            sorted[next[pair]] = Some(run);
            next[pair] += 1;
        }
        let runs: Vec<&RunInfo> = sorted.into_iter().flatten().collect();
        let mut scratch = Scratch::default();
        let spots = starts.windows(2).map(|ends| scratch.sum_up(&runs[ends[0]..ends[1]], times)).collect();
        Self { levels, starts, runs, spots }
    }

    /// The runs of a contender, level by level.
    pub(crate) fn of_contender(&self, contender: usize) -> &[&'a RunInfo] {
        &self.runs[self.starts[contender * self.levels]..self.starts[(contender + 1) * self.levels]]
    }

    /// The runs of a contender on a level.
    pub(crate) fn runs(&self, contender: usize, level: usize) -> &[&'a RunInfo] {
        let pair = contender * self.levels + level;
        &self.runs[self.starts[pair]..self.starts[pair + 1]]
    }

    /// The summaries of a contender, by level.
    pub(crate) fn spots(&self, contender: usize) -> &[Spot] {
        &self.spots[contender * self.levels..(contender + 1) * self.levels]
    }

    /// All runs, contender by contender.
    pub(crate) fn all(&self) -> &[&'a RunInfo] {
        &self.runs
    }

    /// Was anything run more than once by a contender on a level?
    pub(crate) fn repeated(&self, contender: usize) -> bool {
        self.spots(contender).iter().any(|spot| spot.made > 1)
    }
}

/// Did the run go on until the clock or an accident ended it, so that its counters depend on the machine?
pub(crate) const fn cut_off(run: &RunInfo) -> bool {
    run.watchdog || matches!(run.outcome, Outcome::TimeLimit | Outcome::Stopped | Outcome::Crashed)
}

/// Room for sorting, used again for each pair.
#[derive(Default)]
struct Scratch {
    lengths: Vec<u32>,
    nodes: Vec<u64>,
    seconds: Vec<f64>,
}

impl Scratch {
    fn sum_up(&mut self, runs: &[&RunInfo], times: bool) -> Spot {
        self.seconds.clear();
        self.seconds.extend(runs.iter().map(|run| run.wall));
        self.nodes.clear();
        self.nodes
            .extend(runs.iter().filter(|run| times || !cut_off(run)).map(|run| run.statistics.expanded));
        let pushes = self.length(runs, |(pushes, _)| pushes);
        let proof = |run: &&RunInfo| run.proves_pushes() && run.lengths.map(|(pushes, _)| pushes) == pushes;
        Spot {
            made: runs.len(),
            solved: runs.iter().filter(|run| run.solved()).count(),
            pushes,
            moves: self.length(runs, |(_, moves)| moves),
            proven: pushes.is_some() && runs.iter().any(proof),
            nodes: lower_median(&mut self.nodes, Ord::cmp),
            mean_seconds: mean(self.seconds.iter().copied()).unwrap_or(0.0),
            worst_seconds: self.seconds.iter().copied().fold(0.0, f64::max),
            median_seconds: lower_median(&mut self.seconds, f64::total_cmp).unwrap_or(0.0),
        }
    }

    /// A median length, where no solution is longer than any.
    fn length(&mut self, runs: &[&RunInfo], pick: fn((u32, u32)) -> u32) -> Option<u32> {
        self.lengths.clear();
        self.lengths.extend(runs.iter().map(|run| run.lengths.map_or(u32::MAX, pick)));
        lower_median(&mut self.lengths, Ord::cmp).filter(|length| *length != u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn runs_are_found_by_contender_and_level() {
        let mut dataset = sample();
        dataset.trials.reverse();
        dataset.trials[0].run = None;
        let grid = Grid::new(&dataset, true);
        assert_eq!((grid.all().len(), grid.of_contender(0).len(), grid.of_contender(1).len()), (11, 6, 5));
        assert_eq!((grid.runs(0, 2).len(), grid.runs(1, 2).len()), (2, 1));
        assert!(grid.runs(0, 1).iter().all(|run| run.lengths == Some((20, 60))));
        assert!(grid.repeated(0) && grid.repeated(1));
    }

    #[test]
    fn a_spot_is_the_lower_median_of_its_runs() {
        let dataset = sample();
        let grid = Grid::new(&dataset, true);
        let spot = grid.spots(0)[1];
        assert_eq!((spot.made, spot.solved, spot.pushes, spot.moves), (2, 2, Some(20), Some(60)));
        assert_eq!((spot.proven, spot.nodes), (true, Some(2000)));
        assert!((spot.median_seconds - 0.21).abs() < 1e-12 && (spot.mean_seconds - 0.215).abs() < 1e-12);
        let unsolved = grid.spots(1)[2];
        assert_eq!(
            (unsolved.made, unsolved.solved, unsolved.pushes, unsolved.nodes),
            (2, 0, None, Some(6000))
        );
        assert_eq!(Grid::new(&dataset, false).spots(1)[2].nodes, None);
    }
}
