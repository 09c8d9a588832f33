//! `sokolab convert`: levels from anywhere into one file of another format.
//!
//! Boards are written as drawn, playable or not; what cannot be played is pointed out.

use std::io::Write;

use soko_formats::WriteOptions;

use soko_solver::quantity::show_number;

use crate::{
    cli::convert::ConvertArgs,
    destination::{Destination, format_of},
    exit::{Exit, Failure},
    level_source::LevelSource,
    merged_collection::MergedCollection,
    terminal::Terminal,
};

/// Converts.
pub(super) fn run(args: &ConvertArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let format = args.to.or_else(|| args.output.as_deref().and_then(format_of)).ok_or_else(|| {
        Failure::with_help(
            "the name of --output does not tell the format",
            "say it with --to xsb|sok|slc|rle|json",
        )
    })?;
    let destination = args.output.as_deref().map(Destination::new).transpose()?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let mut merged = MergedCollection::default();
    let mut exit = Exit::Done;
    for file in source.files() {
        let Some(file) = terminal.opened(file, &mut exit) else { continue };
        merged.file(&file);
        for level in file.levels() {
            if let Err(refusal) = level.playable() {
                let message = format!(
                    "{}#{} cannot be played and is written as drawn: {refusal}",
                    file.name, level.index
                );
                terminal.warning(message, None);
            }
            merged.entry(&file, level.entry);
        }
    }
    let collection = merged.collection();
    if collection.entries.is_empty() {
        return Ok(Exit::BadInput);
    }
    let options = WriteOptions { dash_floor: args.floor == "-", run_length: args.run_length };
    let text = soko_formats::write(collection, format, &options).map_err(Failure::input)?;
    match destination {
        Some(destination) => {
            destination.write(text.as_bytes())?;
            let levels = show_number(collection.entries.len() as u64, "level");
            terminal.note(format!("wrote {levels} as {format} to {}", destination.path().display()));
        }
        None => terminal.write_all(text.as_bytes())?,
    }
    Ok(exit)
}
