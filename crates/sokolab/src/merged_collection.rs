//! Levels from several files put into one collection without losing whom to credit.

use soko_formats::{Collection, Entry};

use crate::level_source::LevelFile;

/// A collection that levels of one file after another join.
#[derive(Default)]
pub(crate) struct MergedCollection {
    collection: Collection,
    files: usize,
}

impl MergedCollection {
    /// Begins with the levels of another file. What is said about all levels of one file is kept as long as
    /// no other file joins; from then on each level carries its own credit.
    pub(crate) fn file(&mut self, file: &LevelFile) {
        self.files += 1;
        if self.files == 1 {
            self.collection = Collection { entries: Vec::new(), ..file.document.collection.clone() };
        } else {
            let all = std::mem::take(&mut self.collection);
            let entries = all.entries.iter().map(|entry| credited(&all, entry)).collect();
            self.collection.entries = entries;
        }
    }

    /// Adds a level of the file at hand.
    pub(crate) fn entry(&mut self, file: &LevelFile, entry: &Entry) {
        let entry = if self.files == 1 { entry.clone() } else { credited(&file.document.collection, entry) };
        self.collection.entries.push(entry);
    }

    /// All that was added.
    pub(crate) const fn collection(&self) -> &Collection {
        &self.collection
    }
}

fn credited(collection: &Collection, entry: &Entry) -> Entry {
    Entry { author: collection.credit(entry).map(str::to_owned), ..entry.clone() }
}
