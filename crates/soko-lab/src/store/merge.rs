//! Putting the results of several machines into one file.
//!
//! Runs, levels, setups, hosts and experiments are sets of things with names made of what they are; merging is the union
//! of the sets. The best solutions follow from the runs. So the order of merging does not matter, and merging
//! twice changes nothing. All of one file that is accepted ([`verification`]) comes in, or, if something
//! fails, nothing of it.

use std::{collections::HashSet, fs, path::Path};

use rusqlite::{Connection, ErrorCode, Transaction, params};
use soko_analysis::StateSpace;
use soko_core::{LevelHash, Metrics};

use super::{
    Store, StoreError, best,
    dataset::{dataset, limits},
    repair,
    verification::{self, Claim, Doubt},
    write,
};
use crate::{JobId, Plan, RunId, Setup, dataset::HostInfo, plan::name_of_job};

/// A results file that can be merged into another: it is whole, and it is not that other file.
#[derive(Debug)]
pub struct Source {
    store: Store,
}

impl Source {
    /// Opens a results file that is to be merged into another, which need not exist yet.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, into: &Path) -> Result<Self, StoreError> {
        if is_same_file(path, into) {
            return Err(StoreError::Same(into.display().to_string(), path.display().to_string()));
        }
        let store = Store::read(path)?;
        store.check()?;
        Ok(Self { store })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.store.path()
    }
}

/// Do two paths lead to one file, by whatever links?
fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
        use std::os::unix::fs::MetadataExt;
        return (a.dev(), a.ino()) == (b.dev(), b.ino());
    }
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// What a merge brought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Runs that were not there before.
    pub new_runs: u64,
    /// Runs that were.
    pub known_runs: u64,
    /// What the other file says and is not accepted. It did not come in.
    pub left_out: Vec<Doubt>,
    /// Runs, now in the file, whose word is refuted by a solution in it.
    pub refuted: Vec<Doubt>,
}

impl Store {
    /// Takes in everything of another results file that is accepted.
    ///
    /// # Errors
    /// One of the files cannot be used; then nothing was taken in.
    pub fn merge(&mut self, source: &Source) -> Result<Merged, StoreError> {
        let (ours, theirs) = (self.path.clone(), source.path());
        let failed = |error| failure(&ours, theirs, error);
        self.connection
            .execute("ATTACH ? AS other", [source.store.address.as_os_str().to_string_lossy()])
            .map_err(|error| StoreError::of(theirs, error))?;
        let merged = merge(&mut self.connection, source);
        let detached = self.connection.execute("DETACH other", []).map_err(failed);
        let merged = merged.map_err(failed)?;
        detached.map(|_| merged)
    }
}

/// A row that our tables do not take is the other file's fault.
fn failure(ours: &Path, theirs: &Path, error: rusqlite::Error) -> StoreError {
    match &error {
        rusqlite::Error::SqliteFailure(failure, message)
            if matches!(failure.code, ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) =>
        {
            let what = message.clone().unwrap_or_else(|| failure.to_string());
            StoreError::Corrupt(theirs.display().to_string(), what)
        }
        rusqlite::Error::SqliteFailure(..) => StoreError::of(ours, error),
        // Rows are only ever read from the other file here.
        _ => StoreError::Corrupt(theirs.display().to_string(), error.to_string()),
    }
}

fn merge(connection: &mut Connection, source: &Source) -> rusqlite::Result<Merged> {
    let transaction = Transaction::new(connection, rusqlite::TransactionBehavior::Immediate)?;
    let mut merged = Merged::default();
    let levels = levels(&transaction, &mut merged)?;
    runs(&transaction, &mut merged)?;
    experiments(&transaction, source, &levels, &mut merged)?;
    merged.left_out.extend(repair::wrong_best(&transaction, "other")?.into_iter().map(|wrong| wrong.doubt));
    merged.refuted = verification::refuted(&transaction)?;
    transaction.commit()?;
    Ok(merged)
}

/// Takes in the levels that are accepted, and gives their hashes.
fn levels(connection: &Connection, merged: &mut Merged) -> rusqlite::Result<HashSet<LevelHash>> {
    let mut accepted = HashSet::new();
    let mut query = connection.prepare("SELECT id, hash, board FROM other.level ORDER BY id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, hash): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        match verification::level(&hash, row.get_ref(2)?.as_str()?) {
            Ok(level) => {
                let hash = soko_core::identity::exact(&level);
                // What follows from the board is not copied.
                let (board, states) = (level.canonical_board().to_string(), StateSpace::of(&level).log10());
                write::enter(connection, &hash, &board, level.boxes(), states)?;
                accepted.insert(hash);
            }
            Err(why) => {
                let about = format!("level {}", verification::named(connection, "other", id)?);
                merged.left_out.push(Doubt { about, why });
            }
        }
    }
    Ok(accepted)
}

/// The columns of a run that are copied as they are; level, setup and host have other numbers in our file.
const COPIED: &str = "name, job, seed, repetition, load, started_ms, outcome, optimal, pushes, moves, wall, cpu, \
                      iterations, generated, expanded, open, closed, peak_memory, watchdog, curves, note, solution, events";

/// Takes in the runs that are new and accepted, and their solutions if none better are known.
fn runs(connection: &Connection, merged: &mut Merged) -> rusqlite::Result<()> {
    merged.known_runs = connection.query_row(
        "SELECT count(*) FROM other.run WHERE name IN (SELECT name FROM main.run)",
        [],
        |row| row.get::<_, i64>(0).map(|count| count as u64),
    )?;
    let sql = format!(
        "SELECT run.id, run.name, run.job, run.level, run.seed, run.repetition, {},
                l.hash, l.board, s.player, s.parameters, s.threads, s.time_ms, s.nodes, s.memory, s.program,
                h.name, h.description, substr(lower(hex(run.name)), 1, 12)
         FROM other.run AS run LEFT JOIN other.level AS l ON l.id = run.level
             LEFT JOIN other.setup AS s ON s.id = run.setup LEFT JOIN other.host AS h ON h.id = run.host
         WHERE run.name NOT IN (SELECT name FROM main.run) ORDER BY run.level, run.id",
        Claim::COLUMNS
    );
    let mut query = connection.prepare(&sql)?;
    let mut rows = query.query([])?;
    let mut board = None;
    while let Some(row) = rows.next()? {
        let (id, level): (i64, i64) = (row.get(0)?, row.get(3)?);
        // Runs come level by level: each board is read once.
        if board.as_ref().is_none_or(|(known, _)| *known != level) {
            let hash: Option<Vec<u8>> = row.get(11)?;
            let text: Option<String> = row.get(12)?;
            let read = hash.zip(text).ok_or_else(|| "its level is not in the file".to_owned());
            board = Some((level, read.and_then(|(hash, text)| verification::level(&hash, &text))));
        }
        let Some((_, known)) = &board else { continue };
        let arrival = match known {
            Ok(level) => Arrival::examine(row, level)?,
            Err(why) => Err(why.clone()),
        };
        match arrival {
            Ok(arrival) => {
                arrival.take_in(connection, id)?;
                merged.new_runs += 1;
            }
            Err(why) => {
                let name: String = row.get(22)?;
                let about =
                    format!("run {name} of level {}", verification::named(connection, "other", level)?);
                merged.left_out.push(Doubt { about, why });
            }
        }
    }
    Ok(())
}

/// A run that is accepted.
struct Arrival {
    name: RunId,
    level: LevelHash,
    setup: Setup,
    host: HostInfo,
    solution: Option<(String, Metrics)>,
}

impl Arrival {
    /// Looks at a row of [`runs`]; the inner error says why it is not accepted.
    fn examine(row: &rusqlite::Row<'_>, level: &soko_core::Level) -> rusqlite::Result<Result<Self, String>> {
        let claim = Claim::read(row, 6)?;
        let player: Option<String> = row.get(13)?;
        let host: Option<String> = row.get(20)?;
        let (Some(player), Some(host)) = (player, host) else {
            return Ok(Err("its setup or its host is not in the file".to_owned()));
        };
        let setup = Setup {
            player,
            parameters: row.get(14)?,
            threads: row.get::<_, i64>(15)? as usize,
            limits: limits(row, 16)?,
            program: row.get(19)?,
        };
        let host = HostInfo { name: host, description: row.get(21)? };
        let (name, job): (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(2)?);
        let (seed, repetition) = (row.get::<_, i64>(4)? as u64, row.get::<_, i64>(5)?);
        let hash = soko_core::identity::exact(level);
        let judge = || {
            let name = RunId::from_bytes(name.try_into().map_err(|_| "its name is none")?);
            let repetition = u32::try_from(repetition).map_err(|_| "its repetition is no number of one")?;
            if name_of_job(&hash, &setup, seed, repetition).as_bytes().as_slice() != job {
                return Err("its job is not the one that its level and setup make".to_owned());
            }
            let solution = claim.hold_against(level)?;
            let solution = solution.map(|solution| (solution.lurd(), *solution.metrics()));
            Ok((name, solution))
        };
        Ok(judge().map(|(name, solution)| Self { name, level: hash, setup, host, solution }))
    }

    /// Copies the run from the attached file.
    fn take_in(&self, connection: &Connection, id: i64) -> rusqlite::Result<()> {
        let level: i64 = connection
            .prepare_cached("SELECT id FROM main.level WHERE hash = ?")?
            .query_row([self.level.as_bytes()], |row| row.get(0))?;
        let (setup, host) = (write::setup(connection, &self.setup)?, write::host(connection, &self.host)?);
        connection
            .prepare_cached(&format!(
                "INSERT INTO main.run (level, setup, host, {COPIED}) SELECT ?, ?, ?, {COPIED} FROM other.run WHERE id = ?"
            ))?
            .execute(params![level, setup, host, id])?;
        if let Some((lurd, metrics)) = &self.solution {
            best::keep(connection, level, lurd, metrics, self.name)?;
        }
        Ok(())
    }
}

/// Takes in the experiments that are new and accepted.
const EXPERIMENTS: &str = "
INSERT INTO experiment (digest, name, title, about, published, program, time_ms, nodes, memory, planned_ms, command, supply)
    SELECT digest, name, title, about, published, program, time_ms, nodes, memory, planned_ms, command, supply
    FROM other.experiment
    WHERE id IN (SELECT id FROM temp.arriving) OR digest IN (SELECT digest FROM main.experiment) ORDER BY id
    ON CONFLICT DO UPDATE SET planned_ms = max(planned_ms, excluded.planned_ms),
        command = max(command, excluded.command);

INSERT INTO contender (experiment, position, name, player, preset, settings, parameters, threads)
    SELECT main.experiment.id, c.position, c.name, c.player, c.preset, c.settings, c.parameters, c.threads
    FROM temp.arriving JOIN other.contender AS c ON c.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest;

INSERT INTO entry (experiment, position, level, file, number, title, optimum)
    SELECT main.experiment.id, e.position, main.level.id, e.file, e.number, e.title, e.optimum
    FROM temp.arriving JOIN other.entry AS e ON e.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest
    JOIN other.level AS l ON l.id = e.level JOIN main.level ON main.level.hash = l.hash;

INSERT INTO trial (experiment, position, entry, contender, seed, repetition, job)
    SELECT main.experiment.id, t.position, t.entry, t.contender, t.seed, t.repetition, t.job
    FROM temp.arriving JOIN other.trial AS t ON t.experiment = arriving.id
    JOIN main.experiment ON main.experiment.digest = arriving.digest;

DROP TABLE temp.arriving;
";

fn experiments(
    connection: &Connection,
    source: &Source,
    levels: &HashSet<LevelHash>,
    merged: &mut Merged,
) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DROP TABLE IF EXISTS temp.arriving; CREATE TEMP TABLE arriving (id INTEGER, digest BLOB);",
    )?;
    let mut query = connection.prepare(
        "SELECT id, digest, name FROM other.experiment WHERE digest NOT IN (SELECT digest FROM main.experiment)
         ORDER BY id",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, digest): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        match experiment(source, id, &digest, levels) {
            Ok(()) => {
                connection.execute("INSERT INTO temp.arriving VALUES (?, ?)", params![id, digest])?;
            }
            Err(why) => {
                let about = format!("experiment '{}'", row.get::<_, String>(2)?);
                merged.left_out.push(Doubt { about, why });
            }
        }
    }
    drop(rows);
    drop(query);
    connection.execute_batch(EXPERIMENTS)
}

/// Is an experiment what its name says?
fn experiment(source: &Source, id: i64, digest: &[u8], levels: &HashSet<LevelHash>) -> Result<(), String> {
    let dataset =
        dataset(&source.store.connection, id).map_err(|error| format!("it cannot be read: {error}"))?;
    if let Some(level) = dataset.levels.iter().find(|level| !levels.contains(&level.hash)) {
        return Err(format!("its level {} is not believed", level.name.place()));
    }
    for trial in &dataset.trials {
        let (Some(level), Some(contender)) =
            (dataset.levels.get(trial.level), dataset.contenders.get(trial.contender))
        else {
            return Err("a trial has no level or no contender".to_owned());
        };
        let setup = Setup::of(contender, dataset.limits, &dataset.program);
        let job: JobId = name_of_job(&level.hash, &setup, trial.seed, trial.repetition);
        if job != trial.job {
            let (place, contender) = (level.name.place(), &contender.name);
            return Err(format!("the trial of {contender} on {place} names the job of another"));
        }
    }
    let plan = Plan { dataset, boards: Vec::new() };
    if plan.digest() == digest {
        Ok(())
    } else {
        Err("its name is not the digest of what is in it".to_owned())
    }
}
