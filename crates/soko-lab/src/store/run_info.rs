//! What a report shows of a run, read from the first columns of a row.

use rusqlite::Row;
use soko_solver::{Objective, Statistics};

use super::{withdrawn_proofs::OPTIMAL, write::name};
use crate::{Outcome, RunId, dataset::RunInfo};

/// The columns of a run that [`run_info`] reads, in its order.
pub(super) fn columns() -> String {
    format!(
        "run.name, outcome, pushes, moves, {OPTIMAL}, wall, cpu, iterations, generated, expanded, open, closed, \
         peak_memory, watchdog, load, started_ms, host"
    )
}

/// How many they are.
pub(super) const COLUMNS: usize = 17;

/// From the columns of a row. The host is not set.
pub(super) fn run_info(row: &Row<'_>) -> rusqlite::Result<RunInfo> {
    let count = |column: usize| row.get::<_, i64>(column).map(|count| count as u64);
    let lengths: Option<(u32, u32)> = row.get::<_, Option<u32>>(2)?.zip(row.get::<_, Option<u32>>(3)?);
    let text = row.get_ref(1)?.as_str()?;
    Ok(RunInfo {
        id: RunId::from_bytes(name(row, 0)?),
        // A word that this program does not know: of a later one perhaps. It is no success.
        outcome: Outcome::find(text).unwrap_or(Outcome::Crashed),
        lengths,
        optimal: row.get_ref(4)?.as_str_or_null()?.and_then(Objective::find),
        wall: row.get(5)?,
        cpu: row.get(6)?,
        statistics: Statistics {
            iterations: count(7)?,
            generated: count(8)?,
            expanded: count(9)?,
            open: count(10)?,
            closed: count(11)?,
            peak_memory_bytes: count(12)?,
        },
        watchdog: row.get(13)?,
        load: row.get(14)?,
        started_ms: row.get(15)?,
        host: 0,
    })
}
