//! SLC: `SokobanLevels` › `LevelCollection` › `Level` › one `L` per row.
//!
//! Two dialects are about, ISO-8859-1 with a DOCTYPE and UTF-8 with a schema; they differ only in what is
//! skipped here. The reader follows the scanner's events and asks little: a `Level` begins a level, an `L` a
//! row, whatever surrounds them. When tags do not match it says so and closes what must be closed, so that
//! only the damaged level suffers. Attributes for size are compared, not believed.
//!
//! Format: David W. Skinner's and Scott Lindhurst's `SokobanLev.dtd` of the late 1990s.

use std::{borrow::Cow, ops::Range};

use super::xml::{self, Event, Scanner};
use crate::{
    Entry, Legend,
    draft::{At, Draft},
    drawing::{self, RowText},
    finding::Finding,
    line::Cursor,
    wording::{self, one_line},
};

/// Reads the levels of an XML text into the draft.
pub(super) fn read(text: &str, draft: &mut Draft) {
    let mut scanner = Scanner::new(text);
    let mut reader = Reader {
        draft,
        cursor: Cursor::new(text),
        open: Vec::new(),
        too_deep: false,
        field: None,
        level: None,
    };
    while let Some((offset, event)) = scanner.next() {
        if reader.draft.is_full() {
            return;
        }
        let at = reader.cursor.at(offset);
        match event {
            Event::Open { name, attributes, empty } => reader.open(xml::local(name), attributes, empty, at),
            Event::Close { name } => reader.close(xml::local(name), at),
            Event::Text(raw) => reader.text(raw, true, offset),
            Event::Verbatim(raw) => reader.text(raw, false, offset),
            Event::EntityDeclaration => reader.draft.report(&Finding::EntityDeclaration, at),
            Event::Broken(what) => reader.broken(what, at),
        }
    }
    let end = reader.cursor.at(text.len());
    reader.finish(end);
}

/// Deeper nesting is reported and ignored.
const MAX_DEPTH: usize = 32;

/// Unknown references reported in one piece of text.
const MAX_UNKNOWN: usize = 100;

struct Reader<'a, 'd> {
    draft: &'d mut Draft,
    cursor: Cursor<'a>,
    /// Names of the open elements.
    open: Vec<&'a str>,
    too_deep: bool,
    /// The text field being read.
    field: Option<(Field, String)>,
    level: Option<Level<'a>>,
}

#[derive(Clone, Copy)]
enum Field {
    Title,
    Description,
    Email,
    Url,
}

/// A `Level` element so far.
struct Level<'a> {
    at: At,
    id: Option<String>,
    copyright: Option<String>,
    size: (Option<usize>, Option<usize>),
    rows: Vec<RowText<'a>>,
    /// Columns of the longest row, as written.
    width: usize,
    /// The row being read.
    row: Option<Row<'a>>,
}

struct Row<'a> {
    text: Cow<'a, str>,
    /// Where its text begins.
    at: Option<At>,
}

impl<'a> Reader<'a, '_> {
    /// Damage, blamed on the level it stands in.
    fn broken(&mut self, what: String, at: At) {
        let finding = Finding::BrokenXml { what };
        if self.level.is_some() {
            self.draft.report_level(&finding, at, self.draft.next_level());
        } else {
            self.draft.report(&finding, at);
        }
    }

    fn open(&mut self, name: &'a str, attributes: &'a str, empty: bool, at: At) {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("L") {
            self.end_row(true, at);
            if self.level.is_none() {
                self.broken("'L' stands outside 'Level'".to_owned(), at);
                self.level = Some(Level::new(at));
            }
            if let Some(level) = &mut self.level {
                level.row = Some(Row { text: Cow::Borrowed(""), at: None });
            }
        } else if is("Level") {
            if self.level.is_some() {
                self.end_row(true, at);
                self.broken("'Level' has no '</Level>' before the next one".to_owned(), at);
                self.end_level();
                self.open.retain(|open| !open.eq_ignore_ascii_case("Level"));
            }
            self.field = None;
            let mut level = Level::new(at);
            for (name, value) in self.attributes(attributes, at) {
                let number = || value.trim().parse().ok();
                match name {
                    _ if name.eq_ignore_ascii_case("Id") => level.id = one_line(&value),
                    _ if name.eq_ignore_ascii_case("Copyright") => level.copyright = one_line(&value),
                    _ if name.eq_ignore_ascii_case("Width") => level.size.0 = number(),
                    _ if name.eq_ignore_ascii_case("Height") => level.size.1 = number(),
                    _ => {}
                }
            }
            self.level = Some(level);
        } else if self.level.is_none() {
            if is("LevelCollection") {
                for (name, value) in self.attributes(attributes, at) {
                    if name.eq_ignore_ascii_case("Copyright") {
                        self.draft.collection.copyright = one_line(&value);
                    }
                }
            }
            self.field = Field::of(name).map(|field| (field, String::new()));
        }
        if empty {
            self.leave(name, at);
        } else if self.open.len() < MAX_DEPTH {
            self.open.push(name);
        } else if !self.too_deep {
            self.too_deep = true;
            self.draft.report(&Finding::NestedXml { limit: MAX_DEPTH }, at);
        }
    }

    fn attributes(&mut self, attributes: &'a str, at: At) -> Vec<(&'a str, String)> {
        let mut known = Vec::new();
        for attribute in xml::attributes(attributes) {
            match attribute {
                // The schema's own attributes and surprises alike; more than a few mean nothing to us.
                Some(_) if known.len() > 16 => break,
                Some((name, value)) => known.push((xml::local(name), self.decode(value, at).into_owned())),
                None => {
                    let what = "an attribute is not written name=\"value\"".to_owned();
                    self.broken(what, at);
                }
            }
        }
        known
    }

    /// Decodes references; unknown ones are reported at the beginning of the text they stand in.
    fn decode(&mut self, raw: &'a str, at: At) -> Cow<'a, str> {
        let mut unknown = Vec::new();
        let decoded = xml::decode(raw, |_, name| {
            if unknown.len() < MAX_UNKNOWN {
                unknown.push(name);
            }
        });
        for name in unknown {
            let name = crate::draft::shortened(name);
            self.draft.report(&Finding::UnknownEntity { name }, at);
        }
        decoded
    }

    fn close(&mut self, name: &'a str, at: At) {
        match self.open.iter().rposition(|open| open.eq_ignore_ascii_case(name)) {
            Some(depth) => {
                // Elements inside were forgotten; rows and levels report that themselves.
                let forgotten = self.open.split_off(depth);
                for inner in forgotten[1..].iter().rev() {
                    if !inner.eq_ignore_ascii_case("L") && !inner.eq_ignore_ascii_case("Level") {
                        self.broken(format!("'{inner}' has no '</{inner}>'"), at);
                    }
                }
                if !name.eq_ignore_ascii_case("L") {
                    self.end_row(true, at);
                }
                if self.level.is_some()
                    && forgotten[1..].iter().any(|inner| inner.eq_ignore_ascii_case("Level"))
                {
                    self.broken("'Level' has no '</Level>'".to_owned(), at);
                    self.end_level();
                }
            }
            None if self.too_deep => {}
            None => self.broken(format!("'</{name}>' closes nothing"), at),
        }
        self.leave(name, at);
    }

    /// What the end of an element means.
    fn leave(&mut self, name: &str, at: At) {
        if name.eq_ignore_ascii_case("L") {
            self.end_row(false, at);
        } else if name.eq_ignore_ascii_case("Level") {
            self.end_level();
        } else if Field::of(name).is_some() {
            self.end_field();
        }
    }

    fn text(&mut self, raw: &'a str, references: bool, offset: usize) {
        let at = self.cursor.at(offset);
        let text = if references { self.decode(raw, at) } else { Cow::Borrowed(raw) };
        if let Some(level) = &mut self.level {
            if let Some(row) = &mut level.row {
                row.at = row.at.or(Some(at));
                if row.text.is_empty() {
                    row.text = text;
                } else {
                    row.text.to_mut().push_str(&text);
                }
            } else if !text.trim().is_empty() {
                let at = self.cursor.at(offset + raw.len() - raw.trim_start().len());
                self.broken("text stands between the rows".to_owned(), at);
            }
        } else if let Some((_, content)) = &mut self.field {
            content.push_str(&text);
        }
    }

    /// Ends the row being read. If its end tag was forgotten the row goes to the end of its line.
    fn end_row(&mut self, forgotten: bool, at: At) {
        let Some(row) = self.level.as_mut().and_then(|level| level.row.take()) else { return };
        if forgotten {
            self.broken("'L' has no '</L>'".to_owned(), at);
            if self.open.last().is_some_and(|open| open.eq_ignore_ascii_case("L")) {
                self.open.pop();
            }
        }
        let Some(level) = &mut self.level else { return };
        let (line, column) = row.at.unwrap_or(at);
        let cap = 2 * self.draft.limits.max_board_side;
        let limit = self.draft.limits.max_board_side + 1;
        // Without an end tag the row ends with its line; the rest is layout before the next tag.
        let rows = if forgotten { 1 } else { limit };
        for (above, Range { start, end }) in pieces(&row.text, rows) {
            level.width = level.width.max(row.text[start..end].chars().count());
            if level.rows.len() >= limit {
                break;
            }
            let column = if above == 0 { column } else { 1 };
            level.rows.push(match &row.text {
                Cow::Borrowed(text) => {
                    RowText::tolerant(line + above, column, &text[start..end], Legend::Xsb, cap)
                }
                Cow::Owned(text) => {
                    let row = RowText::tolerant(line + above, column, &text[start..end], Legend::Xsb, cap);
                    row.into_owned()
                }
            });
        }
    }

    fn end_level(&mut self) {
        let Some(level) = self.level.take() else { return };
        let number = self.draft.next_level();
        let Some((board, place)) = drawing::board(&level.rows, Legend::Xsb, self.draft) else {
            if level.rows.len() <= self.draft.limits.max_board_side
                && level.width <= self.draft.limits.max_board_side
            {
                self.draft.report(&Finding::EmptyLevel, level.at);
            }
            return;
        };
        let drawn = (board.width(), board.height());
        let written = (level.width, level.rows.len());
        if let (Some(width), Some(height)) = level.size
            && (width, height) != drawn
            && (width, height) != written
        {
            let finding = Finding::SizeDiffers { said: (width, height), drawn };
            self.draft.report_level(&finding, level.at, number);
        }
        let copyright = level.copyright.map(|value| ("Copyright".to_owned(), value));
        let properties = copyright.into_iter().collect();
        self.draft.add(Entry { title: level.id, properties, place, ..Entry::new(board) });
    }

    fn end_field(&mut self) {
        let Some((field, content)) = self.field.take() else { return };
        let line = self.cursor.at(0).0;
        if !self.draft.take_text(line) {
            return;
        }
        match field {
            Field::Title => self.draft.collection.title = one_line(&content),
            Field::Email => self.draft.collection.email = one_line(&content),
            Field::Url => self.draft.collection.url = one_line(&content),
            Field::Description => {
                for text in content.lines() {
                    if self.draft.take_text(line) {
                        self.draft.collection.notes.push(wording::note(text));
                    }
                }
                wording::trim(&mut self.draft.collection.notes);
            }
        }
    }

    /// The end of the file, where everything should be closed.
    fn finish(&mut self, end: At) {
        self.end_row(true, end);
        if self.level.is_some() {
            self.broken("'Level' has no '</Level>'".to_owned(), end);
            self.end_level();
        }
        for name in std::mem::take(&mut self.open).iter().rev() {
            if !name.eq_ignore_ascii_case("Level") && !name.eq_ignore_ascii_case("L") {
                let name = crate::draft::shortened(name);
                self.broken(format!("'{name}' has no '</{name}>'"), end);
            }
        }
    }
}

impl Level<'_> {
    const fn new(at: At) -> Self {
        Self { at, id: None, copyright: None, size: (None, None), rows: Vec::new(), width: 0, row: None }
    }
}

impl Field {
    fn of(name: &str) -> Option<Self> {
        let fields = [
            ("Title", Self::Title),
            ("Description", Self::Description),
            ("Email", Self::Email),
            ("Url", Self::Url),
        ];
        fields.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, field)| field)
    }
}

/// The rows in the text of an `L`, each with the number of lines above it: one row, unless line ends crept in.
/// Blank lines are layout then, but blanks alone are an empty row.
fn pieces(text: &str, limit: usize) -> Vec<(usize, Range<usize>)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').enumerate().map(|(above, line)| {
        let piece = start..start + line.trim_end_matches(['\r', '\n']).len();
        start += line.len();
        (above, piece)
    });
    let mut pieces: Vec<_> =
        lines.filter(|(_, piece)| !text[piece.clone()].trim().is_empty()).take(limit).collect();
    if pieces.is_empty() {
        pieces.push((0, 0..0));
    }
    pieces
}
