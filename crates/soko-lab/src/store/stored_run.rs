//! Reading one run with everything that was recorded about it.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;
use soko_core::LevelHash;

use super::{
    Store, StoreError,
    dataset::{level_name, limits},
    run_info::{COLUMNS, columns, run_info},
    verification::{self, Claim},
    write::name,
};
use crate::{
    JobId, LevelName, Setup,
    dataset::{HostInfo, RunInfo},
};

/// A run with everything that was recorded about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRun {
    /// What a report shows of it.
    pub info: RunInfo,
    /// The job that was done.
    pub job: StoredJob,
    /// The level it was done on.
    pub level: StoredLevel,
    /// Where.
    pub host: HostInfo,
    /// What else there is to say.
    pub note: Option<String>,
    /// The solution in LURD.
    pub solution: Option<String>,
    /// The event log.
    pub events: Vec<Value>,
    /// Why its result is not accepted, if it is not: it was replayed when it was read.
    pub doubt: Option<String>,
}

/// What was to be done.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredJob {
    /// Its name.
    pub id: JobId,
    /// The player and its settings.
    pub setup: Setup,
    /// Seed of everything random.
    pub seed: u64,
    /// Which repetition, from 1.
    pub repetition: u32,
}

/// The level of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredLevel {
    /// The board as played, in XSB.
    pub board: String,
    /// The board's hash.
    pub hash: LevelHash,
    /// What an experiment called it.
    pub name: Option<LevelName>,
}

impl Store {
    /// The run whose name, or whose job's name, begins with these digits.
    ///
    /// # Errors
    /// None, or several.
    pub fn run(&self, digits: &str) -> Result<StoredRun, StoreError> {
        let file = || self.path.display().to_string();
        let pattern = digits.to_ascii_lowercase();
        if pattern.is_empty() || !pattern.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(StoreError::NoRun(file(), digits.to_owned()));
        }
        let find = |column: &str| {
            let sql = format!(
                "SELECT id FROM run WHERE substr(lower(hex({column})), 1, ?) = ? 
                 ORDER BY outcome IN ('crashed', 'stopped'), started_ms"
            );
            let mut query = self.connection.prepare(&sql)?;
            let rows = query.query_map((pattern.len() as i64, &pattern), |row| row.get::<_, i64>(0))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        let by_name = find("name").map_err(|error| self.failed(error))?;
        let id = match by_name.as_slice() {
            [id] => *id,
            [] => {
                let by_job = find("job").map_err(|error| self.failed(error))?;
                // Several runs of one whole job: the one that a report takes.
                match by_job.as_slice() {
                    [] => return Err(StoreError::NoRun(file(), digits.to_owned())),
                    [id] => *id,
                    [id, ..] if pattern.len() == 32 => *id,
                    _ => return Err(StoreError::ManyRuns(file(), digits.to_owned())),
                }
            }
            _ => return Err(StoreError::ManyRuns(file(), digits.to_owned())),
        };
        stored_run(&self.connection, id).map_err(|error| self.failed(error))
    }
}

fn stored_run(connection: &Connection, id: i64) -> rusqlite::Result<StoredRun> {
    const AT: usize = COLUMNS;
    let columns = columns();
    let sql = format!(
        "SELECT {columns}, job, board, hash, player, parameters, threads, time_ms, nodes, memory, program, seed,
                repetition, host.name, host.description, note, solution, events
         FROM run JOIN level ON level.id = run.level JOIN setup ON setup.id = run.setup JOIN host ON host.id = run.host
         WHERE run.id = ?"
    );
    let mut run = connection.query_row(&sql, [id], |row| {
        Ok(StoredRun {
            info: run_info(row)?,
            job: StoredJob {
                id: JobId::from_bytes(name(row, AT)?),
                setup: Setup {
                    player: row.get(AT + 3)?,
                    parameters: row.get(AT + 4)?,
                    threads: row.get::<_, i64>(AT + 5)? as usize,
                    limits: limits(row, AT + 6)?,
                    program: row.get(AT + 9)?,
                },
                seed: row.get::<_, i64>(AT + 10)? as u64,
                repetition: row.get(AT + 11)?,
            },
            level: StoredLevel {
                board: row.get(AT + 1)?,
                hash: LevelHash::from_bytes(name(row, AT + 2)?),
                name: None,
            },
            host: HostInfo { name: row.get(AT + 12)?, description: row.get(AT + 13)? },
            note: row.get(AT + 14)?,
            solution: row.get(AT + 15)?,
            events: serde_json::from_str(&row.get::<_, String>(AT + 16)?).unwrap_or_default(),
            doubt: None,
        })
    })?;
    let sql = format!("SELECT {} FROM run WHERE id = ?", Claim::COLUMNS);
    let claim = connection.query_row(&sql, [id], |row| Claim::read(row, 0))?;
    run.doubt = verification::doubt(&run.level.hash, &run.level.board, &claim);
    run.level.name = connection
        .query_row(
            "SELECT file, number, entry.title FROM trial
             JOIN entry ON entry.experiment = trial.experiment AND entry.position = trial.entry
             JOIN experiment ON experiment.id = trial.experiment
             WHERE job = ? ORDER BY planned_ms DESC, digest, trial.position LIMIT 1",
            [run.job.id.as_bytes()],
            level_name,
        )
        .optional()?;
    Ok(run)
}
