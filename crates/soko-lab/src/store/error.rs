//! What can go wrong with a results file, in words, with a way out.

use std::{io, path::Path};

use rusqlite::{Error, ErrorCode, ffi};

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no results file {0}")]
    Missing(String),
    /// The file or its folder cannot be opened or made.
    #[error("cannot open {0}: {1}")]
    Unopenable(String, String),
    /// Not a database at all.
    #[error("{0} is no results file of Sokolab")]
    Foreign(String),
    /// A database from the future.
    #[error("{file} was made by a newer Sokolab (format {found}; this one knows {known})")]
    Newer {
        /// The file.
        file: String,
        /// Its format.
        found: usize,
        /// The newest format we know.
        known: usize,
    },
    /// A database of an older format that cannot be brought up to date here.
    #[error("{0} has an older format and cannot be written")]
    Older(String),
    /// Damaged.
    #[error("{0} is damaged: {1}")]
    Corrupt(String, String),
    /// No room.
    #[error("the disk with {0} is full")]
    Full(String),
    /// Not to be written.
    #[error("{0} cannot be written: the file or its folder is read-only")]
    ReadOnly(String),
    /// Another bench is at work.
    #[error("another bench is writing to {0}{1}")]
    InUse(String, String),
    /// A file that is to be merged with itself.
    #[error("{0} and {1} are the same file")]
    Same(String, String),
    /// Another program holds it for too long.
    #[error("{0} is held by another program")]
    Busy(String),
    /// Anything else that the database says.
    #[error("{0}: {1}")]
    Other(String, Error),
    /// No run of that name.
    #[error("{0} has no run whose name begins with '{1}'")]
    NoRun(String, String),
    /// Several runs of that name.
    #[error("'{1}' fits several runs of {0}")]
    ManyRuns(String, String),
    /// No experiment of that name.
    #[error("{0} has no experiment '{1}'; there are: {2}")]
    NoExperiment(String, String, String),
}

impl StoreError {
    /// What would help.
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Missing(_) => "check the spelling, or make one with: sokolab bench",
            Self::Unopenable(..) => {
                "check the folder and its permissions, or name another file with --database"
            }
            Self::Foreign(_) => "name a file that 'sokolab bench' made, or a new one",
            Self::Newer { .. } => "update Sokolab, or name another file; this one was left as it is",
            Self::Older(_) => {
                "copy it to a folder that can be written to: it is brought up to date when it is opened there"
            }
            Self::Corrupt(..) => {
                "move it away and merge the copies you have into a new file; 'sqlite3 FILE .recover' may save more"
            }
            Self::Full(_) => {
                "free some space and give the same command again: all runs recorded so far are kept"
            }
            Self::ReadOnly(_) => "name a file in a folder that can be written to",
            Self::InUse(..) => {
                "wait for it, or write to another file with --database and put both together with 'sokolab merge'"
            }
            Self::Same(..) => "leave it out, or name another file to merge into",
            Self::Busy(_) => "close the other program and try again",
            Self::Other(..) => "check the file and the disk it is on",
            Self::NoRun(..) => "'sokolab report --format json' lists all runs",
            Self::ManyRuns(..) => "write more digits",
            Self::NoExperiment(..) => "name one of them, or run it first with: sokolab bench",
        }
    }

    /// In our words, what SQLite said about a file.
    pub(super) fn of(file: &Path, error: Error) -> Self {
        let name = file.display().to_string();
        let (failure, message) = match &error {
            Error::SqliteFailure(failure, message) => (*failure, message.clone()),
            // A value that the program never writes.
            Error::InvalidColumnType(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::FromSqlConversionFailure(..)
            | Error::Utf8Error(..) => return Self::Corrupt(name, error.to_string()),
            _ => return Self::Other(name, error),
        };
        match failure.code {
            ErrorCode::DiskFull => Self::Full(name),
            ErrorCode::ReadOnly => Self::ReadOnly(name),
            // A journal that cannot be made beside the file.
            ErrorCode::CannotOpen if file.exists() => Self::ReadOnly(name),
            ErrorCode::CannotOpen => Self::Unopenable(name, "the file cannot be made there".to_owned()),
            ErrorCode::PermissionDenied => Self::Unopenable(name, "permission denied".to_owned()),
            ErrorCode::NotADatabase => Self::Foreign(name),
            ErrorCode::DatabaseCorrupt => {
                Self::Corrupt(name, message.unwrap_or_else(|| "unreadable page".to_owned()))
            }
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy(name),
            // A page that is not there: the file was cut off.
            ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHORT_READ => {
                Self::Corrupt(name, "it ends too early".to_owned())
            }
            _ => Self::Other(name, error),
        }
    }

    /// In our words, what the system said about a file.
    pub(super) fn of_io(file: &Path, error: &io::Error) -> Self {
        let name = file.display().to_string();
        match error.kind() {
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly(name),
            io::ErrorKind::StorageFull => Self::Full(name),
            io::ErrorKind::NotFound if file.parent().is_none_or(|parent| !parent.exists()) => {
                Self::Unopenable(name, "its folder does not exist".to_owned())
            }
            _ => Self::Unopenable(name, error.to_string()),
        }
    }
}
