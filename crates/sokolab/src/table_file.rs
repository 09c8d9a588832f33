//! Files with learnt tables: read whole, checked, and written in one step.

use std::{fs, path::Path};

use soko_core::{Level, lurd, replay};
use soko_learn::Memory;

use crate::{destination::Destination, exit::Failure, terminal::printable};

/// Reads a table.
///
/// # Errors
/// It cannot be read, or is no table, or not a whole one.
pub(crate) fn read(path: &Path) -> Result<Memory, Failure> {
    let name = path.display().to_string();
    let name = printable(&name);
    let bytes = fs::read(path).map_err(|error| {
        Failure::with_help(
            format!("{name}: cannot read it: {error}"),
            "name a file that 'sokolab learn --table' has written",
        )
    })?;
    Memory::from_bytes(&bytes).map_err(|error| Failure::with_help(format!("{name}: {error}"), error.remedy()))
}

/// Takes the solution out of a table if the rules do not confirm it, and says why.
pub(crate) fn leave_out_wrong_solution(memory: &mut Memory) -> Option<String> {
    let moves = memory.about.solution.as_deref()?;
    let replayed = Level::parse(&memory.about.board.join("\n"))
        .map_err(|error| error.to_string())
        .and_then(|level| Ok((level, lurd::parse(moves).map_err(|error| error.to_string())?)))
        .and_then(|(level, moves)| replay(&level, &moves).map_err(|error| error.to_string()));
    let why = replayed.err()?;
    memory.about.solution = None;
    Some(why)
}

/// Writes a table.
///
/// # Errors
/// The system's words.
pub(crate) fn write(destination: &Destination, memory: &Memory) -> Result<(), Failure> {
    let bytes = memory.to_bytes().map_err(Failure::input)?;
    destination.write(&bytes)
}
