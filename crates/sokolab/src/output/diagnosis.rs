//! A diagnostic for people: where, what, which level, the line itself with a caret, and the remedy.
//!
//! ```text
//! broken.xsb:12:3: error: the level has no player [no-player]
//!    level 3 "Corner"
//!    12 | #####
//!       | ^
//!    help: put one player '@' ('+' on a goal) inside the walls
//! ```
//!
//! The first line is what editors and `grep` understand. Lines are looked up by one pass over the file,
//! forward as long as the diagnostics are sorted; very long ones are shown around the place meant.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use encoding_rs::Encoding;
use soko_formats::{Diagnostic, Severity};
use unicode_width::UnicodeWidthChar;

use crate::{
    level_source::LevelFile,
    terminal::{BAD, DOUBTFUL, FAINT, HEADING, Paint, REMARK, printable},
};

/// Characters shown of a long line on each side of the place.
const AROUND: usize = 50;

/// The lines of a file, for quoting.
pub(crate) struct SourceLines<'a> {
    text: Cow<'a, str>,
    /// Number (from 1) and first byte of the line we are at.
    at: (usize, usize),
}

impl<'a> SourceLines<'a> {
    /// The text of a file in its own encoding.
    pub(crate) fn new(file: &'a LevelFile) -> Self {
        let encoding =
            Encoding::for_label(file.document.encoding.name.as_bytes()).unwrap_or(encoding_rs::UTF_8);
        let (text, ..) = encoding.decode(&file.bytes);
        Self { text, at: (1, 0) }
    }

    /// A line by number, from 1, without its end. `None` beyond the last one.
    fn line(&mut self, number: usize) -> Option<&str> {
        if number < self.at.0 {
            self.at = (1, 0);
        }
        while self.at.0 < number {
            let rest = &self.text.as_bytes()[self.at.1..];
            let length = rest.iter().position(|&byte| byte == b'\n')?;
            self.at = (self.at.0 + 1, self.at.1 + length + 1);
        }
        let rest = &self.text[self.at.1..];
        let line = rest.split('\n').next().unwrap_or_default();
        (!rest.is_empty()).then(|| line.strip_suffix('\r').unwrap_or(line))
    }
}

/// Writes one diagnostic. `lines` are those of the file; without them nothing is quoted.
pub(crate) fn write(
    out: &mut impl Write,
    paint: Paint,
    file: &str,
    diagnostic: &Diagnostic,
    lines: Option<&mut SourceLines<'_>>,
) -> io::Result<()> {
    let Diagnostic { severity, code, line, column, message, remedy, .. } = diagnostic;
    let style = match severity {
        Severity::Error => BAD,
        Severity::Warning => DOUBTFUL,
        Severity::Note => REMARK,
    };
    let place = format!("{}:{line}:{column}:", printable(file));
    let kind = format!("{severity}:");
    writeln!(
        out,
        "{} {} {} {}",
        paint.with(HEADING, place),
        paint.with(style, kind),
        paint.with(HEADING, printable(message)),
        paint.with(FAINT, format!("[{code}]")),
    )?;
    if let Some(level) = diagnostic.level {
        let title = diagnostic.title.as_deref().map(|t| format!(" \"{}\"", printable(t))).unwrap_or_default();
        writeln!(out, "   level {level}{title}")?;
    }
    if let Some((quote, caret)) =
        lines.and_then(|lines| lines.line(*line).and_then(|text| quote(text, *column)))
    {
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let bar = paint.with(FAINT, "|");
        writeln!(out, "   {} {bar} {quote}", paint.with(FAINT, &number))?;
        writeln!(out, "   {margin} {bar} {}{}", " ".repeat(caret), paint.with(style, "^"))?;
    }
    writeln!(out, "   {} {}", paint.with(REMARK, "help:"), printable(remedy))
}

/// The part of a line around a column (from 1), and where the caret goes below it.
fn quote(line: &str, column: usize) -> Option<(String, usize)> {
    if line.trim().is_empty() {
        return None;
    }
    let at = column.saturating_sub(1);
    let first = at.saturating_sub(AROUND);
    let mut shown = if first > 0 { "…".to_owned() } else { String::new() };
    let mut caret = usize::from(first > 0);
    let mut characters = line.chars().skip(first);
    for index in first..at + AROUND {
        let Some(c) = characters.next() else { break };
        let c = match c {
            '\t' => ' ',
            c if c.is_control() => '\u{fffd}',
            c => c,
        };
        shown.push(c);
        if index < at {
            caret += c.width().unwrap_or(0);
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    Some((shown.trim_end().to_owned(), caret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_in_any_order() {
        let mut lines = SourceLines { text: "one\r\ntwo\n\nfour".into(), at: (1, 0) };
        assert_eq!(lines.line(4), Some("four"));
        assert_eq!(lines.line(1), Some("one"));
        assert_eq!(lines.line(3), Some(""));
        assert_eq!(lines.line(5), None);
        assert_eq!(lines.line(2), Some("two"));
        assert_eq!(SourceLines { text: "".into(), at: (1, 0) }.line(1), None);
    }

    #[test]
    fn the_caret_stands_below_its_character() {
        assert_eq!(quote("#@$.#", 3), Some(("#@$.#".to_owned(), 2)));
        assert_eq!(quote("\t#", 2), Some((" #".to_owned(), 1)));
        assert_eq!(quote("倉#", 2), Some(("倉#".to_owned(), 2)));
        assert_eq!(quote("  ", 1), None);
        let long = "#".repeat(1_000_000);
        let (shown, caret) = quote(&long, 500_000).unwrap();
        assert_eq!((shown.chars().count(), caret), (2 * AROUND + 2, AROUND + 1));
    }
}
