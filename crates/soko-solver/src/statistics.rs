//! What every player counts.

use serde::{Deserialize, Serialize};

/// The counters every player reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Rounds of the player's main loop; for a search one per expansion.
    pub iterations: u64,
    /// Positions made.
    pub generated: u64,
    /// Positions whose successors were made.
    pub expanded: u64,
    /// Positions waiting at the end.
    pub open: u64,
    /// Positions done with at the end.
    pub closed: u64,
    /// Most bytes held at once by the player's tables and queues.
    pub peak_memory_bytes: u64,
}

impl Statistics {
    /// The counters of two parts of a run that went on side by side.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            iterations: self.iterations + other.iterations,
            generated: self.generated + other.generated,
            expanded: self.expanded + other.expanded,
            open: self.open + other.open,
            closed: self.closed + other.closed,
            peak_memory_bytes: self.peak_memory_bytes + other.peak_memory_bytes,
        }
    }

    /// The counters of a run whose first part had ended before the second began.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let peak_memory_bytes = self.peak_memory_bytes.max(next.peak_memory_bytes);
        Self { open: next.open, closed: next.closed, peak_memory_bytes, ..self.and(next) }
    }
}
