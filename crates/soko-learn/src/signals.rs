//! What the thread that waits and the walkers' threads tell each other while a round is played.
//!
//! Walkers have no context. That a run is to stop reaches them as a flag, which every step reads. So does the wish of a watcher to
//! see a position: the first walker that finds it takes it away and leaves the position it is in, and the thread that
//! waits shows it. Neither changes what is learnt.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use soko_solver::{Context, Shown};

/// Flags that all threads of a training see.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    stop: AtomicBool,
    wanted: AtomicBool,
    shown: Mutex<Option<Shown>>,
}

impl Signals {
    /// Ends the round for all walkers.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Is the round to end?
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Is a position wanted?
    #[inline]
    pub(crate) fn wants_position(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// A walker leaves a position, unless another one was faster.
    pub(crate) fn leave(&self, shown: Shown) {
        if self.wanted.swap(false, Ordering::Relaxed) {
            *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
        }
    }

    /// Shows what a walker has left, or asks for it, if a watcher of the run waits for a position.
    pub(crate) fn pass_on(&self, context: &mut Context<'_>) {
        if context.wants_position() {
            let left = self.shown.lock().unwrap_or_else(PoisonError::into_inner).take();
            match left {
                Some(shown) => {
                    // Asked for again while it was being left.
                    self.wanted.store(false, Ordering::Relaxed);
                    context.show(shown);
                }
                None => self.wanted.store(true, Ordering::Relaxed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    #[test]
    fn a_position_is_left_only_if_it_is_wanted_and_only_once() {
        let level = Level::parse("######\n#@$ .#\n######").unwrap();
        let signals = Signals::default();
        let left = || signals.shown.lock().unwrap().take();
        let shown = Shown { position: level.start().clone(), way: None };
        signals.leave(shown.clone());
        assert_eq!(left(), None);
        signals.wanted.store(true, Ordering::Relaxed);
        signals.leave(shown.clone());
        assert!(!signals.wants_position());
        assert_eq!(left().as_ref(), Some(&shown));
        signals.leave(shown);
        assert_eq!(left(), None);
    }
}
