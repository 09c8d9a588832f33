//! The best solutions of a file held against its runs, and made anew where they do not follow from them.
//!
//! A wrong best solution would keep out every right one for good, since only a better one replaces it. So
//! [`Store::repair_best`], called before a file is written to, checks these rows and makes the wrong ones anew from the
//! file's own runs; readers ([`Store::best`]) are given only what replays. Runs are never changed, wrong ones neither:
//! merging the file into a new one leaves them behind.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Store, StoreError, best,
    verification::{Doubt, level, named, solution},
};
use crate::RunId;

/// A row of best solutions that is not backed by a run.
pub(super) struct WrongBest {
    pub(super) level: i64,
    pub(super) metric: String,
    pub(super) doubt: Doubt,
}

/// The best solutions of a file (`main`, or an attached one) that do not follow from the runs that are in our own.
pub(super) fn wrong_best(connection: &Connection, schema: &str) -> rusqlite::Result<Vec<WrongBest>> {
    let mut wrong = Vec::new();
    let mut query = connection.prepare(&format!(
        "SELECT best.level, metric, first, second, third, fourth, fifth, sixth, best.solution, hash, board,
                EXISTS (SELECT 1 FROM main.run AS r JOIN main.level AS l ON l.id = r.level
                        WHERE r.name = best.run AND l.hash = known.hash AND r.solution = best.solution)
         FROM {schema}.best AS best LEFT JOIN {schema}.level AS known ON known.id = best.level
         ORDER BY best.level, metric"
    ))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (level, metric): (i64, String) = (row.get(0)?, row.get(1)?);
        let measures = (2..8).map(|column| row.get(column)).collect::<rusqlite::Result<Vec<i64>>>()?;
        let row = BestRow {
            measures,
            solution: row.get(8)?,
            hash: row.get(9)?,
            board: row.get(10)?,
            found: row.get(11)?,
        };
        if let Err(why) = row.hold(&metric) {
            let name = named(connection, schema, level)?;
            let about = format!("the best solution by {metric} of level {name}");
            wrong.push(WrongBest { level, metric, doubt: Doubt { about, why } });
        }
    }
    Ok(wrong)
}

struct BestRow {
    measures: Vec<i64>,
    solution: String,
    hash: Option<Vec<u8>>,
    board: Option<String>,
    /// Is there a run that found it?
    found: bool,
}

impl BestRow {
    fn hold(&self, metric: &str) -> Result<(), String> {
        let (Some(hash), Some(board)) = (&self.hash, &self.board) else {
            return Err("its level is not in the file".to_owned());
        };
        let solution = solution(&level(hash, board)?, &self.solution)?;
        let measures = best::measures(metric, solution.metrics()).ok_or("there is no such metric")?;
        if self.measures != measures.map(i64::from) {
            return Err(format!("it says {:?}; its solution has {measures:?}", self.measures));
        }
        if self.found { Ok(()) } else { Err("no run that is believed found it".to_owned()) }
    }
}

impl Store {
    /// The best solutions of the file that do not replay, or that no run found. [`best`](Self::best) gives none that
    /// does not replay.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn wrong_best(&self) -> Result<Vec<Doubt>, StoreError> {
        let wrong = wrong_best(&self.connection, "main").map_err(|error| self.failed(error))?;
        Ok(wrong.into_iter().map(|wrong| wrong.doubt).collect())
    }

    /// Makes best solutions that do not replay, or that no run found, anew from the runs of the file.
    ///
    /// # Errors
    /// The file cannot be read or written; then it is as it was.
    pub fn repair_best(&mut self) -> Result<Vec<Doubt>, StoreError> {
        // Mostly there is nothing to write; then no lock is taken.
        if self.wrong_best()?.is_empty() {
            return Ok(Vec::new());
        }
        let mend = |connection: &mut Connection| {
            let transaction =
                rusqlite::Transaction::new(connection, rusqlite::TransactionBehavior::Immediate)?;
            let wrong = wrong_best(&transaction, "main")?;
            for WrongBest { level, metric, .. } in &wrong {
                transaction
                    .execute("DELETE FROM best WHERE level = ? AND metric = ?", params![level, metric])?;
            }
            let mut levels: Vec<_> = wrong.iter().map(|wrong| wrong.level).collect();
            levels.dedup();
            for level in levels {
                remake(&transaction, level)?;
            }
            transaction.commit()?;
            Ok(wrong.into_iter().map(|wrong| wrong.doubt).collect())
        };
        mend(&mut self.connection).map_err(|error| StoreError::of(&self.path, error))
    }
}

/// Enters the solutions of all runs of a level that replay.
fn remake(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let row = connection
        .query_row("SELECT hash, board FROM level WHERE id = ?", [id], |row| {
            Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, String>(1)?))
        })
        .optional()?;
    let Some(Ok(known)) = row.map(|(hash, board)| level(&hash, &board)) else { return Ok(()) };
    let mut query =
        connection.prepare("SELECT name, solution FROM run WHERE level = ? AND solution IS NOT NULL")?;
    let mut rows = query.query([id])?;
    while let Some(row) = rows.next()? {
        if let Ok(solution) = solution(&known, row.get_ref(1)?.as_str()?) {
            let run = RunId::from_bytes(row.get(0)?);
            best::keep(connection, id, &solution.lurd(), solution.metrics(), run)?;
        }
    }
    Ok(())
}
