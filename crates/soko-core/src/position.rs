//! A position: the player's square and the boxes. [`step`](crate::step) changes it by the rules.

use crate::{Cell, Direction, Square, SquareSet};

/// One push: the box on `square` goes one square in `direction`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push {
    /// Where the box stands before the push.
    pub square: Square,
    /// Which way it goes.
    pub direction: Direction,
}

/// Where the player and the boxes are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) player: Square,
    pub(crate) boxes: SquareSet,
}

impl Position {
    pub(crate) const fn new(player: Square, boxes: SquareSet) -> Self {
        Self { player, boxes }
    }

    /// The player's square.
    #[inline]
    pub const fn player(&self) -> Square {
        self.player
    }

    /// The boxes.
    #[inline]
    pub const fn boxes(&self) -> &SquareSet {
        &self.boxes
    }

    /// What a drawing shows on a square with this ground.
    pub(crate) fn cell(&self, square: Square, ground: Cell) -> Cell {
        if self.boxes.contains(square) {
            ground.with_box()
        } else if self.player == square {
            ground.with_player()
        } else {
            ground
        }
    }
}
