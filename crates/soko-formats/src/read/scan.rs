//! What the scanner of [`text`](super::text) finds besides boards: lines of text, in blocks between the boards.

use crate::{
    draft::At,
    line::{Kinds, Line, Span},
    place::narrow,
};

/// How a line of text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `; text`
    Semicolon,
    /// `Key: value`, and the inside of `Comment:` blocks
    Key,
    Plain,
}

/// A line of text that is no board row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLine {
    span: Span,
    number: u32,
    pub(crate) kinds: Kinds,
    /// Is there a blank line, or the beginning of the file, above it?
    pub(crate) after_blank: bool,
    /// Inside `Comment:` … `Comment-End:`, where nothing has a meaning.
    pub(crate) verbatim: bool,
    /// Found out when all lines are known.
    pub(super) style: Style,
}

impl TextLine {
    /// A plain line.
    pub(super) fn new(line: Line, after_blank: bool, verbatim: bool) -> Self {
        let (span, number, kinds) = (line.span, narrow(line.number), line.kinds);
        Self { span, number, kinds, after_blank, verbatim, style: Style::Plain }
    }

    pub(crate) fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.span.range()]
    }

    pub(crate) const fn number(&self) -> usize {
        self.number as usize
    }

    pub(crate) const fn at(&self) -> At {
        (self.number as usize, 1)
    }
}

/// The text before, between or after boards.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) lines: Vec<TextLine>,
    /// Is there a blank line between the last text line and the board below?
    pub(crate) blank_at_end: bool,
}

/// What the scanner found besides the boards, which are in the draft.
#[derive(Default)]
pub(crate) struct Scan {
    /// One more than there are boards: before the first, …, after the last.
    pub(crate) blocks: Vec<Block>,
    /// Boards written on one line.
    pub(crate) one_line_boards: usize,
    /// Are there `::` lines, as only `.sok` files have them?
    pub(crate) has_human_lines: bool,
    /// Are rows quoted with `>`, as in a mail?
    pub(crate) is_quoted: bool,
}
