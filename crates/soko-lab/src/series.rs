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
    pub fn into_points(self) -> impl Iterator<Item = T> {
        self.points.into_iter().chain(self.passed_over)
    }
}
