//! The records file on disk: reading, locking, merging, replacing.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::{Book, Change, RecordsError, RecordsWarning, book::VERSION};

/// A solution takes a few hundred bytes; this is room for more levels than exist.
const MAX_BYTES: u64 = 256 << 20;
/// Another game holds the lock for milliseconds; a second means something is wrong.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// The records file of one user.
#[derive(Clone, Debug)]
pub struct RecordsFile {
    path: PathBuf,
}

/// What came out of the file, and what was wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The records; empty if the file is missing or damaged.
    pub book: Book,
    /// What was wrong.
    pub warnings: Vec<RecordsWarning>,
}

impl RecordsFile {
    /// The file at a path; it need not exist yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file. Missing means empty; damaged means empty with a warning.
    ///
    /// # Errors
    /// The file exists but cannot be read.
    pub fn load(&self) -> Result<Loaded, RecordsError> {
        let Some(bytes) = self.read()? else {
            return Ok(Loaded { book: Book::default(), warnings: Vec::new() });
        };
        Ok(match Book::parse(&bytes) {
            Ok(book) => Loaded { book, warnings: Vec::new() },
            Err(reason) => {
                let warning = RecordsWarning::Damaged { path: self.path.clone(), reason };
                Loaded { book: Book::default(), warnings: vec![warning] }
            }
        })
    }

    /// Merges changes into the file as it is now and returns the result.
    ///
    /// # Errors
    /// The file or its directory cannot be written, is locked for long, or is of a later version. Then it is
    /// as it was.
    pub fn keep<'a>(&self, changes: impl IntoIterator<Item = &'a Change>) -> Result<Loaded, RecordsError> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|e| io_error("create", folder, e))?;
        }
        let _lock = self.lock()?;
        let mut loaded = self.load()?;
        if loaded.book.version() > VERSION {
            return Err(RecordsError::Newer { path: self.path.clone(), version: loaded.book.version() });
        }
        if !loaded.warnings.is_empty() {
            let copy = self.copy_aside()?;
            loaded.warnings = vec![RecordsWarning::CopiedAside { copy }];
        }
        for change in changes {
            loaded.book.apply(change);
        }
        self.replace(&loaded.book.to_json())?;
        Ok(loaded)
    }

    fn read(&self) -> Result<Option<Vec<u8>>, RecordsError> {
        let fail = |e| io_error("read", &self.path, e);
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(fail(e)),
        };
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(RecordsError::TooLarge { path: self.path.clone(), limit: MAX_BYTES });
        }
        Ok(Some(bytes))
    }

    /// The lock is on a file of its own: the records file itself is replaced at every write.
    fn lock(&self) -> Result<Option<File>, RecordsError> {
        let path = self.sibling("lock");
        let fail = |e| io_error("lock", &path, e);
        let file = File::options().create(true).append(true).open(&path).map_err(fail)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                // Some network file systems have no locks; then the merge alone must do.
                Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => return Ok(None),
                Err(TryLockError::Error(e)) => return Err(fail(e)),
                Err(TryLockError::WouldBlock) if start.elapsed() > LOCK_PATIENCE => {
                    return Err(RecordsError::Locked { path });
                }
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_RETRY),
            }
        }
    }

    /// Writes a temporary file next to the records and renames it over them.
    fn replace(&self, text: &str) -> Result<(), RecordsError> {
        // A link (people keep such files in a versioned folder) stays a link: its target is replaced.
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let temporary = target.with_added_extension(format!("new-{}", std::process::id()));
        let written = File::create(&temporary)
            .and_then(|mut file| {
                if let Ok(metadata) = fs::metadata(&target) {
                    file.set_permissions(metadata.permissions())?;
                }
                file.write_all(text.as_bytes())?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&temporary, &target));
        written.map_err(|e| {
            // Nothing more to do if even this fails; the first error is the one to report.
            _ = fs::remove_file(&temporary);
            io_error("write", &self.path, e)
        })
    }

    fn copy_aside(&self) -> Result<PathBuf, RecordsError> {
        let mut number = 1;
        while self.sibling(&format!("damaged-{number}")).exists() {
            number += 1;
        }
        let copy = self.sibling(&format!("damaged-{number}"));
        fs::copy(&self.path, &copy).map_err(|e| io_error("copy to", &copy, e))?;
        Ok(copy)
    }

    fn sibling(&self, extension: &str) -> PathBuf {
        self.path.with_added_extension(extension)
    }
}

fn io_error(doing: &'static str, path: &Path, source: io::Error) -> RecordsError {
    RecordsError::Io { doing, path: path.to_owned(), source }
}
