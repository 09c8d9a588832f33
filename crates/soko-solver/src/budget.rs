//! How long a player may go on, and the handle that stops or pauses it from outside.
//!
//! By the same handle a watcher asks to be shown something. A request is a flag that the player's next look at the clock takes
//! away, so a run without a watcher pays for one more load a millisecond, and many requests between two looks are one.

use std::{
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// The limits of one run. `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded (for learners: steps played).
    pub nodes: Option<u64>,
    /// Bytes held by the player's tables and queues.
    pub memory: Option<u64>,
    /// Stop and pause from outside.
    pub control: Control,
}

/// Why a player had to halt before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Halt {
    /// Out of time.
    Time,
    /// Out of nodes.
    Nodes,
    /// Out of memory budget.
    Memory,
    /// Told to stop.
    Stopped,
}

/// A handle, cheap to clone, that stops, pauses or questions a running player from any thread.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pause: AtomicBool,
    position: AtomicBool,
    table: AtomicBool,
    /// Guards the waiting; the flags alone carry the state.
    gate: Mutex<()>,
    changed: Condvar,
    /// The handle of the whole of which this one governs a part.
    whole: Option<Control>,
}

/// How long a paused part sleeps before it looks at the whole again.
const NAP: Duration = Duration::from_millis(20);

impl Control {
    /// A handle for a part of the run, such as one of its threads: what is asked of the whole is asked of the part, but
    /// not the other way round. Only requests to show something stay with the whole, whose watcher gets one answer, not
    /// one from every part; the player passes them on.
    #[must_use]
    pub fn part(&self) -> Self {
        Self(Arc::new(Flags { whole: Some(self.clone()), ..Flags::default() }))
    }

    /// Ends the run at the player's next look.
    pub fn stop(&self) {
        self.set(&self.0.stop, true);
    }

    /// Holds the player at its next look.
    pub fn pause(&self) {
        self.set(&self.0.pause, true);
    }

    /// Lets a paused player go on.
    pub fn resume(&self) {
        self.set(&self.0.pause, false);
    }

    /// Asks for one [`EventKind::Position`](crate::EventKind::Position): the position expanded next.
    pub fn show_position(&self) {
        self.0.position.store(true, Ordering::Release);
    }

    /// Asks for one [`EventKind::Table`](crate::EventKind::Table). Players that keep no table do not answer.
    pub fn show_table(&self) {
        self.0.table.store(true, Ordering::Release);
    }

    /// Was a position asked for? The request is taken away.
    pub(crate) fn take_position_request(&self) -> bool {
        take(&self.0.position)
    }

    /// Was a table asked for? The request is taken away.
    pub(crate) fn take_table_request(&self) -> bool {
        take(&self.0.table)
    }

    /// Has someone called [`stop`](Self::stop)?
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Acquire) || self.0.whole.as_ref().is_some_and(Self::is_stopped)
    }

    /// Is the player to hold?
    pub(crate) fn is_paused(&self) -> bool {
        self.0.pause.load(Ordering::Acquire) || self.0.whole.as_ref().is_some_and(Self::is_paused)
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        let guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Release);
        drop(guard);
        self.0.changed.notify_all();
    }

    /// Blocks while paused and not stopped.
    pub(crate) fn wait_while_paused(&self) {
        let mut guard = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while self.is_paused() && !self.is_stopped() {
            guard = if self.0.whole.is_some() {
                // Resuming the whole wakes only those that wait for the whole.
                self.0.changed.wait_timeout(guard, NAP).unwrap_or_else(PoisonError::into_inner).0
            } else {
                self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }
}

/// Takes a request away. Reading alone is cheaper than swapping, and there is rarely one.
fn take(request: &AtomicBool) -> bool {
    request.load(Ordering::Relaxed) && request.swap(false, Ordering::AcqRel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_taken_once_and_stays_with_the_whole() {
        let whole = Control::default();
        let part = whole.part();
        whole.show_position();
        whole.show_position();
        assert!(!part.take_position_request() && !whole.take_table_request());
        assert!(whole.take_position_request() && !whole.take_position_request());
        part.show_table();
        assert!(!whole.take_table_request() && part.take_table_request());
    }

    #[test]
    fn a_part_obeys_the_whole_and_not_the_other_way_round() {
        let whole = Control::default();
        let (one, other) = (whole.part(), whole.part());
        one.stop();
        assert!(one.is_stopped() && !other.is_stopped() && !whole.is_stopped());
        whole.pause();
        assert!(other.is_paused());
        std::thread::scope(|scope| {
            scope.spawn(|| other.wait_while_paused());
            whole.resume();
        });
        whole.stop();
        assert!(other.is_stopped());
    }
}
