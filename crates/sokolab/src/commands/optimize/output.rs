//! What `optimize` prints: a line per level with the counts before and after, or a JSON object.

use std::io::{self, Write};

use serde::Serialize;
use soko_core::{Solution, Verified};
use soko_optimize::Optimized;
use soko_solver::metric::Metric;
use soko_solver::quantity::{show_bytes, show_count, show_duration, show_number};

use crate::{
    exit::Exit,
    output::{json::write_line, seconds::microseconds, table::fitted},
    terminal::{BAD, DOUBTFUL, FAINT, GOOD, HEADING, Terminal, printable},
};

/// Columns of the status.
const STATUS: usize = 11;
/// Columns beside the title.
const FIXED: usize = 4 + 2 + 2 + STATUS + 14 + 16 + 8 + 8 + 11;

/// The solution before, and what came of it; or why there is none.
pub(super) type Outcome = Result<(Verified<Solution>, Optimized), Reason>;

/// One level after its turn.
pub(super) struct Row<'a> {
    /// The file as the user named it.
    pub(super) file: &'a str,
    /// Position in the file, from 1.
    pub(super) index: usize,
    /// The level's title.
    pub(super) title: Option<&'a str>,
    /// What was to become less.
    pub(super) metric: Metric,
    /// The seed of the run.
    pub(super) seed: u64,
    /// What came of it.
    pub(super) outcome: Outcome,
}

/// Why a level was left as it is.
pub(super) enum Reason {
    /// It cannot be played.
    Invalid(String),
    /// No solution of it is known.
    Unsolved(String),
}

impl Reason {
    fn text(&self) -> &str {
        match self {
            Self::Invalid(why) | Self::Unsolved(why) => why,
        }
    }
}

impl Row<'_> {
    fn status(&self) -> &'static str {
        match &self.outcome {
            Ok(_) if self.is_improved() => "improved",
            Ok(_) => "unchanged",
            Err(Reason::Unsolved(_)) => "unsolved",
            Err(Reason::Invalid(_)) => "invalid",
        }
    }

    fn is_improved(&self) -> bool {
        match &self.outcome {
            Ok((before, done)) => counts(before) != counts(&done.solution),
            Err(_) => false,
        }
    }

    /// How this level went, for the shell.
    pub(super) const fn exit(&self) -> Exit {
        match &self.outcome {
            Ok(_) => Exit::Done,
            Err(Reason::Unsolved(_)) => Exit::Unsolved,
            Err(Reason::Invalid(_)) => Exit::BadInput,
        }
    }

    /// The new solution and lines about it, if it is worth keeping.
    pub(super) fn kept(&self) -> Option<(Verified<Solution>, Vec<String>)> {
        let (_, done) = self.outcome.as_ref().ok().filter(|_| self.is_improved())?;
        let notes = vec![
            format!("Optimizer: Sokolab {} ({})", env!("CARGO_PKG_VERSION"), self.metric.objective().id()),
            format!("Optimizer time: {:.3} seconds", done.elapsed.as_secs_f64()),
        ];
        Some((done.solution.clone(), notes))
    }

    fn line(&self) -> Line<'_> {
        let done = self.outcome.as_ref().ok();
        let before = done.map(|(before, _)| counts(before));
        let after = done.map(|(_, done)| counts(&done.solution));
        let statistics = done.map(|(_, done)| &done.statistics);
        Line {
            file: self.file,
            index: self.index,
            title: self.title,
            metric: self.metric.objective().id(),
            status: self.status(),
            pushes: after.map(|(pushes, _)| pushes),
            moves: after.map(|(_, moves)| moves),
            solution: done.map(|(_, done)| done.solution.lurd()),
            found_pushes: before.map(|(pushes, _)| pushes),
            found_moves: before.map(|(_, moves)| moves),
            time_s: done.map(|(_, done)| microseconds(done.elapsed.as_secs_f64())),
            generated: statistics.map(|s| s.generated),
            expanded: statistics.map(|s| s.expanded),
            peak_memory_bytes: statistics.map(|s| s.peak_memory_bytes),
            seed: self.seed,
            error: self.outcome.as_ref().err().map(Reason::text),
        }
    }
}

/// Pushes and moves.
fn counts(solution: &Verified<Solution>) -> (u32, u32) {
    let metrics = solution.metrics();
    (metrics.pushes, metrics.moves)
}

/// One object; every key is always there.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    index: usize,
    title: Option<&'a str>,
    metric: &'a str,
    status: &'a str,
    pushes: Option<u32>,
    moves: Option<u32>,
    solution: Option<String>,
    found_pushes: Option<u32>,
    found_moves: Option<u32>,
    time_s: Option<f64>,
    generated: Option<u64>,
    expanded: Option<u64>,
    peak_memory_bytes: Option<u64>,
    seed: u64,
    error: Option<&'a str>,
}

/// Prints rows, for people or for programs.
pub(super) struct Output {
    json: bool,
    solutions: bool,
    title_width: usize,
    rows: usize,
    improved: usize,
    /// Pushes and moves before and after.
    sums: [u64; 4],
}

impl Output {
    /// Prints JSON, or a table with or without the moves.
    pub(super) fn new(terminal: &Terminal, json: bool, solutions: bool) -> Self {
        let title_width = terminal.columns().saturating_sub(FIXED).clamp(12, 40);
        Self { json, solutions, title_width, rows: 0, improved: 0, sums: [0; 4] }
    }

    /// The file's name and the head of its table.
    pub(super) fn file(&self, terminal: &mut Terminal, name: &str) -> io::Result<()> {
        if self.json || terminal.is_quiet() {
            return Ok(());
        }
        let paint = terminal.paint();
        if self.rows > 0 {
            writeln!(terminal)?;
        }
        writeln!(terminal, "{}", paint.with(HEADING, printable(name)))?;
        let title = fitted("title", self.title_width);
        let (pushes, moves) = (format!("{:>14}", "pushes"), format!("{:>16}", "moves"));
        let rest = format!("{:>8}{:>8}{:>11}", "time", "nodes", "memory");
        writeln!(
            terminal,
            "{}",
            paint.with(FAINT, format!("{:>4}  {title}  {:<STATUS$}{pushes}{moves}{rest}", "#", "status"))
        )?;
        terminal.flush()
    }

    /// One level.
    pub(super) fn row(&mut self, terminal: &mut Terminal, row: &Row<'_>) -> io::Result<()> {
        self.count(row);
        if self.json {
            write_line(terminal, &row.line())?;
            return terminal.flush();
        }
        let paint = terminal.paint();
        let title = printable(row.title.unwrap_or(""));
        let title = fitted(&title, self.title_width);
        let style = match &row.outcome {
            Ok(_) => GOOD,
            Err(Reason::Unsolved(_)) => DOUBTFUL,
            Err(Reason::Invalid(_)) => BAD,
        };
        let status = row.status();
        write!(terminal, "{:>4}  {title}  {}", row.index, paint.with(style, status))?;
        match &row.outcome {
            Ok((before, done)) => {
                let ((pushes, moves), after) = (counts(before), counts(&done.solution));
                let pushes = format!("{pushes} > {}", after.0);
                let moves = format!("{moves} > {}", after.1);
                let time = show_duration(done.elapsed);
                let nodes = show_count(done.statistics.expanded);
                let memory = show_bytes(done.statistics.peak_memory_bytes);
                let gap = STATUS - status.len();
                writeln!(terminal, "{:gap$}{pushes:>14}{moves:>16}{time:>8}{nodes:>8}{memory:>11}", "")?;
                if self.solutions {
                    writeln!(terminal, "{:>4}  {}", "", done.solution.lurd())?;
                }
            }
            Err(reason) => {
                writeln!(terminal)?;
                writeln!(terminal, "{:>4}  {}", "", printable(reason.text()))?;
            }
        }
        terminal.flush()
    }

    fn count(&mut self, row: &Row<'_>) {
        self.rows += 1;
        self.improved += usize::from(row.is_improved());
        if let Ok((before, done)) = &row.outcome {
            let (before, after) = (counts(before), counts(&done.solution));
            for (sum, count) in self.sums.iter_mut().zip([before.0, after.0, before.1, after.1]) {
                *sum += u64::from(count);
            }
        }
    }

    /// The last line.
    pub(super) fn summary(&self, terminal: &mut Terminal) -> io::Result<()> {
        if self.json || terminal.is_quiet() || self.rows == 0 {
            return Ok(());
        }
        let [pushes, fewer_pushes, moves, fewer_moves] = self.sums;
        let rows = show_number(self.rows as u64, "level");
        writeln!(terminal)?;
        writeln!(
            terminal,
            "improved {} of {rows}: {pushes} > {}, {moves} > {}",
            self.improved,
            show_number(fewer_pushes, "push"),
            show_number(fewer_moves, "move"),
        )?;
        terminal.flush()
    }
}
