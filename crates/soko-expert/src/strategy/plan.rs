//! The main strategy: make a packing plan from the end, then follow it from the start.
//!
//! Both halves are searches in feature space, over [`PackingSearch`] and [`Forward`]. A plan that is not complete after its
//! share of the work is used as far as it goes: boxes that are still on the board then count as there from the beginning.
//!
//! The search need not begin at the start of the level: from the best position of an earlier one ([`Start`]) a new plan knows where
//! the boxes stand by now, and a new tree is not crowded with what led nowhere.

use soko_core::{BoxMove, Motion, Push, Pushing, Solution, Verified};
use soko_solver::{Context, Halt, Way};

use super::{
    Progress,
    archive::Archive,
    guided::{GuidedSearch, Outcome},
    perimeter::Perimeter,
    start::Start,
};
use crate::{
    domain::forward::Forward,
    fess::{FeatureSearch, Turn},
    packing::{plan::Plan, search::PackingSearch},
    params::Switches,
    prepared::Prepared,
    progress::BestReport,
    solution::pushes_of,
    variation::Variation,
};

/// A search that follows a plan.
type Following<'a, const W: usize> = GuidedSearch<'a, W, Forward<'a, W>>;

/// The search for a plan.
struct Planning<'a, const W: usize> {
    tree: FeatureSearch<W>,
    packing: PackingSearch<'a, W>,
    report: BestReport,
}

enum Phase<'a, const W: usize> {
    Planning(Box<Planning<'a, W>>),
    Following(Box<Following<'a, W>>),
}

/// A plan and the search that follows it.
pub(crate) struct PlanStrategy<'a, const W: usize> {
    prepared: &'a Prepared<'a, W>,
    /// Positions that the plan may take.
    effort: usize,
    start: Start<W>,
    variation: Variation,
    perimeter: Perimeter,
    phase: Phase<'a, W>,
}

impl<'a, const W: usize> PlanStrategy<'a, W> {
    /// Prepares the search for a plan, which may take `effort` positions, for the boxes of `start`, where it is followed from.
    pub(crate) fn new(
        prepared: &'a Prepared<'a, W>,
        effort: usize,
        start: Start<W>,
        variation: Variation,
        perimeter: Perimeter,
    ) -> Self {
        let packing = PackingSearch::new(&prepared.tables, start.state.boxes, variation);
        let planning = Planning { tree: FeatureSearch::default(), packing, report: BestReport::default() };
        let phase = Phase::Planning(Box::new(planning));
        Self { prepared, effort, start, variation, perimeter, phase }
    }

    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        loop {
            match &mut self.phase {
                Phase::Planning(planning) => {
                    let Planning { tree, packing, report } = &mut **planning;
                    if tree.is_empty() {
                        for root in packing.roots() {
                            tree.plant(root, packing, context)?;
                        }
                    }
                    let turn = tree.turn(packing, context)?;
                    if !matches!(turn, Turn::Expanded(_)) || tree.len() >= self.effort {
                        let plan = Plan::of(tree, tree.best());
                        context.note(summary(&plan, tree.len(), turn));
                        self.follow(plan, context)?;
                        continue;
                    }
                    if context.wants_best() {
                        report.tell(&self.prepared.tables, tree, packing, context);
                    }
                }
                Phase::Following(search) => match search.turn(context)? {
                    Outcome::Done(number, rest) => {
                        return Ok(Progress::Solved(self.solution(number, &rest)));
                    }
                    Outcome::Exhausted => return Ok(Progress::Exhausted),
                    Outcome::Met(key) => return Ok(Progress::Met(key)),
                    Outcome::Expanded(number) => {
                        if context.wants_position() {
                            self.show(number, context);
                        }
                    }
                },
            }
            if context.statistics.expanded >= until {
                return Ok(Progress::Paused);
            }
        }
    }

    /// Tells the best position unless it was told before.
    pub(crate) fn tell(&mut self, context: &mut Context<'_>) {
        match &mut self.phase {
            Phase::Planning(planning) => {
                let Planning { tree, packing, report } = &mut **planning;
                report.tell(&self.prepared.tables, tree, packing, context);
            }
            Phase::Following(search) => search.tell(context),
        }
    }

    /// The pushes that lead to a position from the start of the level, if the search knows it.
    pub(crate) fn pushes(&self, key: u64) -> Option<Vec<Push>> {
        let moves = self.following()?.tree.moves_to(key)?;
        Some(self.start.and(&pushes_of::<W, Pushing>(&self.prepared.tables, moves)))
    }

    /// The best position of the search; `None` if that is where it began.
    pub(crate) fn best(&self) -> Option<Start<W>> {
        let search = self.following()?;
        let number = search.tree.best();
        let node = search.tree.node(number);
        (node.parent != number)
            .then(|| Start { state: node.position.state, pushes: self.pushes_to(search, number) })
    }

    const fn following(&self) -> Option<&Following<'a, W>> {
        match &self.phase {
            Phase::Planning(_) => None,
            Phase::Following(search) => Some(search),
        }
    }

    /// The pushes from the start of the level to a node of the search.
    fn pushes_to(&self, search: &Following<'a, W>, number: u32) -> Vec<Push> {
        self.start.and(&pushes_of::<W, Pushing>(&self.prepared.tables, search.tree.moves(number)))
    }

    #[cold]
    fn show(&self, number: u32, context: &mut Context<'_>) {
        if let Some(search) = self.following() {
            search.show(number, Some(Way::Pushes(self.pushes_to(search, number))), context);
        }
    }

    /// The solution that leads to a node of the search and goes on with some pushes.
    fn solution(&self, number: u32, rest: &[BoxMove]) -> Verified<Solution> {
        let search = self.following().expect("a node of a search that follows a plan");
        let mut pushes = self.pushes_to(search, number);
        pushes.extend(rest.iter().map(Pushing::push));
        Solution::from_pushes(self.prepared.tables.level, &pushes)
            .expect("the way leads from the start to the end")
    }

    /// Gives all memory back, but for an archive of the search that followed a plan, as far as there was one.
    pub(crate) fn retire(self, context: &mut Context<'_>) -> Option<Archive<W>> {
        match self.phase {
            Phase::Planning(planning) => {
                planning.tree.release(context);
                None
            }
            Phase::Following(search) => Archive::of(self.start, search.tree, context),
        }
    }

    fn follow(&mut self, plan: Plan, context: &mut Context<'_>) -> Result<(), Halt> {
        let tables = &self.prepared.tables;
        let mut forward = Forward::new(tables, self.prepared.knowledge.clone(), plan, self.variation);
        let root = forward.root(&self.start.state);
        let Switches { proofs, lessons, .. } = self.variation.switches;
        let mut search = GuidedSearch::new(tables, forward, (proofs, lessons), self.perimeter.clone());
        search.plant(root, context)?;
        let planning = std::mem::replace(&mut self.phase, Phase::Following(Box::new(search)));
        if let Phase::Planning(planning) = planning {
            planning.tree.release(context);
        }
        Ok(())
    }
}

/// A plan in a sentence.
fn summary(plan: &Plan, positions: usize, turn: Turn) -> String {
    let complete = if matches!(turn, Turn::Done(_)) { "plan" } else { "part of a plan" };
    let parked = plan.steps[plan.initial..].iter().filter(|step| step.until.is_some()).count();
    let steps = plan.steps.len() - plan.initial;
    format!(
        "{complete} after {positions} positions: {steps} steps, {parked} of them to park a box, {} boxes stay",
        plan.initial
    )
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Square};

    use super::*;
    use crate::{
        packing::plan::Step,
        testing::{ROOM, within_bytes},
    };

    fn with_strategy(
        effort: usize,
        mut test: impl FnMut(&mut PlanStrategy<'_, 2>, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(ROOM).unwrap();
        within_bytes(1 << 22, |context| {
            let switches = Switches { proofs: 0, ..Switches::default() };
            let (prepared, bytes) = context.prepare(|context| Prepared::new(&level, switches, context))?;
            let (perimeter, other) = Perimeter::pair();
            let variation = Variation::new(0, 0, switches);
            let start = Start::of_level(&prepared.tables);
            let mut strategy = PlanStrategy::new(&prepared, effort, start, variation, perimeter);
            test(&mut strategy, context)?;
            if let Some(archive) = strategy.retire(context) {
                archive.release(context);
            }
            // What is noted on the perimeter stays there.
            let noted = other.theirs.clone();
            context.release(14 * noted.known() as u64 + bytes);
            Ok(())
        });
    }

    #[test]
    fn a_plan_is_made_within_its_effort_and_then_followed() {
        for effort in [1, 5, 1_000] {
            with_strategy(effort, |strategy, context| {
                assert!(strategy.following().is_none() && strategy.best().is_none());
                while strategy.following().is_none() {
                    let until = context.statistics.expanded + 1;
                    assert!(matches!(strategy.advance(until, context)?, Progress::Paused));
                    assert!(
                        context.statistics.expanded <= until + 3,
                        "one position at a time, besides roots and the first move of what follows"
                    );
                }
                let planned = context.statistics.expanded;
                assert!(effort > 5 || planned <= effort as u64 + 4, "{planned}");
                Ok(())
            });
        }
    }

    #[test]
    fn following_the_plan_solves_the_level_and_every_position_tells_its_pushes() {
        with_strategy(1_000, |strategy, context| {
            let solution = loop {
                let until = context.statistics.expanded + 1;
                match strategy.advance(until, context)? {
                    Progress::Solved(solution) => break solution,
                    Progress::Paused => {}
                    Progress::Exhausted | Progress::Met(_) => panic!("a small level is solved"),
                }
            };
            let best = strategy.best().expect("it has moved on");
            assert_eq!(best.state.boxes, *strategy.prepared.tables.maze.goals());
            assert_eq!(best.pushes.len(), solution.metrics().pushes as usize);
            assert_eq!(strategy.pushes(best.state.key()), Some(best.pushes));
            assert_eq!(strategy.pushes(12_345), None);
            assert!(
                context.statistics.expanded < 60,
                "the plan leads straight on: {}",
                context.statistics.expanded
            );
            Ok(())
        });
    }

    #[test]
    fn a_plan_is_told_in_a_sentence() {
        let step = |to, until| Step { from: None, to: Square(to), until };
        let steps = vec![step(1, None), step(2, Some(3)), step(3, Some(4)), step(4, None), step(5, None)];
        let plan = Plan { initial: 2, steps };
        assert_eq!(
            summary(&plan, 70, Turn::Done(3)),
            "plan after 70 positions: 3 steps, 1 of them to park a box, 2 boxes stay"
        );
        assert!(summary(&plan, 70, Turn::Expanded(3)).starts_with("part of a plan after"));
    }
}
