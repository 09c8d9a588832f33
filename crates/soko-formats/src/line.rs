//! Lines and the kinds of characters in them.
//!
//! One loop finds the end of a line (LF, CRLF or CR) and collects, as bits, which kinds of characters it
//! holds. Almost every question about a line ("can this be a board row?") is then one test on 16 bits, so
//! reading text costs one table look-up per byte.

use std::ops::Range;

use crate::{Legend, place::narrow};

/// Which kinds of characters a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinds(u16);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const WALL: Self = Self(1);
    /// Floor drawn as `-` or `_`.
    pub(crate) const DASH: Self = Self(1 << 1);
    pub(crate) const SPACE: Self = Self(1 << 2);
    pub(crate) const TAB: Self = Self(1 << 3);
    /// Player or box: `@ + $`.
    pub(crate) const PIECE: Self = Self(1 << 4);
    /// Goal or box on goal, which also occur in texts: `. *`.
    pub(crate) const DOT: Self = Self(1 << 5);
    pub(crate) const STAR: Self = Self(1 << 6);
    /// Players and boxes as letters: `p P b B`.
    pub(crate) const LETTER: Self = Self(1 << 7);
    /// `l u r d L U R D`.
    pub(crate) const MOVE: Self = Self(1 << 8);
    pub(crate) const DIGIT: Self = Self(1 << 9);
    pub(crate) const PARENTHESIS: Self = Self(1 << 10);
    pub(crate) const BAR: Self = Self(1 << 11);
    /// `[ ] { } ,` in moves.
    pub(crate) const BRACKET: Self = Self(1 << 12);
    pub(crate) const OTHER: Self = Self(1 << 13);

    pub(crate) const BLANK: Self = Self::SPACE.or(Self::TAB);
    pub(crate) const FLOOR: Self = Self::BLANK.or(Self::DASH);
    /// Anything that is not wall or floor.
    pub(crate) const THING: Self = Self::PIECE.or(Self::DOT).or(Self::STAR).or(Self::LETTER);
    pub(crate) const BOARD: Self = Self::FLOOR.or(Self::WALL).or(Self::THING);
    pub(crate) const REPEAT: Self = Self::DIGIT.or(Self::PARENTHESIS).or(Self::BAR);
    pub(crate) const MOVES: Self =
        Self::MOVE.or(Self::DIGIT).or(Self::PARENTHESIS).or(Self::BRACKET).or(Self::STAR).or(Self::BLANK);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Is any of the kinds here?
    pub(crate) const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// Is there nothing but these kinds?
    pub(crate) const fn only(self, allowed: Self) -> bool {
        self.0 & !allowed.0 == 0
    }
}

/// The kind of every byte under a legend.
pub(crate) struct KindTable([Kinds; 256]);

impl KindTable {
    /// The table for a legend.
    pub(crate) const fn of(legend: Legend) -> &'static Self {
        match legend {
            Legend::Xsb => &XSB,
            Legend::Queensland => &QUEENSLAND,
            Legend::Pusher => &PUSHER,
        }
    }

    /// The kinds in a piece of a line.
    pub(crate) fn kinds(&self, bytes: &[u8]) -> Kinds {
        bytes.iter().fold(Kinds::NONE, |kinds, &b| kinds.or(self.0[b as usize]))
    }

    pub(crate) const fn kind(&self, byte: u8) -> Kinds {
        self.0[byte as usize]
    }
}

const fn table(groups: &[(&[u8], Kinds)]) -> KindTable {
    let mut kinds = [Kinds::OTHER; 256];
    let mut g = 0;
    while g < groups.len() {
        let (bytes, kind) = groups[g];
        let mut i = 0;
        while i < bytes.len() {
            kinds[bytes[i] as usize] = kind;
            i += 1;
        }
        g += 1;
    }
    KindTable(kinds)
}

static XSB: KindTable = table(&[
    (b"#", Kinds::WALL),
    (b"-_", Kinds::DASH),
    (b" ", Kinds::SPACE),
    (b"\t", Kinds::TAB),
    (b"@+$", Kinds::PIECE),
    (b".", Kinds::DOT),
    (b"*", Kinds::STAR),
    (b"pPbB", Kinds::LETTER),
    (b"lurdLURD", Kinds::MOVE),
    (b"0123456789", Kinds::DIGIT),
    (b"()", Kinds::PARENTHESIS),
    (b"|", Kinds::BAR),
    (b"[]{},", Kinds::BRACKET),
]);

static QUEENSLAND: KindTable =
    table(&[(b"#", Kinds::WALL), (b" ", Kinds::SPACE), (b"\t", Kinds::TAB), (b"PBTpb", Kinds::PIECE)]);

static PUSHER: KindTable = table(&[
    (b"X", Kinds::WALL),
    (b" ", Kinds::SPACE),
    (b"\t", Kinds::TAB),
    (b"@&", Kinds::PIECE),
    (b".", Kinds::DOT),
    (b"*", Kinds::STAR),
]);

/// Where a line stands in its text. Many are kept, so they are small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(crate) const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) const fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// One line, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) span: Span,
    /// From 1.
    pub(crate) number: usize,
    pub(crate) kinds: Kinds,
}

/// The lines of a text.
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    table: &'static KindTable,
    position: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) const fn new(bytes: &'a [u8], table: &'static KindTable) -> Self {
        Self { bytes, table, position: 0, number: 0 }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let start = self.position;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let mut kinds = Kinds::NONE;
        let mut length = 0;
        for &byte in rest {
            if byte == b'\n' || byte == b'\r' {
                break;
            }
            kinds = kinds.or(self.table.0[byte as usize]);
            length += 1;
        }
        let end = start + length;
        let terminator = match (rest.get(length), rest.get(length + 1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(_), _) => 1,
            (None, _) => 0,
        };
        self.position = end + terminator;
        self.number += 1;
        let span = Span { start: narrow(start), end: narrow(end) };
        Some(Line { span, number: self.number, kinds })
    }
}

/// Turns byte offsets into lines and columns, in one forward pass over the text.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), offset: 0, line: 1, column: 1 }
    }

    /// Line and column, both from 1, of a byte. Offsets must not decrease from call to call; an earlier one
    /// yields the place of the latest.
    pub(crate) fn at(&mut self, offset: usize) -> (usize, usize) {
        let end = offset.min(self.bytes.len());
        while self.offset < end {
            let byte = self.bytes[self.offset];
            self.offset += 1;
            match byte {
                b'\r' if self.bytes.get(self.offset) == Some(&b'\n') => {}
                b'\n' | b'\r' => (self.line, self.column) = (self.line + 1, 1),
                // The further bytes of a character count nothing.
                0x80..0xC0 => {}
                _ => self.column += 1,
            }
        }
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(&str, usize)> {
        let lines = Lines::new(text.as_bytes(), KindTable::of(Legend::Xsb));
        lines.map(|line| (&text[line.span.range()], line.number)).collect()
    }

    #[test]
    fn all_three_line_ends() {
        assert_eq!(split("a\nb\r\nc\rd"), [("a", 1), ("b", 2), ("c", 3), ("d", 4)]);
        assert_eq!(split("a\n\n\r\r\n"), [("a", 1), ("", 2), ("", 3), ("", 4)]);
        assert_eq!(split(""), []);
    }

    #[test]
    fn kinds_are_collected() {
        let line = Lines::new(b"#@ $\n", KindTable::of(Legend::Xsb)).next().unwrap();
        assert!(line.kinds.only(Kinds::BOARD) && line.kinds.has(Kinds::WALL) && !line.kinds.has(Kinds::DASH));
        assert!(KindTable::of(Legend::Pusher).kinds(b"X#").has(Kinds::OTHER));
    }

    #[test]
    fn the_cursor_counts_characters() {
        let text = "aé\r\nxß#\rz";
        let mut cursor = Cursor::new(text);
        assert_eq!(cursor.at(0), (1, 1));
        assert_eq!(cursor.at(text.find('#').unwrap()), (2, 3));
        assert_eq!(cursor.at(text.find('z').unwrap()), (3, 1));
        assert_eq!(cursor.at(0), (3, 1));
    }
}
