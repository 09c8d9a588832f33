//! What the searches of a level learn together.
//!
//! What one search has proven lost spares all later ones the proof, so the deadlock tests with their learned patterns and caches
//! belong to the level, not to a search. The same holds for the table of hotspots.

use std::{cell::RefCell, rc::Rc};

use soko_core::Meter;

use crate::{
    deadlock::forward::ForwardDeadlocks, features::hotspots::Hotspots, level_tables::LevelTables,
    params::Switches,
};

/// Proofs and tables that grow while a level is searched.
pub(crate) struct SharedKnowledge<const W: usize> {
    /// What is lost.
    pub deadlocks: ForwardDeadlocks<W>,
    /// What is in the way.
    pub hotspots: Hotspots<W>,
}

/// Knowledge that several searches write to in turn.
pub(crate) type Shared<const W: usize> = Rc<RefCell<SharedKnowledge<W>>>;

impl<const W: usize> SharedKnowledge<W> {
    /// Nothing learned yet.
    ///
    /// # Errors
    /// The reason to end early.
    pub(crate) fn new<M: Meter + ?Sized>(
        tables: &LevelTables<'_, W>,
        switches: Switches,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        Ok(Self {
            deadlocks: ForwardDeadlocks::new(tables, switches, meter)?,
            hotspots: Hotspots::new(tables),
        })
    }

    /// The same, to be shared.
    ///
    /// # Errors
    /// The reason to end early.
    pub(crate) fn shared<M: Meter + ?Sized>(
        tables: &LevelTables<'_, W>,
        switches: Switches,
        meter: &mut M,
    ) -> Result<Shared<W>, M::Halt> {
        Ok(Rc::new(RefCell::new(Self::new(tables, switches, meter)?)))
    }
}
