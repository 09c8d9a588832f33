//! The user's records file: solutions played by hand and unfinished games.
//!
//! The file is shared with the terminal game; `soko-records` merges under a lock and replays everything it is told.

use std::path::Path;

use soko_core::{Level, LevelHash};
use soko_lab::store::Shortest;
use soko_records::{Book, Change, FILE_NAME, LevelRecord, Loaded, RecordsFile};

use crate::{library::Library, problem::Problem, results::Results};

/// The records file.
pub(crate) struct Records(RecordsFile);

impl Records {
    /// The records in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self(RecordsFile::at(folder.join(FILE_NAME)))
    }

    /// The book as it is now; empty if it cannot be read.
    fn book(&self) -> Book {
        self.0.load().map(|Loaded { book, .. }| book).unwrap_or_default()
    }

    /// What is known of a level.
    pub(crate) fn of(&self, level: &Level, hash: LevelHash) -> LevelRecord {
        self.book().record(level, hash).0
    }

    /// Writes a change.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&self, change: &Change) -> Result<(), Problem> {
        self.0.keep([change]).map(drop).map_err(Problem::conflict)
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
                results.learn(*hash, best);
            }
        }
    }
}

fn shortest(record: &LevelRecord) -> Option<Shortest> {
    let moves = record.fewest_moves.as_ref()?.solution.metrics().moves;
    let pushes = record.fewest_pushes.as_ref()?.solution.metrics().pushes;
    Some(Shortest { moves, pushes })
}
