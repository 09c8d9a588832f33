//! Which text belongs to which board.
//!
//! Files disagree: a title stands above its board (`.sok`, Microban), below it (Boxxle), or a number stands
//! above and the real title below (Sven, GRIGoR). The text between two boards is cut in two, and where to
//! cut is decided once per file and per style of text — `; comment` lines, `Key: value` lines and plain
//! lines — by majority: text that touches the board above it and not the one below votes for "below", and
//! the other way round. Where nothing touches anything, the ends of the file decide (a caption before the first
//! board and none after the last stands above); failing that, keys stand below and titles above, as the
//! `.sok` format has it.
//!
//! Saved games always belong to the board above. Everything that is neither title, key nor game is kept as
//! notes, so no text is lost.

use super::{
    keys::{Known, key_value},
    scan::{Scan, Style, TextLine},
};
use crate::{
    Entry,
    draft::Draft,
    wording::{self, one_line},
};

/// Where a style of text stands, seen from its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Above,
    Below,
}

const STYLES: [Style; 3] = [Style::Semicolon, Style::Key, Style::Plain];

struct Sides([Side; 3]);

impl Sides {
    const fn of(&self, style: Style) -> Side {
        self.0[style as usize]
    }
}

/// Gives every line of text to an entry or to the collection. Returns the number of saved games.
pub(super) fn assign(text: &str, scan: &mut Scan, draft: &mut Draft) -> usize {
    let mut captions = Captions { text, quoted: scan.is_quoted, draft, games: 0 };
    for line in scan.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        line.style = captions.style_of(line);
    }
    let boards = captions.draft.collection.entries.len();
    let tails: Vec<&[TextLine]> = scan
        .blocks
        .iter()
        .take(boards + 1)
        .enumerate()
        .map(|(i, block)| captions.take_games(i, block))
        .collect();
    let sides = vote(scan, &tails);
    for (i, tail) in tails.iter().enumerate() {
        let cut = if i < boards { cut(tail, &sides) } else { tail.len() };
        let (below, above) = tail.split_at(cut);
        match i.checked_sub(1) {
            None => captions.describe_collection(below, boards),
            Some(owner) => captions.caption_below(owner, below, &sides),
        }
        if i < boards {
            captions.caption_above(i, above);
        }
    }
    let collection = &mut captions.draft.collection;
    wording::trim(&mut collection.notes);
    for entry in &mut collection.entries {
        wording::trim(&mut entry.notes);
        entry.games.iter_mut().for_each(|game| wording::trim(&mut game.notes));
    }
    captions.games
}

/// Decides for each style where it stands; see the module documentation.
fn vote(scan: &Scan, tails: &[&[TextLine]]) -> Sides {
    let last = tails.len() - 1;
    let touches_below = |i: usize| i < last && !scan.blocks[i].blank_at_end;
    let touches_above = |i: usize| {
        let whole = tails[i].len() == scan.blocks[i].lines.len();
        i > 0 && whole && tails[i].first().is_some_and(|line| !line.after_blank)
    };
    Sides(STYLES.map(|style| {
        let (mut above, mut below) = (0, 0);
        for (i, tail) in tails.iter().enumerate() {
            let is_style = |line: Option<&TextLine>| line.is_some_and(|l| l.style == style);
            // A second paragraph in this style is the next board's title, not this one's.
            let again = tail.iter().skip(1).any(|l| l.after_blank && l.style == style);
            let under_board = touches_above(i) && is_style(tail.first()) && !again;
            let over_board = touches_below(i) && is_style(tail.last());
            above += usize::from(over_board && !under_board);
            below += usize::from(under_board && !over_board);
        }
        let used = |i: usize| tails[i].iter().any(|l| !l.verbatim && l.style == style);
        if above != below {
            return if above > below { Side::Above } else { Side::Below };
        }
        let between = last > 1 && (1..last).all(used);
        match (style, used(0), used(last)) {
            // Keys before the first board alone describe the collection.
            (Style::Key, true, false) if between => Side::Above,
            (Style::Key, ..) | (Style::Semicolon, false, true) => Side::Below,
            _ => Side::Above,
        }
    }))
}

/// Where the lines begin that belong to the board below.
fn cut(tail: &[TextLine], sides: &Sides) -> usize {
    let paragraph = tail.iter().rposition(|line| line.after_blank).unwrap_or(0);
    let is_above = |line: &TextLine| sides.of(line.style) == Side::Above;
    let upper = &tail[paragraph..];
    let start = paragraph + upper.iter().rposition(|line| !is_above(line)).map_or(0, |i| i + 1);
    // Several plain lines are notes on the board above; a single one is a title (the `.sok` rule).
    let all_plain = tail[start..].iter().all(|line| line.style == Style::Plain);
    if all_plain && tail.len() - start != 1 { tail.len() } else { start }
}

/// Text on its way to its owners.
pub(super) struct Captions<'a, 'd> {
    pub(super) text: &'a str,
    /// Are boards quoted with `>`, and so the text as well?
    quoted: bool,
    pub(super) draft: &'d mut Draft,
    /// Saved games found so far.
    pub(super) games: usize,
}

impl<'a> Captions<'a, '_> {
    /// The line without mail quotes and blanks at its end.
    pub(super) fn raw(&self, line: &TextLine) -> &'a str {
        let text = line.text(self.text).trim_end();
        if self.quoted && !line.verbatim { text.trim_start_matches(['>', ' ']) } else { text }
    }

    fn style_of(&self, line: &TextLine) -> Style {
        let text = self.raw(line);
        if line.verbatim {
            Style::Key
        } else if text.trim_start().starts_with(';') {
            Style::Semicolon
        } else if key_value(text).is_some() {
            Style::Key
        } else {
            Style::Plain
        }
    }

    /// The line without comment sign.
    pub(super) fn content(&self, line: &TextLine) -> &'a str {
        let text = self.raw(line);
        if line.verbatim {
            return text;
        }
        match text.trim_start().strip_prefix(';') {
            Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
            None => text,
        }
    }

    pub(super) fn entry(&mut self, owner: usize) -> &mut Entry {
        &mut self.draft.collection.entries[owner]
    }

    /// Text above a board: its title, then notes. A title below the board was explicit and stays.
    fn caption_above(&mut self, owner: usize, lines: &[TextLine]) {
        let mut title = None;
        for line in lines {
            let content = self.content(line).trim();
            if self.set_key(owner, line) {
            } else if title.is_none() && !is_ruler(content) && !line.verbatim {
                title = Some(content);
            } else {
                let entry = self.entry(owner);
                push_note(&mut entry.notes, line, content);
            }
        }
        let entry = self.entry(owner);
        match (&entry.title, title) {
            (None, title) => entry.title = title.and_then(one_line),
            (Some(explicit), Some(line)) if !supersedes(explicit, line) => {
                entry.notes.insert(0, wording::note(line));
            }
            _ => {}
        }
    }

    /// Text below a board: keys, the title if titles stand below, and notes.
    fn caption_below(&mut self, owner: usize, lines: &[TextLine], sides: &Sides) {
        for (i, line) in lines.iter().enumerate() {
            let title_here =
                i == 0 && !line.verbatim && sides.of(line.style) == Side::Below && !self.has_games(owner);
            let content = self.content(line);
            if self.set_key(owner, line) {
            } else if title_here && self.entry(owner).title.is_none() && !is_ruler(content) {
                self.entry(owner).title = one_line(content);
            } else {
                self.note(owner, line);
            }
        }
    }

    fn has_games(&mut self, owner: usize) -> bool {
        !self.entry(owner).games.is_empty()
    }

    pub(super) fn note_all(&mut self, owner: usize, lines: &[TextLine]) {
        for line in lines {
            if !self.set_key(owner, line) {
                self.note(owner, line);
            }
        }
    }

    /// Adds a line to the notes of the last game, or of the level if it has none.
    fn note(&mut self, owner: usize, line: &TextLine) {
        let content = self.content(line);
        let entry = self.entry(owner);
        let notes = match entry.games.last_mut() {
            Some(game) => &mut game.notes,
            None => &mut entry.notes,
        };
        push_note(notes, line, content);
    }

    /// Takes a `Key: value` line; false if it is none. After a game, only title and author are the level's.
    fn set_key(&mut self, owner: usize, line: &TextLine) -> bool {
        if line.verbatim {
            return false;
        }
        let Some((key, value)) = key_value(self.content(line)) else { return false };
        let known = Known::of(key);
        // After a semicolon anything may stand; only known keys are keys there.
        if known.is_none() && line.style == Style::Semicolon {
            return false;
        }
        let after_game = self.has_games(owner);
        let entry = self.entry(owner);
        let Some(value) = one_line(value) else { return true };
        match known {
            Some(Known::Title) => {
                if let Some(line) = entry.title.replace(value.clone())
                    && !supersedes(&value, &line)
                {
                    entry.notes.insert(0, line);
                }
            }
            Some(Known::Author) if entry.author.is_none() => entry.author = Some(value),
            Some(Known::Text) => return false,
            _ if after_game => return false,
            _ => entry.properties.push((key.to_owned(), value)),
        }
        true
    }

    /// Text above the first board that is not its own.
    fn describe_collection(&mut self, lines: &[TextLine], boards: usize) {
        for (i, line) in lines.iter().enumerate() {
            let content = self.content(line);
            if !line.verbatim
                && let Some((key, value)) = key_value(content)
                && let Some(known) = Known::of(key)
            {
                let collection = &mut self.draft.collection;
                let field = match known {
                    Known::Title | Known::Collection => &mut collection.title,
                    Known::Author => &mut collection.author,
                    Known::Copyright => &mut collection.copyright,
                    Known::Email => &mut collection.email,
                    Known::Url => &mut collection.url,
                    Known::Text => {
                        if !value.is_empty() {
                            push_note(&mut collection.notes, line, value);
                        }
                        continue;
                    }
                };
                let value = one_line(value);
                if value.is_none() || *field == value {
                    continue;
                }
                if field.is_none() {
                    *field = value;
                    continue;
                }
            }
            // A first line that stands alone names the collection.
            let alone = i == 0 && !line.verbatim && lines.get(1).is_none_or(|next| next.after_blank);
            let collection = &mut self.draft.collection;
            let short = content.trim().len() <= 60 && !is_ruler(content);
            if alone && boards > 1 && short && collection.title.is_none() {
                collection.title = one_line(content);
            } else {
                push_note(&mut collection.notes, line, content);
            }
        }
    }
}

/// Says an explicit title all that a title line says? Numbers alone count the levels.
fn supersedes(explicit: &str, line: &str) -> bool {
    explicit.eq_ignore_ascii_case(line) || line.bytes().all(|b| b.is_ascii_digit())
}

fn push_note(notes: &mut Vec<String>, line: &TextLine, content: &str) {
    if line.after_blank && !line.verbatim && notes.last().is_some_and(|last| !last.is_empty()) {
        notes.push(String::new());
    }
    // An empty first line is only distance.
    if !(notes.is_empty() && content.is_empty()) {
        notes.push(wording::note(content));
    }
}

/// A line of signs, drawn to separate.
fn is_ruler(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulers() {
        assert!(is_ruler("=====") && is_ruler("-- * --") && !is_ruler("= 1 ="));
    }
}
