//! Ctrl-C: the first stops the level at hand and keeps what was found, the second ends at once.
//!
//! `SIGTERM` and `SIGHUP` count as Ctrl-C. The handler is installed when the first level starts: before
//! that, while files and standard input are read, there is nothing to keep and Ctrl-C simply ends the program.

use std::{
    io::{IsTerminal, Write, stderr},
    sync::Once,
    thread,
    time::Duration,
};

use soko_solver::Control;

use crate::exit::Exit;

/// Turns signals into a stop of the running player.
pub(crate) struct Interrupt {
    control: Control,
    installed: Once,
}

impl Interrupt {
    /// Nothing is caught yet.
    pub(crate) fn new() -> Self {
        Self { control: Control::default(), installed: Once::new() }
    }

    /// Catches signals from now on; the handle goes into a budget. Only a signal ever stops it.
    pub(crate) fn control(&self) -> Control {
        self.installed.call_once(|| {
            let control = self.control.clone();
            // Without a handler Ctrl-C still ends the program, but the level at hand is lost.
            let _ = ctrlc::set_handler(move || signalled(&control));
        });
        self.control.clone()
    }

    /// Has Ctrl-C been pressed?
    pub(crate) fn requested(&self) -> bool {
        self.control.is_stopped()
    }
}

fn signalled(control: &Control) {
    if control.is_stopped() {
        #[expect(
            clippy::exit,
            reason = "the second Ctrl-C means now; every finished line is already flushed"
        )]
        std::process::exit(i32::from(Exit::Interrupted.code()));
    }
    control.stop();
    // Players look up every millisecond or so; only one that does not is worth a word.
    thread::sleep(Duration::from_millis(300));
    let mut stderr = stderr();
    if stderr.is_terminal() {
        let _ = writeln!(stderr, "\nstopping; press Ctrl-C again to end at once");
    }
}
