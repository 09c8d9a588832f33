//! Events of the terminal, read on a thread of their own.
//!
//! The reason is one case: the terminal window is closed. Then reading yields end-of-file for ever, and
//! crossterm 0.29 keeps reading inside its `poll`, whatever the timeout. On its own thread that does no harm:
//! the game notices the hang-up by the signal or by the failing screen, saves, and the process ends.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use ratatui::crossterm::event::{self, Event};

/// How long the thread may take to notice that it is over.
const ROUND: Duration = Duration::from_millis(50);

pub(super) struct Events {
    receiver: Receiver<io::Result<Event>>,
    over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Events {
    pub(super) fn listen() -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&over);
        let listen = move || {
            while !told.load(Ordering::SeqCst) {
                let event = match event::poll(ROUND) {
                    Ok(false) => continue,
                    Ok(true) => event::read(),
                    Err(error) => Err(error),
                };
                let failed = event.is_err();
                if sender.send(event).is_err() || failed {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("terminal events".into()).spawn(listen)?;
        Ok(Self { receiver, over, thread })
    }

    /// The next event, if one comes in time.
    pub(super) fn next(&self, patience: Duration) -> io::Result<Option<Event>> {
        match self.receiver.recv_timeout(patience) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        // Give it time to let go of the terminal, so that it eats no key of the next program. After
        // a hang-up it never ends; then there is no next program.
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < 3 * ROUND {
            thread::sleep(Duration::from_millis(5));
        }
    }
}
