//! Values from a file are justified before anything is proven with them.
//!
//! The proof of an exact table (see [`agent`](super)) needs values that are never too low. A file may say anything: a
//! check sum finds accidents, not inventions. So every value is held against what it follows from. With f = h − Q, the
//! cost that a value stands for, learning keeps f(s, a) ≤ max(h(s), cost + min f(s′, ·)): it begins with f = h, a step
//! makes both sides equal, and later steps only raise the right one. A value that breaks this is *lifted* to where it
//! holds, again and again until none does.
//!
//! Where it holds everywhere no value is too low: go along a best solution from its last action to its first. The last
//! one is worth at least minus its cost, and each one before it at least minus its cost and that of the rest. A table
//! that was learnt by us passes in one sweep, at the price of playing every tried action once.

use soko_solver::Halt;

use super::Agent;
use crate::{meter::StepMeter, table::kept::Kept};

impl<const W: usize, T: Kept<W>> Agent<W, T> {
    /// Lifts values until all are justified; says how often that was needed.
    pub(crate) fn justify(&mut self, meter: &mut impl StepMeter) -> Result<u64, Halt> {
        let mut total = 0;
        loop {
            let mut lifted = 0;
            let mut row = 0;
            while let Some(state) = self.table.position(row) {
                meter.poll()?;
                let at = self.environment.arrive(state);
                self.table.look(&mut self.environment, &at, &mut self.here, meter)?;
                for place in 0..self.here.slots.len() {
                    lifted += u64::from(self.justify_action(&at, place, meter)?);
                }
                row += 1;
            }
            total += lifted;
            if lifted == 0 {
                return Ok(total);
            }
        }
    }

    /// Lifts the value of one action of the situation here, if it must be.
    fn justify_action(
        &mut self,
        at: &crate::environment::Situation<W>,
        place: usize,
        meter: &mut impl StepMeter,
    ) -> Result<bool, Halt> {
        let slot = self.here.slots[place] as usize;
        let value = self.table.values().q[slot];
        if value >= self.ceiling {
            return Ok(false);
        }
        let (_, outcome) = self.play(at, self.here.actions[place], meter)?;
        let reward = self.shaped(&outcome, self.rewards.of(&outcome, 1.0));
        let worth = if outcome.is_end() { 0.0 } else { self.table.values().best(&self.there.slots) };
        let least = (reward + self.learning.gamma as f32 * worth).min(self.ceiling);
        if value < least {
            self.table.values_mut().q[slot] = least;
        }
        Ok(value < least)
    }
}
