//! The signals that end, suspend and continue the game, turned into questions of its loop.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// What signals asked for.
pub(super) struct Signals {
    end: Arc<AtomicBool>,
    suspend: Arc<AtomicBool>,
    go_on: Arc<AtomicBool>,
    /// After the game signals do again what they do by default.
    over: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn watch() -> io::Result<Self> {
        use signal_hook::{
            consts::{
                SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
                SIGVTALRM, SIGXCPU,
            },
            flag,
        };
        let signals = Self::none();
        // All that end a program by default, but for those that say that it is broken.
        let ending =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF];
        let watched = ending.map(|signal| (signal, &signals.end));
        for (signal, flag) in
            watched.into_iter().chain([(SIGTSTP, &signals.suspend), (SIGCONT, &signals.go_on)])
        {
            flag::register_conditional_default(signal, Arc::clone(&signals.over))?;
            flag::register(signal, Arc::clone(flag))?;
        }
        Ok(signals)
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
    pub(super) fn watch() -> io::Result<Self> {
        Ok(Self::none())
    }

    fn none() -> Self {
        Self { end: Arc::default(), suspend: Arc::default(), go_on: Arc::default(), over: Arc::default() }
    }

    /// Is the program to leave?
    pub(super) fn ended(&self) -> bool {
        self.end.load(Ordering::SeqCst)
    }

    /// Is it to stop for a while? Asked once.
    pub(super) fn suspended(&self) -> bool {
        self.suspend.swap(false, Ordering::SeqCst)
    }

    /// Does it go on after it was stopped? Asked once.
    pub(super) fn went_on(&self) -> bool {
        self.go_on.swap(false, Ordering::SeqCst)
    }

    /// Stops the process, and returns when it goes on.
    #[cfg(unix)]
    pub(super) fn stop_here(&self) -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        // What was asked for before the stop is answered by it, and so is the signal that ended it.
        self.suspend.store(false, Ordering::SeqCst);
        self.go_on.store(false, Ordering::SeqCst);
        Ok(())
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "there is no such signal here")]
    pub(super) fn stop_here(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
    }
}
