//! Writing plans and runs.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};
use soko_analysis::StateSpace;
use soko_core::{Level, LevelHash};

use super::{Store, StoreError, best};
use crate::{
    Plan, RunId,
    dataset::{HostInfo, Limits},
    record::{Record, Setup},
};

impl Store {
    /// Writes down what is planned. Of a plan that is there already only time and command are noted.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn enrol(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            enrol(&transaction, plan)?;
            transaction.commit()
        };
        write(&mut self.connection).map_err(|error| StoreError::of(&self.path, error))
    }

    /// Records a run of a level that is in a plan, and its solution if none better is known.
    ///
    /// # Errors
    /// The file cannot be written; then nothing of the run is.
    pub fn record(&mut self, record: &Record) -> Result<RunId, StoreError> {
        let id = record.id();
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            insert(&transaction, record, id)?;
            transaction.commit()
        };
        write(&mut self.connection).map_err(|error| StoreError::of(&self.path, error))?;
        Ok(id)
    }

    /// Records a run that is in no plan, and its level with it.
    ///
    /// # Errors
    /// The file cannot be written; then nothing of the run is.
    pub fn record_standalone(&mut self, level: &Level, record: &Record) -> Result<RunId, StoreError> {
        let (id, board, states) =
            (record.id(), level.canonical_board().to_string(), StateSpace::of(level).log10());
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            enter(&transaction, &record.level, &board, level.boxes(), states)?;
            insert(&transaction, record, id)?;
            transaction.commit()
        };
        write(&mut self.connection).map_err(|error| StoreError::of(&self.path, error))?;
        Ok(id)
    }
}

/// Makes a level known; one that is known stays as it is.
pub(super) fn enter(
    connection: &Connection,
    hash: &LevelHash,
    board: &str,
    boxes: usize,
    log10_states: f64,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO level (hash, board, boxes, log10_states) VALUES (?, ?, ?, ?)")?
        .execute(params![hash.as_bytes(), board, boxes as i64, log10_states])
        .map(drop)
}

fn enrol(connection: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    let (dataset, digest) = (&plan.dataset, plan.digest());
    for (info, board) in dataset.levels.iter().zip(&plan.boards) {
        enter(connection, &info.hash, board, info.boxes, info.log10_states)?;
    }
    let now = now_ms();
    if connection.execute(
        "UPDATE experiment SET planned_ms = ?, command = ? WHERE digest = ?",
        params![now, dataset.started_by, digest],
    )? > 0
    {
        return Ok(());
    }
    let Limits { time_ms, nodes, memory } = dataset.limits;
    connection.execute(
        "INSERT INTO experiment
             (digest, name, title, about, published, program, time_ms, nodes, memory, planned_ms, command, supply)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            digest,
            dataset.name,
            dataset.title,
            dataset.about,
            dataset.published,
            dataset.program,
            time_ms.map(|v| v as i64),
            nodes.map(|v| v as i64),
            memory.map(|v| v as i64),
            now,
            dataset.started_by,
            dataset.supply.json()
        ],
    )?;
    let experiment = connection.last_insert_rowid();
    let mut contender = connection.prepare(
        "INSERT INTO contender (experiment, position, name, player, preset, settings, parameters, threads)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (position, c) in dataset.contenders.iter().enumerate() {
        let settings = serde_json::to_string(&c.settings).unwrap_or_default();
        let threads = c.threads as i64;
        contender.execute(params![
            experiment,
            position as i64,
            c.name,
            c.player,
            c.preset,
            settings,
            c.parameters,
            threads
        ])?;
    }
    let mut entry = connection.prepare(
        "INSERT INTO entry (experiment, position, level, file, number, title, optimum)
         SELECT ?, ?, id, ?, ?, ?, ? FROM level WHERE hash = ?",
    )?;
    for (position, l) in dataset.levels.iter().enumerate() {
        let (position, number) = (position as i64, l.name.number as i64);
        entry.execute(params![
            experiment,
            position,
            l.name.file,
            number,
            l.name.title,
            l.optimum,
            l.hash.as_bytes()
        ])?;
    }
    let mut trial = connection.prepare(
        "INSERT INTO trial (experiment, position, entry, contender, seed, repetition, job)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (position, t) in dataset.trials.iter().enumerate() {
        let (level, contender) = (t.level as i64, t.contender as i64);
        let seed = t.seed as i64;
        trial.execute(params![
            experiment,
            position as i64,
            level,
            contender,
            seed,
            t.repetition,
            t.job.as_bytes()
        ])?;
    }
    Ok(())
}

fn insert(connection: &Connection, record: &Record, id: RunId) -> rusqlite::Result<()> {
    let level: i64 = connection
        .prepare_cached("SELECT id FROM level WHERE hash = ?")?
        .query_row([record.level.as_bytes()], |row| row.get(0))?;
    let (setup, host) = (setup(connection, &record.setup)?, host(connection, &record.host)?);
    let metrics = record.solution.as_ref().map(|(_, metrics)| metrics);
    let lurd = record.solution.as_ref().map(|(lurd, _)| lurd);
    let counts = &record.statistics;
    let curves = record.events.contains("\"kind\":\"metric\"");
    connection
        .prepare_cached(
            "INSERT INTO run (name, job, level, setup, host, seed, repetition, load, started_ms, outcome, optimal,
                 pushes, moves, wall, cpu, iterations, generated, expanded, open, closed, peak_memory, watchdog,
                 curves, note, solution, events)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id.as_bytes(),
            record.job.as_bytes(),
            level,
            setup,
            host,
            record.seed as i64,
            record.repetition,
            record.load,
            record.started_ms,
            record.outcome.id(),
            record.optimal.map(soko_solver::Objective::id),
            metrics.map(|metrics| metrics.pushes),
            metrics.map(|metrics| metrics.moves),
            record.wall,
            record.cpu,
            counts.iterations as i64,
            counts.generated as i64,
            counts.expanded as i64,
            counts.open as i64,
            counts.closed as i64,
            counts.peak_memory_bytes as i64,
            record.watchdog,
            curves,
            record.note,
            lurd,
            record.events
        ])?;
    if let Some((lurd, metrics)) = &record.solution {
        best::keep(connection, level, lurd, metrics, id)?;
    }
    Ok(())
}

/// The number of a setup, new or known.
pub(super) fn setup(connection: &Connection, setup: &Setup) -> rusqlite::Result<i64> {
    let name = *RunId::of(&format!("{setup:?}")).as_bytes();
    let known = connection
        .prepare_cached("SELECT id FROM setup WHERE name = ?")?
        .query_row([name], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    let Setup { player, parameters, threads, limits, program } = setup;
    connection.execute(
        "INSERT INTO setup (name, player, parameters, threads, time_ms, nodes, memory, program)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            name,
            player,
            parameters,
            *threads as i64,
            limits.time_ms.map(|v| v as i64),
            limits.nodes.map(|v| v as i64),
            limits.memory.map(|v| v as i64),
            program
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

/// The number of a machine, new or known.
pub(super) fn host(connection: &Connection, host: &HostInfo) -> rusqlite::Result<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM host WHERE name = ? AND description = ?")?
        .query_row([&host.name, &host.description], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection
        .execute("INSERT INTO host (name, description) VALUES (?, ?)", [&host.name, &host.description])?;
    Ok(connection.last_insert_rowid())
}

/// Sixteen bytes of a row.
pub(super) fn name(row: &Row<'_>, column: usize) -> rusqlite::Result<[u8; 16]> {
    row.get(column)
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
