//! A series of points that stays short however many are added.
//!
//! When it is full every second point is dropped, and from then on only every second one is taken. What is kept is exact and
//! evenly spread over all that came. The newest point is always there.

/// At most `MOST` points, and the newest.
#[derive(Clone, Debug)]
pub struct Thinned<T, const MOST: usize> {
    points: Vec<T>,
    /// Every how many points one is taken.
    stride: u64,
    seen: u64,
    /// The newest point, where it is not one of those taken.
    newest: Option<T>,
}

impl<T, const MOST: usize> Default for Thinned<T, MOST> {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, seen: 0, newest: None }
    }
}

impl<T, const MOST: usize> Thinned<T, MOST> {
    /// Takes a point, or keeps it until the next one comes.
    pub fn add(&mut self, point: T) {
        if self.seen.is_multiple_of(self.stride) && self.points.len() == MOST {
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
            self.newest = None;
        } else {
            self.newest = Some(point);
        }
        self.seen += 1;
    }

    /// The points in their order.
    pub fn points(&self) -> impl Iterator<Item = &T> {
        self.points.iter().chain(&self.newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_series_is_thinned_evenly_and_keeps_both_ends() {
        for length in [1, 2, 255, 256, 257, 3000, 12_345] {
            let mut series = Thinned::<u64, 256>::default();
            (0..length).for_each(|point| series.add(point));
            let points: Vec<_> = series.points().copied().collect();
            assert!(points.len() <= 257 && points.len() as u64 > length.min(256) / 3, "{length}: {points:?}");
            assert_eq!((points[0], points[points.len() - 1]), (0, length - 1));
            let gap = points.get(1).map_or(1, |second| second - points[0]);
            assert!(points.windows(2).rev().skip(1).all(|pair| pair[1] - pair[0] == gap), "{length}");
        }
    }
}
