//! What the user imported and drew: collections that are kept in the data folder.
//!
//! ```text
//! DATA/imported/ID.levels     the file as it came, byte for byte, so that its diagnostics stay what they were
//! DATA/imported/index.json    what the files were called, and titles that the user gave them
//! ```
//!
//! A collection that was edited is written anew as Sokolab's own JSON, which has room for everything. Every file is written
//! beside its place and then renamed into it, so a crash leaves the old one or the new one. The file comes before the
//! index and the index before the library, so pages are never told of a collection that is not on disk. One change happens at a
//! time; reading never waits for the disk.

mod folder;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use soko_core::Board;
use soko_formats::{Document, Entry, Format, Limits, ReadOptions, WriteOptions, check_entry, read, write};

use crate::{
    catalogue::Catalogue,
    library::{Collection, Library, Origin, slug},
    limits,
    problem::Problem,
};
pub(crate) use folder::Folder;

/// The collection that drawings go to.
pub(crate) const OWN: &str = "my-levels";
const OWN_TITLE: &str = "My levels";

/// The imported collections, on disk and in the library.
pub(crate) struct UserLibrary {
    folder: Mutex<Folder>,
    library: Arc<Library>,
    catalogue: Arc<Catalogue>,
}

/// What became of a file.
pub(crate) struct Imported {
    /// The collection, if there was any level in it.
    pub(crate) collection: Option<Arc<Collection>>,
    /// It was here before.
    pub(crate) already: bool,
    /// As it was read, without what is in the collection.
    pub(crate) document: Document,
}

/// What became of collections that were merged.
pub(crate) struct Merged {
    /// The new collection.
    pub(crate) collection: Arc<Collection>,
    /// Levels that could not be read whole and were left where they are.
    pub(crate) left_out: usize,
}

/// Where the files that a user imported lie in a data folder.
pub fn imported(data: &Path) -> PathBuf {
    data.join("imported")
}

/// The collections of a data folder; what cannot be read in it is left alone.
pub(crate) fn kept(data: &Path) -> (Folder, Vec<Collection>) {
    let folder = Folder::open(&imported(data));
    let kept = folder.files().into_iter().take(limits::COLLECTIONS);
    let collections = kept.filter_map(|id| folder.read(&id).map(|bytes| restored(&folder, id, &bytes)));
    let collections = collections.collect();
    (folder, collections)
}

fn restored(folder: &Folder, id: String, bytes: &[u8]) -> Collection {
    let name = folder.name(&id).unwrap_or(&id).to_owned();
    let title = folder.title(&id).map(str::to_owned);
    let mut collection = Collection::new(id, &name, Origin::Imported, &understood(bytes, &name));
    if let Some(title) = title {
        collection.title = title;
    }
    collection.folder = folder.shelf(&collection.id).map(str::to_owned);
    collection
}

/// Reads within the limits of the server.
pub(crate) fn understood(bytes: &[u8], name: &str) -> Document {
    let limits = Limits {
        max_bytes: limits::UPLOAD,
        max_levels: limits::LEVELS,
        max_cells_total: limits::IMPORTED_CELLS,
        ..Limits::default()
    };
    read(bytes, &ReadOptions { name: Some(name.to_owned()), limits, ..ReadOptions::default() })
}

/// A text of the user on one line, without control characters, not too long.
pub(crate) fn tidy(text: &str, most: usize) -> String {
    let words: Vec<_> =
        text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|w| !w.is_empty()).collect();
    words.join(" ").chars().take(most).collect()
}

impl UserLibrary {
    pub(crate) const fn new(folder: Folder, library: Arc<Library>, catalogue: Arc<Catalogue>) -> Self {
        Self { folder: Mutex::new(folder), library, catalogue }
    }

    fn folder(&self) -> MutexGuard<'_, Folder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a collection that is on disk.
    fn put(&self, collection: Collection) -> Arc<Collection> {
        let collection = self.library.put(collection);
        self.catalogue.publish();
        collection
    }

    /// Takes a file in. The same file again is the collection that is there already.
    pub(crate) fn import(&self, name: &str, group: Option<&str>, bytes: &[u8]) -> Result<Imported, Problem> {
        let base = tidy(name.rsplit(['/', '\\']).next().unwrap_or(name), 120);
        let name = if base.is_empty() { "Levels".to_owned() } else { base };
        let document = understood(bytes, &name);
        let mut imported = Imported { collection: None, already: false, document };
        if imported.document.collection.entries.is_empty() {
            return Ok(imported);
        }
        let mut folder = self.folder();
        let known = self.library.collections().into_iter().find(|c| c.source == imported.document.collection);
        if known.is_some() {
            return Ok(Imported { collection: known, already: true, ..imported });
        }
        room(&self.library)?;
        let id = self.library.free_id(&slug(&name));
        folder.keep(&id, &name, bytes)?;
        let group = group.map(|group| tidy(group, 120)).filter(|group| !group.is_empty());
        folder.shelve(&id, group.as_deref())?;
        let mut collection = Collection::new(id, &name, Origin::Imported, &imported.document);
        collection.folder = group;
        imported.collection = Some(self.put(collection));
        Ok(imported)
    }

    /// An imported collection; others cannot be changed.
    fn changeable(&self, id: &str) -> Result<Arc<Collection>, Problem> {
        let collection = self.library.collection(id)?;
        if collection.origin == Origin::Imported {
            return Ok(collection);
        }
        Err(Problem::conflict(format!("'{id}' was not imported and cannot be changed"))
            .help("save a copy of the level"))
    }

    /// Gives a collection another title, and another folder if one is told: none if that is empty.
    pub(crate) fn rename(
        &self,
        id: &str,
        title: &str,
        group: Option<&str>,
    ) -> Result<Arc<Collection>, Problem> {
        let title = tidy(title, 120);
        if title.is_empty() {
            return Err(Problem::bad("a title needs at least one letter"));
        }
        let mut folder = self.folder();
        let mut collection = Collection::clone(&*self.changeable(id)?);
        folder.entitle(id, &title)?;
        collection.title = title;
        if let Some(group) = group {
            let group = tidy(group, 120);
            collection.folder = (!group.is_empty()).then_some(group);
            folder.shelve(id, collection.folder.as_deref())?;
        }
        Ok(self.put(collection))
    }

    /// Makes one collection of several. Levels that could not be read whole stay where they are. Of those that are to be
    /// removed, collections that such a level stays in are kept.
    pub(crate) fn merge(&self, title: &str, ids: &[String], remove: &[String]) -> Result<Merged, Problem> {
        let title = tidy(title, 120);
        if title.is_empty() {
            return Err(Problem::bad("a title needs at least one letter"));
        }
        let mut folder = self.folder();
        let sources = ids.iter().map(|id| self.library.collection(id)).collect::<Result<Vec<_>, _>>()?;
        for id in remove {
            self.changeable(id)?;
            if !ids.contains(id) {
                return Err(Problem::bad(format!("'{id}' is to be removed but not merged")));
            }
        }
        room(&self.library)?;
        let mut merged =
            soko_formats::Collection { title: Some(title.clone()), ..soko_formats::Collection::default() };
        let mut left_out = 0;
        let mut keep = Vec::new();
        for source in &sources {
            for item in &source.items {
                if item.level.is_err() {
                    left_out += 1;
                    keep.push(&source.id);
                    continue;
                }
                let author = item.author.clone();
                merged.entries.push(Entry { author, ..item.entry.clone() });
            }
        }
        if merged.entries.is_empty() {
            return Err(Problem::bad("there is no level to merge").help("name collections with levels"));
        }
        if merged.entries.len() > limits::LEVELS {
            let levels = merged.entries.len();
            return Err(Problem::conflict(format!("{levels} levels are too many for one collection"))
                .help(format!("{} are possible: merge fewer collections", limits::LEVELS)));
        }
        let id = self.library.free_id(&slug(&title));
        let collection = self.rewrite(&mut folder, &id, &merged)?;
        for id in remove.iter().filter(|id| !keep.contains(id)) {
            folder.drop_file(id)?;
            self.library.remove(id);
        }
        self.catalogue.publish();
        Ok(Merged { collection, left_out })
    }

    /// Takes a collection away for good.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Problem> {
        let mut folder = self.folder();
        self.changeable(id)?;
        folder.drop_file(id)?;
        self.library.remove(id);
        self.catalogue.publish();
        Ok(())
    }

    /// Adds a level to a collection; the user's own is made when it is first needed.
    pub(crate) fn add_level(&self, id: &str, entry: Entry) -> Result<(Arc<Collection>, usize), Problem> {
        let mut folder = self.folder();
        let known = self.library.collection(id).is_ok();
        let mut source = if known {
            let collection = self.changeable(id)?;
            faithful(&collection, None)?;
            collection.source.clone()
        } else if id == OWN {
            room(&self.library)?;
            soko_formats::Collection {
                title: Some(OWN_TITLE.to_owned()),
                ..soko_formats::Collection::default()
            }
        } else {
            return Err(Problem::missing(format!("there is no collection '{id}'"))
                .help("it may have been removed; the library has all there are"));
        };
        if source.entries.len() >= limits::LEVELS {
            return Err(Problem::conflict(format!("'{id}' is full: it has {} levels", limits::LEVELS)));
        }
        source.entries.push(entry);
        let number = source.entries.len();
        Ok((self.rewrite(&mut folder, id, &source)?, number))
    }

    /// Puts a level in the place of another; if the other's board is told, only of that one.
    pub(crate) fn replace_level(
        &self,
        id: &str,
        number: usize,
        entry: Entry,
        expected: Option<&Board>,
    ) -> Result<Arc<Collection>, Problem> {
        let mut folder = self.folder();
        let collection = self.changeable(id)?;
        let (_, there) = self.library.item(id, number)?;
        if expected.is_some_and(|expected| *expected != there.entry.board) {
            let message = format!("level {number} of '{id}' is not the one that was saved here");
            return Err(Problem::conflict(message).help("it was changed elsewhere: save this as a new level"));
        }
        faithful(&collection, Some(number))?;
        let mut source = collection.source.clone();
        source.entries[number - 1] = entry;
        self.rewrite(&mut folder, id, &source)
    }

    /// Takes a level out of a collection.
    pub(crate) fn remove_level(&self, id: &str, number: usize) -> Result<(), Problem> {
        let mut folder = self.folder();
        let collection = self.changeable(id)?;
        self.library.item(id, number)?;
        if collection.items.len() == 1 {
            return Err(
                Problem::conflict("it is the last level of its collection").help("remove the collection")
            );
        }
        faithful(&collection, Some(number))?;
        let mut source = collection.source.clone();
        source.entries.remove(number - 1);
        self.rewrite(&mut folder, id, &source).map(drop)
    }

    /// Writes a collection anew and reads it back as it will be read at the next start.
    fn rewrite(
        &self,
        folder: &mut Folder,
        id: &str,
        source: &soko_formats::Collection,
    ) -> Result<Arc<Collection>, Problem> {
        let text = write(source, Format::Json, &WriteOptions::default()).map_err(Problem::bad)?;
        if text.len() > limits::UPLOAD {
            return Err(Problem::conflict("the collection would be too large").help("begin another one"));
        }
        let name = format!("{id}.json");
        let document = understood(text.as_bytes(), &name);
        let boards =
            |c: &soko_formats::Collection| c.entries.iter().map(|e| e.board.clone()).collect::<Vec<_>>();
        if boards(&document.collection) != boards(source) {
            return Err(
                Problem::bad("this drawing cannot be kept in a file").help("draw at least a wall around it")
            );
        }
        folder.keep(id, &name, text.as_bytes())?;
        let mut collection = Collection::new(id.to_owned(), &name, Origin::Imported, &document);
        if let Some(title) = folder.title(id) {
            title.clone_into(&mut collection.title);
        } else if let Ok(known) = self.library.collection(id) {
            collection.title.clone_from(&known.title);
        }
        collection.folder = folder.shelf(id).map(str::to_owned);
        Ok(self.put(collection))
    }
}

fn room(library: &Library) -> Result<(), Problem> {
    let imported = library.collections().iter().filter(|c| c.origin == Origin::Imported).count();
    if imported < limits::COLLECTIONS {
        return Ok(());
    }
    Err(Problem::conflict(format!("{imported} collections are imported already"))
        .help("remove one that is not needed"))
}

/// Would writing it anew keep what is known of its levels? A level whose drawing was misread would pass as a good one.
fn faithful(collection: &Collection, except: Option<usize>) -> Result<(), Problem> {
    let misread = collection.items.iter().find(|item| {
        let broken = item.level.is_err() && Some(item.number) != except;
        broken && check_entry(item.number, &item.entry).level.is_some()
    });
    misread.map_or(Ok(()), |item| {
        let message =
            format!("level {} of '{}' could not be read whole and would be lost", item.number, collection.id);
        Err(Problem::conflict(message).help("save the drawing in My levels instead"))
    })
}
