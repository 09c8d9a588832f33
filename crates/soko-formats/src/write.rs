//! Writing collections.

use crate::{Collection, Format};

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Draw floor as `-` instead of a blank: mail and chat eat blanks.
    pub dash_floor: bool,
}

/// Why a collection cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is read only.
    #[error("{0} is only read, not written; choose one of xsb, sok, slc, rle, json")]
    ReadOnly(Format),
}

/// Writes a collection as text.
///
/// # Errors
/// If the format is one that Sokolab only reads.
pub fn write(collection: &Collection, format: Format, options: &WriteOptions) -> Result<String, WriteError> {
    let _ = options;
    if !format.can_write() {
        return Err(WriteError::ReadOnly(format));
    }
    Ok(collection.entries.iter().map(|e| format!("{}\n", e.board)).collect())
}
