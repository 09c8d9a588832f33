//! The names of the formats.
//!
//! A format is a value, not a type: detection yields one, the command line parses one, and
//! [`read`](crate::read) dispatches on it. [`Format::ALL`] is the list that help texts print.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// A way to put levels into a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Plain drawings with titles before or after them (`.xsb`, `.txt`).
    Xsb,
    /// The Sokoban community's text format with notes, solutions and snapshots (`.sok`).
    Sok,
    /// XML with one `L` element per row (`.slc`).
    Slc,
    /// Run-length encoded boards, one per line, rows separated by `|`.
    Rle,
    /// DeepMind's generated levels: `; number` and a drawing of 10 × 10.
    Boxoban,
    /// The level files of letslogic.com: JSON with a map of digits.
    LetsLogic,
    /// `KSokoban`'s `level.data`: drawings separated by NUL bytes.
    KSokoban,
    /// xsok's `.def` files: sections that begin with `;`.
    Xsok,
    /// The numeric form of the UC Irvine courses: sizes, walls, boxes, goals, player.
    Uci,
    /// The drawings of the University of Queensland's courses: `P B T p b`.
    Queensland,
    /// Sokolab's own JSON.
    Json,
    /// The maps of the DOS game "pusher": `X` walls, `*` boxes, `&` boxes on goals. Never detected,
    /// because `*` means something else everywhere else.
    Pusher,
}

impl Format {
    /// Every format, in the order of the documentation.
    pub const ALL: [Self; 12] = [
        Self::Xsb,
        Self::Sok,
        Self::Slc,
        Self::Rle,
        Self::Boxoban,
        Self::LetsLogic,
        Self::KSokoban,
        Self::Xsok,
        Self::Uci,
        Self::Queensland,
        Self::Json,
        Self::Pusher,
    ];

    /// The name used on the command line and in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Sok => "sok",
            Self::Slc => "slc",
            Self::Rle => "rle",
            Self::Boxoban => "boxoban",
            Self::LetsLogic => "letslogic",
            Self::KSokoban => "ksokoban",
            Self::Xsok => "xsok",
            Self::Uci => "uci",
            Self::Queensland => "queensland",
            Self::Json => "json",
            Self::Pusher => "pusher",
        }
    }

    /// One line for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Xsb => "plain drawings (# @ + $ * .) with titles before or after them",
            Self::Sok => "drawings with titles, notes, solutions and snapshots (.sok)",
            Self::Slc => "XML, one L element per row (.slc)",
            Self::Rle => "run-length encoded, one level per line (4#|#@$.#|4#)",
            Self::Boxoban => "DeepMind Boxoban: '; number' and a drawing",
            Self::LetsLogic => "letslogic.com level JSON with a map of digits",
            Self::KSokoban => "KSokoban level.data: drawings separated by NUL bytes",
            Self::Xsok => "xsok level definitions (.def)",
            Self::Uci => "UC Irvine numeric form: sizes, walls, boxes, goals, player",
            Self::Queensland => "University of Queensland drawings (P B T p b)",
            Self::Json => "Sokolab JSON",
            Self::Pusher => "maps of the DOS game pusher (X walls, * boxes); only when asked for",
        }
    }

    /// The usual file extension, for files we write.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Sok => "sok",
            Self::Slc => "slc",
            Self::LetsLogic | Self::Json => "json",
            Self::KSokoban => "data",
            Self::Xsok => "def",
            Self::Rle | Self::Boxoban | Self::Uci | Self::Queensland | Self::Pusher => "txt",
        }
    }

    /// Can [`write`](crate::write()) produce it?
    pub const fn can_write(self) -> bool {
        matches!(self, Self::Xsb | Self::Sok | Self::Slc | Self::Rle | Self::Json)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.id().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// A name that is no format's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no level format; known are {known}", known = Format::ALL.map(Format::id).join(", "))]
pub struct UnknownFormat(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_parse_back() {
        for format in Format::ALL {
            assert_eq!(format.id().parse(), Ok(format));
            assert_eq!(format.id().to_ascii_uppercase().parse(), Ok(format));
        }
        let error = "gif".parse::<Format>().unwrap_err();
        assert!(error.to_string().starts_with("'gif' is no level format; known are xsb, sok, "), "{error}");
    }
}
