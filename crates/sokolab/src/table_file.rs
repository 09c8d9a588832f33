//! Files with learnt tables: read whole, checked, and written in one step.

use std::{fs, path::Path};

use soko_solver::Memory;

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

/// Writes a table.
///
/// # Errors
/// The system's words.
pub(crate) fn write(destination: &Destination, memory: &Memory) -> Result<(), Failure> {
    let bytes = memory.to_bytes().map_err(Failure::input)?;
    destination.write(&bytes)
}
