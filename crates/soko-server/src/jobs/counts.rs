//! What a player has counted so far, and how fast it goes.

use soko_solver::Statistics;

/// Seconds over which the rate is taken.
const RATE_OVER: f64 = 1.0;

/// What was counted.
#[derive(Default)]
pub(super) struct Counts {
    /// Seconds played, pauses not counted.
    pub(super) elapsed: f64,
    pub(super) statistics: Statistics,
    /// Positions expanded per second, of late.
    pub(super) rate: f64,
    /// Counts of a while ago: seconds and positions expanded.
    before: (f64, u64),
}

impl Counts {
    /// Takes over new counts.
    pub(super) fn count(&mut self, statistics: Statistics) {
        self.statistics = statistics;
        let (then, expanded) = self.before;
        if self.elapsed - then >= RATE_OVER || then <= 0.0 {
            self.rate = per_second(statistics.expanded.saturating_sub(expanded), self.elapsed - then);
            if self.elapsed >= RATE_OVER {
                self.before = (self.elapsed, statistics.expanded);
            }
        }
    }

    /// Sets time and rate at the end of a run.
    pub(super) fn finish(&mut self, elapsed: f64, expanded: u64) {
        self.elapsed = elapsed;
        self.rate = per_second(expanded, elapsed);
    }
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}
