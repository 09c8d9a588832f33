//! Levels in and out: every Sokoban file format, read with tolerance and written with care.
//!
//! ```text
//! bytes ── encoding ──► text ── detect ──► Format ── reader ──► Document { Collection, Diagnostics }
//!                                                                   │ check()      │ write()
//!                                                                   ▼              ▼
//!                                                     levels and problems      text in a format
//! ```
//!
//! **Reading is total.** [`read`] never fails and never panics: it returns what it understood plus
//! [`Diagnostic`]s, each with line, column, what is wrong and what would be right. A bad level never loses
//! the others; whatever comes in, memory stays within [`Limits`].
//!
//! **Boards first.** An [`Entry`] keeps the board as drawn, playable or not, and its [`Place`] in the file.
//! [`check`] turns entries into levels and points at every problem. Saved solutions are replayed on reading;
//! only the replayer decides what is a solution.
//!
//! **Formats are values.** [`Format::ALL`] lists them; adding one means a variant, a line in detection, a
//! reader in `read/` that adds entries to a draft, and a few broken files with their expected diagnostics.

mod check;
mod diagnostic;
mod document;
mod draft;
mod drawing;
mod encoding;
mod finding;
mod format;
mod games;
mod legend;
mod limits;
mod line;
mod place;
mod read;
mod rle;
mod wording;
mod write;

pub use check::{CheckedLevel, check, check_entry, report};
pub use diagnostic::{Diagnostic, Severity};
pub use document::{Collection, Document, Encoding, Entry, GameKind, SavedGame};
pub use encoding::text;
pub use format::{Format, UnknownFormat};
pub use legend::{Legend, UnknownLegend};
pub use limits::Limits;
pub use place::Place;
pub use read::{ReadOptions, read};
pub use write::{WriteError, WriteOptions, write};
