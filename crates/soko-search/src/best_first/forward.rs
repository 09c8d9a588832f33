//! Best-first search from the start: pushes or single steps, the deadlock rules, any estimate and metric.

use soko_analysis::deadlock::Detector;
use soko_core::{Bits, Level, Maze, Push, Solution, State, Verified, replay};
use soko_solver::{Context, Halt};

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

    fn release(self, context: &mut Context<'_>) {
        context.release(self.table_bytes);
    }
}
