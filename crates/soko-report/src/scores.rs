//! The Brno score of every contender on every level (Petr Žlebek 2021; formula in [`score`]).
//!
//! `50 · l_opt/l + 50 · t_min/t` with the median pushes `l`, the mean seconds `t` of all repetitions and the fastest single
//! solved run `t_min` of any contender on the level. The optimum `l_opt` is the one of the level's file, else one that
//! a run proved, else the best found; a solution that undercuts a claim takes its place, so that no contender has more
//! than a hundred points. (A proof is of a solution, so with or without one it is the shortest solution found.) An unsolved
//! level scores 0, a level that a contender did not meet does not count.
//!
//! Because `t_min` belongs to the fastest contender, scores move when a contender is added: they rank within one
//! experiment and cannot be compared between two. As a mean is at the mercy of one interrupted run, there is a second
//! score with the median in place of it.

use soko_lab::{Dataset, dataset::LevelInfo};

use crate::{
    grid::{Grid, Spot},
    score::score,
    size_class::SizeClass,
    stats::mean,
};

/// The scores of an experiment.
pub(crate) struct Scores {
    /// With the mean of the seconds, as published.
    pub(crate) by_mean: Points,
    /// With their median.
    pub(crate) by_median: Points,
}

/// Scores by contender and level; `None` where nothing was run.
pub(crate) struct Points(Vec<Vec<Option<f64>>>);

/// What a class of levels gave.
pub(crate) struct ClassMeans {
    /// Levels of the class.
    pub(crate) levels: usize,
    /// The mean score of each contender over those that it met.
    pub(crate) means: Vec<Option<f64>>,
}

impl Scores {
    pub(crate) fn new(dataset: &Dataset, grid: &Grid<'_>) -> Self {
        let marks: Vec<Option<Mark>> =
            (0..dataset.levels.len()).map(|level| mark(dataset, grid, level)).collect();
        let all = |seconds: fn(&Spot) -> f64| {
            let one = |(spot, mark): (&Spot, &Option<Mark>)| score_of(spot, mark.as_ref(), seconds);
            let contender = |c: usize| grid.spots(c).iter().zip(&marks).map(one).collect();
            Points((0..dataset.contenders.len()).map(contender).collect())
        };
        Self { by_mean: all(|spot| spot.mean_seconds), by_median: all(|spot| spot.median_seconds) }
    }
}

impl Points {
    /// The score of a contender on a level.
    pub(crate) fn get(&self, contender: usize, level: usize) -> Option<f64> {
        self.0[contender][level]
    }

    /// The mean of a contender over all levels that it met.
    pub(crate) fn mean(&self, contender: usize) -> Option<f64> {
        mean(self.0[contender].iter().flatten().copied())
    }

    /// The means over a class of the levels.
    pub(crate) fn of_class(&self, class: SizeClass, levels: &[LevelInfo]) -> ClassMeans {
        let members: Vec<usize> = class.members(levels).collect();
        let of_contender =
            |scores: &Vec<Option<f64>>| mean(members.iter().filter_map(|&level| scores[level]));
        ClassMeans { levels: members.len(), means: self.0.iter().map(of_contender).collect() }
    }
}

/// What the contenders of a level are measured by.
struct Mark {
    optimum: u32,
    fastest: f64,
}

/// Nothing if the level was not solved.
fn mark(dataset: &Dataset, grid: &Grid<'_>, level: usize) -> Option<Mark> {
    let solved = || {
        (0..dataset.contenders.len())
            .flat_map(|contender| grid.runs(contender, level))
            .filter_map(|run| Some((run.lengths?.0, run.wall)))
    };
    let best = solved().map(|(pushes, _)| pushes).min()?;
    Some(Mark {
        optimum: dataset.levels[level].optimum.map_or(best, |claim| claim.min(best)),
        fastest: solved().map(|(_, seconds)| seconds).min_by(f64::total_cmp)?,
    })
}

fn score_of(spot: &Spot, mark: Option<&Mark>, seconds: fn(&Spot) -> f64) -> Option<f64> {
    let points = |mark: &Mark| Some(score(mark.optimum, spot.pushes?, mark.fastest, seconds(spot)));
    (spot.made > 0).then(|| mark.and_then(points).unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    fn scores(dataset: &Dataset) -> Scores {
        Scores::new(dataset, &Grid::new(dataset, true))
    }

    #[track_caller]
    fn assert_near(score: Option<f64>, expected: f64) {
        assert!(score.is_some_and(|score| (score - expected).abs() < 1e-9), "{score:?} is not {expected}");
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        let scores = scores(&sample());
        // Level 1: quick in 10 pushes and 0.115 s on average, fastest 0.11 s; slow in 12 pushes and 0.415 s.
        assert_near(scores.by_mean.get(0, 0), 50.0 + 50.0 * 0.11 / 0.115);
        assert_near(scores.by_mean.get(1, 0), 50.0 * 10.0 / 12.0 + 50.0 * 0.11 / 0.415);
        assert_near(scores.by_median.get(1, 0), 50.0 * 10.0 / 12.0 + 50.0 * 0.11 / 0.41);
        assert_eq!(scores.by_mean.get(1, 2), Some(0.0));
    }

    #[test]
    fn what_was_not_met_does_not_count() {
        let mut dataset = sample();
        let unmet = |trial: &&mut soko_lab::dataset::Trial| (trial.contender, trial.level) == (1, 2);
        dataset.trials.iter_mut().filter(unmet).for_each(|trial| trial.run = None);
        let points = scores(&dataset).by_mean;
        assert_eq!(points.get(1, 2), None);
        let all = points.of_class(SizeClass::All, &dataset.levels);
        assert_near(points.mean(1), f64::midpoint(points.get(1, 0).unwrap(), points.get(1, 1).unwrap()));
        assert_eq!((all.levels, all.means[1]), (3, points.mean(1)));
        assert_eq!(points.of_class(SizeClass::Large, &dataset.levels).means[1], None);
    }

    #[test]
    fn an_optimum_is_taken_from_the_file_else_the_best_found() {
        let slow = |dataset: &Dataset| scores(dataset).by_median.get(1, 0);
        let time_part = 50.0 * 0.11 / 0.41;
        let mut dataset = sample();
        dataset.levels[0].optimum = Some(6);
        assert_near(slow(&dataset), 50.0 * 6.0 / 12.0 + time_part);
        dataset.levels[0].optimum = None;
        assert_near(slow(&dataset), 50.0 * 10.0 / 12.0 + time_part);
        // A better solution takes a claim's place.
        dataset.levels[0].optimum = Some(11);
        assert_near(slow(&dataset), 50.0 * 10.0 / 12.0 + time_part);
        dataset.levels[0].optimum = None;
        for trial in dataset.trials.iter_mut().filter(|trial| trial.contender == 0) {
            let run = trial.run.as_mut().unwrap();
            (run.optimal, run.lengths) = (None, Some((14, 40)));
        }
        assert_near(slow(&dataset), 50.0 + time_part);
    }
}
