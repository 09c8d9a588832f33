//! Dead pairs for long searches: the table is built when a search has shown that it will take a while.
//!
//! Positions that were filed before the table was there may contain a dead pair; therefore every position about to be
//! expanded is tested whole, and every child for the pairs of the box just pushed. See [`DeadPairs`] for the proof.
//!
//! **Off by default.** With the other rules on there is little left to find. A* with 300,000 expansions per level, the
//! table built after 1,000: Microban solved 151 of 155 with and without it, expansions on these 482,551 → 474,829,
//! CPU time 1.77 → 1.76 s; SokEvo 107 of 107, 435,772 → 428,809, 0.89 → 0.86 s. One run each on a busy machine, so
//! differences of a few hundredths of a second mean nothing.

use soko_analysis::deadlock::DeadPairs;
use soko_core::{Level, Maze, Square, State};

/// The table of dead pairs, or the time until it is built.
pub struct LatePairs<const W: usize> {
    waiting: Option<Waiting>,
    table: Option<DeadPairs<W>>,
}

struct Waiting {
    level: Level,
    positions: u32,
}

impl<const W: usize> LatePairs<W> {
    /// Waits for so many expansions; for ever if it is 0.
    pub fn new(level: &Level, after: u32) -> Self {
        let waiting = (after > 0).then(|| Waiting { level: level.clone(), positions: after });
        Self { waiting, table: None }
    }

    /// Is a position lost that is about to be expanded?
    #[inline]
    pub fn lost(&mut self, maze: &Maze<W>, state: &State<W>) -> bool {
        if let Some(waiting) = &mut self.waiting {
            waiting.positions -= 1;
            if waiting.positions == 0 {
                self.table = DeadPairs::new(&waiting.level, maze);
                self.waiting = None;
            }
        }
        self.table.as_ref().is_some_and(|table| table.find(state).is_some())
    }

    /// Is a position lost that was not so before a box was pushed to `to`?
    #[inline]
    pub fn lost_by_push(&self, child: &State<W>, to: Square) -> bool {
        self.table.as_ref().is_some_and(|table| table.lost_by_push(child, to))
    }
}
