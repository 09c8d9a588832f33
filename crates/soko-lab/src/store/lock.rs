//! One bench per results file.
//!
//! SQLite itself lets several processes write one after another; but two benches on one file would measure each other's
//! load and do the same jobs twice. So a bench locks a small file beside the results for as long as it lives. The lock
//! belongs to the process: the system lets go of it even when the process is killed. Reports need no lock.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::{Path, PathBuf},
};

use super::{Store, StoreError};

/// The right to run a bench on a file, until it is dropped.
#[derive(Debug)]
pub struct BenchLock {
    _file: File,
}

impl BenchLock {
    /// Takes the lock of a results file.
    ///
    /// # Errors
    /// Another bench has it, the folder cannot be written, or the file is no results file.
    pub fn take(results: &Path) -> Result<Self, StoreError> {
        // No lock is left beside a file that is none of ours.
        Store::recognise(results)?;
        let path = lock_path(results);
        let failed = |error: std::io::Error| StoreError::of_io(results, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut who = String::new();
                let _ = file.read_to_string(&mut who);
                let who = if who.trim().is_empty() { String::new() } else { format!(" ({})", who.trim()) };
                return Err(StoreError::InUse(results.display().to_string(), who));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // For the message above only; the lock does not depend on it.
        let _ = file.set_len(0);
        let _ = file.rewind();
        let _ = writeln!(file, "process {}", std::process::id());
        Ok(Self { _file: file })
    }
}

fn lock_path(results: &Path) -> PathBuf {
    let mut name = results.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    results.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_bench_has_the_lock_and_it_says_who() {
        let folder = tempfile::tempdir().unwrap();
        let results = folder.path().join("results.db");
        let first = BenchLock::take(&results).unwrap();
        let refused = BenchLock::take(&results).unwrap_err();
        assert!(matches!(&refused, StoreError::InUse(..)));
        assert!(refused.to_string().ends_with(&format!("(process {})", std::process::id())), "{refused}");
        drop(first);
        assert!(BenchLock::take(&results).is_ok());
        assert!(matches!(BenchLock::take(&folder.path().join("no/x.db")), Err(StoreError::Unopenable(..))));
    }
}
