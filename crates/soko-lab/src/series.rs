//! A series that never has more than so many points, spread evenly over all that came.
//!
//! When it is full every second point is dropped, and from then on only every second one is taken. What is kept is exact. The
//! newest point is always there, taken or not, so that the end of a series is known while it grows.

/// A series of bounded length.
#[derive(Clone, Debug)]
pub struct Series<T> {
    points: Vec<T>,
    most: usize,
    /// Every how many points one is taken.
    stride: u64,
    seen: u64,
    passed_over: Option<T>,
}

impl<T> Series<T> {
    /// A series of which at most so many points are taken.
    pub const fn new(most: usize) -> Self {
        Self { points: Vec::new(), most, stride: 1, seen: 0, passed_over: None }
    }

    /// Adds a point.
    pub fn add(&mut self, point: T) {
        if self.seen.is_multiple_of(self.stride) && self.points.len() >= self.most {
            let mut keep = false;
            self.points.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
        // The point that made it too long may fall between the new strides.
        if self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
            self.passed_over = None;
        } else {
            self.passed_over = Some(point);
        }
        self.seen += 1;
    }

    /// The points that were taken.
    pub fn taken(&self) -> &[T] {
        &self.points
    }

    /// The newest point, if it was not taken.
    pub const fn passed_over(&self) -> Option<&T> {
        self.passed_over.as_ref()
    }

    /// All points, the newest included.
    pub(crate) fn into_points(self) -> impl Iterator<Item = T> {
        self.points.into_iter().chain(self.passed_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_series_is_thinned_evenly_and_keeps_both_ends() {
        for length in [1, 2, 255, 256, 257, 3000, 12_345] {
            let mut series = Series::new(256);
            (0..length).for_each(|point| series.add(point));
            let points: Vec<u64> = series.into_points().collect();
            assert!(points.len() <= 257 && points.len() as u64 > length.min(256) / 3, "{length}: {points:?}");
            assert_eq!((points[0], points[points.len() - 1]), (0, length - 1));
            let gap = points.get(1).map_or(1, |second| second - points[0]);
            assert!(points.windows(2).rev().skip(1).all(|pair| pair[1] - pair[0] == gap), "{length}");
        }
    }
}
