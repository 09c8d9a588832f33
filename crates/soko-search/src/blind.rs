//! Blind search: expand known positions in a fixed order until one is solved or none is left.
//!
//! Breadth-first and depth-first search are this loop with two orders of waiting positions, a queue and a
//! stack. A position is stored once, when it is first made, and tested for the goal there, so a queue finds
//! the fewest pushes and an exhausted space is a proof that there is no solution.
//!
//! The queue costs nothing: positions are numbered in the order in which they are made, so the next one is
//! the next number.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_analysis::deadlock::DeadBox;
use soko_core::{Direction, Level, Maze, Push, Solution, State, Verified, with_maze};
use soko_solver::{Configured, Context, Halt, Objective, Player, Verdict, Way};

use crate::{box_index::BoxIndex, node_store::NodeStore};

/// Parameters of the blind players.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Params {
    /// Prune positions that have lost more boxes on dead squares than the level can spare.
    #[schemars(title = "Prune dead squares")]
    pub dead_squares: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self { dead_squares: true }
    }
}

/// A blind player: its frontier decides the order.
pub(crate) struct Blind<F> {
    params: Params,
    frontier: PhantomData<F>,
}

impl<F: Frontier> Configured for Blind<F> {
    type Params = Params;

    fn new(params: Params) -> Self {
        Self { params, frontier: PhantomData }
    }
}

impl<F: Frontier> Player for Blind<F> {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let solution = search::<F>(level, &self.params, context)?;
        Ok(solution.map_or(Verdict::Unsolvable, |solution| Verdict::Solved { solution, optimal: F::OPTIMAL }))
    }
}

/// The positions that wait to be expanded.
pub(crate) trait Frontier: Default + Send + 'static {
    /// What the first solution met is best in.
    const OPTIMAL: Option<Objective>;

    /// Adds a newly numbered position. Numbers come in rising order.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    fn push(&mut self, number: u32, context: &mut Context<'_>) -> Result<(), Halt>;

    /// Takes out the next one.
    fn pop(&mut self) -> Option<u32>;

    /// How many wait.
    fn waiting(&self) -> usize;
}

/// First in, first out.
#[derive(Default)]
pub(crate) struct Queue {
    next: u32,
    end: u32,
}

impl Frontier for Queue {
    const OPTIMAL: Option<Objective> = Some(Objective::Pushes);

    fn push(&mut self, number: u32, _: &mut Context<'_>) -> Result<(), Halt> {
        self.end = number + 1;
        Ok(())
    }

    fn pop(&mut self) -> Option<u32> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn waiting(&self) -> usize {
        (self.end - self.next) as usize
    }
}

/// Last in, first out.
#[derive(Default)]
pub(crate) struct Stack(Vec<u32>);

impl Frontier for Stack {
    const OPTIMAL: Option<Objective> = None;

    fn push(&mut self, number: u32, context: &mut Context<'_>) -> Result<(), Halt> {
        if self.0.len() == self.0.capacity() {
            // The old stack lives until the new one is filled.
            let old = self.0.capacity() * size_of::<u32>();
            let new = (old * 2).max(1 << 12);
            context.acquire(new as u64)?;
            self.0.reserve_exact((new - old) / size_of::<u32>());
            context.release(old as u64);
        }
        self.0.push(number);
        Ok(())
    }

    fn pop(&mut self) -> Option<u32> {
        self.0.pop()
    }

    fn waiting(&self) -> usize {
        self.0.len()
    }
}

/// Searches a level; `None` is the proof that it has no solution.
///
/// # Errors
/// The reason to halt, from the context.
pub(crate) fn search<F: Frontier>(
    level: &Level,
    params: &Params,
    context: &mut Context<'_>,
) -> Result<Option<Verified<Solution>>, Halt> {
    let pushes = with_maze!(level, |maze| {
        let lost = if params.dead_squares { DeadBox::new(level) } else { DeadBox::none() };
        search_maze::<_, F>(level, &maze, &lost, context)?
    });
    Ok(pushes.map(|pushes| Solution::from_pushes(level, &pushes).expect("legal pushes to a solved position")))
}

fn search_maze<const W: usize, F: Frontier>(
    level: &Level,
    maze: &Maze<W>,
    lost: &DeadBox<W>,
    context: &mut Context<'_>,
) -> Result<Option<Vec<Push>>, Halt> {
    let start = maze.normal(&maze.start(level));
    let mut store = NodeStore::new(BoxIndex::new(level, maze, &lost.forbidden()), 0);
    store.insert_root(&start, context)?;
    context.statistics.generated = 1;
    if maze.is_solved(&start.boxes) {
        return Ok(Some(Vec::new()));
    }
    let mut frontier = F::default();
    if !lost.lost(&start.boxes) {
        frontier.push(0, context)?;
    }
    while let Some(number) = frontier.pop() {
        context.expand()?;
        let state = store.state(number);
        if context.wants_position() {
            let way = Way::Pushes(store.actions_to(number));
            context.show_position(maze.position(&state), Some(way));
        }
        let region = maze.region(&state.boxes, state.player);
        for direction in Direction::ALL {
            for square in maze.pushable(&state.boxes, &region, direction).iter() {
                let child = maze.push(&state.boxes, square, direction);
                if lost.lost_by_push(&child.boxes, maze.next(square, direction)) {
                    continue;
                }
                context.statistics.generated += 1;
                // On the largest boards one expansion takes half a second.
                context.poll()?;
                let push = Push { square, direction };
                let to = maze.next(square, direction);
                let after = maze.region_after_push(&region, &child.boxes, square, to);
                let found =
                    store.find(&State { boxes: child.boxes, player: after.first().unwrap_or(square) });
                if found.number.is_some() {
                    continue;
                }
                let found = store.insert(&found, Some(number), push, context)?;
                frontier.push(found, context)?;
                if maze.is_solved(&child.boxes) {
                    count(context, store.len(), frontier.waiting());
                    return Ok(Some(store.actions_to(found)));
                }
            }
        }
        count(context, store.len(), frontier.waiting());
    }
    Ok(None)
}

/// Every known position either waits or is done with.
const fn count(context: &mut Context<'_>, known: usize, waiting: usize) {
    context.statistics.open = waiting as u64;
    context.statistics.closed = (known - waiting) as u64;
}

#[cfg(test)]
mod tests {
    use soko_solver::{Budget, Report, Silent, run};

    use super::*;
    use soko_testing::within::within_bytes;

    /// What comes out of a frontier that takes numbers in runs of so many, with two taken out between them.
    fn order<F: Frontier>(runs: &[u32]) -> Vec<u32> {
        let mut order = Vec::new();
        within_bytes(1 << 20, |context| {
            let mut frontier = F::default();
            let mut next = 0;
            for &run in runs {
                for number in next..next + run {
                    frontier.push(number, context)?;
                }
                next += run;
                assert_eq!(frontier.waiting(), next as usize - order.len());
                order.extend(std::iter::from_fn(|| frontier.pop()).take(2));
            }
            order.extend(std::iter::from_fn(|| frontier.pop()));
            assert_eq!((frontier.waiting(), frontier.pop()), (0, None));
            Ok(())
        });
        order
    }

    #[test]
    fn a_queue_keeps_the_order() {
        assert_eq!(order::<Queue>(&[3, 1, 4]), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_stack_gives_the_last_first_and_accounts_for_its_memory() {
        let mut stack = Stack::default();
        within_bytes(1 << 16, |context| {
            let mut held = 0;
            for number in 0..5_000 {
                stack.push(number, context)?;
                let bytes = (stack.0.capacity() * size_of::<u32>()) as u64;
                assert!(bytes >= 1 << 12 && bytes.is_power_of_two(), "{bytes}");
                if bytes > held {
                    assert_eq!(context.acquire((1 << 16) - bytes + 1), Err(Halt::Memory), "{bytes} are held");
                    context.acquire((1 << 16) - bytes)?;
                    context.release((1 << 16) - bytes);
                    held = bytes;
                }
            }
            assert_eq!(stack.waiting(), 5_000);
            assert!((0..5_000).rev().all(|number| stack.pop() == Some(number)));
            assert_eq!(stack.pop(), None);
            context.release(held);
            Ok(())
        });
    }

    fn played<F: Frontier>(text: &str, dead_squares: bool) -> Report {
        let level = Level::parse(text).unwrap();
        let mut player = Blind::<F>::new(Params { dead_squares });
        run(&mut player, &level, Budget::default(), 0, 1, &mut Silent)
    }

    #[test]
    fn every_position_waits_or_is_done_with() {
        // The box can be pushed along the wall but never off it.
        let report = played::<Queue>("########\n#@ $   #\n#     .#\n########", false);
        let counts = report.statistics;
        assert!(report.solution.is_none() && report.halted.is_none());
        // The box on one of six squares; in a corner it may leave the player no other way.
        assert_eq!((counts.open, counts.closed, counts.expanded), (0, 6, 6));
        assert_eq!(counts.generated, 1 + 2 * 4, "two pushes from each square but the corners");
        let pruned = played::<Queue>("########\n#@ $   #\n#     .#\n########", true).statistics;
        assert_eq!((pruned.expanded, pruned.generated), (0, 1), "lost from the start");
        let solved = played::<Queue>("######\n#@$ .#\n######", true);
        let counts = solved.statistics;
        assert_eq!(solved.solution.map(|solution| solution.metrics().pushes), Some(2));
        assert_eq!((counts.open, counts.closed, counts.expanded, counts.generated), (1, 2, 2, 3));
    }

    #[test]
    fn a_solved_start_needs_no_push() {
        let report = played::<Stack>("#####\n#@* #\n#####", true);
        assert_eq!(report.solution.map(|solution| solution.metrics().moves), Some(0));
        assert_eq!((report.statistics.expanded, report.statistics.generated), (0, 1));
    }
}
