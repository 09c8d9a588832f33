//! Where a walk begins: at the start of the level, or where an earlier walk had got to.

use soko_core::{Push, State};

use crate::ground::Ground;

/// A position with a way to it.
#[derive(Clone, Debug)]
pub struct Origin<const W: usize> {
    /// The position.
    pub state: State<W>,
    /// The pushes that lead to it from the start of the level.
    pub pushes: Vec<Push>,
}

impl<const W: usize> Origin<W> {
    /// The start of the level.
    pub fn start(ground: &Ground<'_, W>) -> Self {
        Self { state: ground.start, pushes: Vec::new() }
    }

    /// The pushes to it and on.
    pub fn and(&self, pushes: &[Push]) -> Vec<Push> {
        [&self.pushes[..], pushes].concat()
    }
}
