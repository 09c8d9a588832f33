//! Reading experiments.

use rusqlite::{Connection, OptionalExtension, Row};
use serde_json::Value;
use soko_core::LevelHash;

use super::{
    Store, StoreError,
    run_info::{COLUMNS, columns, run_info},
    write::name,
};
use crate::{
    Dataset, JobId, Plan, Supply,
    dataset::{ContenderInfo, Curve, HostInfo, LevelInfo, LevelName, Limits, Trial},
};

/// An experiment in a results file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExperimentInfo {
    /// Its name.
    pub name: String,
    /// Its headline.
    pub title: String,
    /// The program it was planned for.
    pub program: String,
    /// When it was last planned, in milliseconds since 1970.
    pub planned_ms: i64,
    /// How many runs it asks for.
    pub planned: u64,
    /// How many of them are made.
    pub made: u64,
    /// What was at hand of the collections that it names.
    pub supply: Supply,
    /// The first digits of its own name, which tells it from others of the same name.
    pub digits: String,
}

impl Store {
    /// All experiments, the newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn experiments(&self) -> Result<Vec<ExperimentInfo>, StoreError> {
        let read = || {
            let mut query = self.connection.prepare(
                "SELECT substr(lower(hex(digest)), 1, 8), name, title, program, planned_ms,
                        (SELECT count(*) FROM trial WHERE experiment = experiment.id),
                        (SELECT count(*) FROM trial WHERE experiment = experiment.id
                             AND EXISTS (SELECT 1 FROM run WHERE run.job = trial.job AND outcome NOT IN ('crashed', 'stopped'))),
                        supply
                 FROM experiment ORDER BY planned_ms DESC, digest",
            )?;
            let rows = query.query_map([], |row| {
                Ok(ExperimentInfo {
                    digits: row.get(0)?,
                    name: row.get(1)?,
                    title: row.get(2)?,
                    program: row.get(3)?,
                    planned_ms: row.get(4)?,
                    planned: row.get::<_, i64>(5)? as u64,
                    made: row.get::<_, i64>(6)? as u64,
                    supply: supply(row, 7)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// An experiment by name, the newest of that name, or by the digits that tell it from others; without a name the
    /// newest of all.
    ///
    /// # Errors
    /// There is none, or the file cannot be read.
    pub fn dataset(&self, name: Option<&str>) -> Result<Dataset, StoreError> {
        let find = || {
            self.connection
                .query_row(
                    "SELECT id FROM experiment
                     WHERE ?1 IS NULL OR name = ?1 OR (length(?1) >= 8 AND instr(lower(hex(digest)), lower(?1)) = 1)
                     ORDER BY planned_ms DESC, digest LIMIT 1",
                    [name],
                    |row| row.get(0),
                )
                .optional()
        };
        let Some(id) = find().map_err(|error| self.failed(error))? else {
            let known = self.experiments()?.into_iter().map(|experiment| experiment.name).collect::<Vec<_>>();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let file = self.path.display().to_string();
            return Err(StoreError::NoExperiment(file, name.unwrap_or_default().to_owned(), known));
        };
        dataset(&self.connection, id).map_err(|error| self.failed(error))
    }

    /// The experiments of that name, the newest for each program that made it; the newest of all first.
    ///
    /// # Errors
    /// There is none, or the file cannot be read.
    pub fn datasets(&self, name: &str) -> Result<Vec<Dataset>, StoreError> {
        let read = || {
            let mut query = self.connection.prepare(
                "SELECT id FROM experiment AS one WHERE name = ?1 AND NOT EXISTS (
                     SELECT 1 FROM experiment AS newer WHERE name = ?1 AND newer.program = one.program
                         AND (newer.planned_ms, newer.digest) > (one.planned_ms, one.digest))
                 ORDER BY planned_ms DESC, digest",
            )?;
            let ids = query.query_map([name], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
            ids.into_iter().map(|id| dataset(&self.connection, id)).collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// The experiment of a plan, if it is written down.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn dataset_of(&self, plan: &Plan) -> Result<Option<Dataset>, StoreError> {
        let read = || {
            let id = self
                .connection
                .query_row("SELECT id FROM experiment WHERE digest = ?", [plan.digest()], |row| row.get(0))
                .optional()?;
            id.map(|id| dataset(&self.connection, id)).transpose()
        };
        read().map_err(|error| self.failed(error))
    }
}

pub(super) fn dataset(connection: &Connection, id: i64) -> rusqlite::Result<Dataset> {
    let mut dataset = connection.query_row(
        "SELECT name, title, about, published, program, time_ms, nodes, memory, command, supply FROM experiment
         WHERE id = ?",
        [id],
        |row| {
            Ok(Dataset {
                name: row.get(0)?,
                title: row.get(1)?,
                about: row.get(2)?,
                published: row.get(3)?,
                program: row.get(4)?,
                limits: limits(row, 5)?,
                started_by: row.get(8)?,
                supply: supply(row, 9)?,
                ..Dataset::default()
            })
        },
    )?;
    let mut query = connection.prepare(
        "SELECT file, number, title, hash, boxes, log10_states, optimum
         FROM entry JOIN level ON level.id = entry.level WHERE experiment = ? ORDER BY position",
    )?;
    let levels = query.query_map([id], |row| {
        Ok(LevelInfo {
            name: level_name(row)?,
            hash: LevelHash::from_bytes(name(row, 3)?),
            boxes: row.get::<_, i64>(4)? as usize,
            log10_states: row.get(5)?,
            optimum: row.get(6)?,
        })
    })?;
    dataset.levels = levels.collect::<rusqlite::Result<_>>()?;
    let mut query = connection.prepare(
        "SELECT name, player, preset, settings, parameters, threads FROM contender
         WHERE experiment = ? ORDER BY position",
    )?;
    let contenders = query.query_map([id], |row| {
        Ok(ContenderInfo {
            name: row.get(0)?,
            player: row.get(1)?,
            preset: row.get(2)?,
            settings: serde_json::from_str(&row.get::<_, String>(3)?).unwrap_or_default(),
            parameters: row.get(4)?,
            threads: row.get::<_, i64>(5)? as usize,
        })
    })?;
    dataset.contenders = contenders.collect::<rusqlite::Result<_>>()?;
    let hosts = trials(connection, id, &mut dataset)?;
    name_hosts(connection, &hosts, &mut dataset)?;
    Ok(dataset)
}

/// What was at hand of collections; a file may have been changed by others.
fn supply(row: &Row<'_>, column: usize) -> rusqlite::Result<Supply> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).unwrap_or_default())
}

/// A level's name, from the first three columns of a row.
pub(super) fn level_name(row: &Row<'_>) -> rusqlite::Result<LevelName> {
    Ok(LevelName { file: row.get(0)?, number: row.get::<_, i64>(1)? as usize, title: row.get(2)? })
}

/// Reads the trials with their runs, and gives the hosts' numbers in the database by their place in the dataset.
fn trials(connection: &Connection, id: i64, dataset: &mut Dataset) -> rusqlite::Result<Vec<i64>> {
    let columns = columns();
    let sql = format!(
        "SELECT {columns}, trial.entry, trial.contender, trial.seed, trial.repetition, trial.job, run.curves, run.id
         FROM trial LEFT JOIN run ON run.id = (
             SELECT id FROM run WHERE job = trial.job AND outcome <> 'stopped'
             ORDER BY outcome = 'crashed', started_ms, name LIMIT 1)
         WHERE experiment = ? ORDER BY position"
    );
    let mut query = connection.prepare(&sql)?;
    let mut rows = query.query([id])?;
    let mut hosts: Vec<i64> = Vec::new();
    let mut with_curves = Vec::new();
    while let Some(row) = rows.next()? {
        let mut run = None;
        if row.get_ref(0)?.as_blob_or_null()?.is_some() {
            let mut info = run_info(row)?;
            let host = row.get(COLUMNS - 1)?;
            info.host = hosts.iter().position(|&known| known == host).unwrap_or_else(|| {
                hosts.push(host);
                hosts.len() - 1
            });
            if row.get(COLUMNS + 5)? {
                with_curves.push((dataset.trials.len(), row.get::<_, i64>(COLUMNS + 6)?));
            }
            run = Some(info);
        }
        // Reports look levels and contenders up by these.
        let place = |column: usize, count: usize| {
            let place = row.get::<_, i64>(column)?;
            let found = usize::try_from(place).ok().filter(|&place| place < count);
            found.ok_or(rusqlite::Error::IntegralValueOutOfRange(column, place))
        };
        dataset.trials.push(Trial {
            level: place(COLUMNS, dataset.levels.len())?,
            contender: place(COLUMNS + 1, dataset.contenders.len())?,
            seed: row.get::<_, i64>(COLUMNS + 2)? as u64,
            repetition: row.get(COLUMNS + 3)?,
            job: JobId::from_bytes(name(row, COLUMNS + 4)?),
            run,
        });
    }
    for (trial, run) in with_curves {
        let mut query = connection.prepare_cached("SELECT events FROM run WHERE id = ?")?;
        let events: String = query.query_row([run], |row: &Row<'_>| row.get(0))?;
        dataset.curves.extend(curves(trial, &events));
    }
    Ok(hosts)
}

/// Names the hosts, in an order that does not depend on how the file came to be.
fn name_hosts(connection: &Connection, hosts: &[i64], dataset: &mut Dataset) -> rusqlite::Result<()> {
    let mut named = Vec::new();
    for (place, id) in hosts.iter().enumerate() {
        let mut query = connection.prepare_cached("SELECT name, description FROM host WHERE id = ?")?;
        let (name, description): (String, String) =
            query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        named.push((name, description, place));
    }
    named.sort();
    let mut new_place = vec![0; named.len()];
    for (new, (name, description, old)) in named.into_iter().enumerate() {
        new_place[old] = new;
        dataset.hosts.push(HostInfo { name, description });
    }
    for run in dataset.trials.iter_mut().filter_map(|trial| trial.run.as_mut()) {
        run.host = new_place[run.host];
    }
    Ok(())
}

/// The curves in an event log.
fn curves(trial: usize, events: &str) -> Vec<Curve> {
    let events: Vec<Value> = serde_json::from_str(events).unwrap_or_default();
    let mut found: Vec<Curve> = Vec::new();
    for event in events.iter().filter(|event| event["kind"] == "metric") {
        let (Some(name), Some(step), Some(value)) =
            (event["name"].as_str(), event["step"].as_u64(), event["value"].as_f64())
        else {
            continue;
        };
        match found.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push((step, value)),
            None => found.push(Curve { trial, name: name.to_owned(), points: vec![(step, value)] }),
        }
    }
    found
}

pub(super) fn limits(row: &Row<'_>, first: usize) -> rusqlite::Result<Limits> {
    let amount = |column: usize| row.get::<_, Option<i64>>(column).map(|amount| amount.map(|v| v as u64));
    Ok(Limits { time_ms: amount(first)?, nodes: amount(first + 1)?, memory: amount(first + 2)? })
}
