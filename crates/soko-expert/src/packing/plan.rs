//! A packing plan: steps that bring a box to a square, from outside or from where an earlier step had parked it.
//!
//! A parked box is owed only *until* the step that takes it on. [`Plan::packed`] counts the steps that hold in a position: the
//! longest beginning of the plan whose boxes are all where they should be.

use soko_core::{Bits, Square};

use crate::fess::FeatureSearch;

/// One step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Where the box comes from: an earlier step's square, or anywhere.
    pub from: Option<Square>,
    /// Where it goes.
    pub to: Square,
    /// The step that takes it on, if it does not stay.
    pub until: Option<usize>,
}

/// An order of packing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Boxes on the board before the first step; those that stay come first.
    pub initial: usize,
    /// All steps; the first `initial` of them are the boxes that are there from the beginning.
    pub steps: Vec<Step>,
}

impl Plan {
    /// The plan that a backward search found at a node, read from the end.
    pub(crate) fn of<const W: usize>(tree: &FeatureSearch<W>, node: u32) -> Self {
        let standing: Vec<Square> = tree.node(node).position.state.boxes.iter().collect();
        let mut moves: Vec<(Option<Square>, Square)> = Vec::new();
        for &number in tree.way_to(node).iter().rev() {
            let node = tree.node(number);
            if node.parent != number && (node.sinks || node.macro_move.from != node.macro_move.to) {
                moves.push(((!node.sinks).then_some(node.macro_move.to), node.macro_move.from));
            }
        }
        merge(&mut moves);
        let steps = standing.iter().map(|&to| (None, to)).chain(moves);
        let mut steps: Vec<Step> = steps.map(|(from, to)| Step { from, to, until: None }).collect();
        set_until(&mut steps);
        let initial = standing.len();
        steps[..initial].sort_by_key(|step| step.until.is_some());
        Self { initial, steps }
    }

    /// How many steps hold in a position.
    #[inline]
    pub(crate) fn packed<const W: usize>(&self, boxes: &Bits<W>) -> u16 {
        let stays = self.steps[..self.initial].iter().take_while(|step| step.until.is_none());
        let (count, there) =
            stays.fold((0, 0), |(all, there), step| (all + 1, there + u16::from(boxes.contains(step.to))));
        if there < count {
            return there;
        }
        let packed = self.next_step(boxes);
        let owed = self.steps[..self.initial].iter();
        let missing =
            owed.filter(|step| !boxes.contains(step.to) && step.until.is_none_or(|until| until >= packed));
        (packed - missing.count().min(packed)) as u16
    }

    /// The first step that does not hold, if those that come later have made up for it as far as they can.
    #[inline]
    fn next_step<const W: usize>(&self, boxes: &Bits<W>) -> usize {
        let mut packed = self.steps.len();
        for (i, step) in self.steps.iter().enumerate().skip(self.initial).rev() {
            if !boxes.contains(step.to) && step.until.is_none_or(|until| until >= packed) {
                packed = i;
            }
        }
        packed
    }

    /// The square of the first step that does not hold; `None` if all do.
    pub(crate) fn next_square<const W: usize>(&self, boxes: &Bits<W>) -> Option<Square> {
        self.steps.get(self.next_step(boxes)).map(|step| step.to)
    }
}

/// Joins moves of one box that follow each other.
fn merge(moves: &mut Vec<(Option<Square>, Square)>) {
    let mut merged: Vec<(Option<Square>, Square)> = Vec::with_capacity(moves.len());
    for &(from, to) in moves.iter() {
        match merged.last_mut() {
            Some(last) if from == Some(last.1) => last.1 = to,
            _ => merged.push((from, to)),
        }
        if merged.last().is_some_and(|last| last.0 == Some(last.1)) {
            merged.pop();
        }
    }
    *moves = merged;
}

fn set_until(steps: &mut [Step]) {
    for i in 0..steps.len() {
        let taken_on = steps[i + 1..].iter().position(|step| step.from == Some(steps[i].to));
        steps[i].until = taken_on.map(|after| i + 1 + after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Square = Square(10);
    const B: Square = Square(11);
    const C: Square = Square(12);
    const D: Square = Square(13);

    fn step(from: Option<Square>, to: Square) -> Step {
        Step { from, to, until: None }
    }

    fn plan(initial: usize, mut steps: Vec<Step>) -> Plan {
        set_until(&mut steps);
        Plan { initial, steps }
    }

    fn on(squares: &[Square]) -> Bits<1> {
        squares.iter().copied().collect()
    }

    #[test]
    fn steps_count_as_long_as_all_before_them_hold() {
        let plan = plan(0, vec![step(None, A), step(None, B), step(None, C)]);
        assert_eq!(plan.packed(&on(&[])), 0);
        assert_eq!(plan.packed(&on(&[A])), 1);
        assert_eq!(plan.packed(&on(&[A, B])), 2);
        assert_eq!(plan.packed(&on(&[B, C])), 0, "the first is missing");
        assert_eq!(plan.packed(&on(&[A, C])), 1);
        assert_eq!(plan.packed(&on(&[A, B, C])), 3);
        assert_eq!(plan.next_square(&on(&[A])), Some(B));
        assert_eq!(plan.next_square(&on(&[A, B, C])), None);
    }

    #[test]
    fn a_parked_box_is_owed_until_it_is_taken_on() {
        // A box waits on B while A is filled, then it goes on to C.
        let plan = plan(0, vec![step(None, B), step(None, A), step(Some(B), C)]);
        assert_eq!(plan.steps[0].until, Some(2));
        assert_eq!(plan.packed(&on(&[B])), 1);
        assert_eq!(plan.packed(&on(&[A])), 0, "the parked box is missing");
        assert_eq!(plan.packed(&on(&[B, A])), 2);
        assert_eq!(plan.packed(&on(&[A, C])), 3, "it has gone on");
    }

    #[test]
    fn boxes_there_from_the_beginning_come_first() {
        // D stays where it is; B is there to begin with and goes on to C.
        let plan = plan(2, vec![step(None, D), step(None, B), step(None, A), step(Some(B), C)]);
        assert_eq!(plan.packed(&on(&[A, B, C])), 0, "the box that stays is missing");
        assert_eq!(plan.packed(&on(&[D, B])), 2);
        assert_eq!(plan.packed(&on(&[D, B, A])), 3);
        assert_eq!(plan.packed(&on(&[D, A])), 2, "one that is owed counts against it");
        assert_eq!(plan.packed(&on(&[D, A, C])), 4);
    }

    #[test]
    fn moves_of_one_box_are_joined_and_idle_ones_dropped() {
        let mut moves = vec![(None, A), (Some(A), B), (Some(C), D), (Some(D), C), (Some(B), A)];
        merge(&mut moves);
        assert_eq!(moves, [(None, A)]);
        let mut chain = vec![(None, A), (Some(A), B), (Some(B), C)];
        merge(&mut chain);
        assert_eq!(chain, [(None, C)]);
    }
}
