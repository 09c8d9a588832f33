//! When a learner first solved a level, and how well in the end, read off the curves of its runs.
//!
//! A learner tells its observers two curves besides those of every episode: `first solution` has one point, the number of
//! the trial (episode, from 1) that solved the level first and the moves it took; `last solution` has a point for every
//! trial that solved it, and the last one counts. Logs are thinned, but both ends of a curve are kept. Runs of other players
//! have no such curves, and a run that never solved has none either.

use soko_lab::Dataset;

use crate::stats::lower_median;

/// Name of the curve with the first solution.
const FIRST: &str = "first solution";
/// Name of the curve with all solutions.
const LAST: &str = "last solution";

/// A trial that solved the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Solution {
    /// Number of the trial, from 1.
    pub(super) trial: u64,
    /// Moves it took.
    pub(super) moves: u64,
}

/// What a run told about its solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Learnt {
    pub(super) first: Option<Solution>,
    pub(super) last: Option<Solution>,
}

/// What the runs of a contender on a level told, in the order of the plan; one for each run made.
pub(super) fn learnt(dataset: &Dataset, contender: usize, level: usize) -> Vec<Learnt> {
    let of_place = |i: &usize| {
        let trial = &dataset.trials[*i];
        (trial.contender, trial.level) == (contender, level) && trial.run.is_some()
    };
    let places: Vec<usize> = (0..dataset.trials.len()).filter(of_place).collect();
    let mut told = vec![Learnt::default(); places.len()];
    for curve in &dataset.curves {
        let Ok(place) = places.binary_search(&curve.trial) else { continue };
        match curve.name.as_str() {
            FIRST => told[place].first = curve.points.first().and_then(solution),
            LAST => told[place].last = curve.points.last().and_then(solution),
            _ => {}
        }
    }
    told
}

/// A point as a solution; a value that is no length is none.
fn solution(&(trial, moves): &(u64, f64)) -> Option<Solution> {
    (moves.is_finite() && moves >= 0.0).then(|| Solution { trial, moves: moves.round() as u64 })
}

/// The median of a number of which some runs have none, which counts as larger than any.
pub(super) fn median(numbers: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    let mut numbers: Vec<u64> = numbers.map(|number| number.unwrap_or(u64::MAX)).collect();
    lower_median(&mut numbers, Ord::cmp).filter(|number| *number != u64::MAX)
}

/// The least and the greatest of those that there are.
pub(super) fn range(numbers: impl Iterator<Item = Option<u64>> + Clone) -> Option<(u64, u64)> {
    numbers.clone().flatten().min().zip(numbers.flatten().max())
}

#[cfg(test)]
pub(super) mod tests {
    use soko_lab::dataset::Curve;

    use super::*;
    use crate::sample::sample;

    /// Lets a trial of the plan tell its first and its last solution.
    pub(in super::super) fn tell(dataset: &mut Dataset, trial: usize, first: (u64, f64), last: (u64, f64)) {
        let curve = |name: &str, points: Vec<(u64, f64)>| Curve { trial, name: name.to_owned(), points };
        dataset.curves.push(curve("steps", vec![(1, 500.0), (2, 17.0)]));
        dataset.curves.push(curve(FIRST, vec![first]));
        dataset.curves.push(curve(LAST, vec![first, last]));
    }

    #[test]
    fn a_run_tells_its_first_and_its_last_solution() {
        let mut dataset = sample();
        tell(&mut dataset, 0, (7, 72.0), (990, 35.0));
        tell(&mut dataset, 3, (1, 8.0), (1, 8.0));
        let of = |trial, moves| Some(Solution { trial, moves });
        let expected = [Learnt { first: of(7, 72), last: of(990, 35) }, Learnt::default()];
        assert_eq!(learnt(&dataset, 0, 0), expected);
        assert_eq!(learnt(&dataset, 1, 0)[1].first, of(1, 8));
        // A run that was not made does not count as one that failed.
        dataset.trials[1].run = None;
        assert_eq!(learnt(&dataset, 0, 0), expected[..1]);
    }

    #[test]
    fn strange_curves_are_no_solutions() {
        let mut dataset = sample();
        tell(&mut dataset, 0, (7, f64::NAN), (9, -3.0));
        dataset.curves.push(Curve { trial: 1, name: FIRST.to_owned(), points: Vec::new() });
        dataset.curves.push(Curve { trial: 999, name: FIRST.to_owned(), points: vec![(1, 1.0)] });
        assert_eq!(learnt(&dataset, 0, 0), [Learnt::default(); 2]);
    }

    #[test]
    fn failures_are_longer_than_any_in_a_median_and_absent_in_a_range() {
        let numbers = [Some(5), None, Some(3)];
        assert_eq!((median(numbers.into_iter()), range(numbers.into_iter())), (Some(5), Some((3, 5))));
        let failed = [None, None, Some(3)];
        assert_eq!((median(failed.into_iter()), range(failed.into_iter())), (None, Some((3, 3))));
        assert_eq!((median(std::iter::empty()), range([None].into_iter())), (None, None));
    }
}
