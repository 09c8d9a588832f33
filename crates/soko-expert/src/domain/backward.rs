//! The backward domain: pulls from the solved positions to the very start.
//!
//! Without a goal room a packing plan does not help. This search undoes the whole game: boxes are pulled until all are back where
//! they stood. The features are those of [`features::backward`](crate::features::backward). Every move found is a legal push
//! undone, so a way to the start is a solution.
//!
//! Positions that the start cannot lead to take the place of deadlocks: boxes without a matching, and what [`BackwardDeadlocks`]
//! knows and learns.

use soko_analysis::AssignmentBound;
use soko_core::{Bits, Motion, Pulling, Square, State};
use soko_solver::{Context, Feature, Halt};

use crate::{
    advisors::{Choice, connectivity, explorer, homecoming, nearest, rooms, weigh},
    deadlock::{
        backward::{BackwardDeadlocks, BackwardPatterns},
        pattern_search::{Finding, Poll, Task, prove},
        verify_best::Provable,
    },
    features::{Features, Score, backward::BackwardFeatures},
    fess::{Children, Domain, FessPosition, Root},
    level_tables::LevelTables,
    macro_move::{ALL_DIRECTIONS, Generator, MacroMove},
    variation::Variation,
};

/// The domain of a search by pulls.
pub(crate) struct Backward<'a, const W: usize> {
    tables: &'a LevelTables<'a, W>,
    bound: AssignmentBound,
    deadlocks: BackwardDeadlocks<W>,
    generator: Generator<W>,
    choices: Vec<Choice<BackwardFeatures>>,
    variation: Variation,
}

impl<'a, const W: usize> Backward<'a, W> {
    /// Prepares a search.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn new(
        tables: &'a LevelTables<'a, W>,
        variation: Variation,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        Ok(Self {
            tables,
            bound: AssignmentBound::to_start(&tables.maze, &tables.start, context)?,
            deadlocks: BackwardDeadlocks::new(tables),
            generator: Generator::default(),
            choices: Vec::new(),
            variation,
        })
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.bound.bytes() + self.deadlocks.pair_bytes());
    }

    /// The solved positions, one for each region in which the player may end.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn roots(&mut self, context: &mut Context<'_>) -> Result<Vec<Root<W>>, Halt> {
        self.deadlocks.pair_up(self.tables, context)?;
        let mut roots = Vec::new();
        for state in Pulling::roots(&self.tables.maze, &self.tables.start) {
            let Some(distance) = self.bound.load(&state, context)? else { continue };
            let (parts, barred) = self.generator.divide(self.tables, &state.boxes);
            let features = BackwardFeatures {
                away: away(&self.deadlocks.start, &state.boxes),
                parts,
                barred,
                distance: distance.min(u32::from(u16::MAX)) as u16,
            };
            roots.push((FessPosition::of(state), state.key(), features.score()));
        }
        Ok(roots)
    }
}

/// Boxes that are on no square of the start.
fn away<const W: usize>(start: &State<W>, boxes: &Bits<W>) -> u8 {
    boxes.without(&start.boxes).len().min(255) as u8
}

impl<const W: usize> Provable<W> for Backward<'_, W> {
    /// More than with pushes, since there is little else to go by: with 4, half as many positions again until a level is solved.
    const MORE: usize = 16;

    fn prove(&mut self, at: &FessPosition<W>, task: Task, poll: &mut Poll<'_>) -> Result<Finding, Halt> {
        let domain = &mut BackwardPatterns { deadlocks: &mut self.deadlocks, tables: self.tables };
        prove(domain, &at.state, task, poll)
    }

    fn astray(&self, position: &FessPosition<W>) -> Bits<W> {
        position.state.boxes.without(&self.deadlocks.start.boxes)
    }

    fn examined(&self) -> u64 {
        self.deadlocks.examined
    }
}

impl<const W: usize> Domain<W> for Backward<'_, W> {
    const BACKWARD: bool = true;

    fn expand(&mut self, at: &FessPosition<W>, score: Score, context: &mut Context<'_>) -> Children {
        if self.bound.load(&at.state, context)?.is_none() {
            return Ok(Vec::new());
        }
        let Self { tables, bound, deadlocks, generator, choices, variation } = self;
        choices.clear();
        let forbidden = tables.maze.floor().without(&tables.reached);
        let limits = (&forbidden, |_| ALL_DIRECTIONS);
        generator.for_each::<Pulling>(tables, &at.state, limits, context, |candidate| {
            let MacroMove { from, to, player } = candidate.macro_move;
            if deadlocks.lost_by_pull(&State { boxes: candidate.boxes, player }, to) {
                return;
            }
            let Some(distance) = bound.moved(from, to, player) else { return };
            let features = BackwardFeatures {
                away: away(&deadlocks.start, &candidate.boxes),
                parts: candidate.parts(),
                barred: if variation.switches.rooms { candidate.barred() } else { 0 },
                distance: distance.min(u32::from(u16::MAX)) as u16,
            };
            choices.push(Choice { macro_move: candidate.macro_move, features, opens: candidate.opens() });
        })?;
        let now = BackwardFeatures::of(score);
        let advised = if variation.switches.advisors {
            [
                homecoming::advise(now, choices),
                connectivity::advise(now, choices),
                rooms::advise(now, choices),
                explorer::advise(now, choices),
                nearest::advise(choices),
            ]
        } else {
            [None; 5]
        };
        Ok(weigh(&at.state, choices, &advised, variation))
    }

    fn is_lost(&mut self, position: &FessPosition<W>, _: Square) -> bool {
        let State { boxes, player } = &position.state;
        self.deadlocks.lost(self.tables, boxes, &self.tables.maze.region(boxes, *player))
    }

    fn lessons(&self) -> u32 {
        self.deadlocks.patterns().len() as u32
    }

    fn is_lost_by_lessons(&self, position: &FessPosition<W>, after: u32) -> bool {
        let State { boxes, player } = &position.state;
        self.deadlocks.patterns().any_since(after as usize, boxes, *player)
    }

    fn is_done(&self, position: &FessPosition<W>) -> bool {
        position.state == self.deadlocks.start
    }

    fn describe(&self, score: Score) -> Vec<Feature> {
        let (now, boxes) = (BackwardFeatures::of(score), self.deadlocks.start.boxes.len());
        let back = boxes.saturating_sub(u32::from(now.away));
        let mut features = vec![
            Feature::of("boxes back at the start", back, boxes),
            Feature::new("parts of the floor", now.parts),
        ];
        if self.variation.switches.rooms {
            features.push(Feature::new("barred passages", now.barred));
        }
        features
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::{
        params::Switches,
        testing::{within, within_bytes},
    };

    const BOARD: &str = "##########\n#      ###\n# $ $  ..#\n#@     ###\n##########";

    fn with_domain(mut test: impl FnMut(&mut Backward<'_, 2>, &mut Context<'_>) -> Result<(), Halt> + Send) {
        within(|context| {
            let level = Level::parse(BOARD).unwrap();
            let tables = LevelTables::<2>::new(&level);
            let variation = Variation::new(0, 0, Switches::default());
            let mut domain = Backward::new(&tables, variation, context)?;
            test(&mut domain, context)?;
            domain.release(context);
            Ok(())
        });
    }

    #[test]
    fn the_roots_are_solved_positions_that_a_game_can_end_in() {
        with_domain(|domain, context| {
            let roots = domain.roots(context)?;
            assert_eq!(roots.len(), 1, "the player cannot end in the dead end");
            let (position, key, score) = roots[0];
            assert_eq!((position.state.boxes, key), (*domain.tables.maze.goals(), position.state.key()));
            let features = BackwardFeatures::of(score);
            assert_eq!((features.away, features.distance), (2, 9), "the cheapest matching");
            assert!(!domain.is_done(&position));
            assert!(domain.is_done(&FessPosition::of(domain.deadlocks.start)));
            Ok(())
        });
    }

    #[test]
    fn a_box_back_at_the_start_is_advised_and_scores_best() {
        with_domain(|domain, context| {
            let (position, _, score) = domain.roots(context)?[0];
            let children = domain.expand(&position, score, context)?;
            assert!(children.iter().all(|child| domain.tables.reached.contains(child.macro_move.to)));
            let best = children.iter().min_by_key(|child| child.score.rank).unwrap();
            assert!(domain.tables.start.boxes.contains(best.macro_move.to), "{best:?}");
            assert_eq!((best.weight, BackwardFeatures::of(best.score).away), (0, 1));
            for child in &children {
                let after = position.after(child);
                assert_eq!(child.key, after.state.key());
                assert!(!domain.is_lost(&after, child.macro_move.to) || child.weight == 1);
            }
            Ok(())
        });
    }

    #[test]
    fn all_memory_is_given_back() {
        let level = Level::parse(BOARD).unwrap();
        let tables = LevelTables::<2>::new(&level);
        within_bytes(1 << 22, |context| {
            let variation = Variation::new(0, 0, Switches::default());
            let mut domain = Backward::new(&tables, variation, context)?;
            domain.roots(context)?;
            assert!(domain.deadlocks.pair_bytes() > 0);
            domain.release(context);
            Ok(())
        });
    }

    #[test]
    fn what_is_learned_is_held_against_positions() {
        with_domain(|domain, context| {
            let (position, _, score) = domain.roots(context)?[0];
            assert_eq!((domain.lessons(), domain.examined()), (0, 0));
            assert_eq!(domain.astray(&position), position.state.boxes);
            let start = FessPosition::of(domain.deadlocks.start);
            assert!(domain.astray(&start).is_empty());
            let task = Task { with: crate::deadlock::pattern_search::With::All, budget: 500 };
            let found = domain.prove(&position, task, &mut || Ok(()))?;
            assert!(matches!(found, Finding::Home(_)), "{found:?}");
            assert!(domain.examined() > 0);
            let at = |x, y| domain.tables.level.square_at(x, y).unwrap();
            let boxes: Bits<2> = [at(7, 2), at(4, 2)].into_iter().collect();
            let shut = FessPosition::of(State { boxes, player: at(8, 2) });
            assert!(domain.is_lost(&shut, at(7, 2)), "the player never gets out");
            let found = domain.prove(&shut, task, &mut || Ok(()))?;
            assert!(matches!(found, Finding::Lost));
            assert_eq!(domain.lessons(), 1);
            assert!(domain.is_lost_by_lessons(&shut, 0) && !domain.is_lost_by_lessons(&shut, 1));
            assert!(!domain.is_lost_by_lessons(&position, 0));
            let told: Vec<_> = domain.describe(score).iter().map(ToString::to_string).collect();
            assert_eq!(told[..2], ["boxes back at the start 0 of 2", "parts of the floor 1"]);
            Ok(())
        });
    }

    #[test]
    fn distances_are_those_of_the_cheapest_matching() {
        with_domain(|domain, context| {
            let (position, _, score) = domain.roots(context)?[0];
            for child in domain.expand(&position, score, context)? {
                let after = position.after(&child);
                let features = BackwardFeatures::of(child.score);
                let expected = domain.bound.load(&after.state, context)?.expect("not lost");
                assert!(u32::from(features.distance) <= expected, "never above");
                assert_eq!(features.away, away(&domain.deadlocks.start, &after.state.boxes));
                domain.bound.load(&position.state, context)?;
            }
            Ok(())
        });
    }
}
