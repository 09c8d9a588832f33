//! What came out of one contender's runs on one level: the grid's summary, the runs behind it, and what they proved.

use soko_lab::dataset::RunInfo;

use crate::grid::{Grid, Spot};

/// The runs of a contender on a level that were made; none if none was made yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample<'a> {
    /// Their medians and means.
    pub(super) spot: Spot,
    /// The runs, in the order of the plan.
    pub(super) runs: &'a [&'a RunInfo],
}

impl<'a> Sample<'a> {
    /// The runs of this contender on this level, both by their place in the plan.
    pub(super) fn of(grid: &'a Grid<'_>, contender: usize, level: usize) -> Self {
        Self { spot: grid.spots(contender)[level], runs: grid.runs(contender, level) }
    }

    /// The fewest pushes there can be, if one of the runs proved it.
    pub(super) fn fewest_pushes(&self) -> Option<u32> {
        self.runs.iter().find(|run| run.proves_pushes())?.lengths.map(|(pushes, _)| pushes)
    }

    /// The fewest moves there can be, if one of the runs proved it.
    pub(super) fn fewest_moves(&self) -> Option<u32> {
        self.runs.iter().find(|run| run.proves_moves())?.lengths.map(|(_, moves)| moves)
    }
}

#[cfg(test)]
mod tests {
    use soko_solver::Objective;

    use super::*;
    use crate::sample::sample;

    #[test]
    fn any_run_may_have_the_proof() {
        let mut dataset = sample();
        let run = dataset.trials[0].run.as_mut().unwrap();
        (run.lengths, run.optimal) = (None, None);
        let proven = |dataset: &soko_lab::Dataset| {
            let grid = Grid::new(dataset, true);
            let sample = Sample::of(&grid, 0, 0);
            (sample.fewest_pushes(), sample.fewest_moves())
        };
        assert_eq!(proven(&dataset), (Some(10), None));
        dataset.trials[1].run.as_mut().unwrap().optimal = Some(Objective::MovesThenPushes);
        assert_eq!(proven(&dataset), (None, Some(30)));
    }

    #[test]
    fn a_sample_has_the_runs_of_its_place_that_were_made() {
        let mut dataset = sample();
        let grid = Grid::new(&dataset, true);
        let whole = Sample::of(&grid, 1, 1);
        assert_eq!((whole.runs.len(), whole.spot.pushes), (2, Some(22)));
        let place = |trial: &&mut soko_lab::dataset::Trial| (trial.contender, trial.level) == (1, 1);
        dataset.trials.iter_mut().filter(place).for_each(|trial| trial.run = None);
        let grid = Grid::new(&dataset, true);
        let empty = Sample::of(&grid, 1, 1);
        assert_eq!((empty.runs.len(), empty.spot), (0, Spot::default()));
    }
}
