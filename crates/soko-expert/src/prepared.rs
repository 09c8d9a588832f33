//! What the strategies of a level share: its tables, and what they learn together.

use soko_core::Level;
use soko_solver::{Context, Halt};

use crate::{
    level_tables::LevelTables,
    params::Switches,
    shared_knowledge::{Shared, SharedKnowledge},
};

/// Tables and knowledge of a level.
pub(crate) struct Prepared<'a, const W: usize> {
    pub(crate) tables: LevelTables<'a, W>,
    pub(crate) knowledge: Shared<W>,
}

impl<'a, const W: usize> Prepared<'a, W> {
    /// Builds the tables; nothing is learned yet.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn new(level: &'a Level, switches: Switches, context: &mut Context<'_>) -> Result<Self, Halt> {
        let tables = LevelTables::metered(level, context)?;
        let knowledge = SharedKnowledge::shared(&tables, switches, context)?;
        Ok(Self { tables, knowledge })
    }
}
