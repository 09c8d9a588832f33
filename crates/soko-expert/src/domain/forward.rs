//! The forward domain: pushes from the start that follow a packing plan.
//!
//! The features are those of [`features::forward`](crate::features::forward). All advisors take part that choose among pushes; a
//! move of the explorer must be one that can be undone.

use soko_core::{Bits, Direction, Pushing, Square, State};
use soko_solver::{Context, Feature, Halt};

use crate::{
    advisors::{
        Choice, clearer, connectivity, explorer, hotspots, opener, out_of_plan, packing, rooms, weigh,
    },
    deadlock::{
        forward::ForwardPatterns,
        pattern_search::{Finding, Poll, Task, prove},
        verify_best::Provable,
    },
    features::{Features, Score, forward::ForwardFeatures},
    fess::{Children, Domain, FessPosition, Root},
    level_tables::LevelTables,
    macro_move::{ALL_DIRECTIONS, Generator, MacroMove},
    packing::{out_of_plan::OutOfPlan, plan::Plan},
    shared_knowledge::Shared,
    variation::Variation,
};

/// The domain of a search that follows a plan.
pub(crate) struct Forward<'a, const W: usize> {
    tables: &'a LevelTables<'a, W>,
    knowledge: Shared<W>,
    plan: Plan,
    zones: OutOfPlan<W>,
    generator: Generator<W>,
    choices: Vec<Choice<ForwardFeatures>>,
    variation: Variation,
}

impl<'a, const W: usize> Forward<'a, W> {
    /// Prepares a search that follows a plan.
    pub(crate) fn new(
        tables: &'a LevelTables<'a, W>,
        knowledge: Shared<W>,
        plan: Plan,
        variation: Variation,
    ) -> Self {
        let zones = OutOfPlan::new(tables, &plan);
        Self {
            tables,
            knowledge,
            plan,
            zones,
            generator: Generator::default(),
            choices: Vec::new(),
            variation,
        }
    }

    /// The position that the search begins from.
    pub(crate) fn root(&mut self, start: &State<W>) -> Root<W> {
        let state = self.tables.maze.normal(start);
        let distance =
            state.boxes.iter().fold(0_u16, |sum, square| sum.saturating_add(self.tables.to_goal(square)));
        let divided = self.generator.divide(self.tables, &state.boxes);
        let features = self.features(&state.boxes, divided, distance);
        (FessPosition::of(state), state.key(), features.score())
    }

    fn features(&self, boxes: &Bits<W>, (parts, barred): (u8, u8), distance: u16) -> ForwardFeatures {
        let switches = &self.variation.switches;
        let if_used = |used: bool, count: &dyn Fn() -> u8| if used { count() } else { 0 };
        let packed = self.plan.packed(boxes);
        ForwardFeatures {
            packed,
            parts,
            barred: if_used(switches.rooms, &|| barred),
            out_of_plan: if_used(switches.out_of_plan, &|| self.zones.count(packed, boxes)),
            hotspots: if_used(switches.hotspots, &|| {
                self.knowledge.borrow_mut().hotspots.count(self.tables, boxes)
            }),
            distance,
        }
    }

    /// Finds the moves from a position that are not lost at once, with their features.
    fn choose_from(
        &mut self,
        state: &State<W>,
        now: ForwardFeatures,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let tables = self.tables;
        let knowledge = self.knowledge.borrow();
        let deadlocks = &knowledge.deadlocks;
        let only = deadlocks.pi_corral(&tables.maze, state);
        let first = |from| {
            only.as_ref().map_or(ALL_DIRECTIONS, |only| {
                let bit = |d: Direction| u8::from(only[d as usize].contains(from)) << d as u8;
                Direction::ALL.into_iter().fold(0, |all, d| all | bit(d))
            })
        };
        let mut found = Vec::new();
        self.generator.for_each::<Pushing>(tables, state, (&tables.dead, first), context, |candidate| {
            let MacroMove { from, to, player } = candidate.macro_move;
            if !deadlocks.lost_by_push(&tables.maze, &State { boxes: candidate.boxes, player }, to) {
                let opens = tables.targets_of(to).contains(from) && candidate.opens();
                found.push((candidate.macro_move, (candidate.parts(), candidate.barred()), opens));
            }
        })?;
        drop(knowledge);
        self.choices.clear();
        for (macro_move, divided, opens) in found {
            context.poll()?;
            let distance = now
                .distance
                .saturating_add(tables.to_goal(macro_move.to))
                .saturating_sub(tables.to_goal(macro_move.from));
            let features = self.features(&macro_move.applied(&state.boxes), divided, distance);
            self.choices.push(Choice { macro_move, features, opens });
        }
        Ok(())
    }
}

impl<const W: usize> Provable<W> for Forward<'_, W> {
    const MORE: usize = 4;

    fn prove(&mut self, at: &FessPosition<W>, task: Task, poll: &mut Poll<'_>) -> Result<Finding, Halt> {
        let deadlocks = &mut self.knowledge.borrow_mut().deadlocks;
        prove(&mut ForwardPatterns { deadlocks, tables: self.tables }, &at.state, task, poll)
    }

    fn astray(&self, position: &FessPosition<W>) -> Bits<W> {
        position.state.boxes.without(self.tables.maze.goals())
    }

    fn examined(&self) -> u64 {
        self.knowledge.borrow().deadlocks.examined
    }
}

impl<const W: usize> Domain<W> for Forward<'_, W> {
    const BACKWARD: bool = false;

    fn expand(&mut self, at: &FessPosition<W>, score: Score, context: &mut Context<'_>) -> Children {
        let now = ForwardFeatures::of(score);
        self.choose_from(&at.state, now, context)?;
        let choices = &self.choices;
        let advised = if self.variation.switches.advisors {
            let target = self.plan.next_square(&at.state.boxes);
            [
                packing::advise(now, choices),
                connectivity::advise(now, choices),
                rooms::advise(now, choices),
                hotspots::advise(now, choices),
                out_of_plan::advise(now, choices),
                explorer::advise(now, choices),
                opener::advise(self.tables, target, now, choices),
                clearer::advise(self.tables, self.zones.zone(now.packed), now, choices),
            ]
        } else {
            [None; 8]
        };
        Ok(weigh(&at.state, choices, &advised, &self.variation))
    }

    fn is_lost(&mut self, position: &FessPosition<W>, to: Square) -> bool {
        let maze = &self.tables.maze;
        let deadlocks = &mut self.knowledge.borrow_mut().deadlocks;
        deadlocks.lost_by_push(maze, &position.state, to) || deadlocks.lost(maze, &position.state)
    }

    fn lessons(&self) -> u32 {
        self.knowledge.borrow().deadlocks.lessons() as u32
    }

    fn is_lost_by_lessons(&self, position: &FessPosition<W>, after: u32) -> bool {
        self.knowledge.borrow().deadlocks.is_lost_by_lessons(&position.state, after as usize)
    }

    fn is_done(&self, position: &FessPosition<W>) -> bool {
        self.tables.maze.is_solved(&position.state.boxes)
    }

    /// Without those that its variation leaves out, and without the distance, which variations bend.
    fn describe(&self, score: Score) -> Vec<Feature> {
        let (now, switches) = (ForwardFeatures::of(score), &self.variation.switches);
        let features = [
            (true, Feature::of("steps of the plan", now.packed, self.plan.steps.len() as u32)),
            (true, Feature::new("parts of the floor", now.parts)),
            (switches.rooms, Feature::new("barred passages", now.barred)),
            (switches.out_of_plan, Feature::new("boxes out of plan", now.out_of_plan)),
            (switches.hotspots, Feature::new("hotspots", now.hotspots)),
        ];
        features.into_iter().filter_map(|(used, feature)| used.then_some(feature)).collect()
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Unlimited};

    use super::*;
    use crate::{packing::plan::Step, params::Switches, shared_knowledge::SharedKnowledge, testing::within};

    /// Two goals in a dead end on the right; the inner one comes first.
    const BOARD: &str = "##########\n#      ###\n# $ $  ..#\n#@     ###\n##########";

    fn with_domain(
        mut test: impl FnMut(&Level, &mut Forward<'_, 2>, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        within(|context| {
            let level = Level::parse(BOARD).unwrap();
            let tables = LevelTables::<2>::new(&level);
            let Ok(knowledge) = SharedKnowledge::shared(&tables, Switches::default(), &mut Unlimited);
            let step = |x| Step { from: None, to: level.square_at(x, 2).unwrap(), until: None };
            let plan = Plan { initial: 0, steps: vec![step(8), step(7)] };
            let variation = Variation::new(0, 0, Switches::default());
            test(&level, &mut Forward::new(&tables, knowledge, plan, variation), context)
        });
    }

    #[test]
    fn the_root_has_the_features_of_the_start() {
        with_domain(|level, domain, _| {
            let start = domain.tables.start;
            let (position, key, score) = domain.root(&start);
            assert_eq!(key, position.state.key());
            let features = ForwardFeatures::of(score);
            assert_eq!((features.packed, features.parts, features.out_of_plan), (0, 1, 0));
            assert_eq!(features.distance, 5 + 3, "pushes to the nearest goal");
            assert_eq!(level.boxes(), 2);
            assert!(!domain.is_done(&position));
            let told = domain.describe(score);
            assert_eq!(told[0].name, "steps of the plan");
            assert_eq!((told[0].value, told[0].of), (0, Some(2)));
            Ok(())
        });
    }

    #[test]
    fn a_box_on_the_first_square_of_the_plan_is_advised_and_scores_best() {
        with_domain(|level, domain, context| {
            let start = domain.tables.start;
            let (position, _, score) = domain.root(&start);
            let inner = level.square_at(8, 2).unwrap();
            let children = domain.expand(&position, score, context)?;
            let packs: Vec<_> = children.iter().filter(|child| child.macro_move.to == inner).collect();
            assert!(!packs.is_empty());
            for child in &packs {
                let features = ForwardFeatures::of(child.score);
                assert_eq!(features.packed, 1);
                assert_eq!(child.key, position.after(child).state.key());
            }
            let best = children.iter().min_by_key(|child| child.score.rank).unwrap();
            assert_eq!((best.macro_move.to, best.weight), (inner, 0));
            assert!(children.iter().any(|child| child.weight == 1), "most moves are not advised");
            let outer = level.square_at(7, 2).unwrap();
            let shut = children.iter().find(|child| child.macro_move.to == outer).unwrap();
            assert_eq!(
                ForwardFeatures::of(shut.score).packed,
                0,
                "the outer goal first is no step of the plan"
            );
            Ok(())
        });
    }

    #[test]
    fn dead_squares_are_never_entered_and_the_end_is_known() {
        with_domain(|level, domain, context| {
            let start = domain.tables.start;
            let (mut position, _, score) = domain.root(&start);
            let dead = domain.tables.dead;
            let children = domain.expand(&position, score, context)?;
            assert!(children.iter().all(|child| !dead.contains(child.macro_move.to)));
            let wall = level.square_at(2, 1).unwrap();
            position.state.boxes = [wall, level.square_at(4, 2).unwrap()].into_iter().collect();
            assert!(domain.is_lost(&position, wall));
            position.state.boxes = *domain.tables.maze.goals();
            assert!(domain.is_done(&position));
            Ok(())
        });
    }

    #[test]
    fn features_that_are_switched_off_are_not_counted() {
        with_domain(|level, domain, _| {
            let at = |x| level.square_at(x, 2).unwrap();
            // Before the dead end, in the way of the other.
            let boxes: Bits<2> = [at(2), at(4)].into_iter().collect();
            let all = domain.features(&boxes, (3, 2), 7);
            assert_eq!((all.packed, all.parts, all.barred, all.distance), (0, 3, 2, 7));
            assert_eq!(all.hotspots, 1);
            domain.variation.switches =
                Switches { rooms: false, hotspots: false, out_of_plan: false, ..Switches::default() };
            let few = domain.features(&boxes, (3, 2), 7);
            assert_eq!((few.barred, few.hotspots, few.out_of_plan), (0, 0, 0));
            assert_eq!((few.parts, few.distance), (3, 7));
            let packed: Bits<2> = [at(2), at(8)].into_iter().collect();
            assert_eq!(domain.features(&packed, (1, 0), 0).packed, 1);
            Ok(())
        });
    }

    #[test]
    fn distances_follow_the_box_that_moved() {
        with_domain(|_, domain, context| {
            let start = domain.tables.start;
            let (position, _, score) = domain.root(&start);
            for child in domain.expand(&position, score, context)? {
                let boxes = position.after(&child).state.boxes;
                let expected: u16 = boxes.iter().map(|square| domain.tables.to_goal(square)).sum();
                assert_eq!(ForwardFeatures::of(child.score).distance, expected);
            }
            Ok(())
        });
    }

    #[test]
    fn what_is_learned_is_held_against_positions() {
        with_domain(|level, domain, _| {
            let start = domain.tables.start;
            let (position, ..) = domain.root(&start);
            assert_eq!((domain.lessons(), domain.examined()), (0, 0));
            assert_eq!(domain.astray(&position), position.state.boxes);
            let goals = FessPosition::of(State { boxes: *domain.tables.maze.goals(), ..position.state });
            assert!(domain.astray(&goals).is_empty());
            let task = Task { with: crate::deadlock::pattern_search::With::All, budget: 500 };
            let found = domain.prove(&position, task, &mut || Ok(()))?;
            assert!(matches!(found, Finding::Home(_)), "{found:?}");
            assert!(domain.examined() > 0);
            let region = Bits::single(position.state.player);
            domain.knowledge.borrow_mut().deadlocks.remember(position.state.boxes, region);
            assert_eq!(domain.lessons(), 1);
            assert!(domain.is_lost_by_lessons(&position, 0) && !domain.is_lost_by_lessons(&position, 1));
            assert!(domain.is_lost(&position, level.square_at(2, 2).unwrap()));
            Ok(())
        });
    }

    #[test]
    fn without_advisors_every_move_weighs_one() {
        with_domain(|_, domain, context| {
            let start = domain.tables.start;
            let (position, _, score) = domain.root(&start);
            domain.variation.switches.advisors = false;
            let children = domain.expand(&position, score, context)?;
            assert!(children.len() > 2 && children.iter().all(|child| child.weight == 1));
            Ok(())
        });
    }

    #[test]
    fn where_a_corral_must_be_dealt_with_only_its_boxes_move() {
        within(|context| {
            let board = "###########\n#     #   #\n# $ @ $   #\n#     #  .#\n#     # . #\n###########";
            let level = Level::parse(board).unwrap();
            let tables = LevelTables::<2>::new(&level);
            let Ok(knowledge) = SharedKnowledge::shared(&tables, Switches::default(), &mut Unlimited);
            let variation = Variation::new(0, 0, Switches::default());
            let mut domain = Forward::new(&tables, knowledge, Plan::default(), variation);
            let (position, _, score) = domain.root(&tables.start);
            let children = domain.expand(&position, score, context)?;
            let door = level.square_at(6, 2).unwrap();
            assert!(!children.is_empty() && children.iter().all(|child| child.macro_move.from == door));
            Ok(())
        });
    }
}
