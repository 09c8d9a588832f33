//! Dead pairs for long searches: the table is built when a search has shown that it will take a while.
//!
//! Positions that were filed before the table was there may contain a dead pair; therefore every position about to be
//! expanded is tested whole, and every child for the pairs of the box just pushed. See [`DeadPairs`] for the proof.
//!
//! **Off by default.** With the other rules on there is little left to find. A*, without → with the table, expansions and
//! CPU time on the levels that both solve; the number of solved levels never changed:
//!
//! | levels | limit | built after | solved | expansions | CPU s |
//! |---|---|---|---|---|---|
//! | Microban, 155 | 300,000 | 1,000 | 151 | 482,551 → 474,829 | 1.77 → 1.76 |
//! | SokEvo, 107 | 300,000 | 1,000 | 107 | 435,772 → 428,809 | 0.89 → 0.86 |
//! | Microban II, 135 | 10,000 | 500 | 108 | 89,191 → 88,379 | 1.46 → 1.39 |
//! | Microban II, 135 | 40,000 | 500 | 118 | 328,737 → 322,626 | 2.57 → 2.44 |
//! | Microban III, 101 | 10,000 | 500 | 90 | 45,208 → 41,984 | 1.53 → 1.45 |
//! | XSokoban, 90 | 5,000 | 500 | 5 | 9,596 → 9,160 | 0.04 → 0.05 |
//!
//! One run each on a busy machine, so a few hundredths of a second mean nothing. The levels in common are those solved
//! by all settings compared, penalties of pairs included.

use soko_analysis::deadlock::DeadPairs;
use soko_core::{Level, Maze, Square, State, Unlimited};

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
                // At most 64 MiB and a fraction of a second: not worth a meter in every question.
                let Ok(table) = DeadPairs::new(&waiting.level, maze, &mut Unlimited);
                self.table = table;
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
