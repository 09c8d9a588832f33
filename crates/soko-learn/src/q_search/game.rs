//! The game played either way: forwards with pushes from the start, or backwards with pulls from the solved positions.
//!
//! Both ways have positions to begin from, an estimate of the pushes that are left, and successors. Estimates are
//! matchings: of boxes with goals, or of boxes with the squares where boxes stand at the start. The estimate of a
//! successor is the quick dual bound of the position that was loaded last; it stays right while a single box is
//! followed, since the player never walks through another box, so the distances of the others cannot change.
//!
//! All pruning is sound. Forwards it is that of the search players (dead squares, frozen groups, corrals); backwards
//! a position is left out if no game leads there by the matching, or a box stands on a square that it would never get to.

use soko_analysis::{Matching, PushDistances, dead_squares, deadlock::Pushes};
use soko_core::{Bits, Direction, Level, Maze, Push, Square, State};
use soko_search::{
    backward::{pull, retreat::Retreat},
    pruning::{Pruning, Rules},
};
use soko_solver::{Context, Halt};

/// A position one push or pull further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor<const W: usize> {
    /// The position, the player on the lowest square of its region.
    pub(super) state: State<W>,
    /// The push of the game that was made or undone.
    pub(super) push: Push,
    /// Where the box stood in the loaded position.
    pub(super) row: Square,
    /// Where the box stands now.
    pub(super) to: Square,
    /// Where the player stands now.
    pub(super) player: Square,
    /// Pushes left, at least.
    pub(super) estimate: u32,
}

/// One way to play.
pub(super) trait Game<const W: usize> {
    /// Positions to begin from.
    fn roots(&self) -> Vec<State<W>>;

    /// The estimate of a position whose successors come next; `None` if it is lost.
    fn load(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt>;

    /// Appends the successors of the loaded position.
    fn successors(
        &mut self,
        state: &State<W>,
        out: &mut Vec<Successor<W>>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt>;

    /// Appends the ways on of the box whose push or pull made a successor of the loaded position.
    fn follow(&self, at: &Successor<W>, out: &mut Vec<Successor<W>>);

    /// The squares that boxes aim at.
    fn targets(&self) -> &Bits<W>;

    /// Bytes held; those at the beginning are acquired when the game is made.
    fn bytes(&self) -> u64;
}

/// Forwards.
pub(super) struct Pushing<'a, const W: usize> {
    maze: &'a Maze<W>,
    start: State<W>,
    pruning: Pruning<W>,
    forbidden: Bits<W>,
    distances: PushDistances,
    matching: Matching,
    row: Vec<u16>,
}

impl<'a, const W: usize> Pushing<'a, W> {
    pub(super) fn new(level: &Level, maze: &'a Maze<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        let pruning = Pruning::new(level, &Rules::default());
        let distances = PushDistances::metered(maze, context)?;
        let matching = Matching::metered(level.boxes(), distances.goals().len(), context)?;
        let forbidden = pruning.forbidden();
        context.acquire(pruning.bytes())?;
        Ok(Self {
            maze,
            start: maze.normal(&maze.start(level)),
            pruning,
            forbidden,
            distances,
            matching,
            row: vec![0; 64 * W],
        })
    }

    fn reach(&self, boxes: &Bits<W>, region: &Bits<W>, push: Push, row: Square, out: &mut Vec<Successor<W>>) {
        let to = self.maze.next(push.square, push.direction);
        if self.forbidden.contains(to) {
            return;
        }
        let child = self.maze.push(boxes, push.square, push.direction);
        let matched = usize::from(self.row[row.index()]);
        let distances = self.distances.row(to, push.square);
        let Some(estimate) = self.matching.bound_with(matched, distances) else { return };
        if self.pruning.lost_by_push(self.maze, &child, to) {
            return;
        }
        let region = self.maze.region_after_push(region, &child.boxes, push.square, to);
        let state = State { boxes: child.boxes, player: region.first().unwrap_or(child.player) };
        out.push(Successor { state, push, row, to, player: push.square, estimate });
    }
}

impl<const W: usize> Game<W> for Pushing<'_, W> {
    fn roots(&self) -> Vec<State<W>> {
        vec![self.start]
    }

    fn load(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt> {
        for (row, square) in state.boxes.iter().enumerate() {
            self.row[square.index()] = row as u16;
            self.matching.set_row(row, self.distances.row(square, state.player));
        }
        self.matching.solve_metered(context)
    }

    fn successors(
        &mut self,
        state: &State<W>,
        out: &mut Vec<Successor<W>>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let region = self.maze.region(&state.boxes, state.player);
        let pushes: Pushes<W> = self.pruning.pushes(self.maze, state, &region, context)?;
        for direction in Direction::ALL {
            for square in pushes[direction as usize].iter() {
                context.poll()?;
                self.reach(&state.boxes, &region, Push { square, direction }, square, out);
            }
        }
        Ok(())
    }

    fn follow(&self, at: &Successor<W>, out: &mut Vec<Successor<W>>) {
        let boxes = &at.state.boxes;
        let region = self.maze.region(boxes, at.player);
        for direction in Direction::ALL {
            if self.maze.pushable(boxes, &region, direction).contains(at.to) {
                self.reach(boxes, &region, Push { square: at.to, direction }, at.row, out);
            }
        }
    }

    fn targets(&self) -> &Bits<W> {
        self.maze.goals()
    }

    fn bytes(&self) -> u64 {
        self.distances.bytes() + self.matching.bytes() + self.pruning.bytes()
    }
}

/// Backwards.
pub(super) struct Pulling<'a, const W: usize> {
    maze: &'a Maze<W>,
    origins: Bits<W>,
    /// Squares on which a box can have been and from which it can get home.
    live: Bits<W>,
    retreat: Retreat<W>,
}

impl<'a, const W: usize> Pulling<'a, W> {
    /// Call it where boxes and goals are equal in number.
    pub(super) fn new(level: &Level, maze: &'a Maze<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        let start = maze.start(level);
        let retreat = Retreat::new(maze, &start, context)?;
        let live = retreat.reached().without(&Bits::from_set(&dead_squares(level)));
        Ok(Self { maze, origins: start.boxes, live, retreat })
    }

    fn reach(
        &self,
        boxes: &Bits<W>,
        region: &Bits<W>,
        pull: pull::Pull,
        row: Square,
    ) -> Option<Successor<W>> {
        if !self.live.contains(pull.to) {
            return None;
        }
        let estimate = self.retreat.child_from(row, pull)?;
        let state = pull.apply(self.maze, boxes, region);
        Some(Successor { state, push: pull.push(), row, to: pull.to, player: pull.player, estimate })
    }
}

impl<const W: usize> Game<W> for Pulling<'_, W> {
    fn roots(&self) -> Vec<State<W>> {
        let boxes = *self.maze.goals();
        let mut left = self.maze.floor().without(&boxes);
        let mut roots = Vec::new();
        while let Some(player) = left.first() {
            left = left.without(&self.maze.region(&boxes, player));
            roots.push(State { boxes, player });
        }
        roots
    }

    fn load(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<Option<u32>, Halt> {
        self.retreat.position(state, context)
    }

    fn successors(
        &mut self,
        state: &State<W>,
        out: &mut Vec<Successor<W>>,
        context: &mut Context<'_>,
    ) -> Result<(), Halt> {
        let region = self.maze.region(&state.boxes, state.player);
        let mut halt = Ok(());
        pull::for_each(self.maze, &state.boxes, &region, |pull| {
            halt = halt.and_then(|()| context.poll());
            if halt.is_ok() {
                out.extend(self.reach(&state.boxes, &region, pull, pull.from));
            }
        });
        halt
    }

    fn follow(&self, at: &Successor<W>, out: &mut Vec<Successor<W>>) {
        let boxes = &at.state.boxes;
        let region = self.maze.region(boxes, at.player);
        pull::for_each(self.maze, boxes, &region, |pull| {
            if pull.from == at.to {
                out.extend(self.reach(boxes, &region, pull, at.row));
            }
        });
    }

    fn targets(&self) -> &Bits<W> {
        &self.origins
    }

    fn bytes(&self) -> u64 {
        self.retreat.bytes()
    }
}
