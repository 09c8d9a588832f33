//! Writing collections.
//!
//! What is written reads back equal: the boards always (they are written in run-length encoding where a plain
//! drawing would be ambiguous), the texts and games as far as the format has room for them:
//!
//! | format | titles | authors, notes, properties | games |
//! |---|---|---|---|
//! | XSB | `; title` above the board | `Key: value`, `Comment:` … `Comment-End:` below | – |
//! | SOK | a line above the board | the same | with a heading `Solution moves/pushes/…` |
//! | SLC | `Id` | collection's only; `Copyright` of a level | – |
//! | RLE | `; title` above the line | the same as XSB | – |
//! | JSON | yes | yes | yes |

mod drawn;
mod json;
mod slc;

use crate::{Collection, Format};

/// How to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// Draw floor as `-` instead of a blank: mail and chat eat blanks.
    pub dash_floor: bool,
    /// Write boards in run-length encoding, one level per line, also in XSB and SOK.
    pub run_length: bool,
}

/// Why a collection cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is read only.
    #[error("{0} is only read, not written; choose one of {formats}", formats = writable())]
    ReadOnly(Format),
}

fn writable() -> String {
    let formats = Format::ALL.into_iter().filter(|format| format.can_write());
    formats.map(Format::id).collect::<Vec<_>>().join(", ")
}

/// Writes a collection as text, in UTF-8 with `\n` line ends.
///
/// ```
/// use soko_formats::{Format, ReadOptions, WriteOptions, read, write};
///
/// let document = read(b"#####\n#@$.#\n#####\n", &ReadOptions::default());
/// let text = write(&document.collection, Format::Rle, &WriteOptions::default()).unwrap();
/// assert_eq!(text, "5#|#@$.#|5#\n");
/// ```
///
/// # Errors
/// If the format is one that Sokolab only reads.
pub fn write(collection: &Collection, format: Format, options: &WriteOptions) -> Result<String, WriteError> {
    match format {
        Format::Xsb => Ok(drawn::write(collection, drawn::Style::Xsb, *options)),
        Format::Sok => Ok(drawn::write(collection, drawn::Style::Sok, *options)),
        Format::Rle => {
            let options = WriteOptions { run_length: true, ..*options };
            Ok(drawn::write(collection, drawn::Style::Xsb, options))
        }
        Format::Slc => Ok(slc::write(collection)),
        Format::Json => Ok(json::write(collection)),
        _ => Err(WriteError::ReadOnly(format)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_writable_formats_are_written() {
        for format in Format::ALL {
            let outcome = write(&Collection::default(), format, &WriteOptions::default());
            assert_eq!(outcome.is_ok(), format.can_write(), "{format}");
        }
        let error = WriteError::ReadOnly(Format::Uci).to_string();
        assert_eq!(error, "uci is only read, not written; choose one of xsb, sok, slc, rle, json");
    }
}
