//! What a search counts.

use crate::Objective;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cost that a search adds up and, if it can, minimises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Pushes alone.
    #[default]
    Pushes,
    /// Moves, pushes included.
    Moves,
    /// Pushes, and among equals moves.
    PushesThenMoves,
    /// Moves, and among equals pushes.
    MovesThenPushes,
}

/// A path's cost: first and second count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Cost {
    /// What counts first.
    pub first: u32,
    /// What decides among equals; zero if nothing does.
    pub second: u32,
}

impl Metric {
    /// The cost of `moves` steps with `pushes` pushes among them.
    #[inline]
    pub const fn cost(self, moves: u32, pushes: u32) -> Cost {
        match self {
            Self::Pushes => Cost { first: pushes, second: 0 },
            Self::Moves => Cost { first: moves, second: 0 },
            Self::PushesThenMoves => Cost { first: pushes, second: moves },
            Self::MovesThenPushes => Cost { first: moves, second: pushes },
        }
    }

    /// Are moves what counts first?
    pub const fn counts_moves_first(self) -> bool {
        matches!(self, Self::Moves | Self::MovesThenPushes)
    }

    /// Does the player's exact square matter, or only its region?
    pub const fn counts_moves(self) -> bool {
        !matches!(self, Self::Pushes)
    }

    /// The objective a proof in this metric is about.
    pub const fn objective(self) -> Objective {
        match self {
            Self::Pushes => Objective::Pushes,
            Self::Moves => Objective::Moves,
            Self::PushesThenMoves => Objective::PushesThenMoves,
            Self::MovesThenPushes => Objective::MovesThenPushes,
        }
    }
}

impl Cost {
    /// The sum.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            first: self.first.saturating_add(other.first),
            second: self.second.saturating_add(other.second),
        }
    }
}
