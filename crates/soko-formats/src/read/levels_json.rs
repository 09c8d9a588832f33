//! Levels as JSON: letslogic's and Sokolab's own.
//!
//! Both are lists of objects, alone or under `"levels"` (letslogic also gives single objects). An object with
//! `"board"` is Sokolab's: rows in the common alphabet. An object with `"map"` is letslogic's: `"width"` times
//! `"height"` digits, 0 floor, 1 wall, 2 player, 3 box, 4 goal, 5 box on goal, 6 player on goal, 7 outside.
//! Each level is parsed on its own; after damage the reader goes on with the next object.

use std::borrow::Cow;

use soko_core::{Board, Cell};

use super::json::{Broken, Kind, Parser, Value};
use crate::{
    Entry, Legend, Place,
    draft::{At, Draft},
    drawing::{self, RowText},
    finding::Finding,
    games,
    line::Cursor,
    wording::{self, one_line},
};

/// Reads the levels of a JSON text into the draft.
pub(super) fn read(text: &str, draft: &mut Draft) {
    let mut reader = Reader { parser: Parser::new(text), cursor: Cursor::new(text), draft };
    let outcome = match reader.parser.peek() {
        Some(b'[') => reader.levels(),
        _ => reader.root(),
    };
    if let Err(broken) = outcome {
        reader.salvage(broken);
    }
}

struct Reader<'a, 'd> {
    parser: Parser<'a>,
    cursor: Cursor<'a>,
    draft: &'d mut Draft,
}

impl<'a> Reader<'a, '_> {
    /// Reports damage and goes on with the next object, as often as needed.
    fn salvage(&mut self, broken: Broken) {
        let mut broken = Some(broken);
        while let Some(Broken { at, what }) = broken.take() {
            let place = self.cursor.at(at);
            self.draft.report(&Finding::BrokenJson { what: what.to_owned() }, place);
            // Offsets only grow, so this ends.
            while !self.draft.is_full() && self.parser.resume(self.parser.position.max(at + 1)) {
                match self.parser.value() {
                    Ok(value) => {
                        self.level_if_any(&value);
                    }
                    Err(again) => {
                        broken = Some(again);
                        break;
                    }
                }
            }
        }
    }

    /// The outermost object: fields of the collection and `"levels"`, or a level.
    fn root(&mut self) -> Result<(), Broken> {
        if !self.parser.take(b'{') {
            return Ok(());
        }
        let at = self.parser.position - 1;
        let mut fields = Vec::new();
        let outcome = self.root_fields(&mut fields);
        let root = Value { at, kind: Kind::Object(fields) };
        if root.field("board").is_some() || root.field("map").is_some() {
            self.level_if_any(&root);
        } else {
            self.describe(&root);
        }
        outcome
    }

    fn root_fields(&mut self, fields: &mut Vec<(Cow<'a, str>, Value<'a>)>) -> Result<(), Broken> {
        let mut first = true;
        while !self.parser.take(b'}') {
            if !first && !self.parser.take(b',') {
                return Err(Broken { at: self.parser.position, what: "',' or '}' is missing" });
            }
            first = false;
            let key = self.parser.key()?;
            if key == "levels" && self.parser.peek() == Some(b'[') {
                self.levels()?;
                continue;
            }
            let value = self.parser.value()?;
            if fields.len() < MAX_FIELDS {
                fields.push((key, value));
            }
        }
        Ok(())
    }

    /// A list of levels.
    fn levels(&mut self) -> Result<(), Broken> {
        self.parser.take(b'[');
        if self.parser.take(b']') {
            return Ok(());
        }
        while !self.draft.is_full() {
            let value = self.parser.value()?;
            if !self.level_if_any(&value) {
                let at = self.cursor.at(value.at);
                let what = "this is no level".to_owned();
                self.draft.report(&Finding::BadField { what }, at);
            }
            if self.parser.take(b']') {
                return Ok(());
            }
            if !self.parser.take(b',') {
                return Err(Broken { at: self.parser.position, what: "',' or ']' is missing" });
            }
        }
        Ok(())
    }

    fn describe(&mut self, root: &Value<'a>) {
        let text = |name: &str| root.field(name).and_then(Value::text).and_then(one_line);
        let collection = &mut self.draft.collection;
        collection.title = text("title");
        collection.author = text("author");
        collection.copyright = text("copyright");
        collection.email = text("email");
        collection.url = text("url");
        let notes = root.field("notes").or_else(|| root.field("description"));
        let notes = self.notes(notes);
        self.draft.collection.notes = notes;
    }

    /// Adds a level if the value is one.
    fn level_if_any(&mut self, value: &Value<'a>) -> bool {
        let at = self.cursor.at(value.at);
        let board = if let Some(rows) = value.field("board") {
            self.drawn(rows, at)
        } else if let Some(map) = value.field("map") {
            self.mapped(value, map, at)
        } else {
            return false;
        };
        let Some((board, place)) = board else { return true };
        let own = value.field("board").is_some();
        let text = |name: &str| value.field(name).and_then(Value::text).and_then(one_line);
        let (title, author) = (text("title"), text("author"));
        let properties = if own { pairs(value.field("properties")) } else { scalars(value) };
        let notes = self.notes(value.field("notes"));
        let mut entry = Entry { title, author, notes, properties, place, ..Entry::new(board) };
        let games = value.field("games").map_or(&[][..], Value::list);
        if !games.is_empty() {
            let level = soko_core::check(&entry.board).level;
            for game in games {
                let place = self.cursor.at(game.at);
                let Some(moves) = game.field("moves").and_then(Value::text) else {
                    self.draft.report_level(&Finding::GameWithoutMoves, place, self.draft.next_level());
                    continue;
                };
                let title = game.field("title").and_then(Value::text).and_then(one_line);
                let index = self.draft.next_level();
                let read = games::game(title, moves, level.as_ref(), place, index, self.draft);
                let notes = self.notes(game.field("notes"));
                entry.games.extend(read.map(|read| crate::SavedGame { notes, ..read }));
            }
        }
        self.draft.add(entry);
        true
    }

    /// Lines of text: a list of them, or one text with line ends.
    fn notes(&mut self, value: Option<&Value<'a>>) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        let Some(value) = value else { return notes };
        let line = self.cursor.at(value.at).0;
        for text in value.list().iter().filter_map(Value::text) {
            let mut lines = text.lines().peekable();
            if lines.peek().is_none() {
                notes.push(String::new());
            }
            for text in lines {
                if self.draft.take_text(line) {
                    notes.push(wording::note(text));
                }
            }
        }
        wording::trim(&mut notes);
        notes
    }

    /// A board as rows: a list of them, or one text with line ends or bars.
    fn drawn(&mut self, value: &Value<'a>, at: At) -> Option<(Board, Place)> {
        let limits = self.draft.limits;
        let mut rows = Vec::new();
        for row in value.list() {
            let Some(text) = row.text() else {
                let at = self.cursor.at(row.at);
                let what = "a row of the board is no text".to_owned();
                self.draft.report_level(&Finding::BadField { what }, at, self.draft.next_level());
                continue;
            };
            let (line, column) = self.cursor.at(row.at);
            for text in text.split(['\n', '|']) {
                if rows.len() > limits.max_board_side {
                    break;
                }
                let text = text.trim_end_matches('\r');
                let cap = 2 * limits.max_board_side;
                rows.push(RowText::tolerant(line, column + 1, text, Legend::Xsb, cap).into_owned());
            }
        }
        let board = drawing::board(&rows, Legend::Xsb, self.draft);
        if board.is_none() && rows.len() <= limits.max_board_side {
            self.draft.report(&Finding::EmptyLevel, at);
        }
        board
    }

    /// A board as a map of digits.
    fn mapped(&mut self, value: &Value<'a>, map: &Value<'a>, at: At) -> Option<(Board, Place)> {
        let number = |name: &str| value.field(name).and_then(Value::number);
        let index = self.draft.next_level();
        let (Some(digits), Some(width), Some(height)) = (map.text(), number("width"), number("height"))
        else {
            let what = "a map needs \"width\" and \"height\" and must be a text".to_owned();
            self.draft.report(&Finding::BadField { what }, at);
            return None;
        };
        let limit = self.draft.limits.max_board_side;
        if width > limit || height > limit {
            self.draft.report(&Finding::BoardTooLarge { width, height, limit }, at);
            return None;
        }
        let (line, column) = self.cursor.at(map.at);
        let count = digits.chars().count();
        if count != width * height || width == 0 {
            let finding = Finding::MapLength { digits: count, width, height };
            self.draft.report_level(&finding, (line, column), index);
        }
        let mut board = Board::new(width, height);
        let mut places = Vec::new();
        for (i, digit) in digits.chars().enumerate().take(width * height) {
            let column = column + 1 + i;
            let (x, y) = (i % width, i / width);
            match letslogic_cell(digit) {
                Some(Cell::Floor) => {}
                Some(cell) => {
                    board.set(x, y, cell);
                    let source = (crate::place::narrow(line), crate::place::narrow(column));
                    places.push(((x, y), source));
                }
                None => {
                    let what = format!("{digit:?} is no digit of a map (0 to 7); it was read as floor");
                    self.draft.report_level(&Finding::BadField { what }, (line, column), index);
                }
            }
        }
        let left = places.iter().map(|((x, _), _)| *x).min();
        let top = places.iter().map(|((_, y), _)| *y).min();
        let (Some(left), Some(top)) = (left, top) else {
            self.draft.report(&Finding::EmptyLevel, at);
            return None;
        };
        let narrow = crate::place::narrow;
        let cells = places.into_iter().map(|((x, y), at)| ((narrow(x - left), narrow(y - top)), at));
        Some((board.cropped(), Place::cells((line, column), cells.collect())))
    }
}

/// Fields of the outermost object that are looked at.
const MAX_FIELDS: usize = 32;

const fn letslogic_cell(digit: char) -> Option<Cell> {
    Some(match digit {
        '0' | '7' => Cell::Floor,
        '1' => Cell::Wall,
        '2' => Cell::Player,
        '3' => Cell::Box,
        '4' => Cell::Goal,
        '5' => Cell::BoxOnGoal,
        '6' => Cell::PlayerOnGoal,
        _ => return None,
    })
}

/// Properties as pairs: `[["ID", "17"], …]`.
fn pairs(value: Option<&Value<'_>>) -> Vec<(String, String)> {
    let list = value.map_or(&[][..], Value::list);
    let pair = |value: &Value<'_>| match value.list() {
        [key, value] => Some((one_line(key.text()?)?, one_line(value.text()?)?)),
        _ => None,
    };
    list.iter().filter_map(pair).collect()
}

/// The other simple fields of a letslogic level: number, best scores.
fn scalars(value: &Value<'_>) -> Vec<(String, String)> {
    let Kind::Object(fields) = &value.kind else { return Vec::new() };
    fields
        .iter()
        .filter(|(key, _)| !matches!(&**key, "title" | "author" | "map" | "width" | "height"))
        .filter_map(|(key, value)| {
            let text = match &value.kind {
                Kind::Text(text) => one_line(text)?,
                Kind::Literal(literal) if *literal != "null" => (*literal).to_owned(),
                _ => return None,
            };
            Some((one_line(key)?, text))
        })
        .take(MAX_FIELDS)
        .collect()
}
