//! The curves of a run, and the newest value of each.

use std::collections::BTreeMap;

use soko_lab::Series;

/// Most points shown of a curve.
pub(super) const POINTS: usize = 300;
/// Most curves of a run.
const CURVES: usize = 24;

/// The curves of a run, by name.
#[derive(Default)]
pub(super) struct Curves {
    by_name: BTreeMap<&'static str, Curve>,
    newest: BTreeMap<&'static str, f64>,
    clock: Clock,
}

impl Curves {
    /// Takes a point that was told so many seconds after the start.
    pub(super) fn add(&mut self, name: &'static str, step: u64, value: f64, at: f64) {
        if name == "steps" {
            self.clock.add(step, value, at);
        }
        if self.by_name.len() < CURVES || self.by_name.contains_key(name) {
            self.by_name.entry(name).or_default().add(step, value);
            if value.is_finite() {
                self.newest.insert(name, value);
            }
        }
    }

    /// The newest value of each curve.
    pub(super) const fn newest(&self) -> &BTreeMap<&'static str, f64> {
        &self.newest
    }

    /// Of a learner: episode, steps played so far, seconds.
    pub(super) fn clock(&self) -> Vec<(u64, u64, f64)> {
        let taken = self.clock.points.taken();
        let newest = self.clock.points.passed_over().filter(|&newest| taken.last() != Some(newest));
        taken.iter().chain(newest).copied().collect()
    }

    /// All points there are.
    pub(super) fn points(&self) -> BTreeMap<&'static str, Vec<(u64, f64)>> {
        self.by_name.iter().map(|(&name, curve)| (name, curve.points())).collect()
    }
}

/// When the points of a learner's curves were told: episode, steps played so far, seconds. Its curve `steps` has the mean of the
/// episodes since the point before, so their sum is exact up to the table that it may have begun with.
struct Clock {
    points: Series<(u64, u64, f64)>,
    episode: Option<u64>,
    steps: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { points: Series::new(POINTS - 1), episode: None, steps: 0.0 }
    }
}

impl Clock {
    fn add(&mut self, episode: u64, mean: f64, at: f64) {
        // The first point is one episode: the first 255 are told one by one.
        let episodes = episode.saturating_sub(self.episode.unwrap_or(episode.saturating_sub(1)));
        self.episode = Some(episode);
        self.steps += mean * episodes as f64;
        self.points.add((episode, self.steps.round() as u64, at));
    }
}

/// Points of a curve: where, and the value there. A place is left for the newest.
struct Curve(Series<(u64, f64)>);

impl Default for Curve {
    fn default() -> Self {
        Self(Series::new(POINTS - 1))
    }
}

impl Curve {
    fn add(&mut self, step: u64, value: f64) {
        self.0.add((step, value));
    }

    /// All points there are. What JSON has no number for is left out.
    fn points(&self) -> Vec<(u64, f64)> {
        let taken = self.0.taken();
        let newest = self.0.passed_over().filter(|&newest| taken.last() != Some(newest));
        taken.iter().chain(newest).copied().filter(|(_, value)| value.is_finite()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_is_thinned_evenly_and_keeps_both_ends() {
        for length in [1, 2, POINTS - 1, POINTS, POINTS + 1, 5_000] {
            let mut curve = Curve::default();
            (0..length as u64).for_each(|step| curve.add(step, step as f64));
            let steps: Vec<_> = curve.points().iter().map(|&(step, _)| step).collect();
            assert!(
                steps.len() <= POINTS && steps.len() >= length.min(POINTS / 3),
                "{length}: {}",
                steps.len()
            );
            assert_eq!((steps[0], steps[steps.len() - 1]), (0, length as u64 - 1));
            let gap = steps.get(1).map_or(1, |second| second - steps[0]);
            assert!(steps.windows(2).rev().skip(1).all(|pair| pair[1] - pair[0] == gap), "{length}");
        }
    }
}
