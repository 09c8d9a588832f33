//! The best solutions known of every level: one with the fewest moves, one with the fewest pushes.
//!
//! Ties are broken by the other measures in the order of the Sokoban community, at last by the moves as text: there is
//! exactly one best, whatever the order in which solutions came in. Nothing replaces it but a better one.

use rusqlite::{Connection, params};
use soko_core::{LevelHash, Metrics};

use super::{Store, StoreError, verification};
use crate::RunId;

/// A best solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// `moves` or `pushes`.
    pub metric: String,
    /// Its moves.
    pub moves: u32,
    /// Its pushes.
    pub pushes: u32,
    /// The solution in LURD.
    pub solution: String,
    /// The run that found it.
    pub run: RunId,
}

const INSERT: &str = "
INSERT INTO best (level, metric, first, second, third, fourth, fifth, sixth, solution, run)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// What follows an insertion: the better one stays.
const KEEP_BETTER: &str = "
ON CONFLICT DO UPDATE SET first = excluded.first, second = excluded.second, third = excluded.third,
    fourth = excluded.fourth, fifth = excluded.fifth, sixth = excluded.sixth,
    solution = excluded.solution, run = excluded.run
WHERE (excluded.first, excluded.second, excluded.third, excluded.fourth, excluded.fifth, excluded.sixth,
       excluded.solution, excluded.run)
    < (first, second, third, fourth, fifth, sixth, solution, run)";

/// Keeps a solution if it is better than those known.
pub(super) fn keep(
    connection: &Connection,
    level: i64,
    solution: &str,
    found: &Metrics,
    run: RunId,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(&format!("{INSERT}{KEEP_BETTER}"))?;
    for metric in METRICS {
        let Some([first, second, third, fourth, fifth, sixth]) = measures(metric, found) else { continue };
        insert.execute(params![
            level,
            metric,
            first,
            second,
            third,
            fourth,
            fifth,
            sixth,
            solution,
            run.as_bytes()
        ])?;
    }
    Ok(())
}

/// What a best solution can be best in.
const METRICS: [&str; 2] = ["moves", "pushes"];

/// The measures of a solution in the order that decides.
pub(super) fn measures(metric: &str, of: &Metrics) -> Option<[u32; 6]> {
    let Metrics { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines } = *of;
    let (first, second) = match metric {
        "moves" => (moves, pushes),
        "pushes" => (pushes, moves),
        _ => return None,
    };
    Some([first, second, box_lines, box_changes, pushing_sessions, player_lines])
}

impl Store {
    /// The best solutions of a level, by moves and by pushes, as far as they replay.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn best(&self, level: &LevelHash) -> Result<Vec<Best>, StoreError> {
        let read = || {
            let mut query = self.connection.prepare_cached(
                "SELECT metric, solution, run, board FROM best JOIN level ON level.id = best.level
                 WHERE hash = ? ORDER BY metric",
            )?;
            let rows = query.query_map([level.as_bytes()], |row| {
                let (metric, lurd): (String, String) = (row.get(0)?, row.get(1)?);
                let run = RunId::from_bytes(row.get(2)?);
                let replayed = verification::level(level.as_bytes(), row.get_ref(3)?.as_str()?)
                    .and_then(|level| verification::solution(&level, &lurd));
                Ok(replayed.ok().map(|solution| {
                    let Metrics { moves, pushes, .. } = *solution.metrics();
                    Best { metric, moves, pushes, solution: lurd, run }
                }))
            })?;
            rows.filter_map(Result::transpose).collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// The fewest moves and the fewest pushes known of every level that was ever solved, as the file says it:
    /// [`repair_best`](Self::repair_best) first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn all_best(&self) -> Result<Vec<(LevelHash, Shortest)>, StoreError> {
        let read = || {
            let mut query = self.connection.prepare(
                "SELECT hash, min(first) FILTER (WHERE metric = 'moves'), min(first) FILTER (WHERE metric = 'pushes')
                 FROM best JOIN level ON level.id = best.level GROUP BY level.id ORDER BY level.id",
            )?;
            let rows = query.query_map([], |row| {
                Ok((LevelHash::from_bytes(row.get(0)?), Shortest { moves: row.get(1)?, pushes: row.get(2)? }))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }
}

/// The fewest moves and the fewest pushes of a level, perhaps of two solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// Fewest moves.
    pub moves: u32,
    /// Fewest pushes.
    pub pushes: u32,
}
