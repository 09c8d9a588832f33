//! The runs that belong to no experiment, such as those of the workbench.

use soko_core::LevelHash;

use super::{
    Store, StoreError,
    run_info::{COLUMNS, columns, run_info},
    write::name,
};
use crate::dataset::RunInfo;

/// A run that belongs to no experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct StandaloneInfo {
    /// What a report would show of it.
    pub info: RunInfo,
    /// The hash of its board.
    pub level: LevelHash,
    /// Its player.
    pub player: String,
    /// Seed of everything random.
    pub seed: u64,
}

impl Store {
    /// How many runs belong to no experiment.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn count_standalone(&self) -> Result<usize, StoreError> {
        self.connection
            .query_row(&format!("SELECT count(*) FROM run WHERE {STANDALONE}"), [], |row| {
                row.get::<_, i64>(0)
            })
            .map(|count| count as usize)
            .map_err(|error| self.failed(error))
    }

    /// Some of the runs that belong to no experiment, the newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn standalone(&self, offset: usize, limit: usize) -> Result<Vec<StandaloneInfo>, StoreError> {
        let read = || {
            let sql = format!(
                "SELECT {}, hash, player, seed FROM run JOIN level ON level.id = run.level
                 JOIN setup ON setup.id = run.setup
                 WHERE {STANDALONE} ORDER BY started_ms DESC, run.id DESC LIMIT ? OFFSET ?",
                columns()
            );
            let mut query = self.connection.prepare(&sql)?;
            let rows = query.query_map([limit as i64, offset as i64], |row| {
                Ok(StandaloneInfo {
                    info: run_info(row)?,
                    level: LevelHash::from_bytes(name(row, COLUMNS)?),
                    player: row.get(COLUMNS + 1)?,
                    seed: row.get::<_, i64>(COLUMNS + 2)? as u64,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }
}

const STANDALONE: &str = "job NOT IN (SELECT job FROM trial)";
