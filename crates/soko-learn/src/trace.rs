//! What happened in an episode, in slots: enough to learn it again, forwards or backwards, and to play it again.

use soko_core::Push;

use crate::{learning::Update, table::Values};

/// One step of an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Experience {
    pub(crate) slot: u32,
    pub(crate) reward: f32,
    /// Where the next situation's slots begin in the list; how many there are (0: the episode ended); which was taken.
    pub(crate) first: u32,
    pub(crate) count: u16,
    pub(crate) taken: u16,
}

/// An episode.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) steps: Vec<Experience>,
    pub(crate) actions: Vec<Push>,
    slots: Vec<u32>,
}

impl Trace {
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.actions.clear();
        self.slots.clear();
    }

    /// Adds a step that led to a situation with these slots.
    #[inline]
    pub(crate) fn add(
        &mut self,
        slot: u32,
        action: Push,
        reward: f32,
        next: &[u32],
        taken: usize,
    ) -> Experience {
        let step = Experience {
            slot,
            reward,
            first: self.slots.len() as u32,
            count: next.len() as u16,
            taken: taken as u16,
        };
        self.slots.extend_from_slice(next);
        self.steps.push(step);
        self.actions.push(action);
        step
    }

    /// The slots that a step led to.
    #[inline]
    pub(crate) fn next(&self, step: &Experience) -> &[u32] {
        &self.slots[step.first as usize..step.first as usize + usize::from(step.count)]
    }
}

/// A way to learn from a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learn {
    pub(crate) update: Update,
    pub(crate) gamma: f32,
    pub(crate) rate: f32,
    /// No value is above this; 0 where values are known to be never too low and 0 at first.
    pub(crate) ceiling: f32,
    /// Which of two tables learns, for double learning.
    pub(crate) other: bool,
}

impl Learn {
    /// Brings the value of a step nearer to what it led to; says whether it changed.
    #[inline]
    pub(crate) fn learn(&self, values: &mut Values, step: &Experience, next: &[u32]) -> bool {
        let worth = match self.update {
            Update::QLearning => values.best(next),
            Update::Sarsa if next.is_empty() => 0.0,
            Update::Sarsa => values.worth(next[usize::from(step.taken)]),
            Update::DoubleQ => self.double(values, next),
        };
        let target = (step.reward + self.gamma * worth).min(self.ceiling);
        let known = if self.other { &mut values.other } else { &mut values.q };
        let value = &mut known[step.slot as usize];
        let before = *value;
        *value += self.rate * (target - before);
        value.to_bits() != before.to_bits()
    }

    /// The action that is best in the table that learns, valued by the other.
    fn double(&self, values: &Values, next: &[u32]) -> f32 {
        let (own, judge) = if self.other { (&values.other, &values.q) } else { (&values.q, &values.other) };
        let best = next.iter().copied().max_by(|&a, &b| own[a as usize].total_cmp(&own[b as usize]));
        best.map_or(0.0, |slot| judge[slot as usize])
    }
}
