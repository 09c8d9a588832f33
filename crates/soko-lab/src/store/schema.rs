//! The tables of the database, and how an older file becomes a newer one.
//!
//! `user_version` says which version of the tables a file has, `application_id` that it is ours at all. Version `n` is
//! what the first `n` migrations make; a file is brought up to date in one transaction when it is opened for writing, and
//! a migration, once released, is never changed.
//!
//! What holds: runs are only ever added (two triggers see to it), a best solution is only ever replaced by a better
//! one (a third does). So a database is a growing set, and merging two is a union.
//!
//! ```text
//! experiment ─┬─ contender (columns)        level ── best (per metric)
//!             ├─ entry (levels, as named)     │
//!             └─ trial ── job ─────────── run ┴─ setup, host
//! ```
//!
//! A trial names a job; runs of that job are found by its hash. A job may have several runs, from two machines that both
//! did it or after a crash: a report takes the first that did not crash.
//!
//! `workbench_job` stands apart: what one workbench shows of its newest jobs. It is no result, and merging leaves it alone.

use rusqlite::{Connection, Transaction};

/// `SOKL`.
pub(super) const APPLICATION: i32 = 0x534f_4b4c;

/// Each makes the next version.
pub(super) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3, VERSION_4];

const VERSION_1: &str = "
CREATE TABLE level (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    board TEXT NOT NULL,
    boxes INTEGER NOT NULL,
    log10_states REAL NOT NULL
) STRICT;

CREATE TABLE setup (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL UNIQUE,      -- hash of the other columns
    player TEXT NOT NULL,
    parameters TEXT NOT NULL,       -- JSON, all values, keys sorted
    threads INTEGER NOT NULL,
    time_ms INTEGER,
    nodes INTEGER,
    memory INTEGER,
    program TEXT NOT NULL
) STRICT;

CREATE TABLE host (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    UNIQUE (name, description)
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL UNIQUE,
    job BLOB NOT NULL,
    level INTEGER NOT NULL REFERENCES level,
    setup INTEGER NOT NULL REFERENCES setup,
    host INTEGER NOT NULL REFERENCES host,
    seed INTEGER NOT NULL,
    repetition INTEGER NOT NULL,
    load REAL,
    started_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    optimal TEXT,
    pushes INTEGER,
    moves INTEGER,
    wall REAL NOT NULL,
    cpu REAL,
    iterations INTEGER NOT NULL,
    generated INTEGER NOT NULL,
    expanded INTEGER NOT NULL,
    open INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    peak_memory INTEGER NOT NULL,
    watchdog INTEGER NOT NULL,
    curves INTEGER NOT NULL,        -- does the log hold curves?
    note TEXT,
    solution TEXT,
    events TEXT NOT NULL            -- JSON array
) STRICT;
CREATE INDEX run_of_job ON run (job);

CREATE TRIGGER run_is_immutable BEFORE UPDATE ON run
BEGIN SELECT RAISE(ABORT, 'a run is never changed'); END;
CREATE TRIGGER run_is_kept BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'a run is never deleted'); END;

CREATE TABLE experiment (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    about TEXT NOT NULL,
    published TEXT,
    program TEXT NOT NULL,
    time_ms INTEGER,
    nodes INTEGER,
    memory INTEGER,
    planned_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE contender (
    experiment INTEGER NOT NULL REFERENCES experiment,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    player TEXT NOT NULL,
    preset TEXT,
    settings TEXT NOT NULL,         -- JSON array
    parameters TEXT NOT NULL,
    threads INTEGER NOT NULL,
    PRIMARY KEY (experiment, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    experiment INTEGER NOT NULL REFERENCES experiment,
    position INTEGER NOT NULL,
    level INTEGER NOT NULL REFERENCES level,
    file TEXT NOT NULL,
    number INTEGER NOT NULL,
    title TEXT,
    optimum INTEGER,
    PRIMARY KEY (experiment, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial (
    experiment INTEGER NOT NULL REFERENCES experiment,
    position INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    contender INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    repetition INTEGER NOT NULL,
    job BLOB NOT NULL,
    PRIMARY KEY (experiment, position)
) STRICT, WITHOUT ROWID;

-- The best solution of a level by moves and by pushes; `first` to `sixth` are the measures in the order that decides.
CREATE TABLE best (
    level INTEGER NOT NULL REFERENCES level,
    metric TEXT NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    third INTEGER NOT NULL,
    fourth INTEGER NOT NULL,
    fifth INTEGER NOT NULL,
    sixth INTEGER NOT NULL,
    solution TEXT NOT NULL,
    run BLOB NOT NULL,
    PRIMARY KEY (level, metric)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER best_never_gets_worse BEFORE UPDATE ON best
WHEN (NEW.first, NEW.second, NEW.third, NEW.fourth, NEW.fifth, NEW.sixth, NEW.solution, NEW.run)
   > (OLD.first, OLD.second, OLD.third, OLD.fourth, OLD.fifth, OLD.sixth, OLD.solution, OLD.run)
BEGIN SELECT RAISE(ABORT, 'a best solution is only replaced by a better one'); END;
";

/// How an experiment was started, so that it can be started again.
const VERSION_2: &str = "ALTER TABLE experiment ADD COLUMN command TEXT NOT NULL DEFAULT '';";

/// What was at hand of the collections that an experiment names, as JSON.
const VERSION_3: &str = "ALTER TABLE experiment ADD COLUMN supply TEXT NOT NULL DEFAULT '{}';";

/// The jobs of the workbench, as its pages see them. A number is given once, also after a restart.
const VERSION_4: &str = "
CREATE TABLE workbench_job (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    line TEXT NOT NULL,             -- JSON, as in a list
    state TEXT NOT NULL             -- JSON, all of it
) STRICT;
";

/// The version of a file's tables; 0 if it has none.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)).map(|v| v.max(0) as usize)
}

/// Who made the file.
pub(super) fn application(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Brings a file up to date in one step.
pub(super) fn migrate(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    if version(connection)? >= migrations.len() {
        return Ok(());
    }
    let transaction = Transaction::new(connection, rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    for migration in migrations.iter().skip(version(&transaction)?) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_brought_up_step_by_step_and_only_once() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        assert_eq!(version(&connection).unwrap(), MIGRATIONS.len());
        assert_eq!(application(&connection).unwrap(), APPLICATION);
        connection.execute("INSERT INTO host (name, description) VALUES ('a', 'b')", []).unwrap();
        let mut next = MIGRATIONS.to_vec();
        next.push("ALTER TABLE host ADD COLUMN place TEXT; UPDATE host SET place = 'here';");
        for _ in 0..2 {
            migrate(&mut connection, &next).unwrap();
        }
        let place: String = connection.query_row("SELECT place FROM host", [], |row| row.get(0)).unwrap();
        assert_eq!((place.as_str(), version(&connection).unwrap()), ("here", next.len()));
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        let mut next = MIGRATIONS.to_vec();
        next.push("ALTER TABLE host ADD COLUMN place TEXT; DROP TABLE nowhere;");
        assert!(migrate(&mut connection, &next).is_err());
        assert_eq!(version(&connection).unwrap(), MIGRATIONS.len());
        assert!(connection.prepare("SELECT place FROM host").is_err());
    }
}
