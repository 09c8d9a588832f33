//! Best-first search from the start: pushes or single steps, the deadlock rules, any estimate and metric.

use soko_analysis::deadlock::Detector;
use soko_core::{Bits, Level, Maze, Push, Solution, State, Verified, replay};
use soko_solver::{Context, Halt, Way};

use super::{
    Settings, Space,
    engine::{Domain, Successor},
    successor::{self, Edge},
};
use crate::{
    box_index::BoxIndex,
    evaluator::{Change, Evaluator},
};

/// The search from the start of a level.
pub(crate) struct Forward<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: Settings,
    detector: Detector<W>,
    evaluator: Box<dyn Evaluator<W>>,
    /// Bytes of tables that evaluator and rules have built since it began, as the budget knows them.
    table_bytes: u64,
}

impl<'a, const W: usize> Forward<'a, W> {
    pub(crate) fn new(
        level: &'a Level,
        maze: &'a Maze<W>,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let detector = Detector::new(level, &settings.rules());
        let evaluator = settings.estimate.compile(level, maze, settings.metric, context)?;
        Ok(Self { level, maze, settings: *settings, detector, evaluator, table_bytes: 0 })
    }

    /// The position behind an edge with a push; `None` if the push loses.
    #[inline]
    fn pushed(&self, state: &State<W>, region: &Bits<W>, edge: Edge) -> Option<(State<W>, Change)> {
        let Some(to) = edge.to else {
            let player = self.maze.next(edge.action.square, edge.action.direction);
            return Some((State { boxes: state.boxes, player }, Change { pushed: None, player }));
        };
        let from = self.maze.next(to, edge.action.direction.opposite());
        let mut child = self.maze.push(&state.boxes, from, edge.action.direction);
        if self.detector.lost_by_push(self.maze, &child, to) {
            return None;
        }
        let change = Change { pushed: Some((from, to)), player: child.player };
        if self.settings.by_region() {
            let region = self.maze.region_after_push(region, &child.boxes, from, to);
            child.player = region.first().unwrap_or(from);
        }
        Some((child, change))
    }
}

impl<const W: usize> Domain<W> for Forward<'_, W> {
    /// The pushes worth trying, by direction.
    type Moves = [Bits<W>; 4];

    fn box_index(&self) -> BoxIndex {
        BoxIndex::new(self.level, self.maze, &self.detector.forbidden())
    }

    fn roots(&self) -> Vec<State<W>> {
        let start = self.maze.start(self.level);
        if self.detector.lost(self.maze, &start.boxes) && !self.maze.is_solved(&start.boxes) {
            return Vec::new();
        }
        vec![if self.settings.by_region() { self.maze.normal(&start) } else { start }]
    }

    fn is_end(&self, state: &State<W>) -> bool {
        self.maze.is_solved(&state.boxes)
    }

    fn estimate(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt> {
        let estimate = self.evaluator.position(self.maze, state, context)?;
        context.hold(&mut self.table_bytes, self.evaluator.bytes() + self.detector.bytes())?;
        Ok(estimate)
    }

    fn moves(
        &mut self,
        state: &State<W>,
        region: &Bits<W>,
        context: &mut Context<'_>,
    ) -> Result<Option<Self::Moves>, Halt> {
        self.detector.pushes(self.maze, state, region, context).map(Some)
    }

    fn successors(
        &self,
        state: &State<W>,
        region: &Bits<W>,
        allowed: &Self::Moves,
        context: &mut Context<'_>,
        mut visit: impl FnMut(Successor<W>, &mut Context<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut halt = Ok(());
        let edges = |edge: Edge| {
            if halt.is_err() {
                return;
            }
            // Thousands of boxes may have thousands of pushes that lose.
            halt = context.poll();
            if halt.is_ok()
                && let Some((state, change)) = self.pushed(state, region, edge)
            {
                context.statistics.generated += 1;
                let cost = self.settings.metric.cost(edge.moves, u32::from(edge.to.is_some()));
                halt = visit(Successor { state, action: edge.action, cost, change }, context);
            }
        };
        match self.settings.space {
            Space::Moves => successor::steps(self.maze, state, allowed, edges),
            Space::Pushes if self.settings.metric.counts_moves() => {
                successor::walk_to_pushes(self.maze, state, allowed, edges);
            }
            Space::Pushes => successor::pushes(self.maze, allowed, edges),
        }
        halt
    }

    #[inline]
    fn estimate_successor(&self, successor: &Successor<W>) -> Option<u32> {
        let child = State { boxes: successor.state.boxes, player: successor.change.player };
        self.evaluator.child(self.maze, &child, successor.change)
    }

    fn solution(&self, actions: Vec<Push>) -> Verified<Solution> {
        let solution = match self.settings.space {
            Space::Moves => {
                let path: Vec<_> = actions.iter().map(|action| action.direction).collect();
                replay(self.level, &path).ok()
            }
            Space::Pushes => Solution::from_pushes(self.level, &actions),
        };
        solution.expect("legal actions to a solved position")
    }

    fn way(&self, actions: Vec<Push>) -> Option<Way> {
        Some(match self.settings.space {
            Space::Moves => Way::Steps(actions.iter().map(|action| action.direction).collect()),
            Space::Pushes => Way::Pushes(actions),
        })
    }

    fn release(self, context: &mut Context<'_>) {
        context.release(self.table_bytes);
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Direction;
    use soko_solver::metric::{Cost, Metric};

    use super::*;
    use soko_testing::within::{within, within_bytes};

    fn settings(metric: Metric, space: Space) -> Settings {
        Settings { metric, space, ..Settings::astar(1.0) }
    }

    fn with_domain(
        board: &str,
        settings: Settings,
        mut test: impl FnMut(&mut Forward<'_, 1>, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(board).unwrap();
        let maze = Maze::new(&level);
        within(|context| test(&mut Forward::new(&level, &maze, &settings, context)?, context));
    }

    const HALL: &str = "########\n#      #\n# $ $  #\n#  @.. #\n#      #\n########";

    #[test]
    fn the_search_begins_at_the_start_unless_that_is_lost() {
        let pushes = settings(Metric::Pushes, Space::Pushes);
        with_domain(HALL, pushes, |domain, _| {
            let start = domain.maze.start(domain.level);
            assert_eq!(domain.roots(), [domain.maze.normal(&start)]);
            assert!(!domain.is_end(&start));
            assert!(domain.is_end(&State { boxes: *domain.maze.goals(), ..start }));
            Ok(())
        });
        with_domain(HALL, settings(Metric::Moves, Space::Pushes), |domain, _| {
            assert_eq!(domain.roots(), [domain.maze.start(domain.level)], "the player's square counts");
            Ok(())
        });
        with_domain("#####\n#$ .#\n#@  #\n#####", pushes, |domain, _| {
            assert!(domain.roots().is_empty(), "lost");
            Ok(())
        });
        with_domain("#####\n#* @#\n#   #\n#####", pushes, |domain, _| {
            assert_eq!(domain.roots().len(), 1, "solved");
            Ok(())
        });
    }

    /// The successors of the start: cost, and whether a box was pushed.
    fn successors(metric: Metric, space: Space) -> Vec<(Cost, bool)> {
        let mut found = Vec::new();
        with_domain(HALL, settings(metric, space), |domain, context| {
            let state = domain.roots()[0];
            let region = domain.maze.region(&state.boxes, state.player);
            assert!(domain.estimate(&state, context)?.is_some());
            let moves = domain.moves(&state, &region, context)?.expect("not lost");
            let generated = context.statistics.generated;
            domain.successors(&state, &region, &moves, context, |successor, _| {
                assert!(domain.estimate_successor(&successor).is_some());
                assert_eq!(successor.change.pushed.is_some(), successor.state.boxes != state.boxes);
                found.push((successor.cost, successor.change.pushed.is_some()));
                Ok(())
            })?;
            assert_eq!(context.statistics.generated, generated + found.len() as u64);
            Ok(())
        });
        found
    }

    #[test]
    fn an_edge_costs_what_the_metric_counts() {
        let pushes = successors(Metric::Pushes, Space::Pushes);
        // Both boxes to the right and down, the right one also to the left; along the walls they are lost.
        assert_eq!(pushes, [(Cost { first: 1, second: 0 }, true); 5]);
        let mut walks = successors(Metric::MovesThenPushes, Space::Pushes);
        walks.sort_by_key(|edge| edge.0);
        let moves: Vec<u32> = walks.iter().map(|edge| edge.0.first).collect();
        assert_eq!(moves, [2, 4, 4, 4, 4]);
        assert!(walks.iter().all(|edge| edge.0.second == 1 && edge.1));
        let steps = successors(Metric::Moves, Space::Moves);
        assert_eq!(steps, [(Cost { first: 1, second: 0 }, false); 4]);
    }

    #[test]
    fn a_halt_ends_the_successors() {
        with_domain(HALL, settings(Metric::Pushes, Space::Pushes), |domain, context| {
            let state = domain.roots()[0];
            let region = domain.maze.region(&state.boxes, state.player);
            let moves = domain.moves(&state, &region, context)?.expect("not lost");
            let mut visits = 0;
            let halt = domain.successors(&state, &region, &moves, context, |_, _| {
                visits += 1;
                Err(Halt::Memory)
            });
            assert_eq!((halt, visits), (Err(Halt::Memory), 1));
            Ok(())
        });
    }

    #[test]
    fn steps_and_pushes_are_read_as_a_solution() {
        let corridor = "######\n#@$ .#\n######";
        let right = |x: u16| Push { square: soko_core::Square(x), direction: Direction::Right };
        with_domain(corridor, settings(Metric::Pushes, Space::Moves), |domain, _| {
            assert_eq!(domain.solution(vec![right(0), right(1)]).lurd(), "RR");
            Ok(())
        });
        with_domain(corridor, settings(Metric::Pushes, Space::Pushes), |domain, _| {
            let first = domain.maze.start(domain.level).boxes.first().expect("a box");
            let pushes = [first, soko_core::Square(first.0 + 1)];
            let pushes = pushes.map(|square| Push { square, direction: Direction::Right });
            assert_eq!(domain.solution(pushes.to_vec()).lurd(), "RR");
            Ok(())
        });
    }

    #[test]
    fn tables_that_grow_are_accounted_for() {
        // Boxes that are home for good take a table of distances; a corral that never opens is remembered.
        let board = "########\n#*.    #\n#*     #\n#@ $   #\n#   $ .#\n########";
        let level = Level::parse(board).unwrap();
        let maze = Maze::<1>::new(&level);
        let closet = Level::parse("#######\n#  @  #\n#   . #\n###$###\n###  ##\n#######").unwrap();
        let closet_maze = Maze::<1>::new(&closet);
        let settings = settings(Metric::Pushes, Space::Pushes);
        within_bytes(1 << 20, |context| {
            for (level, maze) in [(&level, &maze), (&closet, &closet_maze)] {
                let (mut domain, bytes) =
                    context.prepare(|context| Forward::new(level, maze, &settings, context))?;
                let state = maze.normal(&maze.start(level));
                domain.estimate(&state, context)?;
                let region = maze.region(&state.boxes, state.player);
                domain.moves(&state, &region, context)?;
                domain.estimate(&state, context)?;
                assert_eq!(domain.table_bytes, domain.evaluator.bytes() + domain.detector.bytes());
                assert!(domain.table_bytes > 0);
                domain.release(context);
                context.release(bytes);
            }
            Ok(())
        });
    }
}
