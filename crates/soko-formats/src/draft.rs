//! A document while it is being read: the collection so far, the diagnostics and what is left of the budget.
//!
//! All readers add to a [`Draft`], which alone enforces [`Limits`]. When a budget is used up the draft says
//! so once and refuses further additions; readers then stop or go on without adding.

use soko_core::Board;

use crate::{
    Collection, Diagnostic, Document, Encoding, Entry, Format, Limits,
    finding::Finding,
    rle::{self, Expanded},
};

pub(crate) struct Draft {
    pub(crate) limits: Limits,
    pub(crate) collection: Collection,
    diagnostics: Vec<Diagnostic>,
    suppressed: usize,
    cells: usize,
    texts: usize,
    games: usize,
    moves: usize,
    /// Characters that run-length encodings may still expand to.
    expansion: usize,
    full: bool,
}

/// Line and column, both from 1.
pub(crate) type At = (usize, usize);

impl Draft {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            collection: Collection::default(),
            diagnostics: Vec::new(),
            suppressed: 0,
            cells: 0,
            texts: 0,
            games: 0,
            moves: 0,
            expansion: limits.max_cells_total,
            full: false,
        }
    }

    /// Says something about the file.
    pub(crate) fn report(&mut self, finding: &Finding, at: At) {
        self.push(finding, at, None);
    }

    /// Says something about a level, given by its number from 1.
    pub(crate) fn report_level(&mut self, finding: &Finding, at: At, level: usize) {
        self.push(finding, at, Some(level));
    }

    /// Says why nothing was read. This is never left out, however much was said before.
    pub(crate) fn report_failure(&mut self, finding: &Finding) {
        let kept = self.limits.max_diagnostics.saturating_sub(1);
        self.suppressed += self.diagnostics.len().saturating_sub(kept);
        self.diagnostics.truncate(kept);
        self.limits.max_diagnostics = self.limits.max_diagnostics.max(1);
        self.push(finding, (1, 1), None);
    }

    fn push(&mut self, finding: &Finding, (line, column): At, level: Option<usize>) {
        if self.diagnostics.len() >= self.limits.max_diagnostics {
            self.suppressed += 1;
            return;
        }
        self.diagnostics.push(Diagnostic {
            severity: finding.severity(),
            code: finding.code(),
            level,
            title: None,
            line,
            column,
            message: finding.to_string(),
            remedy: finding.remedy(),
        });
    }

    /// The number, from 1, that the next entry will have.
    pub(crate) fn next_level(&self) -> usize {
        self.collection.entries.len() + 1
    }

    /// Was some limit hit that ends the reading?
    pub(crate) const fn is_full(&self) -> bool {
        self.full
    }

    /// Adds a level; false, and a diagnostic, if there is no room for it.
    pub(crate) fn add(&mut self, entry: Entry) -> bool {
        if self.full {
            return false;
        }
        let finding = if self.collection.entries.len() >= self.limits.max_levels {
            Finding::TooManyLevels { limit: self.limits.max_levels }
        } else if self.cells + area(&entry.board) > self.limits.max_cells_total {
            Finding::TooManyCells { limit: self.limits.max_cells_total }
        } else {
            self.cells += area(&entry.board);
            self.collection.entries.push(entry);
            return true;
        };
        self.full = true;
        self.report(&finding, entry.place.start());
        false
    }

    /// Forgets all levels: another reader will try. Findings stay, so only a reader without any may do this.
    pub(crate) fn restart(&mut self) {
        self.collection = Collection::default();
        self.cells = 0;
    }

    /// Is there room for one more line of text? Says so once if not.
    pub(crate) fn take_text(&mut self, line: usize) -> bool {
        if self.texts == self.limits.max_notes {
            self.texts += 1;
            self.report(&Finding::TooMuchText { limit: self.limits.max_notes }, (line, 1));
        }
        if self.texts > self.limits.max_notes {
            return false;
        }
        self.texts += 1;
        true
    }

    /// Is there room for one more saved game? Says so once if not.
    pub(crate) fn take_game(&mut self, at: At) -> bool {
        if self.games == self.limits.max_games {
            self.games += 1;
            self.report(&Finding::TooManyGames { limit: self.limits.max_games }, at);
        }
        if self.games > self.limits.max_games {
            return false;
        }
        self.games += 1;
        true
    }

    /// Moves that saved games may still have.
    pub(crate) const fn moves_left(&self) -> usize {
        self.limits.max_moves - self.moves
    }

    /// Takes note of moves that are kept.
    pub(crate) fn spend_moves(&mut self, moves: usize) {
        self.moves = (self.moves + moves).min(self.limits.max_moves);
    }

    /// Expands a run-length encoding within the budget of a line and of the file.
    pub(crate) fn expand(&mut self, source: &[u8], limit: usize) -> Expanded {
        let expanded = rle::expand(source, limit.min(self.expansion), self.limits.max_rle_depth);
        self.expansion -= expanded.bytes.len().min(self.expansion);
        expanded
    }

    /// The finished document: diagnostics in file order, with the titles of their levels.
    pub(crate) fn finish(mut self, format: Format, encoding: Encoding) -> Document {
        for diagnostic in &mut self.diagnostics {
            let entry = diagnostic.level.and_then(|level| self.collection.entries.get(level - 1));
            diagnostic.title = entry.and_then(|entry| entry.title.as_deref()).map(shortened);
        }
        self.diagnostics.sort_by_key(|d| (d.line, d.column));
        if self.suppressed > 0 {
            let at = self.diagnostics.last().map_or((1, 1), |last| (last.line, last.column));
            let suppressed = self.suppressed;
            self.limits.max_diagnostics += 1;
            self.report(&Finding::MoreFindings { suppressed }, at);
        }
        Document { format, encoding, collection: self.collection, diagnostics: self.diagnostics }
    }
}

const fn area(board: &Board) -> usize {
    board.width() * board.height()
}

/// A title that fits in a message.
pub(crate) fn shortened(title: &str) -> String {
    const LENGTH: usize = 80;
    match title.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title.to_owned(),
    }
}
