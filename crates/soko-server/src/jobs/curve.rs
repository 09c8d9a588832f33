//! A curve that never has more than so many points, spread evenly over all that came.
//!
//! When it is full every second point is dropped, and from then on only every second one is taken. The newest point is always
//! there, so a page can draw the end of the curve as it grows.

/// Most points shown of a curve.
pub(crate) const POINTS: usize = 300;

/// Points of a curve: where, and the value there.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    points: Vec<(u64, f64)>,
    stride: u64,
    seen: u64,
    newest: Option<(u64, f64)>,
}

impl Default for Curve {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, seen: 0, newest: None }
    }
}

impl Curve {
    pub(crate) fn add(&mut self, step: u64, value: f64) {
        if self.seen.is_multiple_of(self.stride) && self.points.len() + 1 >= POINTS {
            let mut keep = false;
            self.points.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
        if self.seen.is_multiple_of(self.stride) {
            self.points.push((step, value));
        }
        self.newest = Some((step, value));
        self.seen += 1;
    }

    /// All points there are. What JSON has no number for is left out.
    pub(crate) fn points(&self) -> Vec<(u64, f64)> {
        let newest = self.newest.filter(|newest| self.points.last() != Some(newest));
        self.points.iter().copied().chain(newest).filter(|(_, value)| value.is_finite()).collect()
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
