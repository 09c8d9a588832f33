//! The moving line on standard error while something takes long. On anything but a terminal it is silent.
//!
//! It never fills the last columns: the `^C` that a terminal echoes must find room on the same line, or the
//! line would be left behind as a ghost.

use std::io::{IsTerminal, Write, stderr};

use super::table::fitted;
use crate::terminal;

/// Seconds before the line appears: most work is done sooner, and a flash is of no use.
const PATIENCE: f64 = 0.2;
/// Columns left free for the echo of a key or two.
const SPARE: usize = 4;
/// The moving sign: the line is alive even if no figure changes.
const FRAMES: [char; 4] = ['|', '/', '-', '\\'];

/// A line that is drawn again and again.
pub(crate) struct MovingLine {
    shown: bool,
    /// How often it was drawn.
    drawn: usize,
}

impl MovingLine {
    /// `wanted` or not, it is shown on terminals only.
    pub(crate) fn new(wanted: bool) -> Self {
        Self { shown: wanted && stderr().is_terminal() && !terminal::is_dumb(), drawn: 0 }
    }

    /// Is it worth a message after so many seconds of work?
    pub(crate) fn is_due(&self, seconds: f64) -> bool {
        self.shown && seconds >= PATIENCE
    }

    /// Shows a message after so many seconds of work, unless it is too soon.
    pub(crate) fn say(&mut self, seconds: f64, message: &str) {
        if self.is_due(seconds) {
            let text = format!("{} {message}", FRAMES[self.drawn % FRAMES.len()]);
            let text = fitted(&text, terminal::error_columns().saturating_sub(SPARE));
            let _ = stderr().write_all(format!("\r\x1b[2K{}", text.trim_end()).as_bytes());
            self.drawn += 1;
        }
    }

    /// Takes it off the screen.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) > 0 {
            let _ = stderr().write_all(b"\r\x1b[2K");
        }
    }
}
