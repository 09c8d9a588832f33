//! A position as pages draw it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::{Level, Position};

/// Where player and boxes are, by column and row from 0.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Placed {
    /// The player.
    pub(crate) player: (usize, usize),
    /// The boxes.
    pub(crate) boxes: Vec<(usize, usize)>,
}

impl Placed {
    pub(crate) fn of(level: &Level, position: &Position) -> Self {
        Self {
            player: level.coordinates(position.player()),
            boxes: position.boxes().iter().map(|square| level.coordinates(square)).collect(),
        }
    }
}
