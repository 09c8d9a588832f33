//! The levels that the workbench knows: collections that come with the program, files that it was started with, and what
//! the user imported.
//!
//! A level is addressed by its collection and its number there, from 1. Everything recorded about it (runs, best solutions)
//! is keyed by the hash of its board, so it survives a renamed or reordered file.

mod collection;
mod diagnostic;
mod search;

use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use soko_core::LevelHash;
use soko_formats::{Document, ReadOptions, read};
use soko_levels::BUILTINS;

pub(crate) use collection::{Collection, Item, LevelName, Origin};
pub(crate) use diagnostic::{ProblemInfo, Quoted, quoted};
pub(crate) use search::search;

use crate::problem::Problem;

/// A file that the program was started with.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its name as the user gave it.
    pub name: String,
    /// What is in it.
    pub document: Document,
}

/// All collections. Readers get the collections as they are at that moment.
pub(crate) struct Library {
    collections: RwLock<Vec<Arc<Collection>>>,
}

impl Library {
    #[cfg(test)]
    pub(crate) fn new(opened: Vec<Opened>) -> Self {
        Self::with_imported(opened, Vec::new())
    }

    /// Imported collections keep their addresses: a file of the same name that the program is started with gets another.
    pub(crate) fn with_imported(opened: Vec<Opened>, imported: Vec<Collection>) -> Self {
        let mut collections: Vec<_> = imported.into_iter().map(Arc::new).collect();
        let names: Vec<_> = opened.iter().map(|opened| opened.name.clone()).collect();
        for (place, Opened { name, document }) in opened.into_iter().enumerate() {
            let id = free_id(&collections, &slug(&name));
            let short = name.rsplit(['/', '\\']).next().unwrap_or(&name);
            let collection = Collection::new(id, short, Origin::Opened, &document);
            let folder = shared_folder(&names, &name);
            collections.insert(place, Arc::new(Collection { file: name, folder, ..collection }));
        }
        for builtin in BUILTINS {
            let options = ReadOptions { name: Some(builtin.id.to_owned()), ..ReadOptions::default() };
            let document = read(builtin.text.as_bytes(), &options);
            let mut collection =
                Collection::new(builtin.id.to_owned(), builtin.title, Origin::Builtin, &document);
            collection.about = Some(builtin.description.to_owned());
            collections.push(Arc::new(collection));
        }
        Self { collections: RwLock::new(collections) }
    }

    /// The collections: files of the user first, then ours.
    pub(crate) fn collections(&self) -> Vec<Arc<Collection>> {
        self.collections.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self) -> RwLockWriteGuard<'_, Vec<Arc<Collection>>> {
        self.collections.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The collection of that id.
    pub(crate) fn collection(&self, id: &str) -> Result<Arc<Collection>, Problem> {
        self.collections().into_iter().find(|collection| collection.id == id).ok_or_else(|| {
            Problem::missing(format!("there is no collection '{id}'"))
                .help("it may have been removed; the library has all there are")
        })
    }

    /// A level with its collection.
    pub(crate) fn item(&self, id: &str, number: usize) -> Result<(Arc<Collection>, Arc<Item>), Problem> {
        let collection = self.collection(id)?;
        let item = number.checked_sub(1).and_then(|index| collection.items.get(index).cloned());
        let item = item.ok_or_else(|| {
            let levels = collection.items.len();
            Problem::missing(format!("'{id}' has no level {number}"))
                .help(format!("it has levels 1 to {levels}"))
        })?;
        Ok((collection, item))
    }

    /// The first level with that board.
    pub(crate) fn with_board(&self, hash: &LevelHash) -> Option<(Arc<Collection>, Arc<Item>)> {
        self.collections().into_iter().find_map(|collection| {
            let item = collection.items.iter().find(|item| item.hash() == Some(hash)).cloned()?;
            Some((collection, item))
        })
    }

    /// Puts an imported collection in the place of the one with its id, or before ours if it is new.
    pub(crate) fn put(&self, collection: Collection) -> Arc<Collection> {
        let collection = Arc::new(collection);
        let mut all = self.change();
        if let Some(place) = all.iter().position(|known| known.id == collection.id) {
            all[place] = Arc::clone(&collection);
        } else {
            let ours = all.iter().position(|known| known.origin == Origin::Builtin);
            let place = ours.unwrap_or(all.len());
            all.insert(place, Arc::clone(&collection));
        }
        collection
    }

    /// Takes a collection out.
    pub(crate) fn remove(&self, id: &str) {
        self.change().retain(|collection| collection.id != id);
    }

    /// An id that no collection has.
    pub(crate) fn free_id(&self, wanted: &str) -> String {
        free_id(&self.collections(), wanted)
    }
}

/// The folder of a file, if another of the files lies there, too.
fn shared_folder(files: &[String], file: &str) -> Option<String> {
    let folder = folder_of(file)?;
    let neighbours = files.iter().filter(|other| folder_of(other) == Some(folder)).count();
    (neighbours > 1).then(|| folder.to_owned())
}

fn folder_of(file: &str) -> Option<&str> {
    let (folder, _) = file.rsplit_once(['/', '\\'])?;
    Some(folder.trim_end_matches(['/', '\\'])).filter(|folder| !folder.is_empty())
}

fn free_id(collections: &[Arc<Collection>], wanted: &str) -> String {
    let taken = |id: &str| collections.iter().any(|collection| collection.id == id);
    let reserved = |id: &str| soko_levels::find(id).is_some();
    let mut id = wanted.to_owned();
    let mut number = 2;
    while taken(&id) || reserved(&id) {
        id = format!("{wanted}-{number}");
        number += 1;
    }
    id
}

/// A name as part of an address: the file's name without folders and ending.
pub(crate) fn slug(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<_> = words.split('-').filter(|word| !word.is_empty()).collect();
    let slug: String = words.join("-").chars().take(48).collect();
    if slug.is_empty() { "levels".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_collections_are_there_and_every_level_can_be_played() {
        let library = Library::new(Vec::new());
        assert_eq!(library.collections().len(), BUILTINS.len());
        for collection in library.collections() {
            assert!(collection.items.iter().all(|item| item.level.is_ok()), "{}", collection.id);
        }
        let (_, item) = library.item("tutorial", 1).unwrap();
        assert_eq!(item.title.as_deref(), Some("First push"));
        assert!(library.item("tutorial", 0).is_err());
        assert!(library.item("tutorial", 99).is_err());
        assert!(library.item("nothing", 1).is_err());
    }

    #[test]
    fn a_file_does_not_hide_a_collection_of_ours() {
        let options = ReadOptions::default();
        let document = read(b"#####\n#@$.#\n#####\n", &options);
        let opened = |name: &str| Opened { name: name.to_owned(), document: document.clone() };
        let library =
            Library::new(vec![opened("a/tutorial.xsb"), opened("b/My Levels.sok"), opened("my-levels.txt")]);
        let ids: Vec<_> = library.collections().iter().take(3).map(|c| c.id.clone()).collect();
        assert_eq!(ids, ["tutorial-2", "my-levels", "my-levels-2"]);
        assert_eq!(slug("…"), "levels");
    }

    #[test]
    fn files_that_lie_together_are_a_folder() {
        let names = ["a/x/one.xsb", "a/x/two.xsb", "a/alone.xsb", "here.xsb", "there.xsb"].map(str::to_owned);
        let folders = names.each_ref().map(|name| shared_folder(&names, name));
        let x = Some("a/x".to_owned());
        assert_eq!(folders, [x.clone(), x, None, None, None]);
    }
}
