//! Sokoban in a terminal: keys and mouse, undo without end, dead squares, any number of levels, and the best
//! solutions kept between runs.
//!
//! ```text
//!  terminal ── keys, mouse ──► keymap, pointer ── Input ──► Game::update ── Effects ──► records
//!     ▲                                                        │
//!     └────────────────────── view::draw ◄─────────────────────┘
//! ```
//!
//! [`game`] holds the whole truth and does no I/O; [`view`] draws it on any `ratatui` backend; [`keymap`] is
//! one table; [`records`] is the file of best solutions. Only the event loop inside [`run`] knows that there
//! is a terminal and a clock.

pub mod command;
pub mod game;
mod glyph_set;
mod help;
pub mod keymap;
pub mod pointer;
mod terminal;
pub mod view;

use std::{io, path::PathBuf};

use soko_core::Level;

pub use help::HelpLevel;
pub use soko_records as records;
pub use view::{ColourDepth, GlyphSet, Theme};

use game::{Game, Preferences};
use records::{Book, RecordsFile};

/// A level to play.
#[derive(Clone, Debug)]
pub struct PlayLevel {
    /// Where it comes from, such as `file#3`; shown if it has no title.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The level itself.
    pub level: Level,
}

/// How to play.
#[derive(Clone, Debug)]
pub struct Options {
    /// Index of the level to begin with. Without it the game goes on where these levels were left.
    pub start: Option<usize>,
    /// Listen to the mouse? While we do, most terminals select text only with Shift held.
    pub mouse: bool,
    /// Colours and characters.
    pub theme: Theme,
    /// What the player likes.
    pub preferences: Preferences,
    /// The file of best solutions and unfinished games; without it nothing is kept.
    pub records: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            start: None,
            mouse: true,
            theme: Theme::detect(),
            preferences: Preferences::default(),
            records: records::default_path(),
        }
    }
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// How often a level was solved.
    pub solved: usize,
    /// Did a signal end the game?
    pub interrupted: bool,
    /// What went wrong without stopping the game: damaged records, a full disk.
    pub warnings: Vec<String>,
}

/// Why there was no game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuiError {
    /// There is nothing to play.
    #[error("there is no level to play")]
    NoLevel,
    /// Input or output goes to a file or pipe.
    #[error("a game needs a terminal for both input and output")]
    NotATerminal,
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[source] io::Error),
}

/// Plays levels in this process's terminal until the player leaves.
///
/// The terminal is restored on every way out: return, error, panic, or a signal (`SIGINT`, `SIGTERM`,
/// `SIGHUP`), and the unfinished game is saved on all but the panic. Trouble with the records never stops
/// the game; it is shown and listed in the summary.
///
/// # Errors
/// No level, no terminal, or a terminal that fails.
pub fn run(levels: Vec<PlayLevel>, options: &Options) -> Result<Summary, TuiError> {
    let records = options.records.as_ref().map(RecordsFile::at);
    let mut warnings = Vec::new();
    let book = match records.as_ref().map(RecordsFile::load) {
        None => Book::default(),
        Some(Ok(loaded)) => {
            warnings.extend(loaded.warnings.iter().map(ToString::to_string));
            loaded.book
        }
        Some(Err(error)) => {
            warnings.push(error.to_string());
            Book::default()
        }
    };
    let mut game = Game::new(levels, options.start, &book, options.preferences).ok_or(TuiError::NoLevel)?;
    if let Some(warning) = warnings.first() {
        game.warn(warning.clone());
    }
    let mut summary = terminal::play(game, records.as_ref(), options)?;
    warnings.append(&mut summary.warnings);
    Ok(Summary { warnings, ..summary })
}
