//! How much the server takes on.
//!
//! Everything that a client can make grow has a number here; over it the answer is 429 with what to do. A [`Bucket`] limits
//! how often something may be asked for, a gate of `tokio` permits how much of it goes on at once.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use soko_solver::limits::{Bound, MEMORY, THREADS};

use crate::problem::Problem;

/// Connections at once, if the system's limit of open files has room for them.
pub(crate) const CONNECTIONS: usize = 2_048;
/// Connections of one address at once, where others than this machine are let in. A class behind one address has six each.
pub(crate) const CONNECTIONS_PER_PEER: usize = 512;
/// Files that are kept for databases, levels and the processes of experiments.
pub(crate) const OTHER_FILES: usize = 192;
/// Most bytes of a request's head, and of what is buffered of a connection. The board of the largest drawing fits into an address.
pub(crate) const HEAD: usize = 64 << 10;
/// Most bytes of an ordinary request.
pub(crate) const BODY: usize = 256 << 10;
/// Most bytes of levels to import, check or convert.
pub(crate) const UPLOAD: usize = 8 << 20;
/// Games held at once; the one idle for longest makes room.
pub(crate) const GAMES: usize = 1_000;
/// Steps of a game played backwards.
pub(crate) const REVERSE_STEPS: usize = 20_000;
/// Collections that can be imported.
pub(crate) const COLLECTIONS: usize = 500;
/// Levels of one imported collection.
pub(crate) const LEVELS: usize = 20_000;
/// Cells of all boards of one imported collection.
pub(crate) const IMPORTED_CELLS: usize = 8 << 20;
/// What is said about an imported file; the rest is counted.
pub(crate) const DIAGNOSTICS: usize = 300;
/// Levels that a search over all collections lists; the rest is counted.
pub(crate) const HITS: usize = 300;
/// Cells of a drawing in the editor.
pub(crate) const DRAWN_CELLS: usize = 16_384;
/// Drawings that are searched for a solution at once.
pub(crate) const TRIALS_AT_ONCE: usize = 2;
/// Seconds after which a generator takes what it has.
pub(crate) const GENERATE_SECONDS: u64 = 3;
/// Experiments that can be defined in the page.
pub(crate) const EXPERIMENTS: usize = 200;
/// Players of one experiment.
pub(crate) const CONTENDERS: usize = 64;
/// Runs that one experiment may ask for.
pub(crate) const TRIALS: usize = 100_000;
/// Rows of a table that a page gets; a file has all.
pub(crate) const ROWS: usize = 2_000;
/// Heavy requests (pictures, animations, generated levels) worked on at once.
pub(crate) const HEAVY: usize = 4;
/// Games whose analyses are remembered; the one asked for longest ago makes room.
pub(crate) const ANALYSES: usize = 64;
/// Threads that think about positions.
pub(crate) const ANALYSTS: usize = 2;
/// Bytes of all tables of positions.
pub(crate) const ANALYSIS_TABLES: usize = 96 << 20;
/// Hints searched for at once.
pub(crate) const HINTS: usize = 2;

/// Jobs that wait for their turn.
pub(crate) const JOBS_WAITING: usize = 64;
/// Jobs that ended and are remembered.
pub(crate) const JOBS_ENDED: usize = 200;
/// Tables of learners that are remembered.
pub(crate) const TABLES: usize = 8;
/// Most bytes of a table that is remembered.
pub(crate) const TABLE_BYTES: usize = 64 << 20;
/// Tables that were sent in and are held, each as large as one that is remembered.
pub(crate) const TABLES_SENT_IN: usize = 4;
/// MiB that a job can ask for: jobs share the server's process, so they get less than the lab's workers.
pub(crate) const JOB_MEMORY: Bound<u64> = MEMORY.within(8 << 10, Some(2 << 10));
/// Threads that a job can ask for.
pub(crate) const JOB_THREADS: Bound<u64> = THREADS.within(64, None);
/// Ended jobs that the stream tells of, the newest. With all 200 of them every end of a job cost each of 200 pages 60 KB, and
/// the slowest hundredth of moves took 76 ms instead of 13.
pub(crate) const JOBS_TOLD: usize = 24;
/// Notes of a job that are shown, the newest.
pub(crate) const NOTES: usize = 50;
/// Moves of the game before a run that begins at a position.
pub(crate) const PLAYED: usize = 20_000;
/// Moves of a game that is shown step by step.
pub(crate) const REPLAY: usize = 100_000;
/// Frames of an animation.
pub(crate) const FRAMES: usize = 10_000;

/// So many requests a second, and some more at once after a rest.
#[derive(Debug)]
pub(crate) struct Bucket {
    rate: f64,
    size: f64,
    level: Mutex<(f64, Instant)>,
}

impl Bucket {
    pub(crate) fn new(rate: f64, size: f64) -> Self {
        Self { rate, size, level: Mutex::new((size, Instant::now())) }
    }

    /// Is there none left for the moment?
    pub(crate) fn is_empty(&self) -> bool {
        let level = *self.level.lock().unwrap_or_else(PoisonError::into_inner);
        self.filled(level, Instant::now()) < 1.0
    }

    /// What there is of a level that was left some time ago.
    fn filled(&self, (held, since): (f64, Instant), now: Instant) -> f64 {
        let rested = now.saturating_duration_since(since).as_secs_f64();
        rested.mul_add(self.rate, held).min(self.size)
    }

    /// Takes one out.
    ///
    /// # Errors
    /// There is none left for the moment.
    pub(crate) fn take(&self) -> Result<(), Problem> {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> Result<(), Problem> {
        let mut level = self.level.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.filled(*level, now);
        if held < 1.0 {
            *level = (held, now);
            return Err(Problem::busy("too many requests at once").help("try again in a second"));
        }
        *level = (held - 1.0, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let bucket = Bucket::new(2.0, 3.0);
        let start = Instant::now();
        let at = |ms: u64| bucket.take_at(start + Duration::from_millis(ms)).is_ok();
        assert_eq!([at(0), at(0), at(0), at(0)], [true, true, true, false]);
        assert_eq!([at(400), at(600), at(700)], [false, true, false]);
        assert_eq!([at(9_000), at(9_000), at(9_000), at(9_000)], [true, true, true, false]);
    }
}
