//! placeholder essay
pub mod check;
pub mod diagnostic;
pub mod document;
pub mod format;
pub mod legend;
pub mod limits;
pub mod place;
mod read;
pub mod write;

pub use check::{CheckedLevel, check};
pub use diagnostic::{Diagnostic, Severity};
pub use document::{Collection, Document, Encoding, Entry, GameKind, SavedGame};
pub use format::{Format, UnknownFormat};
pub use legend::{Legend, UnknownLegend};
pub use limits::Limits;
pub use place::Place;
pub use read::{ReadOptions, read};
pub use write::{WriteError, WriteOptions, write};
