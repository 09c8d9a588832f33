//! Dead pairs for long searches: the table is built when a search has shown that it will take a while.
//!
//! Positions that were filed before the table was there may contain a dead pair; therefore every position about to be
//! expanded is tested whole, and every child for the pairs of the box just pushed. See [`DeadPairs`] for the proof.

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
