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

#[derive(Clone, Copy, Debug)]
enum Rung {
    Free(usize),
    Exact(usize),
    Near(u32, usize),
}

const RUNGS: [Rung; 8] = [
    Rung::Free(1),
    Rung::Exact(12),
    Rung::Free(2),
    Rung::Near(1, 40),
    Rung::Near(2, 30),
    Rung::Free(3),
    Rung::Near(3, 30),
    Rung::Free(4),
];

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
        for effort in 0..12 {
            let mut rung = 0;
            while rung < RUNGS.len() {
                let before = (self.path.pushes().len(), self.path.moves());
                let e0 = context.statistics.expanded;
                let t0 = std::time::Instant::now();
                let better = match RUNGS[rung] {
                    Rung::Free(count) => self.subsets(count, limit, context)?,
                    Rung::Exact(length) => self.windows(u32::MAX, length + length * effort / 2, limit, context)?,
                    Rung::Near(radius, length) => self.windows(radius, length << effort, 4 * limit, context)?,
                };
                if std::env::var("OPT_TRACE").is_ok() {
                    let after = (self.path.pushes().len(), self.path.moves());
                    #[expect(clippy::print_stderr)]
                    {
                        eprintln!("effort {effort} {:?}: {before:?} -> {after:?} {} nodes {:.3} s", RUNGS[rung], context.statistics.expanded - e0, t0.elapsed().as_secs_f64());
                    }
                }
                rung = if better && rung > 0 { 0 } else { rung + 1 };
            }
            limit *= 4;
        }
        Ok(())
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

    fn subsets(&mut self, count: usize, limit: u64, context: &mut Context<'_>) -> Result<bool, Halt> {
        let moving = self.moving();
        let mut better = false;
        if count > moving.len() {
            return Ok(false);
        }
        let mut chosen: Vec<usize> = (0..count).collect();
        loop {
            let free: Vec<u16> = chosen.iter().map(|&i| moving[i]).collect();
            better |= self.free(&free, self.path.whole(), limit, context)?;
            let Some(last) = (0..count).rev().find(|&i| chosen[i] + count - i < moving.len()) else { break };
            chosen[last] += 1;
            for i in last + 1..count {
                chosen[i] = chosen[i - 1] + 1;
            }
        }
        Ok(better)
    }

    fn windows(&mut self, radius: u32, length: usize, limit: u64, context: &mut Context<'_>) -> Result<bool, Halt> {
        let mut from = 0;
        let mut any = false;
        loop {
            let to = (from + length).min(self.path.pushes().len());
            let better = self.near(radius, Slice { from, to }, limit, context)?;
            any |= better;
            if better {
                from = from.saturating_sub(length / 2);
                continue;
            }
            if to == self.path.pushes().len() {
                return Ok(any);
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
