//! The results file: one SQLite database with every run ever made.
//!
//! It is in write-ahead mode: a report can read while a bench writes, and a process that is killed at any moment leaves a
//! file that opens again with everything it had committed. Each run is one transaction. `synchronous = NORMAL` spares the
//! wait for the disk at each of them: the file stays consistent through a power cut, which may cost the last runs.
//!
//! Any tool that reads SQLite can read it; `store/schema.rs` says what is where.

mod best;
mod dataset;
mod error;
mod lock;
mod merge;
mod repair;
mod run_info;
mod schema;
mod standalone_runs;
mod stored_run;
mod verification;
mod withdrawn_proofs;
mod workbench;
mod write;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags};

pub use best::{Best, Shortest};
pub use dataset::ExperimentInfo;
pub use error::StoreError;
pub use lock::BenchLock;
pub use merge::{Merged, Source};
pub use standalone_runs::StandaloneInfo;
pub use stored_run::{StoredJob, StoredLevel, StoredRun};
pub use verification::Doubt;
pub(crate) use write::now_ms;

/// How long to wait for another program's transaction.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open results file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// What it was opened by: the path, or more than that.
    address: PathBuf,
}

impl Store {
    /// Opens a results file for reading and writing; makes it if there is none, and brings an older one up to date.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::recognise(path)?;
        if let Some(parent) =
            path.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.is_dir())
        {
            let what = format!("there is no folder {}", parent.display());
            return Err(StoreError::Unopenable(path.display().to_string(), what));
        }
        let mut store = Self::connect(path, OpenFlags::default())?;
        store.prepare().map_err(|error| store.failed(error))?;
        Ok(store)
    }

    /// Opens a results file for reading, even where nothing can be written; an older one is brought up to date if it can.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.display().to_string()));
        }
        let plain = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        // Write-ahead mode keeps an index beside the file, which the next writer removes.
        let opened = Self::connect(path, plain | OpenFlags::SQLITE_OPEN_READ_WRITE);
        let read_only = plain | OpenFlags::SQLITE_OPEN_READ_ONLY;
        let opened = opened.or_else(|error| retry(error, || Self::connect(path, read_only)));
        // Where the index cannot be made there is no other writer either.
        let opened = opened.or_else(|error| retry(error, || Self::connect(&immutable(path), read_only)));
        let mut store = Self { path: path.to_owned(), ..opened? };
        store.catch_up()?;
        Ok(store)
    }

    /// Brings an older file up to date, if it can be written.
    fn catch_up(&mut self) -> Result<(), StoreError> {
        match schema::migrate(&mut self.connection, schema::MIGRATIONS).map_err(|error| self.failed(error)) {
            Err(StoreError::ReadOnly(file)) => Err(StoreError::Older(file)),
            other => other,
        }
    }

    /// Refuses what is there and is no results file, without writing anything. There need not be one yet.
    fn recognise(path: &Path) -> Result<(), StoreError> {
        if path.is_dir() {
            return Err(StoreError::Unopenable(path.display().to_string(), "it is a folder".to_owned()));
        }
        if !path.exists() {
            return Ok(());
        }
        let read_only =
            OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_READ_ONLY;
        match Self::connect(path, read_only) {
            Err(error @ (StoreError::Foreign(_) | StoreError::Newer { .. })) => Err(error),
            // Whatever else is wrong is found when it is opened to write.
            _ => Ok(()),
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let failed = |error| StoreError::of(path, error);
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let found = schema::version(&connection).map_err(failed)?;
        let known = schema::MIGRATIONS.len();
        let empty = || -> rusqlite::Result<bool> {
            connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        };
        if schema::application(&connection).map_err(failed)? != schema::APPLICATION
            && !empty().map_err(failed)?
        {
            return Err(StoreError::Foreign(path.display().to_string()));
        }
        if found > known {
            return Err(StoreError::Newer { file: path.display().to_string(), found, known });
        }
        Ok(Self { connection, path: path.to_owned(), address: path.to_owned() })
    }

    /// Sets up a file for writing.
    fn prepare(&mut self) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        self.connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(&mut self.connection, schema::MIGRATIONS)
    }

    /// Looks through the whole file for damage.
    ///
    /// # Errors
    /// What is damaged.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self.query_one("PRAGMA integrity_check(1)")?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(self.path.display().to_string(), found)) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many runs it holds.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn runs(&self) -> Result<u64, StoreError> {
        self.query_one::<i64>("SELECT count(*) FROM run").map(|count| count as u64)
    }

    /// Writes everything into the file itself and gives its size in bytes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn size(&self) -> Result<u64, StoreError> {
        let all = || -> rusqlite::Result<u64> {
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            self.connection.query_row(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
                [],
                |row| row.get::<_, i64>(0).map(|bytes| bytes as u64),
            )
        };
        all().map_err(|error| self.failed(error))
    }

    fn query_one<T: rusqlite::types::FromSql>(&self, sql: &str) -> Result<T, StoreError> {
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

/// Another way to open a file that cannot be written.
fn retry(error: StoreError, open: impl FnOnce() -> Result<Store, StoreError>) -> Result<Store, StoreError> {
    match error {
        StoreError::ReadOnly(_) | StoreError::Unopenable(..) => open(),
        other => Err(other),
    }
}

/// The file as an address that promises that there are no writers.
fn immutable(path: &Path) -> PathBuf {
    let mut address = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => {
                address.push(char::from(*byte));
            }
            other => {
                let _ = write!(address, "%{other:02x}");
            }
        }
    }
    PathBuf::from(address + "?immutable=1")
}
