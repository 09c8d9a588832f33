//! The front door: bytes in, document out.
//!
//! [`read`] decodes the bytes, finds the format, and hands the text to one reader per family:
//!
//! | reader | formats |
//! |---|---|
//! | [`text`] and [`captions`] | XSB, SOK, RLE, Queensland, pusher; with a last touch also xsok and `KSokoban` |
//! | [`boxoban`] | the regular shape of Boxoban, fast; anything else goes to [`text`] |
//! | [`slc`] over [`xml`] | SLC, well-formed or broken |
//! | [`levels_json`] over [`json`] | letslogic and Sokolab's own JSON |
//! | [`uci`] | the numeric form |

mod boxoban;
mod captions;
mod comment;
mod detect;
mod drawn;
mod json;
mod keys;
mod levels_json;
mod moves;
mod scan;
mod slc;
mod text;
mod uci;
mod xml;

pub(crate) use comment::is_comment_mark;
pub(crate) use keys::key_value;
pub(crate) use xml::escape;

use crate::{
    Document, Encoding, Format, Legend, Limits,
    draft::Draft,
    encoding::{self, Decoded},
    finding::Finding,
};

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

/// Reads a file. Total: it never fails and never panics. A file without levels yields no entries and an error
/// diagnostic that says why and what would be right.
///
/// ```
/// use soko_formats::{ReadOptions, check, read};
///
/// let document = read(b"; Push\n#####\n#@$.#\n#####\n", &ReadOptions::default());
/// let entry = &document.collection.entries[0];
/// assert_eq!(entry.title.as_deref(), Some("Push"));
/// assert_eq!(entry.place.of(1, 1), (3, 2));
/// assert!(check(&document)[0].level.is_some());
/// ```
pub fn read(bytes: &[u8], options: &ReadOptions) -> Document {
    let mut draft = Draft::new(options.limits);
    let limit = options.limits.max_bytes;
    if bytes.len() > limit {
        draft.report(&Finding::FileTooLong { bytes: bytes.len(), limit }, (1, 1));
    }
    let bytes = &bytes[..bytes.len().min(limit)];
    // Ctrl-Z ended texts under DOS.
    let bytes = bytes.strip_suffix(b"\x1A").unwrap_or(bytes);
    if let Some(what) = encoding::binary(bytes) {
        draft.report(&Finding::NotText { what }, (1, 1));
        let encoding = Encoding { name: "binary", byte_order_mark: false };
        return draft.finish(options.format.unwrap_or(Format::Xsb), encoding);
    }
    let Decoded { text, encoding, findings } = encoding::decode(bytes);
    for finding in &findings {
        draft.report(finding, (1, 1));
    }
    let format = match options.legend {
        Some(Legend::Pusher) => Format::Pusher,
        Some(Legend::Queensland) => Format::Queensland,
        _ => options.format.unwrap_or_else(|| detect::by_content(&text, options.name.as_deref())),
    };
    let format = read_text(&text, format, options, &mut draft);
    if draft.collection.entries.is_empty() && !draft.is_full() {
        let finding = if text.trim().is_empty() {
            Finding::Empty
        } else if is_moves_alone(&text) {
            Finding::MovesOnly
        } else if format == Format::Xsb && detect::has_rows(&text, Legend::Pusher) {
            Finding::OtherLegend
        } else {
            Finding::NoLevel { format }
        };
        draft.report_failure(&finding);
    }
    draft.finish(format, encoding)
}

/// Reads a text in a format; returns the format with XSB, SOK and RLE told apart.
fn read_text(text: &str, format: Format, options: &ReadOptions, draft: &mut Draft) -> Format {
    match format {
        Format::Slc => slc::read(text, draft),
        Format::LetsLogic | Format::Json => levels_json::read(text, draft),
        Format::Uci => uci::read(text, draft),
        Format::Boxoban if boxoban::read(text, draft) => {}
        Format::KSokoban => drawn::ksokoban(text, draft),
        Format::Xsok => drawn::xsok(text, draft),
        Format::Pusher => drawn::pusher(text, draft),
        Format::Queensland => {
            drawn::drawings(text, Legend::Queensland, draft);
        }
        Format::Boxoban => {
            drawn::drawings(text, Legend::Xsb, draft);
        }
        Format::Xsb | Format::Sok | Format::Rle => {
            let hint = options.name.as_deref().and_then(detect::by_name);
            let flavour = drawn::drawings(text, Legend::Xsb, draft).flavour(hint);
            return options.format.unwrap_or(flavour);
        }
    }
    format
}

/// A file of moves, such as the `.sol` files that go with a `.sok` file.
fn is_moves_alone(text: &str) -> bool {
    let moves = |b: &u8| b"lurdLURD".contains(b);
    let head = &text.as_bytes()[..text.len().min(1 << 16)];
    head.iter().any(moves)
        && head.iter().all(|b| moves(b) || b.is_ascii_digit() || b"()[]{},* \t\r\n".contains(b))
}
