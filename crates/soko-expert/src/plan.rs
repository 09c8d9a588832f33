//! Packing plans: in which order the goals are filled, and where boxes wait meanwhile.
//!
//! A plan is made backwards: from the position in which all goals are filled, boxes are pulled away until all of them are
//! back where boxes stood at the start. Read from the end, that is an order of packing. To make the search easy, boxes
//! that have come far enough *sink*: a box pulled to a square of the start that is well away from where it stood leaves
//! the board together with that square. What remains is the question that matters, how to get the boxes out of the goal
//! area, and which must be put aside for others.
//!
//! Steps of the plan: a box comes to a square, from outside or from where an earlier step had parked it. A parked
//! box is owed only *until* the step that takes it on. [`Plan::packed`] counts the steps that hold in a position: the
//! longest beginning of the plan whose boxes are all where they should be.
//!
//! The idea with its rules for sinking is Shoham and Schaeffer's (Festival; FESS, 2020).

use soko_core::{Bits, Square};

use crate::tree::Tree;

/// One step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the box comes from: an earlier step's square, or anywhere.
    pub from: Option<Square>,
    /// Where it goes.
    pub to: Square,
    /// The step that takes it on, if it does not stay.
    pub until: Option<usize>,
}

/// An order of packing.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Boxes on the board before the first step; those that stay come first.
    pub initial: usize,
    /// All steps; the first `initial` of them are the boxes that are there from the beginning.
    pub steps: Vec<Step>,
}

impl Plan {
    /// The plan that a backward search found at a node, read from the end.
    pub fn of<const W: usize>(tree: &Tree<W>, node: u32) -> Self {
        let standing: Vec<Square> = tree.node(node).spot.state.boxes.iter().collect();
        let mut moves: Vec<(Option<Square>, Square)> = Vec::new();
        for &number in tree.way_to(node).iter().rev() {
            let node = tree.node(number);
            if node.parent != number && (node.sinks || node.carry.from != node.carry.to) {
                moves.push(((!node.sinks).then_some(node.carry.to), node.carry.from));
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
    pub fn packed<const W: usize>(&self, boxes: &Bits<W>) -> u16 {
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
    pub fn next_step<const W: usize>(&self, boxes: &Bits<W>) -> usize {
        let mut packed = self.steps.len();
        for (i, step) in self.steps.iter().enumerate().skip(self.initial).rev() {
            if !boxes.contains(step.to) && step.until.is_none_or(|until| until >= packed) {
                packed = i;
            }
        }
        packed
    }

    /// Squares that some step uses.
    pub fn used<const W: usize>(&self) -> Bits<W> {
        self.steps.iter().fold(Bits::EMPTY, |all, step| all | Bits::single(step.to))
    }

    /// Does some step put a box where it does not stay?
    pub fn parks(&self) -> bool {
        self.steps[self.initial..].iter().any(|step| step.until.is_some())
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
