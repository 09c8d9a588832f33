//! The game played either way: forwards with pushes from the start, or backwards with pulls from the solved positions.
//!
//! A [`Game`] is one [`Motion`] with the squares that boxes aim at, its estimate and its pruning. The estimate is a matching of
//! boxes with goals, or with the squares where boxes stand at the start ([`AssignmentBound`]). The estimate of a successor is the
//! quick bound of the position that was loaded last; it stays right while a single box is followed.
//!
//! All pruning is sound. Forwards it is that of the search players (dead squares, frozen groups, corrals); backwards
//! a position is left out if no game leads there by the matching, or a box stands on a square that it would never get to.

use std::marker::PhantomData;

use soko_analysis::{
    AssignmentBound, dead_squares,
    deadlock::{Detector, Rules},
};
use soko_core::{Bits, BoxMove, Direction, Level, Maze, Motion, Pulling, Push, Pushing, Square, State};
use soko_solver::{Context, Halt};

/// A position one push or pull further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor<const W: usize> {
    /// The position, the player on the lowest square of its region.
    pub(super) state: State<W>,
    /// The push of the game that was made or undone.
    pub(super) push: Push,
    /// Where the box stood in the loaded position.
    pub(super) origin: Square,
    /// Where the box stands now.
    pub(super) to: Square,
    /// Where the player stands now.
    pub(super) player: Square,
    /// Pushes left, at least.
    pub(super) estimate: u32,
}

/// One way to play.
pub(super) struct Game<'a, const W: usize, M> {
    maze: &'a Maze<W>,
    start: State<W>,
    bound: AssignmentBound,
    /// The squares that boxes aim at.
    targets: Bits<W>,
    /// Squares on which a box may come to stand.
    allowed: Bits<W>,
    /// The deadlock rules for pushes.
    detector: Option<Detector<W>>,
    motion: PhantomData<M>,
}

impl<'a, const W: usize> Game<'a, W, Pushing> {
    pub(super) fn forward(level: &Level, maze: &'a Maze<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        let detector = Detector::new(level, &Rules::default());
        let bound = AssignmentBound::to_goals(maze, level.boxes(), context)?;
        context.acquire(detector.bytes())?;
        Ok(Self {
            maze,
            start: maze.start(level),
            bound,
            targets: *maze.goals(),
            allowed: maze.floor().without(&detector.forbidden()),
            detector: Some(detector),
            motion: PhantomData,
        })
    }
}

impl<'a, const W: usize> Game<'a, W, Pulling> {
    /// Call it where boxes and goals are equal in number.
    pub(super) fn backward(
        level: &Level,
        maze: &'a Maze<W>,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let start = maze.start(level);
        let bound = AssignmentBound::to_start(maze, &start, context)?;
        let allowed = bound.live(maze).without(&Bits::from_set(&dead_squares(level)));
        Ok(Self { maze, start, bound, targets: start.boxes, allowed, detector: None, motion: PhantomData })
    }
}

impl<const W: usize, M: Motion> Game<'_, W, M> {
    /// Positions to begin from.
    pub(super) fn roots(&self) -> Vec<State<W>> {
        M::roots(self.maze, &self.start)
    }

    /// The estimate of a position whose successors come next; `None` if it is lost.
    pub(super) fn load(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt> {
        self.bound.load(state, context)
    }

    /// Appends the successors of the loaded position.
    pub(super) fn successors(
        &mut self,
        state: &State<W>,
        out: &mut Vec<Successor<W>>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let region = self.maze.region(&state.boxes, state.player);
        let movable = match &mut self.detector {
            Some(detector) => detector.pushes(self.maze, state, &region, context)?,
            None => Direction::ALL.map(|direction| M::movable(self.maze, &state.boxes, &region, direction)),
        };
        for direction in Direction::ALL {
            for square in movable[direction as usize].iter() {
                context.poll()?;
                let step = M::of(self.maze, square, direction);
                out.extend(self.reach(&state.boxes, &region, step, square));
            }
        }
        Ok(())
    }

    /// Appends the ways on of the box whose push or pull made a successor of the loaded position.
    pub(super) fn follow(&self, at: &Successor<W>, out: &mut Vec<Successor<W>>) {
        let boxes = &at.state.boxes;
        let region = self.maze.region(boxes, at.player);
        for direction in Direction::ALL {
            if M::movable(self.maze, boxes, &region, direction).contains(at.to) {
                let step = M::of(self.maze, at.to, direction);
                out.extend(self.reach(boxes, &region, step, at.origin));
            }
        }
    }

    /// The squares that boxes aim at.
    pub(super) const fn targets(&self) -> &Bits<W> {
        &self.targets
    }

    /// Bytes held; those at the beginning are acquired when the game is made.
    pub(super) fn bytes(&self) -> u64 {
        self.bound.bytes() + self.detector.as_ref().map_or(0, Detector::bytes)
    }

    /// The position after a move; `None` if it is lost.
    fn reach(
        &self,
        boxes: &Bits<W>,
        region: &Bits<W>,
        step: BoxMove,
        origin: Square,
    ) -> Option<Successor<W>> {
        if !self.allowed.contains(step.to) {
            return None;
        }
        let estimate = self.bound.moved(origin, step.to, step.after)?;
        if let Some(detector) = &self.detector {
            let child = State { boxes: step.applied(boxes), player: step.after };
            if detector.lost_by_push(self.maze, &child, step.to) {
                return None;
            }
        }
        let state = M::apply(self.maze, boxes, region, &step);
        Some(Successor { state, push: M::push(&step), origin, to: step.to, player: step.after, estimate })
    }
}
