//! How a number of the learner changes while it learns: the chance ε of a random action and the learning rate α.
//!
//! *Constant* is what the first Irvine report used, *linear* in the episodes what the second did, and *visits* is what
//! the first names as future work: the more often the pair of state and action was seen, the less is left to chance
//! and the smaller are the steps. For α that is the condition of the convergence theorem (Watkins and Dayan
//! 1992) where rewards are random or states are aliased; a deterministic game with whole states needs none of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a number depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Schedule {
    /// Always the first value.
    Constant,
    /// From the first value to the last in a straight line over `span` episodes, then the last.
    Linear,
    /// The first value times span / (span + visits), never below the last value.
    Visits,
}

/// A number with its schedule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scheduled {
    /// What it depends on.
    pub schedule: Schedule,
    /// The value at the beginning.
    pub first: f64,
    /// The value in the end.
    pub last: f64,
    /// Episodes or visits.
    pub span: f64,
}

impl Scheduled {
    /// The value in an episode (from 0) after so many visits.
    #[inline]
    pub(crate) fn at(&self, episode: u64, visits: u32) -> f64 {
        match self.schedule {
            Schedule::Constant => self.first,
            Schedule::Linear => {
                let done = (episode as f64 / self.span).min(1.0);
                self.first + (self.last - self.first) * done
            }
            Schedule::Visits => (self.first * self.span / (self.span + f64::from(visits))).max(self.last),
        }
    }

    /// Is it this value, always?
    pub(crate) fn is_always(&self, value: f64) -> bool {
        self.schedule == Schedule::Constant && self.first.to_bits() == value.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_begin_and_end_where_they_say() {
        let number = |schedule| Scheduled { schedule, first: 0.8, last: 0.2, span: 10.0 };
        let near = |value: f64, wanted: f64| assert!((value - wanted).abs() < 1e-12, "{value} {wanted}");
        near(number(Schedule::Constant).at(1000, 1000), 0.8);
        near(number(Schedule::Linear).at(0, 9), 0.8);
        near(number(Schedule::Linear).at(5, 9), 0.5);
        near(number(Schedule::Linear).at(50, 9), 0.2);
        near(number(Schedule::Visits).at(9, 0), 0.8);
        near(number(Schedule::Visits).at(9, 10), 0.4);
        near(number(Schedule::Visits).at(9, 1000), 0.2);
    }
}
