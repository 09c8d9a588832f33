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
    curves: BTreeMap<&'static str, Curve>,
    newest: BTreeMap<&'static str, f64>,
}

impl Curves {
    pub(super) fn add(&mut self, name: &'static str, step: u64, value: f64) {
        if self.curves.len() < CURVES || self.curves.contains_key(name) {
            self.curves.entry(name).or_default().add(step, value);
            if value.is_finite() {
                self.newest.insert(name, value);
            }
        }
    }

    /// The newest value of each curve.
    pub(super) const fn newest(&self) -> &BTreeMap<&'static str, f64> {
        &self.newest
    }

    /// All points there are.
    pub(super) fn points(&self) -> BTreeMap<&'static str, Vec<(u64, f64)>> {
        self.curves.iter().map(|(&name, curve)| (name, curve.points())).collect()
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
