//! Where a search begins: at the start of the level, or where an earlier search had got to.

use soko_core::{Push, State};

use crate::level_tables::LevelTables;

/// A position with a way to it.
#[derive(Clone, Debug)]
pub(crate) struct Start<const W: usize> {
    /// The position.
    pub state: State<W>,
    /// The pushes that lead to it from the start of the level.
    pub pushes: Vec<Push>,
}

impl<const W: usize> Start<W> {
    /// The start of the level.
    pub(crate) fn of_level(tables: &LevelTables<'_, W>) -> Self {
        Self { state: tables.start, pushes: Vec::new() }
    }

    /// The pushes to it and on.
    pub(crate) fn and(&self, pushes: &[Push]) -> Vec<Push> {
        [&self.pushes[..], pushes].concat()
    }
}
