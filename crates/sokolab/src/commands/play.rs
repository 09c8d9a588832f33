//! `sokolab play`: collects levels and hands them to the terminal game.

use std::{
    ffi::OsString,
    io::{IsTerminal, stdin, stdout},
};

use soko_tui::{Options, PlayLevel, TuiError};

use crate::{
    builtin,
    cli::play::PlayArgs,
    exit::{Exit, Failure},
    level_source::LevelSource,
    terminal::Terminal,
};

/// Plays.
pub(super) fn run(args: &PlayArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        let help =
            "run it in a terminal window, without '<', '>' or '|'; to look at levels use 'sokolab show'";
        return Err(Failure::with_help("play needs a terminal for both input and output", help));
    }
    let named: Vec<OsString> = if args.levels.is_empty() {
        builtin::all_levels().map(OsString::from).collect()
    } else {
        args.levels.clone()
    };
    let source = LevelSource::open(&named, args.reading.reading())?;
    let mut levels = Vec::new();
    let mut picked_one = named.len() == 1;
    // The player sees what is wrong before the game and plays the levels that are left: no reason to end badly.
    let mut troubles = Exit::Done;
    for file in source.files() {
        let Some(file) = terminal.opened(file, &mut troubles) else { continue };
        picked_one &= !file.is_whole();
        for source in file.levels() {
            let name = format!("{}#{}", file.name, source.index);
            let level = match source.playable() {
                Ok(level) => level.clone(),
                Err(refusal) => {
                    terminal.warning(format!("{name} is left out: {refusal}"), None);
                    continue;
                }
            };
            let author = file.document.collection.credit(source.entry).map(str::to_owned);
            levels.push(PlayLevel { name, title: source.title().map(str::to_owned), author, level });
        }
    }
    let mut options = Options { mouse: !args.no_mouse, ..Options::default() };
    if let Some(records) = &args.records {
        options.records = Some(records.clone());
    }
    if picked_one {
        options.start = Some(0);
    }
    let summary = soko_tui::run(levels, &options).map_err(|error| match error {
        TuiError::NoLevel => {
            Failure::with_help("there is no level to play", "see what is wrong with: sokolab check")
        }
        error => Failure::input(error),
    })?;
    for warning in &summary.warnings {
        terminal.warning(warning, None);
    }
    Ok(if summary.interrupted { Exit::Interrupted } else { Exit::Done })
}
