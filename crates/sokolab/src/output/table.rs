//! The table of `solve` for people: one aligned line per level, printed as soon as the level is done.
//!
//! Widths are fixed before the first line, because lines are never reprinted: the title takes what the
//! terminal has left and is cut with `…` if it needs more.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use clap::builder::styling::Style;
use soko_solver::{Objective, Status};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::result::{LevelResult, Tally};
use soko_solver::quantity::{show_bytes, show_count, show_duration, show_number};

use crate::terminal::{BAD, DOUBTFUL, FAINT, GOOD, HEADING, Terminal, printable};

/// Columns of the status.
const STATUS: usize = 12;
/// Columns beside the title: number, status, pushes, moves, time, nodes, memory, and the gaps.
const FIXED: usize = 4 + 2 + 2 + STATUS + 7 + 8 + 8 + 8 + 11;

/// Draws results line by line.
pub(crate) struct Table {
    title_width: usize,
    solutions: bool,
    rows: usize,
}

impl Table {
    /// A table for this terminal; with `solutions` each row is followed by the moves.
    pub(crate) fn new(terminal: &Terminal, solutions: bool) -> Self {
        let title_width = terminal.columns().saturating_sub(FIXED).clamp(12, 40);
        Self { title_width, solutions, rows: 0 }
    }

    /// The file's name and the head of its table.
    pub(crate) fn file(&mut self, terminal: &mut Terminal, name: &str) -> io::Result<()> {
        if terminal.is_quiet() {
            return Ok(());
        }
        let paint = terminal.paint();
        if self.rows > 0 {
            writeln!(terminal)?;
        }
        writeln!(terminal, "{}", paint.with(HEADING, printable(name)))?;
        let heads = ["pushes", "moves", "time", "nodes", "memory"].map(str::to_owned);
        let title = fitted("title", self.title_width);
        let head = format!("{:>4}  {title}  {:<STATUS$}{}", "#", "status", figures(&heads));
        writeln!(terminal, "{}", paint.with(FAINT, head))
    }

    /// The row of one level.
    pub(crate) fn level(&mut self, terminal: &mut Terminal, result: &LevelResult<'_>) -> io::Result<()> {
        self.rows += 1;
        let paint = terminal.paint();
        let status = result.status();
        let title = printable(result.title.unwrap_or(""));
        let title = fitted(&title, self.title_width);
        let painted = paint.with(style(status), status.id());
        write!(terminal, "{:>4}  {title}  {painted}", result.index)?;
        let report = match &result.outcome {
            Ok(report) => report,
            Err(refusal) => {
                writeln!(terminal)?;
                return refusal
                    .brief()
                    .try_for_each(|line| writeln!(terminal, "{:>4}  {}", "", printable(&line)));
            }
        };
        let (pushes, moves) = report.solution.as_ref().map_or_else(Default::default, |solution| {
            let star = |proven| if proven { "*" } else { " " };
            let by_pushes = matches!(report.optimal, Some(Objective::Pushes | Objective::PushesThenMoves));
            let by_moves = matches!(report.optimal, Some(Objective::Moves | Objective::MovesThenPushes));
            let metrics = solution.metrics();
            (format!("{}{}", metrics.pushes, star(by_pushes)), format!("{}{}", metrics.moves, star(by_moves)))
        });
        let figures = figures(&[
            pushes,
            moves,
            show_duration(report.elapsed),
            show_count(report.statistics.expanded),
            show_bytes(report.statistics.peak_memory_bytes),
        ]);
        writeln!(terminal, "{:1$}{figures}", "", STATUS - status.id().len())?;
        match &report.solution {
            Some(solution) if self.solutions => writeln!(terminal, "{:>4}  {}", "", solution.lurd()),
            _ => Ok(()),
        }
    }

    /// The last lines: what came of it all, and what to try next.
    pub(crate) fn summary(
        &self,
        terminal: &mut Terminal,
        player: &str,
        tally: &Tally,
        next_step: Option<String>,
    ) -> io::Result<()> {
        if terminal.is_quiet() || self.rows == 0 {
            return Ok(());
        }
        let paint = terminal.paint();
        let (solved, levels) = (tally.solved(), tally.levels());
        let style = if solved == levels { GOOD } else { DOUBTFUL };
        let score = format!("solved {solved} of {levels}");
        writeln!(terminal)?;
        write!(terminal, "{}", paint.with(style, score))?;
        let shortfalls: Vec<_> =
            tally.shortfalls().map(|(status, count)| format!("{count} {status}")).collect();
        if !shortfalls.is_empty() {
            write!(terminal, " ({})", shortfalls.join(", "))?;
        }
        write!(terminal, " with {player} in {}", show_duration(tally.time))?;
        if solved > 0 {
            let (pushes, moves) = (show_number(tally.pushes, "push"), show_number(tally.moves, "move"));
            write!(terminal, ": {pushes}, {moves}")?;
        }
        writeln!(terminal)?;
        if tally.any_optimal {
            writeln!(terminal, "{}", paint.with(FAINT, "* proven: there is no solution with fewer"))?;
        }
        if let Some(command) = next_step {
            writeln!(terminal, "next: {}", paint.with(HEADING, printable(&command)))?;
        }
        Ok(())
    }
}

const fn style(status: Status) -> Style {
    match status {
        Status::Solved => GOOD,
        Status::Invalid => BAD,
        _ => DOUBTFUL,
    }
}

/// The columns to the right of the status.
fn figures([pushes, moves, time, nodes, memory]: &[String; 5]) -> String {
    format!("{pushes:>7}{moves:>8}{time:>8}{nodes:>8}{memory:>11}")
}

/// The text in exactly `width` columns: cut with `…`, or filled with blanks.
pub(crate) fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    let taken = text.width();
    if taken == width {
        return Cow::Borrowed(text);
    }
    if taken < width {
        return Cow::Owned(format!("{text}{}", " ".repeat(width - taken)));
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide > width.saturating_sub(1) {
            break;
        }
        used += wide;
        cut.push(c);
    }
    cut.push('…');
    cut.push_str(&" ".repeat(width.saturating_sub(used + 1)));
    Cow::Owned(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_cut_and_filled_by_columns_not_by_bytes() {
        for (title, width, text) in
            [("abc", 5, "abc  "), ("abcdef", 4, "abc…"), ("Größe", 5, "Größe"), ("倉庫番です", 6, "倉庫… ")]
        {
            assert_eq!(fitted(title, width), text);
        }
        assert_eq!(fitted("倉庫番です", 6).width(), 6);
    }
}
