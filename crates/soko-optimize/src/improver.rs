//! One attempt at a time: a slice of the path, a space around it, and what came of it.
//!
//! A search that has ended with nothing need not be made again while the slice is the same. Its *name*, a number made of the slice's pushes, of
//! the position it begins with and of the kind of the search, is remembered; whatever happens elsewhere on the path, the name stays.

use rustc_hash::FxHashSet;
use soko_core::{Maze, zobrist};
use soko_solver::{Context, Halt};

use crate::{
    cost::Weights,
    free_boxes::FreeBoxes,
    loops::without_loops,
    path::{Path, Slice},
    search::{Found, Space, Task, search},
    vicinity::Vicinity,
};

/// A radius that every position of a slice is within.
pub(crate) const ANY: u32 = u32::MAX;

/// What came of an attempt: whether the path became better, or the reason to halt.
pub(crate) type Tried = Result<bool, Halt>;

/// A path on its way to become better.
pub(crate) struct Improver<'a, const W: usize> {
    maze: &'a Maze<W>,
    path: Path<W>,
    weights: Weights,
    /// Names of searches that found nothing.
    vain: FxHashSet<u64>,
    /// Told every better path.
    report: &'a mut dyn FnMut(&Path<W>, &mut Context<'_>),
}

impl<'a, const W: usize> Improver<'a, W> {
    /// Begins with a path.
    pub(crate) fn new(
        maze: &'a Maze<W>,
        path: Path<W>,
        weights: Weights,
        report: &'a mut dyn FnMut(&Path<W>, &mut Context<'_>),
    ) -> Self {
        Self { maze, path, weights, vain: FxHashSet::default(), report }
    }

    /// The path as it is now.
    pub(crate) const fn path(&self) -> &Path<W> {
        &self.path
    }

    /// Goes on with other weights.
    pub(crate) const fn set_weights(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// Goes on from another path if it is better.
    pub(crate) fn resume(&mut self, path: &Path<W>) {
        if path.cost(self.weights) < self.path.cost(self.weights) {
            self.path = path.clone();
        }
    }

    /// Cuts what the path does for nothing.
    pub(crate) fn cut_loops(&mut self, context: &mut Context<'_>) -> bool {
        let pushes = without_loops(self.maze, &self.path);
        let path = Path::new(self.maze, &self.path.states()[0], pushes);
        path.is_some_and(|path| self.accept(path, context))
    }

    /// Lets the boxes of some numbers do what they like within a slice.
    ///
    /// # Errors
    /// The reason to halt.
    pub(crate) fn free(
        &mut self,
        free: &[u16],
        slice: Slice,
        limit: u64,
        context: &mut Context<'_>,
    ) -> Tried {
        let special = free.iter().fold(1, |name: u64, &n| name.wrapping_mul(1009).wrapping_add(u64::from(n)));
        let name = self.name(slice, special);
        if self.vain.contains(&name) {
            context.poll()?;
            return Ok(false);
        }
        let space = FreeBoxes::new(self.maze, &self.path, slice, free, self.weights.counts_moves());
        let found = self.attempt(space, slice, limit, context)?;
        Ok(self.conclude(found, slice, name, context))
    }

    /// Looks for a better way near a slice.
    ///
    /// # Errors
    /// The reason to halt.
    pub(crate) fn near(&mut self, radius: u32, slice: Slice, limit: u64, context: &mut Context<'_>) -> Tried {
        let name = self.name(slice, u64::from(radius) << 32);
        if self.vain.contains(&name) {
            context.poll()?;
            return Ok(false);
        }
        let space = Vicinity::new(self.maze, &self.path, slice, radius);
        let found = self.attempt(space, slice, limit, context)?;
        Ok(self.conclude(found, slice, name, context))
    }

    /// Is it known that no path at all is better?
    pub(crate) fn is_done(&self) -> bool {
        self.vain.contains(&self.name(self.path.whole(), u64::from(ANY) << 32))
    }

    fn attempt(
        &self,
        mut space: impl Space<W>,
        slice: Slice,
        limit: u64,
        context: &mut Context<'_>,
    ) -> Result<Found, Halt> {
        let exit = self.path.exit(self.maze, slice);
        let task = Task {
            start: self.path.states()[slice.from],
            end: exit.map(|exit| (self.path.states()[slice.to].boxes, exit)),
            cost: self.path.cost_of(slice, self.weights),
        };
        search(self.maze, self.weights, &task, &mut space, limit, context)
    }

    fn conclude(&mut self, found: Found, slice: Slice, name: u64, context: &mut Context<'_>) -> bool {
        match found {
            Found::Better(pushes) => {
                let path = self.path.spliced(self.maze, slice, &pushes);
                path.is_some_and(|path| self.accept(path, context))
            }
            Found::Nothing => {
                self.vain.insert(name);
                false
            }
            Found::Unfinished => false,
        }
    }

    fn accept(&mut self, path: Path<W>, context: &mut Context<'_>) -> bool {
        let better = path.cost(self.weights) < self.path.cost(self.weights);
        if better {
            self.path = path;
            (self.report)(&self.path, context);
        }
        better
    }

    fn name(&self, slice: Slice, special: u64) -> u64 {
        let Weights { push, step } = self.weights;
        let mut name =
            self.path.states()[slice.from].key() ^ special ^ push.rotate_left(11) ^ step.rotate_left(23);
        for push in &self.path.pushes()[slice.from..(slice.to + 1).min(self.path.pushes().len())] {
            name = name.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ zobrist::box_key(push.square)
                ^ push.direction as u64;
        }
        name ^ (slice.to - slice.from) as u64
    }
}
