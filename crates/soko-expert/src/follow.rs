//! The main strategy: make a plan from the end, then follow it from the start.
//!
//! Both halves are feature searches, see [`tree`](crate::tree), over [`packing`](crate::packing) and
//! [`forward`](crate::forward). A plan that is not complete after its share of the work is used as far as it goes: boxes that are
//! still on the board then count as there from the beginning.

use soko_core::{Bits, Push, Solution, Verified};
use soko_solver::{Context, Halt};

use crate::{
    carry::Way,
    forward::Forward,
    ground::Ground,
    lore::SharedLore,
    packing::Packing,
    perimeter::Perimeter,
    plan::Plan,
    progress::{Progress, pushes_to, solution},
    proof::Finding,
    taste::Taste,
    telling::Telling,
    tree::{Domain, Node, Tree, Turn},
};

enum Phase<'a, const W: usize> {
    Planning(Tree<W>, Box<Packing<'a, W>>),
    Walking(Tree<W>, Box<Forward<'a, W>>, Doubt),
}

/// When the best position is to be doubted next.
///
/// A search that does not get on is most often stuck behind a position that looks best and is lost. So the best position
/// is examined when it has just become the best, and again, each time twice as thoroughly, as long as it stays so.
#[derive(Default)]
struct Doubt {
    best: u32,
    turns: usize,
    next: usize,
    /// Positions that proofs may still look at.
    credit: i64,
}

/// Positions of the first proof.
const FIRST_DOUBT: usize = 50;
/// How many times more a search among some boxes may visit.
const AROUND: usize = 4;
/// Positions of the most thorough one.
const LAST_DOUBT: usize = 20_000;

impl Doubt {
    fn proof<const W: usize>(
        &self,
        node: &Node<W>,
        forward: &mut Forward<'_, W>,
        budget: usize,
        context: &mut Context<'_>,
    ) -> Result<Finding, Halt> {
        let spot = &node.spot;
        let poll = &mut || context.poll();
        if forward.is_lost(spot, node.carry.to) {
            return Ok(Finding::Lost);
        }
        let finding = forward.try_all(spot, budget, poll)?;
        if !matches!(finding, Finding::Unknown) {
            return Ok(finding);
        }
        let around = if self.next == 0 { Bits::single(node.carry.to) } else { forward.astray(spot) };
        for square in around.iter() {
            if forward.lost_around(spot, square, budget * AROUND, poll)? {
                return Ok(Finding::Lost);
            }
        }
        Ok(Finding::Unknown)
    }

    /// Examines the best position if it is time, and buries it if it is lost, with all before it that are lost, too.
    ///
    /// For each turn of the search proofs may look at `credit` positions. If one of them comes home, its node and the pushes
    /// from there are the answer.
    fn examine<const W: usize>(
        &mut self,
        tree: &mut Tree<W>,
        forward: &mut Forward<'_, W>,
        credit: u32,
        context: &mut Context<'_>,
    ) -> Result<Option<(u32, Vec<Push>)>, Halt> {
        self.turns += 1;
        self.credit += i64::from(credit);
        while self.credit > 0 {
            if tree.best() != self.best {
                (self.best, self.turns, self.next) = (tree.best(), 1, 0);
            }
            if self.turns <= self.next {
                break;
            }
            let before = forward.examined();
            let budget = (FIRST_DOUBT + self.next * 4).min(LAST_DOUBT);
            let mut lost = None;
            let mut at = self.best;
            while tree.node(at).parent != at {
                match self.proof(tree.node(at), forward, budget, context)? {
                    Finding::Lost => lost = Some(at),
                    Finding::Home(pushes) => return Ok(Some((at, pushes))),
                    Finding::Unknown => break,
                }
                at = tree.node(at).parent;
            }
            self.credit -= (forward.examined() - before) as i64 + 1;
            match lost {
                Some(number) => tree.bury(number),
                None => self.next = (self.next * 2).max(8),
            }
        }
        Ok(None)
    }
}

/// A plan and the search that follows it.
pub struct Follow<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    lore: SharedLore<W>,
    /// Turns that the plan may take.
    effort: usize,
    taste: Taste,
    perimeter: Perimeter,
    phase: Phase<'a, W>,
    telling: Telling,
}

impl<'a, const W: usize> Follow<'a, W> {
    /// Prepares the search for a plan, which may take `effort` turns.
    pub fn new(
        ground: &'a Ground<'a, W>,
        lore: SharedLore<W>,
        effort: usize,
        taste: Taste,
        perimeter: Perimeter,
    ) -> Self {
        let phase = Phase::Planning(Tree::default(), Box::new(Packing::new(ground, taste)));
        Self { ground, lore, effort, taste, perimeter, phase, telling: Telling::default() }
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
                        return Ok(Progress::Solved(solved(self.ground, tree, number, &[])));
                    }
                    Turn::Exhausted => return Ok(Progress::Exhausted),
                    Turn::Expanded(number) => {
                        let doubts = self.taste.knowledge.doubts;
                        if let Some((number, rest)) = doubt.examine(tree, forward, doubts, context)? {
                            return Ok(Progress::Solved(solved(self.ground, tree, number, &rest)));
                        }
                        self.perimeter.ours.note(tree.node(number).spot.state.key());
                        if let Some(key) = self.perimeter.theirs.first_of(tree.keys_around(number)) {
                            return Ok(Progress::Met(number, key));
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

    /// The pushes to a position with a known key one move beyond a node, or to the position with that key itself.
    pub fn pushes(&self, number: Option<u32>, key: u64) -> Option<Vec<Push>> {
        let Phase::Walking(tree, ..) = &self.phase else { return None };
        let (number, last) = match number {
            Some(number) => (number, Some(tree.move_to(number, key)?)),
            None => (tree.find(key)?, None),
        };
        Some(pushes_to(self.ground, tree, number, last, Way::Push))
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        match self.phase {
            Phase::Planning(tree, _) | Phase::Walking(tree, ..) => tree.release(context),
        }
    }

    fn walk(&mut self, plan: Plan, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut forward = Box::new(Forward::new(self.ground, self.lore.clone(), plan, self.taste));
        let mut tree = Tree::default();
        let root = forward.root();
        tree.plant(root, &mut *forward, context)?;
        self.telling = Telling::default();
        let planning = std::mem::replace(&mut self.phase, Phase::Walking(tree, forward, Doubt::default()));
        if let Phase::Planning(tree, _) = planning {
            tree.release(context);
        }
        Ok(())
    }
}

/// The solution that leads to a node and goes on with some pushes.
fn solved<const W: usize>(
    ground: &Ground<'_, W>,
    tree: &Tree<W>,
    number: u32,
    rest: &[Push],
) -> Verified<Solution> {
    let way = pushes_to(ground, tree, number, None, Way::Push);
    solution(ground, &[&way, rest].concat()).expect("the way leads from the start to the end")
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
