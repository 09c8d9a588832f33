//! How a run ends.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer};
use soko_core::{Solution, Verified};

use crate::{Halt, Statistics};

/// What a solution can be best in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Objective {
    /// Fewest pushes.
    Pushes,
    /// Fewest moves.
    Moves,
    /// Fewest pushes, and among those fewest moves.
    PushesThenMoves,
    /// Fewest moves, and among those fewest pushes.
    MovesThenPushes,
}

impl Objective {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Pushes, Self::Moves, Self::PushesThenMoves, Self::MovesThenPushes];

    /// The objective of that name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|objective| objective.id() == id)
    }

    /// Name in JSON and on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::Moves => "moves",
            Self::PushesThenMoves => "pushes-then-moves",
            Self::MovesThenPushes => "moves-then-pushes",
        }
    }
}

/// What a player found out before it ran out of budget.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Solved; `optimal` names the objective for which no better solution exists, if that is proven.
    Solved {
        /// The solution.
        solution: Verified<Solution>,
        /// In what it is proven best.
        optimal: Option<Objective>,
    },
    /// Proven to have no solution.
    Unsolvable,
}

/// The one-word result of a run, as in the JSON contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A verified solution is at hand.
    Solved,
    /// Proven to have no solution.
    Unsolvable,
    /// Out of time.
    TimeLimit,
    /// Out of memory budget.
    MemoryLimit,
    /// Out of nodes.
    NodeLimit,
    /// Stopped by hand.
    Stopped,
    /// The level cannot be played.
    Invalid,
}

impl Status {
    /// All of them, in the order of the contract.
    pub const ALL: [Self; 7] = [
        Self::Solved,
        Self::Unsolvable,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::NodeLimit,
        Self::Stopped,
        Self::Invalid,
    ];

    /// The status of that name.
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.id() == id)
    }

    /// Name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::TimeLimit => "time-limit",
            Self::MemoryLimit => "memory-limit",
            Self::NodeLimit => "node-limit",
            Self::Stopped => "stopped",
            Self::Invalid => "invalid",
        }
    }
}

impl From<Halt> for Status {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Time => Self::TimeLimit,
            Halt::Nodes => Self::NodeLimit,
            Halt::Memory => Self::MemoryLimit,
            Halt::Stopped => Self::Stopped,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// All there is to say about one run.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended. `Solved` also when the budget ran out after a solution was found.
    pub status: Status,
    /// The best solution found.
    pub solution: Option<Verified<Solution>>,
    /// In what the solution is proven best.
    pub optimal: Option<Objective>,
    /// The budget ran out or the run was stopped, whether or not something had been found.
    pub halted: Option<Halt>,
    /// Work done.
    pub statistics: Statistics,
    /// Wall-clock time, pauses not counted.
    pub elapsed: Duration,
    /// The seed of the run.
    pub seed: u64,
}
