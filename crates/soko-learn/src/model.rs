//! The memory of Dyna-Q: the last thing that every tried action led to, to be lived through again at random.
//!
//! Sutton (1990): between two real steps the agent makes some that it only remembers. In a deterministic game with whole
//! states a remembered step is as good as a real one and costs no game; reverse replay gets the same news further
//! with less, which is why our defaults use that.

use soko_solver::{Dice, Halt};

use crate::{meter::StepMeter, trace::Experience};

/// Nothing remembered.
const NOTHING: u32 = u32::MAX;

/// Remembered steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    steps: Vec<Experience>,
    /// Number of the step of a slot.
    of_slot: Vec<u32>,
    slots: Vec<u32>,
}

impl Model {
    /// Remembers a step and what it led to.
    pub(crate) fn remember(
        &mut self,
        step: &Experience,
        next: &[u32],
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt> {
        let before = self.bytes();
        if self.of_slot.len() <= step.slot as usize {
            self.of_slot.resize(step.slot as usize + 1, NOTHING);
        }
        let place = &mut self.of_slot[step.slot as usize];
        if *place == NOTHING {
            *place = self.steps.len() as u32;
            self.steps.push(step.listed_at(self.slots.len() as u32));
            self.slots.extend_from_slice(next);
        } else {
            let known = &mut self.steps[*place as usize];
            // A table that mixes situations up may see another number of actions.
            let first = if known.count == step.count { known.first } else { self.slots.len() as u32 };
            *known = step.listed_at(first);
            let end = first as usize + next.len();
            if self.slots.len() < end {
                self.slots.resize(end, 0);
            }
            self.slots[first as usize..end].copy_from_slice(next);
        }
        let after = self.bytes();
        if after > before { meter.acquire(after - before) } else { Ok(()) }
    }

    /// One of the remembered steps.
    pub(crate) fn recall(&self, dice: &mut Dice) -> Option<(&Experience, &[u32])> {
        let step = self.steps.get(dice.below(self.steps.len().max(1)))?;
        let first = step.first as usize;
        Some((step, &self.slots[first..first + usize::from(step.count)]))
    }

    fn bytes(&self) -> u64 {
        let steps = self.steps.capacity() * size_of::<Experience>();
        (steps + 4 * (self.of_slot.capacity() + self.slots.capacity())) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::Scales;

    #[test]
    fn the_last_experience_of_a_slot_is_remembered() {
        let (mut model, mut dice, mut scales) = (Model::default(), Dice::new(1), Scales::default());
        assert!(model.recall(&mut dice).is_none());
        let step = |reward, count| Experience { slot: 3, reward, first: 0, count, taken: 0 };
        for (reward, next) in [(1.0, &[7, 8][..]), (2.0, &[9, 10]), (3.0, &[11, 12, 13]), (4.0, &[])] {
            model.remember(&step(reward, next.len() as u16), next, &mut scales).unwrap();
            let (recalled, slots) = model.recall(&mut dice).unwrap();
            assert_eq!((recalled.reward.to_bits(), slots), (f32::to_bits(reward), next));
        }
        assert_eq!(model.steps.len(), 1);
        assert_eq!(scales.0, model.bytes());
    }
}
