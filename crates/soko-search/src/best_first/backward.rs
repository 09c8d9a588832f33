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
//! order of box_index; here it is a search for best solutions of its own.

use soko_analysis::{AssignmentBound, dead_squares, deadlock::DeadPairs, unpullable};
use soko_core::{Bits, Level, Maze, Motion, Pulling, Push, Solution, State, Verified, with_maze};
use soko_solver::metric::{Cost, Metric};
use soko_solver::{Context, Halt, Verdict};

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

    fn release(self, context: &mut Context<'_>) {
        context.release(self.pairs.as_ref().map_or(0, DeadPairs::bytes));
    }
}
