//! What is tried, in which order, and how hard.
use rustc_hash::FxHashSet;
use soko_core::{Maze, Push, zobrist};
use soko_solver::{Context, Halt};

use crate::{
    cost::Weights,
    free_boxes::{FreeBoxes, MOST_FREE},
    loops::without_loops,
    path::{Path, Slice},
    search::{Found, Space, Task, search},
    vicinity::Vicinity,
};

/// A path on its way to become better.
pub struct Strategy<'a, const W: usize> {
    maze: &'a Maze<W>,
    path: Path<W>,
    weights: Weights,
    /// Searches that found nothing, by what they were about.
    vain: FxHashSet<u64>,
    report: &'a mut dyn FnMut(&[Push], &mut Context<'_>),
}

impl<'a, const W: usize> Strategy<'a, W> {
    pub fn new(
        maze: &'a Maze<W>,
        path: Path<W>,
        weights: Weights,
        report: &'a mut dyn FnMut(&[Push], &mut Context<'_>),
    ) -> Self {
        Self { maze, path, weights, vain: FxHashSet::default(), report }
    }

    pub fn run(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let pushes = without_loops(self.maze, &self.path);
        if let Some(path) = Path::new(self.maze, &self.path.states()[0], pushes) {
            self.accept(path, context);
        }
        let mut limit = 2_000;
        let mut effort = 0;
        loop {
            let stamp = |s: &Self| (s.path.pushes().len(), s.path.moves());
            let before = stamp(self);
            let e0 = context.statistics.expanded;
            self.singles(limit, context)?;
            let s1 = stamp(self);
            let e1 = context.statistics.expanded;
            self.windows(u32::MAX, 10 + 10 * effort, limit, context)?;
            let s2 = stamp(self);
            let e2 = context.statistics.expanded;
            self.pairs(limit, context)?;
            let s3 = stamp(self);
            let e3 = context.statistics.expanded;
            self.windows(1, 40 << effort, 4 * limit, context)?;
            let s4 = stamp(self);
            let e4 = context.statistics.expanded;
            self.windows(2, 30 << effort, 4 * limit, context)?;
            let s5 = stamp(self);
            let e5 = context.statistics.expanded;
            if std::env::var("OPT_TRACE").is_ok() {
                #[expect(clippy::print_stderr)]
                {
                    eprintln!(
                        "effort {effort}: {before:?} singles {s1:?}/{} exact {s2:?}/{} pairs {s3:?}/{} vic1 {s4:?}/{} vic2 {s5:?}/{}",
                        e1 - e0, e2 - e1, e3 - e2, e4 - e3, e5 - e4
                    );
                }
            }
            if stamp(self) == before {
                effort += 1;
                limit *= 4;
            }
            if effort > 12 {
                return Ok(());
            }
        }
    }

    fn accept(&mut self, path: Path<W>, context: &mut Context<'_>) -> bool {
        let better = path.cost(self.weights) < self.path.cost(self.weights);
        if better {
            self.path = path;
            (self.report)(self.path.pushes(), context);
        }
        better
    }

    fn moving(&self) -> Vec<u16> {
        let mut moving = self.path.movers().to_vec();
        moving.sort_unstable();
        moving.dedup();
        moving
    }

    fn singles(&mut self, limit: u64, context: &mut Context<'_>) -> Result<(), Halt> {
        for number in self.moving() {
            self.free(&[number], self.path.whole(), limit, context)?;
        }
        Ok(())
    }

    fn pairs(&mut self, limit: u64, context: &mut Context<'_>) -> Result<(), Halt> {
        let moving = self.moving();
        for (i, &one) in moving.iter().enumerate() {
            for &other in &moving[..i] {
                self.free(&[one, other], self.path.whole(), limit, context)?;
            }
        }
        Ok(())
    }

    fn windows(&mut self, radius: u32, length: usize, limit: u64, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut from = 0;
        loop {
            let to = (from + length).min(self.path.pushes().len());
            let better = self.near(radius, Slice { from, to }, limit, context)?;
            if better {
                from = from.saturating_sub(length / 2);
                continue;
            }
            if to == self.path.pushes().len() {
                return Ok(());
            }
            from += (length / 3).max(1);
        }
    }

    /// Frees some boxes within a slice.
    fn free(&mut self, free: &[u16], slice: Slice, limit: u64, context: &mut Context<'_>) -> Result<bool, Halt> {
        debug_assert!(free.len() <= MOST_FREE);
        let name = free.iter().fold(1, |name: u64, &n| name.wrapping_mul(1009).wrapping_add(u64::from(n)));
        let name = self.name(slice, name);
        if self.vain.contains(&name) {
            return Ok(false);
        }
        let space = FreeBoxes::new(self.maze, &self.path, slice, free, self.weights.counts_moves());
        self.attempt(space, slice, name, limit, context)
    }

    fn near(&mut self, radius: u32, slice: Slice, limit: u64, context: &mut Context<'_>) -> Result<bool, Halt> {
        let name = self.name(slice, u64::from(radius) << 32);
        if self.vain.contains(&name) {
            return Ok(false);
        }
        let path = self.path.clone();
        let space = Vicinity::new(self.maze, &path, slice, radius);
        self.attempt(space, slice, name, limit, context)
    }

    fn attempt(
        &mut self,
        mut space: impl Space<W>,
        slice: Slice,
        name: u64,
        limit: u64,
        context: &mut Context<'_>,
    ) -> Result<bool, Halt> {
        let start = self.path.states()[slice.from];
        let cost = self.path.cost_of(slice, self.weights);
        let exit = self.path.exit(self.maze, slice);
        let task = Task { start, end: exit.map(|exit| (self.path.states()[slice.to].boxes, exit)), cost };
        match search(self.maze, self.weights, &task, &mut space, limit, context)? {
            Found::Better(pushes) => {
                let path = self.path.spliced(self.maze, slice, &pushes);
                Ok(path.is_some_and(|path| self.accept(path, context)))
            }
            Found::Nothing => {
                self.vain.insert(name);
                Ok(false)
            }
            Found::Unfinished => Ok(false),
        }
    }

    /// Says what a search is about: the slice's pushes and surroundings, and what is special.
    fn name(&self, slice: Slice, special: u64) -> u64 {
        let mut name = self.path.states()[slice.from].key() ^ special;
        for push in &self.path.pushes()[slice.from..(slice.to + 1).min(self.path.pushes().len())] {
            name = name.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ zobrist::box_key(push.square)
                ^ push.direction as u64;
        }
        name ^ (slice.to - slice.from) as u64
    }
}
