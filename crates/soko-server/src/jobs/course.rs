//! The course of a run: how far it had got, moment by moment.
//!
//! Every player has it, whatever else it tells. The estimate is taken of the positions that are shown, some times a second: it is a
//! sample, and says how near the nearest of them came.
//!
//! The course goes out with every state of a job, some times a second to every page that watches: with 100 moments of 100 bytes the
//! slowest hundredth of moves, beside 200 clients and 8 jobs, took 21 ms.

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::Series;

/// Most moments shown of a run: more than a small curve has room for.
pub(super) const MOMENTS: usize = 48;
/// Seconds between two moments of a run that has just begun.
const PACE: f64 = 0.2;

/// How far a run had got at a moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Moment {
    /// Seconds played, to the millisecond.
    at: f64,
    /// Positions expanded.
    expanded: u64,
    /// Positions expanded per second, of late.
    rate: u64,
    /// Most bytes held.
    memory: u64,
    /// The fewest pushes that were still needed in a position shown, estimated.
    estimate: Option<u32>,
}

/// Moments of a run. A place is left for the newest.
pub(super) struct Course {
    moments: Series<Moment>,
    before: Option<f64>,
    least: Option<u32>,
}

impl Default for Course {
    fn default() -> Self {
        Self { moments: Series::new(MOMENTS - 1), before: None, least: None }
    }
}

impl Course {
    /// A position was shown that needs so many pushes at least.
    pub(super) fn estimated(&mut self, pushes: u32) {
        self.least = Some(self.least.map_or(pushes, |least| least.min(pushes)));
    }

    /// Takes note of a moment, unless the one before has only just been.
    pub(super) fn pass(&mut self, at: f64, (expanded, rate, memory): (u64, f64, u64)) {
        if self.before.is_none_or(|before| at - before >= PACE) {
            self.before = Some(at);
            let at = (at * 1e3).round() / 1e3;
            self.moments.add(Moment {
                at,
                expanded,
                rate: rate.round() as u64,
                memory,
                estimate: self.least,
            });
        }
    }

    /// All moments there are.
    pub(super) fn moments(&self) -> Vec<Moment> {
        let taken = self.moments.taken();
        let newest = self.moments.passed_over().filter(|&newest| taken.last() != Some(newest));
        taken.iter().chain(newest).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_of_a_long_run_is_bounded_and_reaches_from_its_start_to_now() {
        for seconds in [1, 60, 3_600] {
            let mut course = Course::default();
            (0..seconds * 20).for_each(|tick: u32| {
                course.pass(f64::from(tick) / 20.0, (u64::from(tick), 1.0, 2));
            });
            let moments = course.moments();
            assert!(moments.len() <= MOMENTS && moments.len() >= 5.min(MOMENTS), "{}", moments.len());
            assert!(moments.windows(2).all(|pair| pair[0].at < pair[1].at));
            assert!(moments[0].at < 0.1, "{:?}", moments[0]);
            assert!(moments[moments.len() - 1].at > f64::from(seconds) - 0.3, "{:?}", moments.last());
        }
    }

    #[test]
    fn the_estimate_is_the_least_so_far() {
        let mut course = Course::default();
        course.pass(0.0, (0, 0.0, 0));
        for (at, pushes) in [(1.0, 9), (2.0, 4), (3.0, 7)] {
            course.estimated(pushes);
            course.pass(at, (1, 1.0, 1));
        }
        let estimates: Vec<_> = course.moments().iter().map(|moment| moment.estimate).collect();
        assert_eq!(estimates, [None, Some(9), Some(4), Some(4)]);
    }
}
