//! A* from the end: the game undone, pull by pull, from the solved positions back to the start.
//!
//! Where boxes and goals are equal in number, the solved positions are few: all goals filled, the player in one of the
//! zones that leaves. From each of them pulls lead back; a way back to the start, reversed, is a solution of as many
//! pushes. The estimate is the cheapest matching of boxes with the squares where boxes stand at the start
//! ([`AssignmentBound`]). It is admissible and consistent, so the first way taken out of the list is
//! push-optimal, and an empty list proves that there is no solution, exactly as in the search from the start.
//!
//! **What it is good for.** The hard part of many levels is at the end, in the goal room, where the search from the start
//! tries every way to fill it in the wrong order. Backwards nothing of that exists: every position met can be
//! solved. What takes the place of deadlocks are positions that cannot be reached from the start: boxes without a
//! matching, boxes that can never be pulled again ([`unpullable()`]), pairs of boxes that no game contains
//! ([`DeadPairs::unreached`]). There are no corrals to prune with. So each direction wins its own levels.
//!
//! **Only** for counting pushes with boxes and goals equal in number: surplus boxes may end anywhere, surplus goals may
//! stay empty, and then the solved positions are too many to begin from.
//!
//! Search with pulls from the solved positions, one root per zone, serves Shoham and Schaeffer's Festival (2020) to plan the
//! order of packing; here it is a search for best solutions of its own.

use soko_analysis::{AssignmentBound, dead_squares, deadlock::DeadPairs, unpullable};
use soko_core::{Bits, Level, Maze, Motion, Pulling, Push, Solution, State, Verified, with_maze};
use soko_solver::metric::{Cost, Metric};
use soko_solver::{Context, Halt, Verdict, Way};

use super::{
    Order, Settings, Space,
    engine::{Domain, Successor},
};
use crate::{
    box_index::BoxIndex,
    evaluator::{Change, Heuristic},
};

/// Can this search be made from the end?
pub fn applies(level: &Level, settings: &Settings) -> bool {
    level.boxes() == level.goals().len()
        && settings.metric == Metric::Pushes
        && settings.space == Space::Pushes
        && matches!(settings.order, Order::Sum { .. })
        && matches!(settings.estimate.heuristic, Heuristic::Assignment | Heuristic::AssignmentConflicts)
}

/// Searches a level from the end. Call it where it [`applies`].
///
/// # Errors
/// The reason to halt, from the context.
pub fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let solution = with_maze!(level, |maze| {
        let backward = Backward::new(level, &maze, context)?;
        super::run(backward, &maze, settings, context)?
    });
    Ok(settings.verdict(solution))
}

/// Expansions after which the table of pairs is worth its price.
const PAIRS_AFTER: u32 = 2_000;

/// The search from the end of a level.
pub(crate) struct Backward<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    /// The start, with the player in its normal place.
    start: State<W>,
    bound: AssignmentBound,
    /// Squares that some box can be pushed to from its place at the start.
    reached: Bits<W>,
    /// Pairs of boxes that no game contains, once the search has lasted a while.
    pairs: Option<DeadPairs<W>>,
    /// Expansions until they are worked out.
    until_pairs: u32,
}

impl<'a, const W: usize> Backward<'a, W> {
    pub(crate) fn new(level: &'a Level, maze: &'a Maze<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        let start = maze.start(level);
        let bound = AssignmentBound::to_start(maze, &start, context)?;
        let reached = bound.live(maze);
        let start = maze.normal(&start);
        Ok(Self { level, maze, start, bound, reached, pairs: None, until_pairs: PAIRS_AFTER })
    }

    /// Counts an expansion, and works out the pairs when it is time.
    fn find_pairs(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.until_pairs > 0 {
            self.until_pairs -= 1;
            if self.until_pairs == 0 {
                self.pairs = DeadPairs::unreached(self.level, self.maze, context)?;
            }
        }
        Ok(())
    }
}

impl<const W: usize> Domain<W> for Backward<'_, W> {
    type Moves = ();

    fn box_index(&self) -> BoxIndex {
        let live = self.reached.without(&Bits::from_set(&dead_squares(self.level)));
        BoxIndex::of(&(live | *self.maze.goals()))
    }

    fn roots(&self) -> Vec<State<W>> {
        Pulling::roots(self.maze, &self.start)
    }

    fn is_end(&self, state: &State<W>) -> bool {
        *state == self.start
    }

    fn estimate(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt> {
        self.bound.load(state, context)
    }

    fn moves(
        &mut self,
        state: &State<W>,
        region: &Bits<W>,
        context: &mut Context<'_>,
    ) -> Result<Option<()>, Halt> {
        self.find_pairs(context)?;
        let (held, walked) = unpullable(self.maze, &self.reached, &state.boxes, region);
        let lost = !held.is_subset(&self.start.boxes) || !walked.contains(self.start.player);
        Ok((!lost).then_some(()))
    }

    fn successors(
        &self,
        state: &State<W>,
        region: &Bits<W>,
        (): &(),
        context: &mut Context<'_>,
        mut visit: impl FnMut(Successor<W>, &mut Context<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut halt = Ok(());
        Pulling::for_each(self.maze, &state.boxes, region, |pull| {
            if halt.is_err() || !self.reached.contains(pull.to) {
                return;
            }
            let child = Pulling::apply(self.maze, &state.boxes, region, &pull);
            context.statistics.generated += 1;
            halt = context.poll();
            if halt.is_err() || self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(&child, pull.to)) {
                return;
            }
            let change = Change { pushed: Some((pull.from, pull.to)), player: pull.after };
            let cost = Cost { first: 1, second: 0 };
            halt = visit(Successor { state: child, action: Pulling::push(&pull), cost, change }, context);
        });
        halt
    }

    #[inline]
    fn estimate_successor(&self, successor: &Successor<W>) -> Option<u32> {
        let Change { pushed, player } = successor.change;
        let (from, to) = pushed?;
        self.bound.moved(from, to, player)
    }

    fn solution(&self, actions: Vec<Push>) -> Verified<Solution> {
        let pushes = Pulling::in_game_order(actions);
        Solution::from_pushes(self.level, &pushes).expect("pulls undone from the end to the start")
    }

    fn way(&self, _: Vec<Push>) -> Option<Way> {
        None
    }

    fn release(self, context: &mut Context<'_>) {
        context.release(self.pairs.as_ref().map_or(0, DeadPairs::bytes));
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Direction;
    use soko_testing::within::{within, within_bytes};

    use super::*;
    use crate::evaluator::Estimate;

    fn settings() -> Settings {
        Settings::astar(1.0)
    }

    #[test]
    fn it_applies_where_pushes_count_and_every_goal_takes_a_box() {
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        assert!(applies(&level, &settings()));
        assert!(!applies(&level, &Settings { metric: Metric::Moves, ..settings() }));
        assert!(!applies(&level, &Settings { space: Space::Moves, ..settings() }));
        assert!(!applies(&level, &Settings { order: Order::Cost, ..settings() }));
        assert!(!applies(&level, &Settings { estimate: Estimate::NONE, ..settings() }));
        let estimate = Estimate { heuristic: Heuristic::Assignment, ..Estimate::default() };
        assert!(applies(&level, &Settings { estimate, ..settings() }));
        let spare = Level::parse("######\n#@$$.#\n#    #\n######").unwrap();
        assert!(!applies(&spare, &settings()));
    }

    /// A hall with a dead end on the right that holds the goals.
    const BOARD: &str = "##########\n#      ###\n# $ $  ..#\n#@     ###\n##########";

    fn with_domain(
        mut test: impl FnMut(&mut Backward<'_, 2>, &Level, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::new(&level);
        within(|context| test(&mut Backward::new(&level, &maze, context)?, &level, context));
    }

    #[test]
    fn the_search_goes_from_the_filled_goals_to_the_start() {
        with_domain(|domain, level, context| {
            let roots = domain.roots();
            assert_eq!(roots.len(), 1);
            assert_eq!(roots[0].boxes, *domain.maze.goals());
            assert_eq!(domain.estimate(&roots[0], context)?, Some(9));
            assert!(
                !domain.is_end(&roots[0]) && domain.is_end(&domain.maze.normal(&domain.maze.start(level)))
            );
            let region = domain.maze.region(&roots[0].boxes, roots[0].player);
            assert_eq!(domain.moves(&roots[0], &region, context)?, Some(()));
            let mut found = Vec::new();
            domain.successors(&roots[0], &region, &(), context, |successor, _| {
                assert_eq!((successor.cost.first, domain.estimate_successor(&successor)), (1, Some(8)));
                found.push(successor.action);
                Ok(())
            })?;
            let outer = level.square_at(6, 2).unwrap();
            assert_eq!(
                found,
                [Push { square: outer, direction: Direction::Right }],
                "the push that is undone"
            );
            assert_eq!(context.statistics.generated, 1);
            Ok(())
        });
    }

    #[test]
    fn what_no_game_leads_to_is_lost() {
        with_domain(|domain, level, context| {
            let at = |x, y| level.square_at(x, y).unwrap();
            let boxes: Bits<2> = [at(7, 2), at(4, 2)].into_iter().collect();
            let shut = State { boxes, player: at(8, 2) };
            let region = domain.maze.region(&shut.boxes, shut.player);
            assert_eq!(domain.moves(&shut, &region, context)?, None, "the player never gets out");
            let free = State { boxes, player: at(1, 1) };
            let region = domain.maze.region(&free.boxes, free.player);
            assert_eq!(domain.moves(&free, &region, context)?, Some(()));
            Ok(())
        });
    }

    #[test]
    fn pairs_are_worked_out_once_after_a_while() {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<2>::new(&level);
        within_bytes(1 << 22, |context| {
            let (mut domain, bytes) = context.prepare(|context| Backward::new(&level, &maze, context))?;
            for _ in 1..PAIRS_AFTER {
                domain.find_pairs(context)?;
            }
            assert!(domain.pairs.is_none());
            domain.find_pairs(context)?;
            assert!(domain.pairs.is_some());
            domain.find_pairs(context)?;
            assert_eq!(domain.until_pairs, 0);
            domain.release(context);
            context.release(bytes);
            Ok(())
        });
    }
}
