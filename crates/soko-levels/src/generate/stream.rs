//! Levels one after another, as many as are taken.
//!
//! Attempts are numbered, and each has random choices of its own, made from seed and number ([`attempt`]). They are accepted in
//! the order of their numbers; of levels that are the same up to the eight symmetries and the player's start the first one counts. So
//! the seed alone decides what comes out: not the number of threads, nor whether the stream was left and taken up again.
//!
//! ```
//! use soko_levels::generate::{LevelStyle, Stream, Wish};
//!
//! let wish = Wish::of(LevelStyle::Rooms);
//! let rooms: Vec<_> = Stream::new(wish, 7).unwrap().take(3).collect();
//! assert!(rooms.iter().all(|room| room.solution.metrics().pushes >= 10));
//!
//! // Two threads, from the third level on: the same level.
//! let mut again = Stream::new(wish, 7).unwrap().with_threads(2).after(&rooms[..2]);
//! assert_eq!(again.next().unwrap().level.board(), rooms[2].level.board());
//! ```
//!
//! A stream ends when it is stopped, or after many attempts in a row without a level; [`Stream::tally`] says why they failed.

use std::collections::BTreeSet;

use soko_core::LevelHash;
use soko_solver::Control;

use super::{
    attempt::{Generated, attempt},
    ordered::Ordered,
    refusal::{Refusal, Tally},
    wish::{Wish, WishError},
};

/// Attempts in a row without a level after which a stream ends.
pub const PATIENCE: u64 = 5_000;

/// An endless sequence of different levels, decided by a wish and a seed.
pub struct Stream {
    wish: Wish,
    seed: u64,
    threads: usize,
    patience: u64,
    control: Control,
    /// The next attempt.
    next: u64,
    /// Attempts since the last level.
    in_vain: u64,
    known: BTreeSet<LevelHash>,
    tally: Tally,
    ahead: Option<Ordered<Result<Generated, Refusal>>>,
}

impl Stream {
    /// The levels of a wish, from the first attempt on, made by the calling thread.
    ///
    /// # Errors
    /// There can be no such level.
    pub fn new(wish: Wish, seed: u64) -> Result<Self, WishError> {
        wish.check()?;
        Ok(Self {
            wish,
            seed,
            threads: 1,
            patience: PATIENCE,
            control: Control::default(),
            next: 0,
            in_vain: 0,
            known: BTreeSet::new(),
            tally: Tally::default(),
            ahead: None,
        })
    }

    /// The same levels, made by so many threads.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Ends after so many attempts in a row without a level.
    #[must_use]
    pub const fn with_patience(mut self, attempts: u64) -> Self {
        self.patience = attempts;
        self
    }

    /// Ends when told to.
    #[must_use]
    pub fn with_control(mut self, control: &Control) -> Self {
        // A part: the end of the stream stops its threads and no others.
        self.control = control.part();
        self
    }

    /// Goes on after levels that were taken before, in their order.
    #[must_use]
    pub fn after<'a>(self, levels: impl IntoIterator<Item = &'a Generated>) -> Self {
        self.after_attempts(levels.into_iter().map(|made| (made.attempt, made.family)))
    }

    /// Goes on after levels of which the attempts and [families](Generated::family) are known, in their order.
    #[must_use]
    pub fn after_attempts(mut self, levels: impl IntoIterator<Item = (u64, LevelHash)>) -> Self {
        for (attempt, family) in levels {
            self.next = attempt + 1;
            self.known.insert(family);
        }
        self
    }

    /// Leaves out levels of these [families](Generated::family).
    #[must_use]
    pub fn except(mut self, families: impl IntoIterator<Item = LevelHash>) -> Self {
        self.known.extend(families);
        self
    }

    /// How the attempts went so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Was it told to stop?
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// The outcome of the next attempt; `None` at the end of the stream. As [`next`](Iterator::next), for a caller who shows
    /// progress.
    pub fn next_attempt(&mut self) -> Option<Result<Generated, Refusal>> {
        if self.in_vain >= self.patience || self.is_stopped() {
            return None;
        }
        let mut made = self.made();
        if made.as_ref().is_ok_and(|made| self.known.contains(&made.family)) {
            made = Err(Refusal::Known);
        }
        match &made {
            Err(Refusal::Stopped) => return None,
            Err(refusal) => {
                self.in_vain += 1;
                self.tally.refuse(*refusal);
            }
            Ok(level) => {
                self.in_vain = 0;
                self.tally.made();
                self.known.insert(level.family);
            }
        }
        self.next += 1;
        Some(made)
    }

    fn made(&mut self) -> Result<Generated, Refusal> {
        if self.threads <= 1 {
            return attempt(&self.wish, self.seed, self.next, &self.control);
        }
        let (wish, seed, first) = (self.wish, self.seed, self.next);
        let control = &self.control;
        let ahead = self.ahead.get_or_insert_with(|| {
            let control = control.clone();
            Ordered::start(self.threads, first, move |number| attempt(&wish, seed, number, &control))
        });
        ahead.take()
    }
}

impl Iterator for Stream {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        while let Some(made) = self.next_attempt() {
            if let Ok(made) = made {
                return Some(made);
            }
        }
        None
    }
}

/// Attempts at hand are stopped.
impl Drop for Stream {
    fn drop(&mut self) {
        self.control.stop();
    }
}
