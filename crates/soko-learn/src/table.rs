//! Tables of values: what an agent remembers.
//!
//! A table gives every pair of situation and action a *slot*, and [`Values`] holds for each slot the value Q and
//! how often it was tried. The tables differ in what they tell apart, and that is all that makes the agents
//! different:
//!
//! | table | a slot is | so it |
//! |---|---|---|
//! | [`cells`] | the player's cell (and, by default, the pushes made so far) and a direction | fits in a few kilobytes, mixes up what looks alike |
//! | [`states`] | a whole position and an action | is exact, and grows with what was seen |
//! | [`boxes`] | a box, its cell and a direction | forgets where the other boxes are |
//!
//! Slots are handed out in a [`View`]: the actions of a situation with their slots, in the same order.

pub(crate) mod boxes;
pub(crate) mod cells;
mod dense;
pub(crate) mod kept;
pub(crate) mod states;

use soko_core::{Push, Square};
use soko_solver::{Context, Halt};

use crate::environment::{Environment, Situation};

/// Work that is counted and memory that is asked for: a run's context, or a walker's share of it.
pub(crate) trait Meter {
    /// Counts a step of the agent.
    fn step(&mut self) -> Result<(), Halt>;
    /// Asks for memory.
    fn acquire(&mut self, bytes: u64) -> Result<(), Halt>;
    /// Gives memory back.
    fn release(&mut self, bytes: u64);
    /// Says whether to go on without counting anything.
    fn poll(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

impl Meter for Context<'_> {
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        self.expand_within_round()
    }

    fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
        Context::acquire(self, bytes)
    }

    fn release(&mut self, bytes: u64) {
        Context::release(self, bytes);
    }

    fn poll(&mut self) -> Result<(), Halt> {
        Context::poll(self)
    }
}

/// Values and visits by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    pub(crate) q: Vec<f32>,
    pub(crate) visits: Vec<u32>,
    /// The second estimate of double learning; empty without it.
    pub(crate) other: Vec<f32>,
    double: bool,
}

impl Values {
    pub(crate) fn new(double: bool) -> Self {
        Self { double, ..Self::default() }
    }

    pub(crate) const fn len(&self) -> usize {
        self.q.len()
    }

    /// Bytes of a slot.
    const fn width(&self) -> u64 {
        if self.double { 12 } else { 8 }
    }

    /// Bytes held.
    pub(crate) const fn bytes(&self) -> u64 {
        self.q.capacity() as u64 * self.width()
    }

    /// Adds slots of value 0 up to a number.
    pub(crate) fn extend_to(&mut self, slots: usize, meter: &mut impl Meter) -> Result<(), Halt> {
        if slots > self.q.capacity() {
            let room = slots.max(self.q.capacity() * 3 / 2).max(64);
            let (old, new) = (self.bytes(), room as u64 * self.width());
            meter.acquire(new)?;
            self.q.reserve_exact(room - self.q.len());
            self.visits.reserve_exact(room - self.visits.len());
            if self.double {
                self.other.reserve_exact(room - self.other.len());
            }
            meter.release(old);
        }
        self.q.resize(slots, 0.0);
        self.visits.resize(slots, 0);
        if self.double {
            self.other.resize(slots, 0.0);
        }
        Ok(())
    }

    /// What an action is held to be worth.
    #[inline]
    pub(crate) fn worth(&self, slot: u32) -> f32 {
        let slot = slot as usize;
        if self.double { f32::midpoint(self.q[slot], self.other[slot]) } else { self.q[slot] }
    }

    /// The best of some slots; 0 if there are none.
    #[inline]
    pub(crate) fn best(&self, slots: &[u32]) -> f32 {
        slots.iter().map(|&slot| self.worth(slot)).reduce(f32::max).unwrap_or(0.0)
    }
}

/// The actions of a situation with their slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub(crate) actions: Vec<Push>,
    pub(crate) slots: Vec<u32>,
    /// What is left, by the potential.
    pub(crate) left: f32,
    /// The potential has proven that the game is lost.
    pub(crate) lost: bool,
}

/// Something that gives situations slots.
pub(crate) trait Table<const W: usize> {
    /// A new episode begins at the start.
    fn begin(&mut self) {}

    /// A box was pushed in this episode.
    fn pushed(&mut self, _from: Square, _to: Square) {}

    /// Fills in the actions of a situation, their slots, and what the potential says.
    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl Meter,
    ) -> Result<(), Halt>;

    fn values(&self) -> &Values;

    fn values_mut(&mut self) -> &mut Values;

    /// Situations stored.
    fn rows(&self) -> usize;

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// What the potential says, for tables that do not keep it.
#[inline]
pub(crate) fn judge<const W: usize>(environment: &mut Environment<W>, at: &Situation<W>, view: &mut View) {
    let left = environment.estimate(&at.state);
    view.lost = left.is_none();
    view.left = left.unwrap_or(0) as f32;
}
