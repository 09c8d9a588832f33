//! Numbered work on several threads, its results in order.
//!
//! Threads take the next number, work, and put the result into its place in a window; the window moves on as results are
//! taken from its front. No thread runs ahead of the taker by more than the window, so memory is bounded and little is
//! wasted when the taker has enough.

use std::{
    collections::VecDeque,
    panic::resume_unwind,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

/// Results that may wait for each thread.
const WINDOW: usize = 32;

/// Results in order of their numbers.
pub(crate) struct Ordered<T> {
    shared: Arc<Shared<T>>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared<T> {
    window: Mutex<Window<T>>,
    changed: Condvar,
    size: usize,
}

struct Window<T> {
    /// The next number to work on.
    next: u64,
    /// The number of the first place.
    first: u64,
    places: VecDeque<Option<T>>,
    /// Told to end, or a thread has panicked.
    ended: bool,
}

impl<T: Send + 'static> Ordered<T> {
    /// Starts threads that work on all numbers from the first on.
    pub(crate) fn start(threads: usize, first: u64, work: impl Fn(u64) -> T + Send + Sync + 'static) -> Self {
        let window = Window { next: first, first, places: VecDeque::new(), ended: false };
        let size = WINDOW * threads;
        let shared = Arc::new(Shared { window: Mutex::new(window), changed: Condvar::new(), size });
        let work = Arc::new(work);
        let threads = (0..threads)
            .map(|_| {
                let (shared, work) = (Arc::clone(&shared), Arc::clone(&work));
                thread::spawn(move || shared.work(&*work))
            })
            .collect();
        Self { shared, threads }
    }

    /// The result of the next number; waits for it.
    ///
    /// # Panics
    /// If the work has.
    pub(crate) fn take(&mut self) -> T {
        let mut window = self.shared.open();
        loop {
            if matches!(window.places.front(), Some(Some(_)))
                && let Some(Some(result)) = window.places.pop_front()
            {
                window.first += 1;
                drop(window);
                self.shared.changed.notify_all();
                return result;
            }
            if window.ended {
                drop(window);
                let ends: Vec<_> = self.threads.drain(..).map(JoinHandle::join).collect();
                let panic = ends.into_iter().find_map(Result::err);
                resume_unwind(panic.unwrap_or_else(|| Box::new("the threads have ended")));
            }
            window = self.shared.changed.wait(window).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<T> Shared<T> {
    fn open(&self) -> MutexGuard<'_, Window<T>> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.open().ended = true;
        self.changed.notify_all();
    }

    fn work(&self, work: &impl Fn(u64) -> T) {
        let _ending = EndOnPanic(self);
        while let Some(number) = self.next() {
            let result = work(number);
            let mut window = self.open();
            let place = (number - window.first) as usize;
            window.places[place] = Some(result);
            drop(window);
            self.changed.notify_all();
        }
    }

    /// The next number, as soon as the window has a place for it; `None` at the end.
    fn next(&self) -> Option<u64> {
        let mut window = self.open();
        while !window.ended && window.places.len() >= self.size {
            window = self.changed.wait(window).unwrap_or_else(PoisonError::into_inner);
        }
        if window.ended {
            return None;
        }
        window.places.push_back(None);
        window.next += 1;
        Some(window.next - 1)
    }
}

/// Ends all waiting when its thread panics.
struct EndOnPanic<'a, T>(&'a Shared<T>);

impl<T> Drop for EndOnPanic<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Waits for the work at hand, and for no more.
impl<T> Drop for Ordered<T> {
    fn drop(&mut self) {
        self.shared.end();
        for thread in self.threads.drain(..) {
            // A panic was passed on when its result was asked for, or the result was not wanted.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn results_come_in_order_however_long_they_take() {
        for threads in [1, 3] {
            let work = |number: u64| {
                // The longer, the earlier in every run of eight.
                (0..(8 - number % 8) * 50).for_each(|_| thread::yield_now());
                number * 2
            };
            let mut ordered = Ordered::start(threads, 5, work);
            let results: Vec<_> = (0..500).map(|_| ordered.take()).collect();
            assert_eq!(results, (5..505).map(|number| number * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_reaches_the_taker() {
        let mut ordered = Ordered::start(2, 0, |number| assert!(number < 10, "too far"));
        let taken = catch_unwind(AssertUnwindSafe(|| (0..20).for_each(|_| ordered.take())));
        assert!(taken.is_err());
    }
}
