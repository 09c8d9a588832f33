//! The game itself, as the child that the tests start.

use std::{io::Write, path::PathBuf, process::ExitCode, thread, time::Duration};

use soko_tui::{ColourDepth, GlyphSet, Options, Theme, TuiError, game::Preferences};

use crate::levels;

/// What the child shall do: "play", or "panic" in another thread.
pub(super) const PLAY: &str = "SOKO_TUI_PLAY";
pub(super) const RECORDS: &str = "SOKO_TUI_RECORDS";
pub(super) const START: &str = "SOKO_TUI_START";

/// The game itself. Says on the terminal, after the game, how it went.
pub(super) fn play(what: &str) -> ExitCode {
    let options = Options {
        start: std::env::var(START).ok().and_then(|s| s.parse().ok()),
        records: std::env::var_os(RECORDS).map(PathBuf::from),
        theme: Theme { colours: ColourDepth::Basic, glyphs: GlyphSet::Unicode },
        preferences: Preferences { animate: false, ..Preferences::default() },
        ..Options::default()
    };
    if what == "panic" {
        thread::spawn(|| {
            thread::sleep(Duration::from_millis(300));
            panic!("a bug elsewhere");
        });
    }
    match soko_tui::run(levels::levels(), &options) {
        Ok(summary) => {
            say(&format!("SOLVED {} {:?}", summary.solved, summary.warnings));
            if summary.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS }
        }
        Err(TuiError::NotATerminal) => ExitCode::from(2),
        Err(error) => {
            say(&format!("ERROR {error}"));
            ExitCode::from(70)
        }
    }
}

/// The terminal may be gone; that is no reason to panic.
fn say(text: &str) {
    _ = writeln!(std::io::stdout(), "{text}");
}
