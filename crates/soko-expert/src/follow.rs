//! The main strategy: make a plan from the end, then follow it from the start.
//!
//! Both halves are feature searches, see [`tree`](crate::tree), over [`packing`](crate::packing) and
//! [`forward`](crate::forward). A plan that is not complete after its share of the work is used as far as it goes: boxes that are
//! still on the board then count as there from the beginning.
//!
//! The walk need not begin at the start of the level: from the best position of an earlier walk ([`Origin`]) a new plan knows where
//! the boxes stand by now, and a new tree is not crowded with what led nowhere.

use soko_core::{Push, Solution, Verified};
use soko_solver::{Context, Halt};

use crate::{
    carry::Way,
    doubt::Doubt,
    forward::Forward,
    ground::Ground,
    lore::SharedLore,
    origin::Origin,
    packing::Packing,
    past::Past,
    perimeter::Perimeter,
    plan::Plan,
    progress::{Progress, pushes_of, solution},
    taste::Taste,
    telling::Telling,
    tree::{Tree, Turn},
};

enum Phase<'a, const W: usize> {
    Planning(Tree<W>, Box<Packing<'a, W>>),
    Walking(Tree<W>, Box<Forward<'a, W>>, Doubt),
}

/// A plan and the search that follows it.
pub struct Follow<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    lore: SharedLore<W>,
    /// Turns that the plan may take.
    effort: usize,
    origin: Origin<W>,
    taste: Taste,
    perimeter: Perimeter,
    phase: Phase<'a, W>,
    telling: Telling,
}

impl<'a, const W: usize> Follow<'a, W> {
    /// Prepares the search for a plan, which may take `effort` turns, for the boxes of `origin`, where the walk begins.
    pub fn new(
        ground: &'a Ground<'a, W>,
        lore: SharedLore<W>,
        effort: usize,
        origin: Origin<W>,
        taste: Taste,
        perimeter: Perimeter,
    ) -> Self {
        let phase =
            Phase::Planning(Tree::default(), Box::new(Packing::new(ground, origin.state.boxes, taste)));
        Self { ground, lore, effort, origin, taste, perimeter, phase, telling: Telling::default() }
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
                            tree.plant(root, &mut **packing, context)?;
                        }
                    }
                    let turn = tree.turn(&mut **packing, context)?;
                    if let Turn::Expanded(_) = turn
                        && tree.len() < self.effort
                    {
                        if context.wants_best() {
                            self.telling.tell(self.ground, tree, &**packing, context);
                        }
                        if context.statistics.expanded >= until {
                            return Ok(Progress::Paused);
                        }
                        continue;
                    }
                    let plan = Plan::of(tree, tree.best());
                    context.note(told(&plan, tree.len(), turn));
                    self.walk(plan, context)?;
                }
                Phase::Walking(tree, forward, doubt) => match tree.turn(&mut **forward, context)? {
                    Turn::Done(number) => {
                        return Ok(Progress::Solved(self.solution(number, &[])));
                    }
                    Turn::Exhausted => return Ok(Progress::Exhausted),
                    Turn::Expanded(number) => {
                        let doubts = self.taste.knowledge.doubts;
                        if let Some((number, rest)) = doubt.examine(tree, &mut **forward, doubts, context)? {
                            return Ok(Progress::Solved(self.solution(number, &rest)));
                        }
                        if let Some(key) = self.perimeter.meet(tree.keys_around(number), context)? {
                            return Ok(Progress::Met(key));
                        }
                        if context.wants_best() {
                            self.telling.tell(self.ground, tree, &**forward, context);
                        }
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

    /// Tells the best position unless it was told before.
    pub fn tell(&mut self, context: &mut Context<'_>) {
        match &self.phase {
            Phase::Planning(tree, packing) => self.telling.tell(self.ground, tree, &**packing, context),
            Phase::Walking(tree, forward, _) => self.telling.tell(self.ground, tree, &**forward, context),
        }
    }

    /// The pushes that lead to a position from the start of the level, if the walk knows it.
    pub fn pushes(&self, key: u64) -> Option<Vec<Push>> {
        let Phase::Walking(tree, ..) = &self.phase else { return None };
        Some(self.origin.and(&pushes_of(self.ground, Way::Push, tree.moves_to(key)?)))
    }

    /// The best position of the walk; `None` if it has not left the place.
    pub fn best(&self) -> Option<Origin<W>> {
        let Phase::Walking(tree, ..) = &self.phase else { return None };
        let number = tree.best();
        let node = tree.node(number);
        (node.parent != number)
            .then(|| Origin { state: node.spot.state, pushes: self.pushes_to(tree, number) })
    }

    /// The pushes from the start of the level to a node of the walk.
    fn pushes_to(&self, tree: &Tree<W>, number: u32) -> Vec<Push> {
        self.origin.and(&pushes_of(self.ground, Way::Push, tree.moves(number)))
    }

    /// The solution that leads to a node of the walk and goes on with some pushes.
    fn solution(&self, number: u32, rest: &[Push]) -> Verified<Solution> {
        let (Phase::Planning(tree, _) | Phase::Walking(tree, ..)) = &self.phase;
        let pushes = [&self.pushes_to(tree, number), rest].concat();
        solution(self.ground, &pushes).expect("the way leads from the start to the end")
    }

    /// Gives all memory back, but for what the walk was, as far as there was one.
    pub fn retire(self, context: &mut Context<'_>) -> Option<Past<W>> {
        match self.phase {
            Phase::Planning(tree, _) => {
                tree.release(context);
                None
            }
            Phase::Walking(tree, ..) => Past::of(self.origin, tree, context),
        }
    }

    fn walk(&mut self, plan: Plan, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut forward = Box::new(Forward::new(self.ground, self.lore.clone(), plan, self.taste));
        let mut tree = Tree::default();
        let root = forward.root(&self.origin.state);
        tree.plant(root, &mut *forward, context)?;
        self.telling = Telling::default();
        let planning = std::mem::replace(&mut self.phase, Phase::Walking(tree, forward, Doubt::default()));
        if let Phase::Planning(tree, _) = planning {
            tree.release(context);
        }
        Ok(())
    }
}

/// A plan in a sentence.
fn told(plan: &Plan, turns: usize, turn: Turn) -> String {
    let complete = if matches!(turn, Turn::Done(_)) { "plan" } else { "part of a plan" };
    let parked = plan.steps[plan.initial..].iter().filter(|step| step.until.is_some()).count();
    let steps = plan.steps.len() - plan.initial;
    format!(
        "{complete} after {turns} positions: {steps} steps, {parked} of them to park a box, {} boxes stay",
        plan.initial
    )
}
