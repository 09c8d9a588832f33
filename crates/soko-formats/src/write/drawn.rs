//! Writing XSB, SOK and RLE.
//!
//! The reader judges lines by their characters, so the writer must make sure that no title reads as a row or
//! as moves and no board reads as text: a title that is not plain text goes into a `Title:` line, notes go
//! between `Comment:` and `Comment-End:`, where nothing has a meaning, and a board that a plain drawing
//! cannot show (no wall in its first row, nothing to play with) goes on one line in run-length encoding.

use soko_core::{Board, Cell};

use super::WriteOptions;
use crate::{
    Collection, Entry, GameKind, Legend, SavedGame, games,
    line::{KindTable, Kinds},
    read::{is_comment_mark, key_value},
    rle,
    wording::{self, one_line},
};

/// Where titles and games go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Xsb,
    Sok,
}

pub(super) fn write(collection: &Collection, style: Style, options: WriteOptions) -> String {
    let mut writer = Writer { out: String::new(), style, options };
    writer.collection(collection);
    for entry in &collection.entries {
        writer.entry(entry);
    }
    writer.out
}

struct Writer {
    out: String,
    style: Style,
    options: WriteOptions,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn key(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value.and_then(one_line) {
            self.line(&format!("{key}: {value}"));
        }
    }

    /// An empty line, except at the top.
    fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn collection(&mut self, collection: &Collection) {
        self.key("Collection", collection.title.as_deref());
        self.key("Author", collection.author.as_deref());
        self.key("Copyright", collection.copyright.as_deref());
        self.key("Email", collection.email.as_deref());
        self.key("Url", collection.url.as_deref());
        self.notes(&collection.notes);
    }

    fn notes(&mut self, notes: &[String]) {
        if notes.is_empty() {
            return;
        }
        self.line("Comment:");
        for note in notes {
            // The end of the block must not come from inside it.
            if is_comment_mark(note) {
                self.out.push_str("> ");
            }
            self.line(&wording::note(note));
        }
        self.line("Comment-End:");
    }

    fn entry(&mut self, entry: &Entry) {
        self.gap();
        let title = entry.title.as_deref().and_then(one_line);
        let stands_above = title.as_deref().is_some_and(|title| self.can_stand_above(title));
        match (&title, self.style) {
            (Some(title), Style::Xsb) if stands_above => self.line(&format!("; {title}")),
            (Some(title), Style::Sok) if stands_above => self.line(&format!("{title}\n")),
            _ => {}
        }
        self.board(&entry.board);
        if !stands_above {
            self.key("Title", title.as_deref());
        }
        self.key("Author", entry.author.as_deref());
        for (key, value) in &entry.properties {
            self.key(key, Some(value));
        }
        self.notes(&entry.notes);
        if self.style == Style::Sok {
            for game in &entry.games {
                self.game(game);
            }
        }
    }

    /// Will a title above the board be read as one?
    fn can_stand_above(&self, title: &str) -> bool {
        let kinds = KindTable::of(Legend::Xsb).kinds(title.as_bytes());
        let plain = kinds.has(Kinds::OTHER) && title.chars().any(char::is_alphanumeric);
        match self.style {
            Style::Xsb => {
                title.chars().any(char::is_alphanumeric)
                    && key_value(title).is_none()
                    && !is_comment_mark(title)
                    && !title.starts_with([';', ':'])
            }
            Style::Sok => {
                plain
                    && key_value(title).is_none()
                    && !title.starts_with([';', ':', '>', '#', '<', '{', '['])
                    && !games::is_heading(title)
            }
        }
    }

    fn game(&mut self, game: &SavedGame) {
        // A heading without moves would be read as a note.
        if game.moves.is_empty() && game.directions.is_empty() {
            return;
        }
        self.out.push('\n');
        let (word, moves) = match &game.kind {
            GameKind::Solution(solution) => (format!("Solution {}", solution.metrics()), solution.lurd()),
            GameKind::Snapshot { .. } => ("Snapshot".to_owned(), game.moves.clone()),
            GameKind::Unverified { .. } => ("Saved game".to_owned(), game.moves.clone()),
        };
        let title = game.title.as_deref().and_then(one_line);
        match title {
            Some(title) if is_heading_line(&title) => self.line(&title),
            Some(title) => self.line(&format!("{word} {title}")),
            None => self.line(&word),
        }
        let mut rest = moves.as_str();
        while !rest.is_empty() {
            let cut = rest.char_indices().nth(MOVES_PER_LINE).map_or(rest.len(), |(i, _)| i);
            let (line, more) = rest.split_at(cut);
            self.line(line);
            rest = more;
        }
        self.notes(&game.notes);
    }

    fn board(&mut self, board: &Board) {
        if self.options.run_length || !draws_plainly(board) {
            self.one_line_board(board);
            return;
        }
        let floor = if self.options.dash_floor { '-' } else { ' ' };
        for row in board.rows() {
            let drawn = drawn(row);
            // A blank line would end the board.
            if drawn.is_empty() {
                self.out.push('-');
            }
            self.out
                .extend(drawn.iter().map(|&cell| if cell == Cell::Floor { floor } else { cell.to_xsb() }));
            self.out.push('\n');
        }
    }

    fn one_line_board(&mut self, board: &Board) {
        for (y, row) in board.rows().enumerate() {
            if y > 0 {
                self.out.push('|');
            }
            let cells = drawn(row).iter().map(|&cell| if cell == Cell::Floor { '-' } else { cell.to_xsb() });
            rle::encode(cells, &mut self.out);
            if drawn(row).is_empty() {
                self.out.push('-');
            }
        }
        // A single row needs a bar to be known as a board.
        self.out.push_str(if board.height() == 1 { "|\n" } else { "\n" });
    }
}

/// Moves are wrapped, as is the custom in mails and forums.
const MOVES_PER_LINE: usize = 70;

fn is_heading_line(title: &str) -> bool {
    games::is_heading(title) && !title.starts_with([';', ':', '>', '#']) && !title.contains(':')
}

/// A row without the floor at its end.
fn drawn(row: &[Cell]) -> &[Cell] {
    &row[..row.iter().rposition(|&cell| cell != Cell::Floor).map_or(0, |x| x + 1)]
}

/// Will a plain drawing be read as this board?
fn draws_plainly(board: &Board) -> bool {
    let walled = |row: Option<&[Cell]>| row.is_some_and(|row| row.iter().any(|cell| cell.is_wall()));
    let has = |test: fn(Cell) -> bool| board.count(test) > 0;
    let playable = has(Cell::has_player)
        || has(|cell| cell == Cell::Box)
        || board.height() > 2 && has(|cell| !matches!(cell, Cell::Floor | Cell::Wall));
    playable && walled(board.rows().next()) && walled(board.rows().last())
}
