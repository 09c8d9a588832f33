//! The one way out: standard output for results, standard error for everything else.
//!
//! [`Terminal`] buffers standard output and is flushed by the commands whenever a unit of work is done. A
//! write error travels up as [`Failure::Output`]; if the reader has closed the pipe, the program ends quietly.
//! Messages on standard error never fail: there is no other place to report it.
//!
//! Colour is for terminals: `--color` decides, then `NO_COLOR` and `TERM=dumb`, then whether the stream is
//! a terminal. Text from level files goes through [`printable`], so a title cannot send escape sequences.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    io::{self, BufWriter, IsTerminal, Stdout, Write, stderr, stdout},
};

use clap::{
    ColorChoice,
    builder::styling::{AnsiColor, Style},
};
use soko_formats::{Diagnostic, Severity};

use crate::{
    exit::{Exit, Failure},
    level_source::{LevelFile, Unreadable},
};

/// Titles and headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// Good news.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Errors.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Warnings, and levels that are not solved.
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
/// Notes.
pub(crate) const REMARK: Style = AnsiColor::Cyan.on_default().bold();
/// What the eye may skip.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Columns of a line where the width of the terminal is not known.
const USUAL_COLUMNS: usize = 80;

/// Where the program writes.
pub(crate) struct Terminal {
    out: BufWriter<Stdout>,
    paint: Paint,
    error_paint: Paint,
    quiet: bool,
}

impl Terminal {
    /// Looks at the streams and the environment once.
    pub(crate) fn new(color: ColorChoice, quiet: bool) -> Self {
        Self {
            out: BufWriter::new(stdout()),
            paint: Paint { on: coloured(color, stdout().is_terminal()) },
            error_paint: Paint { on: coloured(color, stderr().is_terminal()) },
            quiet,
        }
    }

    /// Colours for standard output.
    pub(crate) const fn paint(&self) -> Paint {
        self.paint
    }

    /// Were only results and errors asked for?
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Does a person look at standard output?
    pub(crate) fn is_interactive(&self) -> bool {
        self.out.get_ref().is_terminal()
    }

    /// Width of the lines we print.
    pub(crate) fn columns(&self) -> usize {
        if !self.is_interactive() {
            return USUAL_COLUMNS;
        }
        terminal_size::terminal_size().map_or(USUAL_COLUMNS, |(width, _)| usize::from(width.0).max(40))
    }

    /// Says on standard error what went wrong and what to do about it.
    pub(crate) fn error(&mut self, message: impl fmt::Display, help: Option<&str>) {
        self.say("error", BAD, message, help);
    }

    /// Says on standard error what may be wrong.
    pub(crate) fn warning(&mut self, message: impl fmt::Display, help: Option<&str>) {
        if !self.quiet {
            self.say("warning", DOUBTFUL, message, help);
        }
    }

    /// Says on standard error what is worth knowing.
    pub(crate) fn note(&mut self, message: impl fmt::Display) {
        if !self.quiet {
            self.say("note", REMARK, message, None);
        }
    }

    /// A file that cannot be read, while others can.
    pub(crate) fn unreadable(&mut self, unreadable: &Unreadable) {
        self.error(
            format!("{}: {}", printable(&unreadable.file), unreadable.message),
            Some(&unreadable.help),
        );
    }

    /// A file that was read, after its errors were told; nothing if it cannot be read, which is told as well. Both go
    /// into the exit status.
    pub(crate) fn opened<F: Borrow<LevelFile>>(
        &mut self,
        file: Result<F, Unreadable>,
        exit: &mut Exit,
    ) -> Option<F> {
        match file {
            Ok(file) => {
                *exit = (*exit).max(self.errors_of(file.borrow()));
                Some(file)
            }
            Err(unreadable) => {
                self.unreadable(&unreadable);
                *exit = (*exit).max(Exit::BadInput);
                None
            }
        }
    }

    /// The errors of a file, on standard error with their places, and what they mean for the exit status.
    fn errors_of(&mut self, file: &LevelFile) -> Exit {
        let mut exit = Exit::Done;
        for problem in file.problems().filter(|p| p.severity == Severity::Error) {
            self.problem(&file.name, problem);
            exit = Exit::BadInput;
        }
        exit
    }

    /// A problem of a file, on standard error, with its place.
    fn problem(&mut self, file: &str, problem: &Diagnostic) {
        let message = format!(
            "{}:{}:{}: {}",
            printable(file),
            problem.line,
            problem.column,
            printable(&problem.message)
        );
        match problem.severity {
            Severity::Error => self.error(message, Some(&problem.remedy)),
            Severity::Warning => self.warning(message, Some(&problem.remedy)),
            Severity::Note => self.note(message),
        }
    }

    /// Why a command ended early.
    pub(crate) fn failure(&mut self, failure: &Failure) {
        match failure {
            Failure::Message { message, help, .. } => self.error(message, help.as_deref()),
            closed if closed.is_closed_pipe() => {}
            Failure::Output(error) => self.error(
                format!("cannot write to standard output: {error}"),
                Some("what follows is lost: send the output to a place that takes it, and run the command again"),
            ),
        }
    }

    fn say(&mut self, word: &str, style: Style, message: impl fmt::Display, help: Option<&str>) {
        // Results before messages about them, when both go to one place. A failure shows up at the next write.
        let _ = self.out.flush();
        let paint = self.error_paint;
        let mut text = format!("{}{} {message}\n", paint.with(style, word), paint.with(HEADING, ":"));
        if let Some(help) = help {
            text.extend(["  ", &paint.with(REMARK, "help:").to_string(), " ", help, "\n"]);
        }
        let _ = stderr().write_all(text.as_bytes());
    }
}

/// Writes to standard output.
impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A terminal that knows no escape sequences?
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|value| value == "dumb")
}

/// Width of the terminal behind standard error.
pub(crate) fn error_columns() -> usize {
    let size = terminal_size::terminal_size_of(stderr());
    size.map_or(USUAL_COLUMNS, |(width, _)| usize::from(width.0))
}

fn coloured(choice: ColorChoice, is_terminal: bool) -> bool {
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || is_dumb();
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && !refused(),
    }
}

/// Whether to colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// No colour, whatever is asked.
    #[cfg(test)]
    pub(crate) const OFF: Self = Self { on: false };

    /// The text in a style, or plain.
    pub(crate) const fn with<T: fmt::Display>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.on { Some(style) } else { None }, text }
    }
}

/// Text that prints itself in a style.
pub(crate) struct Painted<T> {
    style: Option<Style>,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Some(style) => write!(f, "{style}{}{style:#}", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

/// Text from a file without control characters.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_control) {
        Cow::Owned(text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_of_a_title_are_disarmed() {
        assert_eq!(printable("\x1b[2J wiped"), "\u{fffd}[2J wiped");
        assert!(matches!(printable("Größe 3 × 4"), Cow::Borrowed(_)));
    }

    #[test]
    fn paint_is_off_or_resets_itself() {
        assert_eq!(Paint::OFF.with(BAD, "x").to_string(), "x");
        let red = Paint { on: true }.with(BAD, "x").to_string();
        assert!(red.starts_with('\x1b') && red.ends_with("\x1b[0m"), "{red:?}");
    }
}
