//! The machine-readable contract of `solve`: one JSON object per level, every key always there.
//!
//! The keys up to `seed` and their order are fixed; what follows was added later and more may come. `null`
//! stands for what does not apply.

use std::io::{self, Write};

use serde::Serialize;
use soko_solver::{Objective, Status};

use super::{account::Explanation, result::LevelResult, seconds::microseconds};

/// One line.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    file: &'a str,
    index: usize,
    title: Option<&'a str>,
    player: &'a str,
    status: Status,
    pushes: Option<u32>,
    moves: Option<u32>,
    solution: Option<String>,
    optimal: Option<&'a str>,
    time_s: Option<f64>,
    generated: Option<u64>,
    expanded: Option<u64>,
    open: Option<u64>,
    closed: Option<u64>,
    peak_memory_bytes: Option<u64>,
    seed: u64,
    box_lines: Option<u32>,
    box_changes: Option<u32>,
    pushing_sessions: Option<u32>,
    player_lines: Option<u32>,
    iterations: Option<u64>,
    error: Option<String>,
    found_pushes: Option<u32>,
    found_moves: Option<u32>,
    optimize_time_s: Option<f64>,
}

/// Writes the line of one level.
pub(crate) fn write_result(out: &mut impl Write, result: &LevelResult<'_>) -> io::Result<()> {
    write_line(out, &line(result))
}

/// A line with what `--explain` adds.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    line: Line<'a>,
    explanation: Option<Explanation<'a>>,
}

/// Writes the line of one level with an explanation, or `null` in its place.
pub(crate) fn write_explained(
    out: &mut impl Write,
    result: &LevelResult<'_>,
    explanation: Option<Explanation<'_>>,
) -> io::Result<()> {
    write_line(out, &Explained { line: line(result), explanation })
}

/// The line of one level.
pub(crate) fn line<'a>(result: &'a LevelResult<'a>) -> Line<'a> {
    let report = result.outcome.as_ref().ok();
    let solution = report.and_then(|r| r.solution.as_ref());
    let metrics = solution.map(|s| s.metrics());
    let statistics = report.map(|r| &r.statistics);
    Line {
        file: result.file,
        index: result.index,
        title: result.title,
        player: result.player,
        status: result.status(),
        pushes: metrics.map(|m| m.pushes),
        moves: metrics.map(|m| m.moves),
        solution: solution.map(|s| s.lurd()),
        optimal: report.and_then(|r| r.optimal).map(Objective::id),
        time_s: report.map(|r| microseconds(r.elapsed.as_secs_f64())),
        generated: statistics.map(|s| s.generated),
        expanded: statistics.map(|s| s.expanded),
        open: statistics.map(|s| s.open),
        closed: statistics.map(|s| s.closed),
        peak_memory_bytes: statistics.map(|s| s.peak_memory_bytes),
        seed: result.seed,
        box_lines: metrics.map(|m| m.box_lines),
        box_changes: metrics.map(|m| m.box_changes),
        pushing_sessions: metrics.map(|m| m.pushing_sessions),
        player_lines: metrics.map(|m| m.player_lines),
        iterations: statistics.map(|s| s.iterations),
        error: result.outcome.as_ref().err().map(ToString::to_string),
        found_pushes: result.before_optimizing.map(|before| before.pushes),
        found_moves: result.before_optimizing.map(|before| before.moves),
        optimize_time_s: result.before_optimizing.map(|before| microseconds(before.time.as_secs_f64())),
    }
}

/// Writes any value as one line.
pub(crate) fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    out.write_all(line.as_bytes())
}
