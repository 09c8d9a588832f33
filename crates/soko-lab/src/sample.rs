//! What came out of one contender's runs on one level.
//!
//! A length that depends on the seed is the *median* of the runs, where a run without a solution counts as longer than
//! any: if most runs fail, so does the median. Of an even number it is the lower one of the middle two, a length that really
//! occurred. Seconds are the *mean* of all runs, failed ones included.

use soko_solver::Objective;

use crate::{Dataset, dataset::RunInfo};

/// The runs of a contender on a level that were made; none if none was made yet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// The runs, in the order of the plan.
    pub runs: Vec<RunInfo>,
}

impl Sample {
    /// The runs of this contender on this level, both by their place in the plan.
    pub fn of(dataset: &Dataset, contender: usize, level: usize) -> Self {
        let mine = dataset.trials.iter().filter(|trial| trial.contender == contender && trial.level == level);
        Self { runs: mine.filter_map(|trial| trial.run).collect() }
    }

    /// Median of the pushes.
    pub fn pushes(&self) -> Option<u32> {
        median(self.runs.iter().map(|run| run.lengths.map(|(pushes, _)| pushes)))
    }

    /// Median of the moves.
    pub fn moves(&self) -> Option<u32> {
        median(self.runs.iter().map(|run| run.lengths.map(|(_, moves)| moves)))
    }

    /// The fewest pushes there can be, if one of the runs proved it.
    pub fn fewest_pushes(&self) -> Option<u32> {
        let best = [Some(Objective::Pushes), Some(Objective::PushesThenMoves)];
        let proof = self.runs.iter().find(|run| run.solved() && best.contains(&run.optimal))?;
        proof.lengths.map(|(pushes, _)| pushes)
    }

    /// The fewest moves there can be, if one of the runs proved it.
    pub fn fewest_moves(&self) -> Option<u32> {
        let best = [Some(Objective::Moves), Some(Objective::MovesThenPushes)];
        let proof = self.runs.iter().find(|run| run.solved() && best.contains(&run.optimal))?;
        proof.lengths.map(|(_, moves)| moves)
    }

    /// Mean seconds of all runs.
    pub fn seconds(&self) -> Option<f64> {
        let sum: f64 = self.runs.iter().map(|run| run.wall).sum();
        (!self.runs.is_empty()).then(|| sum / self.runs.len() as f64)
    }

    /// Median seconds of all runs: what one interrupted run cannot move.
    pub fn median_seconds(&self) -> Option<f64> {
        let mut seconds: Vec<f64> = self.runs.iter().map(|run| run.wall).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        seconds.get(seconds.len().checked_sub(1)? / 2).copied()
    }

    /// The fastest run that found a solution.
    pub fn fastest(&self) -> Option<f64> {
        self.runs.iter().filter(|run| run.solved()).map(|run| run.wall).min_by(f64::total_cmp)
    }

    /// The first run: for players whose runs are all alike.
    pub fn first(&self) -> Option<&RunInfo> {
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

    /// Runs with these pushes, as many seconds, and three times as many moves.
    fn sample(pushes: &[Option<u32>]) -> Sample {
        let model = crate::dataset::tests::sample().trials[0].run.unwrap();
        let run = |&pushes: &Option<u32>| RunInfo {
            lengths: pushes.map(|pushes| (pushes, pushes * 3)),
            wall: f64::from(pushes.unwrap_or(100)),
            ..model
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
        assert_eq!((mixed.seconds(), mixed.fastest()), (Some(38.0), Some(5.0)));
        assert_eq!((mixed.median_seconds(), sample(&[]).median_seconds()), (Some(9.0), None));
        assert_eq!((sample(&[]).seconds(), sample(&[None]).fastest()), (None, None));
    }

    #[test]
    fn only_a_proof_of_the_right_thing_counts() {
        let mut proven = sample(&[None, Some(5)]);
        assert_eq!((proven.fewest_pushes(), proven.fewest_moves()), (Some(5), None));
        proven.runs[1].optimal = Some(Objective::MovesThenPushes);
        assert_eq!((proven.fewest_pushes(), proven.fewest_moves()), (None, Some(15)));
    }

    #[test]
    fn a_sample_has_the_runs_of_its_place_that_were_made() {
        let mut dataset = crate::dataset::tests::sample();
        let whole = Sample::of(&dataset, 1, 1);
        assert_eq!((whole.runs.len(), whole.pushes()), (2, Some(22)));
        let place = |trial: &&mut crate::dataset::Trial| (trial.contender, trial.level) == (1, 1);
        dataset.trials.iter_mut().filter(place).for_each(|trial| trial.run = None);
        assert_eq!(Sample::of(&dataset, 1, 1), Sample::default());
    }
}
