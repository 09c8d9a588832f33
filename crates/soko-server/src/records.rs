//! The user's records file: solutions played by hand and unfinished games.
//!
//! The file is shared with the terminal game; `soko-records` merges under a lock and replays everything it is told.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Mutex, PoisonError},
};

use soko_core::{Level, LevelHash};
use soko_lab::store::Shortest;
use soko_records::{Book, Change, FILE_NAME, LevelRecord, Loaded, RecordsFile, Snapshot};

use crate::{library::Library, limits, problem::Problem, results::Results};

/// The records file.
pub(crate) struct Records {
    file: RecordsFile,
    /// The unfinished games that were written last, by level.
    written: Mutex<HashMap<LevelHash, Option<Snapshot>>>,
}

impl Records {
    /// The records in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { file: RecordsFile::at(folder.join(FILE_NAME)), written: Mutex::default() }
    }

    /// The book as it is now; empty if it cannot be read.
    fn book(&self) -> Book {
        self.file.load().map(|Loaded { book, .. }| book).unwrap_or_default()
    }

    /// What is known of a level.
    pub(crate) fn of(&self, level: &Level, hash: LevelHash) -> LevelRecord {
        self.book().record(level, hash).0
    }

    /// Writes changes. Of several games of one level, in several tabs, the one played last is the unfinished game: what this
    /// server has written itself is not taken for another process's.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&self, mut changes: Vec<Change>) -> Result<(), Problem> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = HashMap::new();
        for change in &mut changes {
            if let Some(snapshot) = &mut change.snapshot {
                if let Some(ours) = now.get(&change.hash).or_else(|| written.get(&change.hash)) {
                    snapshot.before.clone_from(ours);
                }
                now.insert(change.hash, snapshot.after.clone());
            }
        }
        self.file.keep(&changes).map_err(Problem::conflict)?;
        if written.len() > limits::GAMES {
            written.clear();
        }
        written.extend(now);
        Ok(())
    }

    /// The lengths of the best solutions of a level played by hand.
    pub(crate) fn shortest(&self, level: &Level, hash: LevelHash) -> Option<Shortest> {
        shortest(&self.of(level, hash))
    }

    /// Adds the solutions played by hand to what is known of the levels of a library.
    pub(crate) fn tell(&self, library: &Library, results: &Results) {
        let book = self.book();
        for item in library.collections().iter().flat_map(|collection| &collection.items) {
            if let Ok((level, hash)) = &item.level
                && let Some(best) = shortest(&book.record(level, *hash).0)
            {
                results.learn_mine(*hash, best);
            }
        }
    }
}

fn shortest(record: &LevelRecord) -> Option<Shortest> {
    let moves = record.fewest_moves.as_ref()?.solution.metrics().moves;
    let pushes = record.fewest_pushes.as_ref()?.solution.metrics().pushes;
    Some(Shortest { moves, pushes })
}
