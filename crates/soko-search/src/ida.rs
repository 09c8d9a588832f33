//! IDA*: depth-first search with a rising limit on the sum of cost and estimate.
//!
//! Each round searches everything whose sum stays within the limit; the next limit is the least sum that was cut off. The
//! first solution found is push-optimal. The path alone needs memory, so the player goes on where A* has to stop;
//! whatever memory there is serves as a table of known positions.
//!
//! **The table** holds one number per position: the largest rest of the limit with which it has been searched, in this
//! round or an earlier one. If a position is met with no more than that left, it is cut: in a finished round nothing
//! was found within that rest, and in the running one the earlier visit finds whatever there is. A full table takes
//! no new positions but goes on serving; then positions may be searched again, and the result stays right.
//!
//! Parity: pushes to the end have the parity of the bound wherever every push changes it by one, so limits usually
//! rise by two. Korf (1985); the table follows Reinefeld and Marsland (1994); the frame of Rolling Stone
//! (Junghanns and Schaeffer 2001).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::Detector;
use soko_core::{Direction, Level, Maze, Push, Solution, State, with_maze};
use soko_solver::metric::Metric;
use soko_solver::{Context, Descriptor, Halt, Objective, Player, Properties, Threads, Verdict, Way};

use crate::{
    box_index::BoxIndex,
    evaluator::{Change, Evaluator, LowerBound},
    knowledge::Knowledge,
    node_store::NodeStore,
};

/// The registry entry.
pub static DESCRIPTOR: Descriptor = Descriptor::of::<Params>(
    "ida",
    "IDA*, in little memory",
    "IDA* with the assignment bound: fewest pushes, proven, in any memory",
    "Searches depth first within a limit on pushes made plus estimated rest, and raises the limit until a solution is \
     found. Finds the fewest pushes or proves that there is no solution; works on when its table is full.",
    Properties { complete: true, optimal: Some(Objective::Pushes), threads: Threads::One },
    &[],
);

/// Parameters of IDA*.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// What it knows about positions.
    #[serde(flatten)]
    pub knowledge: Knowledge,
}

impl Player for Params {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let pushes = with_maze!(level, |maze| Search::new(level, &maze, self, context)?.run(context)?);
        let Some(pushes) = pushes else { return Ok(Verdict::Unsolvable) };
        let solution = Solution::from_pushes(level, &pushes).expect("legal pushes to a solved position");
        let optimal = self.knowledge.estimate.lower_bound(Metric::Pushes).map(LowerBound::objective);
        Ok(Verdict::Solved { solution, optimal })
    }
}

/// A position to be searched.
struct Entry<const W: usize> {
    state: State<W>,
    /// The last push, and the pushes made so far with it.
    push: Push,
    pushes: u32,
    estimate: u32,
}

struct Search<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    detector: Detector<W>,
    evaluator: Box<dyn Evaluator<W>>,
    /// Bytes of the stack and of what estimate and rules have built, as the budget knows them.
    grown_bytes: u64,
    table: NodeStore<W>,
    table_full: bool,
    stack: Vec<Entry<W>>,
    path: Vec<Push>,
}

/// How a round ended.
enum Round {
    Solved,
    /// The least sum that was cut off, if any was.
    Cut(Option<u32>),
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(
        level: &'a Level,
        maze: &'a Maze<W>,
        params: &Params,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let detector = Detector::new(level, &params.knowledge.rules);
        let box_index = BoxIndex::new(level, maze, &detector.forbidden());
        Ok(Self {
            level,
            maze,
            detector,
            evaluator: params.knowledge.estimate.compile(level, maze, Metric::Pushes, context)?,
            grown_bytes: 0,
            table: NodeStore::new(box_index, 1),
            table_full: false,
            stack: Vec::new(),
            path: Vec::new(),
        })
    }

    fn run(mut self, context: &mut Context<'_>) -> Result<Option<Vec<Push>>, Halt> {
        let start = self.maze.normal(&self.maze.start(self.level));
        context.statistics.generated = 1;
        if self.maze.is_solved(&start.boxes) {
            return Ok(Some(Vec::new()));
        }
        if self.detector.lost(self.maze, &start.boxes) {
            return Ok(None);
        }
        let Some(mut limit) = self.evaluator.position(self.maze, &start, context)? else { return Ok(None) };
        loop {
            context.phase(format!("limit {limit}"));
            let round = self.round(&start, limit, context)?;
            context.statistics.closed = self.table.len() as u64;
            match round {
                Round::Solved => return Ok(Some(self.path)),
                Round::Cut(Some(next)) => limit = next,
                Round::Cut(None) => return Ok(None),
            }
        }
    }

    fn round(&mut self, start: &State<W>, limit: u32, context: &mut Context<'_>) -> Result<Round, Halt> {
        let nowhere = Push { square: start.player, direction: Direction::Up };
        let mut cut: Option<u32> = None;
        let mut cut_off = |sum: u32| cut = Some(cut.map_or(sum, |least| least.min(sum)));
        self.stack.clear();
        self.stack.push(Entry { state: *start, push: nowhere, pushes: 0, estimate: 0 });
        while let Some(entry) = self.stack.pop() {
            let Entry { state, push, pushes, .. } = entry;
            self.path.truncate(pushes.saturating_sub(1) as usize);
            if pushes > 0 {
                self.path.push(push);
            }
            if self.maze.is_solved(&state.boxes) {
                return Ok(Round::Solved);
            }
            // Many may be known, lost or cut off before one is expanded.
            context.poll()?;
            if self.is_known(&state, limit - pushes, context) {
                continue;
            }
            let Some(estimate) = self.evaluator.position(self.maze, &state, context)? else { continue };
            self.account(context)?;
            if pushes + estimate > limit {
                cut_off(pushes + estimate);
                continue;
            }
            context.expand()?;
            if context.wants_position() {
                let way = Way::Pushes(self.path.clone());
                context.show_position(self.maze.position(&state), Some(way));
            }
            let region = self.maze.region(&state.boxes, state.player);
            let allowed = self.detector.pushes(self.maze, &state, &region, context)?;
            let first = self.stack.len();
            for direction in Direction::ALL {
                for square in allowed[direction as usize].iter() {
                    let to = self.maze.next(square, direction);
                    let child = self.maze.push(&state.boxes, square, direction);
                    context.poll()?;
                    if self.detector.lost_by_push(self.maze, &child, to) {
                        continue;
                    }
                    context.statistics.generated += 1;
                    let change = Change { pushed: Some((square, to)), player: square };
                    let Some(estimate) = self.evaluator.child(self.maze, &child, change) else { continue };
                    if pushes + 1 + estimate > limit {
                        cut_off(pushes + 1 + estimate);
                        continue;
                    }
                    let region = self.maze.region_after_push(&region, &child.boxes, square, to);
                    let player = region.first().unwrap_or(square);
                    let push = Push { square, direction };
                    let state = State { boxes: child.boxes, player };
                    self.stack.push(Entry { state, push, pushes: pushes + 1, estimate });
                }
            }
            // The most promising child comes out first.
            self.stack[first..].sort_by_key(|entry| std::cmp::Reverse(entry.estimate));
            context.statistics.open = self.stack.len() as u64;
        }
        Ok(Round::Cut(cut))
    }

    /// Keeps the budget informed of what has grown beside the table of positions, which makes room for it by not growing
    /// any more.
    fn account(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let stack = (self.stack.capacity() * size_of::<Entry<W>>()) as u64;
        context.hold(&mut self.grown_bytes, stack + self.evaluator.bytes() + self.detector.bytes())
    }

    /// Has a position been searched with as much left of the limit? If not, it will be now.
    fn is_known(&mut self, state: &State<W>, left: u32, context: &mut Context<'_>) -> bool {
        let found = self.table.find(state);
        if let Some(number) = found.number {
            let searched = &mut self.table.notes_mut(number)[0];
            if *searched > left {
                return true;
            }
            *searched = left + 1;
        } else if !self.table_full {
            let nowhere = Push { square: state.player, direction: Direction::Up };
            match self.table.insert(&found, None, nowhere, context) {
                Ok(number) => self.table.notes_mut(number)[0] = left + 1,
                Err(_) => self.table_full = true,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use soko_analysis::deadlock::Rules;
    use std::ops::ControlFlow;

    use soko_core::Square;
    use soko_solver::{Budget, Event, EventKind, Report, Silent, run};

    use super::*;
    use soko_testing::within::{within, within_bytes};

    const HALL: &str = "########\n#      #\n# $ $  #\n#@  .. #\n#      #\n########";

    /// The limits tried on a level, and the report.
    fn limits(text: &str, budget: Budget) -> (Vec<String>, Report) {
        let level = Level::parse(text).unwrap();
        let mut limits = Vec::new();
        let mut observer = |event: &Event| {
            if let EventKind::Phase(name) = &event.kind {
                limits.push(name.clone());
            }
            ControlFlow::Continue(())
        };
        let report = run(&mut Params::default(), &level, budget, 0, 1, &mut observer);
        (limits, report)
    }

    #[test]
    fn limits_rise_from_the_bound_to_the_least_sum_that_was_cut_off() {
        let (tried, report) = limits(HALL, Budget::default());
        assert_eq!(tried, ["limit 5"], "the bound is exact");
        assert_eq!(report.solution.map(|solution| solution.metrics().pushes), Some(5));
        // The box has to be pushed away from its goal first.
        let detour = "#######\n#  . ##\n#  $  #\n#  @# #\n###   #\n#######";
        let (tried, report) = limits(detour, Budget::default());
        let pushes = report.solution.expect("a solution").metrics().pushes;
        assert_eq!(tried.last(), Some(&format!("limit {pushes}")));
        assert!(tried.len() <= 1 + pushes as usize / 2, "{tried:?}");
    }

    #[test]
    fn what_was_searched_with_as_much_left_is_known() {
        let level = Level::parse(HALL).unwrap();
        let maze = Maze::<1>::new(&level);
        within(|context| {
            let mut search = Search::new(&level, &maze, &Params::default(), context)?;
            let start = maze.normal(&maze.start(&level));
            assert!(!search.is_known(&start, 4, context), "new");
            assert!(search.is_known(&start, 4, context), "as much left");
            assert!(search.is_known(&start, 3, context), "less left");
            assert!(!search.is_known(&start, 5, context), "more left");
            assert!(search.is_known(&start, 5, context), "which was noted");
            let other = State { player: Square(start.player.0 + 1), ..start };
            search.table_full = true;
            assert!(!search.is_known(&other, 4, context) && !search.is_known(&other, 4, context), "no room");
            assert!(search.is_known(&start, 5, context), "a full table goes on serving");
            Ok(())
        });
    }

    /// Lends a test a search of the hall with so much memory, and its start.
    fn in_the_hall(
        bytes: u64,
        mut test: impl FnMut(&mut Search<'_, 1>, &State<1>, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(HALL).unwrap();
        let maze = Maze::<1>::new(&level);
        within_bytes(bytes, |context| {
            let (mut search, bytes) =
                context.prepare(|context| Search::new(&level, &maze, &Params::default(), context))?;
            test(&mut search, &maze.normal(&maze.start(&level)), context)?;
            search.table.release(context);
            context.release(bytes);
            Ok(())
        });
    }

    #[test]
    fn a_table_that_cannot_grow_is_full() {
        in_the_hall(1 << 14, |search, start, context| {
            assert!(!search.is_known(start, 4, context));
            assert!(search.table_full && search.table.is_empty(), "a chunk takes more");
            Ok(())
        });
    }

    #[test]
    fn everything_is_counted_and_accounted_for() {
        // Once pushed on, the first box bars the second, which is seen when its turn comes.
        let level = Level::parse("##########\n#@ $ $ ..#\n##########").unwrap();
        let rules = Rules { dead_squares: false, freeze: false, pi_corral: false, corral: 0 };
        let mut player = Params { knowledge: Knowledge { rules, ..Knowledge::default() } };
        let report = run(&mut player, &level, Budget::default(), 0, 1, &mut Silent);
        let counts = report.statistics;
        assert!(report.solution.is_none() && report.halted.is_none());
        assert_eq!((counts.expanded, counts.generated, counts.closed), (1, 2, 2));
        in_the_hall(1 << 20, |search, start, context| {
            let round = search.round(start, 5, context)?;
            assert!(matches!(round, Round::Solved));
            assert_eq!(search.path.len(), 5);
            assert!(search.grown_bytes >= (search.stack.len() * size_of::<Entry<1>>()) as u64);
            search.stack = Vec::new();
            search.account(context)?;
            assert_eq!(search.grown_bytes, 0, "nothing is held by tables here");
            Ok(())
        });
    }
}
