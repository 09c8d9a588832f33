//! The terminal while the game has it: taken over once, given back exactly once.

use std::{
    io::{self, Stdout, Write},
    mem::ManuallyDrop,
    panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{self, EnterAlternateScreen, LeaveAlternateScreen},
    },
};

use super::{bounded::Bounded, signals::Signals};

/// Nothing of ours is on the terminal (any more).
static RESTORED: AtomicBool = AtomicBool::new(true);

/// Was the terminal given back, by a panic of another thread?
pub(super) fn is_restored() -> bool {
    RESTORED.load(Ordering::SeqCst)
}

fn restore() {
    if RESTORED.swap(true, Ordering::SeqCst) {
        return;
    }
    // If the terminal is gone there is nothing left to restore.
    _ = terminal::disable_raw_mode();
    _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    _ = io::stdout().flush();
}

type PanicHook = dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync;

type Screenful = Terminal<Bounded<CrosstermBackend<Stdout>>>;

/// The terminal while we have it.
pub(super) struct HeldTerminal {
    /// Never dropped: its own clean-up would repeat ours, and print (that is, panic) if the window is closed.
    pub(super) terminal: ManuallyDrop<Screenful>,
    mouse: bool,
    previous_hook: Arc<PanicHook>,
}

impl HeldTerminal {
    pub(super) fn take(mouse: bool) -> io::Result<Self> {
        let previous_hook: Arc<PanicHook> = Arc::from(panic::take_hook());
        let hook = Arc::clone(&previous_hook);
        panic::set_hook(Box::new(move |info| {
            restore();
            hook(info);
        }));
        let made = seize(mouse).and_then(|()| Terminal::new(Bounded(CrosstermBackend::new(io::stdout()))));
        match made {
            Ok(terminal) => Ok(Self { terminal: ManuallyDrop::new(terminal), mouse, previous_hook }),
            Err(error) => {
                restore();
                give_back_hook(previous_hook);
                Err(error)
            }
        }
    }

    /// Gives the terminal back, stops the process as the signal asks for, and takes the terminal again after that.
    pub(super) fn lend(&mut self, signals: &Signals) -> io::Result<()> {
        restore();
        signals.stop_here()?;
        self.take_again()
    }

    /// Takes a terminal that another program may have used.
    pub(super) fn take_again(&mut self) -> io::Result<()> {
        // The mode that we left it in is not the one that it has now.
        restore();
        seize(self.mouse)?;
        self.terminal.hide_cursor()?;
        self.terminal.clear()
    }
}

fn seize(mouse: bool) -> io::Result<()> {
    RESTORED.store(false, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    if mouse { execute!(io::stdout(), EnableMouseCapture) } else { Ok(()) }
}

fn give_back_hook(hook: Arc<PanicHook>) {
    panic::set_hook(Box::new(move |info| hook(info)));
}

impl Drop for HeldTerminal {
    fn drop(&mut self) {
        restore();
        if !std::thread::panicking() {
            give_back_hook(Arc::clone(&self.previous_hook));
        }
    }
}
