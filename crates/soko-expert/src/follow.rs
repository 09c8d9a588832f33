//! The main strategy: make a plan from the end, then follow it from the start.

use soko_analysis::PushDistances;
use soko_core::{Push, Solution, Verified, replay, walk};
use soko_solver::{Context, Halt};

use crate::{
    carry::{Carrier, Way},
    forward::Forward,
    ground::Ground,
    packing::Packing,
    plan::Plan,
    tree::{Tree, Turn},
};

/// How far a strategy has come.
pub enum Progress {
    /// A solution.
    Solved(Verified<Solution>),
    /// It has nothing left to try.
    Exhausted,
    /// There is more to do.
    Paused,
}

enum Phase<'a, const W: usize> {
    Planning(Tree<W>, Packing<'a, W>),
    Walking(Tree<W>, Box<Forward<'a, W>>),
}

/// A plan and the search that follows it.
pub struct Follow<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    distances: &'a PushDistances<W>,
    /// Turns that the plan may take.
    effort: usize,
    phase: Phase<'a, W>,
}

impl<'a, const W: usize> Follow<'a, W> {
    /// Prepares the search for a plan, which may take `effort` turns.
    pub fn new(ground: &'a Ground<'a, W>, distances: &'a PushDistances<W>, effort: usize) -> Self {
        let phase = Phase::Planning(Tree::default(), Packing::new(ground, distances));
        Self { ground, distances, effort, phase }
    }

    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        loop {
            match &mut self.phase {
                Phase::Planning(tree, packing) => {
                    if tree.is_empty() {
                        for root in packing.roots() {
                            tree.plant(root, packing, context)?;
                        }
                    }
                    let turn = tree.turn(packing, context)?;
                    if let Turn::Expanded(_) = turn
                        && tree.len() < self.effort
                    {
                        if context.statistics.expanded >= until {
                            return Ok(Progress::Paused);
                        }
                        continue;
                    }
                    let plan = Plan::of(tree, tree.best());
                    context.note(told(&plan, tree.len(), turn));
                    self.walk(plan, context)?;
                }
                Phase::Walking(tree, forward) => match tree.turn(&mut **forward, context)? {
                    Turn::Done(number) => return Ok(Progress::Solved(self.solution(number))),
                    Turn::Exhausted => return Ok(Progress::Exhausted),
                    Turn::Expanded(number) => {
                        if context.wants_position() {
                            let state = tree.node(number).spot.state;
                            context.show_position(self.ground.maze.position(&state));
                        }
                        if context.statistics.expanded >= until {
                            return Ok(Progress::Paused);
                        }
                    }
                },
            }
        }
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        match self.phase {
            Phase::Planning(tree, _) | Phase::Walking(tree, _) => tree.release(context),
        }
    }

    fn walk(&mut self, plan: Plan, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut forward = Box::new(Forward::new(self.ground, self.distances, plan));
        let mut tree = Tree::default();
        let root = forward.root();
        tree.plant(root, &mut *forward, context)?;
        let planning = std::mem::replace(&mut self.phase, Phase::Walking(tree, forward));
        if let Phase::Planning(tree, _) = planning {
            tree.release(context);
        }
        Ok(())
    }

    fn solution(&self, number: u32) -> Verified<Solution> {
        let Phase::Walking(tree, _) = &self.phase else { unreachable!("only a walk finds solutions") };
        let maze = &self.ground.maze;
        let mut carrier = Carrier::default();
        let mut pushes: Vec<Push> = Vec::new();
        for pair in tree.way_to(number).windows(2) {
            let state = tree.node(pair[0]).spot.state;
            let carry = tree.node(pair[1]).carry;
            let region = maze.region(&state.boxes, state.player);
            let way = carrier.pushes(maze, Way::Push, (&state.boxes, &region), carry, &self.ground.dead);
            pushes.extend(way.expect("a move that was found is found again"));
        }
        let path = walk::connect(self.ground.level, &pushes).expect("every move is legal where it is made");
        replay(self.ground.level, &path).expect("the last position is solved")
    }
}

/// A plan in a sentence.
fn told(plan: &Plan, turns: usize, turn: Turn) -> String {
    let complete = if matches!(turn, Turn::Done(_)) { "plan" } else { "part of a plan" };
    let parked = plan.steps[plan.initial..].iter().filter(|step| step.until.is_some()).count();
    let steps = plan.steps.len() - plan.initial;
    format!("{complete} after {turns} positions: {steps} steps, {parked} of them to park a box, {} boxes stay", plan.initial)
}
