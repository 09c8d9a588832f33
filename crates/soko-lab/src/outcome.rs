//! How a recorded run ended.

use std::fmt;

use serde::{Serialize, Serializer};
use soko_solver::Status;

/// One word for the end of a run: the statuses of the JSON contract that a run can have, and `crashed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A verified solution is recorded.
    Solved,
    /// Proven to have no solution.
    Unsolvable,
    /// Out of time, by its own count or by the watchdog's.
    TimeLimit,
    /// Out of memory, by its own count or by the watchdog's.
    MemoryLimit,
    /// Out of nodes.
    NodeLimit,
    /// Stopped by hand before there was an answer. Recorded for its protocol; no experiment ever counts it.
    Stopped,
    /// The player's process ended without an answer: a bug. Such a job is tried again.
    Crashed,
}

impl Outcome {
    /// All of them, in the order in which tables count them.
    pub const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::NodeLimit,
        Self::Stopped,
        Self::Crashed,
    ];

    /// Its name in the database and in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Solved => Status::Solved.id(),
            Self::Unsolvable => Status::Unsolvable.id(),
            Self::TimeLimit => Status::TimeLimit.id(),
            Self::MemoryLimit => Status::MemoryLimit.id(),
            Self::NodeLimit => Status::NodeLimit.id(),
            Self::Stopped => Status::Stopped.id(),
            Self::Crashed => "crashed",
        }
    }

    /// The outcome of that name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.id() == id)
    }

    /// The outcome of a job of an experiment. A run that was stopped by hand or could not be played is none: `None`.
    pub const fn of(status: Status) -> Option<Self> {
        match status {
            Status::Solved => Some(Self::Solved),
            Status::Unsolvable => Some(Self::Unsolvable),
            Status::TimeLimit => Some(Self::TimeLimit),
            Status::MemoryLimit => Some(Self::MemoryLimit),
            Status::NodeLimit => Some(Self::NodeLimit),
            Status::Stopped | Status::Invalid => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::find(outcome.id()), Some(outcome));
        }
        assert_eq!(Outcome::of(Status::Stopped), None);
        assert_eq!(Outcome::find("stopped"), Some(Outcome::Stopped));
    }
}
