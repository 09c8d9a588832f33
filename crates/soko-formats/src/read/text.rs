//! Drawings in plain text: XSB, SOK, one-line RLE, and with other legends Queensland and pusher.
//!
//! The scanner goes through the file once, line by line, and sorts it into boards and the blocks of text
//! between them; [`captions`](super::captions) then decides which text belongs to which board. A line is
//! judged by the kinds of characters in it, not by grammar, so that nothing is ever "unexpected":
//!
//! * a **row** has a wall and nothing but board characters;
//! * a **bare row** has board characters but no wall: it belongs to a board only between rows, which keeps
//!   rulers such as `-----` and `*****` out (the `.sok` rule that an empty interior row needs `-` or `_`);
//! * a **run-length row** has counts, parentheses or bars; with a bar inside it is a whole board;
//! * a **near row** has a few unknown characters and touches a row: it is kept, and reported;
//! * the rest is text.
//!
//! A block of rows is a level if there is something to play with on it; a drawing of walls alone is text.

use std::iter::Peekable;

use super::{
    comment::{is_comment_end, is_comment_start},
    scan::{Block, Scan, TextLine},
};
use crate::{
    Entry, Legend,
    draft::{At, Draft},
    drawing::{self, RowText},
    finding::Finding,
    line::{KindTable, Kinds, Line, Lines},
};

/// Reads all boards of a text into the draft and returns the text between them.
pub(crate) fn scan(text: &str, legend: Legend, draft: &mut Draft) -> Scan {
    let table = KindTable::of(legend);
    let mut scanner = Scanner {
        text,
        legend,
        table,
        lines: Lines::new(text.as_bytes(), table).peekable(),
        draft,
        scan: Scan::default(),
        block: Block::default(),
        blank: true,
        drawing: Unfinished::default(),
    };
    scanner.run();
    scanner.scan
}

/// The board being collected.
#[derive(Default)]
struct Unfinished<'a> {
    rows: Vec<RowText<'a>>,
    /// The lines of the rows, in case they turn out to be text.
    lines: Vec<Line>,
    /// Bare rows that belong to the board only if another row follows.
    pending: Vec<(Line, usize)>,
    kinds: Kinds,
    /// Faults of run-length encoding, told when the board is accepted.
    faults: Vec<(At, Finding)>,
    after_blank: bool,
    /// Ended by `|`: the next run-length row belongs to it.
    continues: bool,
    /// Written with bars between rows, so a board it is, whatever is on it.
    explicit: bool,
}

struct Scanner<'a, 'd> {
    text: &'a str,
    legend: Legend,
    table: &'static KindTable,
    lines: Peekable<Lines<'a>>,
    draft: &'d mut Draft,
    scan: Scan,
    block: Block,
    /// Was the last line blank?
    blank: bool,
    drawing: Unfinished<'a>,
}

impl<'a> Scanner<'a, '_> {
    fn run(&mut self) {
        while let Some(line) = self.lines.next() {
            if self.draft.is_full() {
                break;
            }
            if self.is_blank(line) {
                self.close_board();
                self.blank = true;
            } else if !self.board_line(line) {
                self.close_board();
                if !self.comment_block(line) {
                    self.push_text(line, self.blank, false);
                    self.blank = false;
                }
            }
        }
        self.close_board();
        self.end_block(self.blank);
    }

    fn slice(&self, line: Line, skip: usize) -> &'a str {
        &self.text[line.span.range()][skip..]
    }

    /// Nothing on it, or nothing but a mark of quotation or comment.
    fn is_blank(&self, line: Line) -> bool {
        let text = self.slice(line, 0);
        line.kinds.only(Kinds::BLANK)
            || text.starts_with(';') && text.trim_ascii_end().len() == 1
            || text.starts_with('>') && text.bytes().all(|b| b == b'>' || b == b' ')
    }

    fn is_open(&self) -> bool {
        !self.drawing.rows.is_empty()
    }

    /// The most cells a row is read to: enough to see that it is too long.
    fn cap(&self) -> usize {
        2 * self.draft.limits.max_board_side
    }

    /// Takes a line that belongs to a board; false if it does not.
    fn board_line(&mut self, line: Line) -> bool {
        let quotes = quote_length(self.slice(line, 0).as_bytes());
        let kinds =
            if quotes == 0 { line.kinds } else { self.table.kinds(self.slice(line, quotes).as_bytes()) };
        if kinds.only(Kinds::BOARD) {
            if kinds.has(Kinds::WALL) {
                self.scan.is_quoted |= quotes > 0;
                self.push_row(line, quotes, kinds);
                return true;
            }
            // Letters without a wall are words.
            if self.is_open() && !kinds.has(Kinds::LETTER) && kinds.has(Kinds::DASH.or(Kinds::THING)) {
                return self.wait(line, quotes);
            }
            return false;
        }
        if kinds.only(Kinds::BOARD.or(Kinds::REPEAT)) && self.legend == Legend::Xsb {
            let source = self.slice(line, quotes);
            if self.run_length_line(line, quotes, source, kinds) {
                return true;
            }
        }
        self.near_row(line, quotes, kinds)
    }

    /// Keeps a bare row until it is known whether a row follows.
    fn wait(&mut self, line: Line, quotes: usize) -> bool {
        if self.drawing.pending.len() <= self.draft.limits.max_board_side {
            self.drawing.pending.push((line, quotes));
        }
        true
    }

    fn push_row(&mut self, line: Line, quotes: usize, kinds: Kinds) {
        let text = self.slice(line, quotes);
        let row = if kinds.has(Kinds::TAB) {
            RowText::tolerant(line.number, quotes + 1, text, self.legend, self.cap())
        } else {
            RowText::plain(line.number, quotes + 1, text.as_bytes())
        };
        self.drawing.continues = false;
        self.add_row(line, kinds, row);
    }

    fn add_row(&mut self, line: Line, kinds: Kinds, row: RowText<'a>) {
        if !self.is_open() {
            self.drawing.after_blank = self.blank;
        }
        for (bare, quotes) in std::mem::take(&mut self.drawing.pending) {
            let kinds = self.table.kinds(self.slice(bare, quotes).as_bytes());
            let expanded = kinds.has(Kinds::REPEAT);
            let text = self.slice(bare, quotes);
            if expanded {
                let limit = self.draft.limits.max_rle_expansion;
                let expanded = self.draft.expand(text.as_bytes(), limit);
                for row in RowText::split(bare.number, quotes + 1, &expanded, self.cap()) {
                    self.store(bare, row);
                }
            } else {
                let cap = self.cap();
                self.store(bare, RowText::tolerant(bare.number, quotes + 1, text, self.legend, cap));
            }
            self.drawing.kinds = self.drawing.kinds.or(kinds);
        }
        self.drawing.kinds = self.drawing.kinds.or(kinds);
        self.store(line, row);
    }

    fn store(&mut self, line: Line, row: RowText<'a>) {
        // One row too many is enough to see that the board is too large.
        if self.drawing.rows.len() <= self.draft.limits.max_board_side {
            self.drawing.rows.push(row);
            self.drawing.lines.push(line);
        }
    }

    /// Takes a line with counts, parentheses or bars.
    fn run_length_line(&mut self, line: Line, quotes: usize, source: &str, kinds: Kinds) -> bool {
        let bytes = source.trim_ascii_end().as_bytes();
        let column = quotes + 1;
        let bars = source.matches('|').count();
        let ends_with_bar = bytes.ends_with(b"|");
        let whole = bars > usize::from(ends_with_bar);
        // With blanks it is a drawing with a digit in it, or prose; with bars it is meant.
        if kinds.has(Kinds::BLANK) && bytes.contains(&b' ') && bars == 0 {
            return false;
        }
        let drawn = kinds.has(Kinds::WALL.or(Kinds::PIECE).or(Kinds::DOT).or(Kinds::STAR));
        let meant = bars > 0 && drawn && !kinds.has(Kinds::BLANK);
        if !kinds.has(Kinds::WALL) && !meant {
            // An empty interior row such as `3-|`.
            let empty = kinds.only(Kinds::FLOOR.or(Kinds::REPEAT)) && kinds.has(Kinds::DASH);
            return empty && self.is_open() && self.wait(line, quotes);
        }
        let expanded = self.draft.expand(bytes, self.draft.limits.max_rle_expansion);
        if bars == 0 && !expanded.faults.is_empty() {
            return false;
        }
        // Past a limit nothing of the board can be trusted.
        if let Some((offset, fault)) = expanded.faults.iter().find(|(_, fault)| fault.is_limit()) {
            self.close_board();
            self.draft.report(fault, (line.number, column + offset));
            return true;
        }
        if whole && !self.drawing.continues {
            self.close_board();
        }
        let faults: Vec<_> = expanded
            .faults
            .iter()
            .map(|(offset, fault)| ((line.number, column + offset), fault.clone()))
            .collect();
        self.drawing.faults.extend(faults);
        for row in RowText::split(line.number, column, &expanded, self.cap()) {
            self.add_row(line, kinds, row);
        }
        self.drawing.explicit |= bars > 0;
        self.drawing.continues = ends_with_bar;
        if whole && !ends_with_bar {
            self.scan.one_line_boards += 1;
            self.close_board();
        }
        true
    }

    /// Takes a line that is a row but for a few characters, if it touches a row.
    fn near_row(&mut self, line: Line, quotes: usize, kinds: Kinds) -> bool {
        if !kinds.has(Kinds::WALL) || line.span.len() > self.cap() {
            return false;
        }
        let next = self.lines.peek().map(|next| &self.text[next.span.range()]);
        let next_is_row = next.is_some_and(|text| {
            let text = &text[quote_length(text.as_bytes())..];
            let kinds = self.table.kinds(text.as_bytes());
            let is_row = kinds.only(Kinds::BOARD) && kinds.has(Kinds::WALL);
            is_row || self.is_open() && text.len() <= self.cap() && self.is_nearly_board(text, false)
        });
        if !self.is_open() && !next_is_row {
            return false;
        }
        let text = self.slice(line, quotes);
        let inside = self.is_open() && next_is_row;
        if !self.is_nearly_board(text, inside) {
            return false;
        }
        let row = RowText::tolerant(line.number, quotes + 1, text, self.legend, self.cap());
        self.drawing.continues = false;
        self.add_row(line, kinds, row);
        true
    }

    /// Few enough unknown characters, and no words. At the edge of a board both ends must be walls.
    fn is_nearly_board(&self, text: &str, inside: bool) -> bool {
        let trimmed = text.trim();
        let (mut known, mut unknown, mut word, mut longest) = (0, 0, 0, 0);
        for c in trimmed.chars() {
            let is_known = u8::try_from(c).is_ok_and(|b| self.table.kind(b).only(Kinds::BOARD));
            known += usize::from(is_known);
            unknown += usize::from(!is_known);
            word = if !is_known && c.is_alphabetic() { word + 1 } else { 0 };
            longest = longest.max(word);
        }
        let wall = |c: Option<char>| {
            c.and_then(|c| u8::try_from(c).ok()).is_some_and(|b| self.table.kind(b).has(Kinds::WALL))
        };
        let walled = known > 1 && wall(trimmed.chars().next()) && wall(trimmed.chars().next_back());
        let few = unknown <= (known + unknown).div_ceil(4).max(1);
        few && longest < 3 && (walled || inside)
    }

    /// Ends the board being collected: adds it, or turns its lines into text.
    fn close_board(&mut self) {
        if !self.is_open() {
            return;
        }
        let mut drawing = std::mem::take(&mut self.drawing);
        // A last row without a wall counts if there is a player or a box on it.
        let last = drawing.pending.iter().rposition(|(line, _)| line.kinds.has(Kinds::PIECE));
        let rest = drawing.pending.split_off(last.map_or(0, |i| i + 1));
        for (line, quotes) in std::mem::take(&mut drawing.pending) {
            let text = self.slice(line, quotes);
            let row = RowText::tolerant(line.number, quotes + 1, text, self.legend, self.cap());
            drawing.kinds = drawing.kinds.or(line.kinds);
            drawing.rows.push(row);
            drawing.lines.push(line);
        }
        if drawing.is_level() {
            let level = self.draft.next_level();
            if let Some((board, place)) = drawing::board(&drawing.rows, self.legend, self.draft) {
                for (at, fault) in &drawing.faults {
                    self.draft.report_level(fault, *at, level);
                }
                if self.draft.add(Entry { place, ..Entry::new(board) }) {
                    self.end_block(drawing.after_blank);
                }
            }
            self.blank = false;
        } else {
            if drawing.rows.len() > 1 || drawing.kinds.has(Kinds::THING) {
                self.draft.report(&Finding::RowsAsText, (drawing.lines[0].number, 1));
            }
            let mut after_blank = drawing.after_blank;
            for &line in &drawing.lines {
                self.push_text(line, after_blank, false);
                after_blank = false;
            }
            self.blank = false;
        }
        for (line, _) in rest {
            self.push_text(line, self.blank, false);
        }
        // The lists are used again; an empty file of many boards should not allocate for each.
        drawing.rows.clear();
        drawing.lines.clear();
        drawing.faults.clear();
        let (rows, lines, pending) = (drawing.rows, drawing.lines, drawing.pending);
        self.drawing = Unfinished { rows, lines, pending, ..Unfinished::default() };
    }

    fn end_block(&mut self, blank_at_end: bool) {
        self.block.blank_at_end = blank_at_end;
        self.scan.blocks.push(std::mem::take(&mut self.block));
    }

    fn push_text(&mut self, line: Line, after_blank: bool, verbatim: bool) {
        let text = self.slice(line, 0);
        if !verbatim && text.trim_start().starts_with("::") {
            self.scan.has_human_lines = true;
            return;
        }
        if self.draft.take_text(line.number) {
            self.block.lines.push(TextLine::new(line, after_blank, verbatim));
        }
    }

    /// Takes `Comment:` … `Comment-End:` whole. A comment without an end is plain text.
    fn comment_block(&mut self, line: Line) -> bool {
        if !is_comment_start(self.slice(line, 0)) {
            return false;
        }
        let rest = &self.text[line.span.range().end..];
        let ahead = Lines::new(rest.as_bytes(), self.table).map(|line| &rest[line.span.range()]);
        let closed = ahead
            .skip(1)
            .find(|text| is_comment_start(text) || is_comment_end(text))
            .is_some_and(is_comment_end);
        if !closed {
            self.draft.report(&Finding::UnclosedComment, (line.number, 1));
            return false;
        }
        while let Some(line) = self.lines.next() {
            if is_comment_end(self.slice(line, 0)) {
                break;
            }
            self.push_text(line, self.blank, true);
            self.blank = false;
        }
        true
    }
}

impl Unfinished<'_> {
    /// Is there something to play with?
    fn is_level(&self) -> bool {
        self.explicit || self.kinds.has(Kinds::PIECE) || self.rows.len() > 2 && self.kinds.has(Kinds::THING)
    }
}

/// Length of mail quotes such as `> > `.
fn quote_length(line: &[u8]) -> usize {
    if line.first() != Some(&b'>') {
        return 0;
    }
    let last = line.iter().take_while(|&&b| b == b'>' || b == b' ').enumerate().filter(|(_, b)| **b == b'>');
    last.last().map_or(0, |(i, _)| i + 1)
}
