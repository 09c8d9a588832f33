//! What happened in an episode, in slots: enough to learn it again, forwards or backwards, and to play it again.

use soko_core::Push;

use crate::{
    learning::{Learning, Update},
    table::Values,
};

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

impl Experience {
    /// The same where the next situation's slots begin elsewhere, in another list.
    pub(crate) const fn listed_at(self, first: u32) -> Self {
        Self { first, ..self }
    }
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
    update: Update,
    gamma: f32,
    rate: f32,
    ceiling: f32,
    other: bool,
}

impl Learn {
    /// Learning at a rate. No value is above `ceiling`: 0 where values are known to be never too low and 0 at first.
    pub(crate) const fn new(learning: &Learning, rate: f64, ceiling: f32) -> Self {
        let Learning { update, gamma, .. } = *learning;
        Self { update, gamma: gamma as f32, rate: rate as f32, ceiling, other: false }
    }

    /// The same for the other of two tables, in double learning.
    pub(crate) const fn for_table(self, other: bool) -> Self {
        Self { other, ..self }
    }

    /// What the next situation is held to be worth.
    #[inline]
    pub(crate) fn worth(&self, values: &Values, step: &Experience, next: &[u32]) -> f32 {
        match self.update {
            Update::QLearning => values.best(next),
            Update::Sarsa if next.is_empty() => 0.0,
            Update::Sarsa => values.worth(next[usize::from(step.taken)]),
            Update::DoubleQ => self.double(values, next),
        }
    }

    /// What the value of a step is drawn to.
    #[inline]
    pub(crate) fn target(&self, values: &Values, step: &Experience, next: &[u32]) -> f32 {
        (step.reward + self.gamma * self.worth(values, step, next)).min(self.ceiling)
    }

    /// The value that learns: in double learning one of two.
    #[inline]
    pub(crate) fn value(&self, values: &Values, slot: u32) -> f32 {
        (if self.other { &values.other } else { &values.q })[slot as usize]
    }

    /// Brings the value of a step nearer to what it led to; says whether it changed.
    #[inline]
    pub(crate) fn learn(&self, values: &mut Values, step: &Experience, next: &[u32]) -> bool {
        let target = self.target(values, step, next);
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

#[cfg(test)]
mod tests {
    use soko_core::{Direction, Square};

    use super::*;
    use crate::table::tests::values;

    const ACTION: Push = Push { square: Square(0), direction: Direction::Up };

    fn way(update: Update) -> Learn {
        Learn { update, gamma: 0.5, rate: 1.0, ceiling: f32::INFINITY, other: false }
    }

    /// A corridor of three situations with one slot each; the last step earns 8.
    fn corridor() -> Trace {
        let mut trace = Trace::default();
        trace.add(0, ACTION, 0.0, &[1], 0);
        trace.add(1, ACTION, 0.0, &[2], 0);
        trace.add(2, ACTION, 8.0, &[], 0);
        trace
    }

    #[test]
    fn backwards_an_end_reaches_the_beginning_at_once() {
        let trace = corridor();
        let mut forwards = values(3, false);
        for step in &trace.steps {
            way(Update::QLearning).learn(&mut forwards, step, trace.next(step));
        }
        assert_eq!(forwards.q, [0.0, 0.0, 8.0]);
        let mut backwards = values(3, false);
        for step in trace.steps.iter().rev() {
            way(Update::QLearning).learn(&mut backwards, step, trace.next(step));
        }
        assert_eq!(backwards.q, [2.0, 4.0, 8.0]);
    }

    #[test]
    fn sarsa_values_what_is_done_and_q_learning_what_is_best() {
        let mut trace = Trace::default();
        let step = trace.add(0, ACTION, 1.0, &[1, 2], 0);
        for (update, expected) in [(Update::QLearning, 5.0), (Update::Sarsa, 3.0)] {
            let mut values = values(3, false);
            values.q[1..].copy_from_slice(&[4.0, 8.0]);
            assert!(way(update).learn(&mut values, &step, trace.next(&step)));
            assert_eq!(values.q[0].to_bits(), f32::to_bits(expected));
        }
    }

    #[test]
    fn double_learning_asks_the_other_table_what_the_best_is_worth() {
        let mut trace = Trace::default();
        let step = trace.add(0, ACTION, 1.0, &[1, 2], 0);
        let mut values = values(3, true);
        values.q[1..].copy_from_slice(&[4.0, 8.0]);
        values.other[1..].copy_from_slice(&[6.0, 2.0]);
        way(Update::DoubleQ).learn(&mut values, &step, trace.next(&step));
        assert_eq!(
            (values.q[0].to_bits(), values.other[0].to_bits()),
            (2.0_f32.to_bits(), 0.0_f32.to_bits())
        );
        let other = Learn { other: true, ..way(Update::DoubleQ) };
        other.learn(&mut values, &step, trace.next(&step));
        assert_eq!(values.other[0].to_bits(), 3.0_f32.to_bits());
    }

    #[test]
    fn no_value_rises_above_the_ceiling() {
        let mut trace = Trace::default();
        let step = trace.add(0, ACTION, 5.0, &[], 0);
        let mut values = values(1, false);
        let learn = Learn { ceiling: 0.0, ..way(Update::QLearning) };
        assert!(!learn.learn(&mut values, &step, &[]), "nothing new");
        assert_eq!(values.q, [0.0]);
    }
}
