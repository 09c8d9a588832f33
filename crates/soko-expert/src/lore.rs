//! What the searches of a level learn together.
//!
//! A deadlock is a deadlock whoever finds it: what one search has proven spares all later ones the proof, so the judge with
//! its learned patterns and caches belongs to the level, not to a search. The same holds for the table of hotspots.

use std::{cell::RefCell, rc::Rc};

use soko_core::Meter;

use crate::{ground::Ground, hotspots::Hotspots, judge::Judge, knowledge::Knowledge};

/// Proofs and tables that grow while a level is searched.
pub struct Lore<const W: usize> {
    /// What is lost.
    pub judge: Judge<W>,
    /// What is in the way.
    pub hotspots: Hotspots<W>,
}

/// Lore that several searches write to in turn.
pub type SharedLore<const W: usize> = Rc<RefCell<Lore<W>>>;

impl<const W: usize> Lore<W> {
    /// Nothing learned yet.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn new<M: Meter + ?Sized>(
        ground: &Ground<'_, W>,
        knowledge: Knowledge,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        Ok(Self { judge: Judge::new(ground, knowledge, meter)?, hotspots: Hotspots::new(ground) })
    }

    /// The same, to be shared.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn shared<M: Meter + ?Sized>(
        ground: &Ground<'_, W>,
        knowledge: Knowledge,
        meter: &mut M,
    ) -> Result<SharedLore<W>, M::Halt> {
        Ok(Rc::new(RefCell::new(Self::new(ground, knowledge, meter)?)))
    }
}
