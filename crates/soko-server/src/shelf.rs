//! What the user imported and drew: collections that are kept in the data folder.
//!
//! ```text
//! DATA/imported/ID.levels     the file as it came, byte for byte, so that its diagnostics stay what they were
//! DATA/imported/index.json    what the files were called, and titles that the user gave them
//! ```
//!
//! A collection that was edited is written anew as Sokolab's own JSON, which has room for everything. Every file is written
//! beside its place and then renamed into it, so a crash leaves the old one or the new one. The file comes before the
//! index and the index before the library, so nobody is told of a collection that is not on disk. One change happens at a
//! time; reading never waits for the disk.

mod store;

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use soko_formats::{Document, Entry, Format, Limits, ReadOptions, WriteOptions, check_entry, read, write};

use crate::{
    answer::Problem,
    app::App,
    library::{Collection, Library, Origin, slug},
    limits,
};
use store::Store;

/// The collection that drawings go to.
pub(crate) const OWN: &str = "my-levels";
const OWN_TITLE: &str = "My levels";

/// The imported collections on disk.
pub(crate) struct Shelf {
    store: Mutex<Store>,
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

impl Shelf {
    /// Opens the data folder; what cannot be read in it is left alone.
    pub(crate) fn open(data: &Path) -> (Self, Vec<Collection>) {
        let store = Store::open(&data.join("imported"));
        let kept = store.files().into_iter().take(limits::COLLECTIONS);
        let collections = kept.filter_map(|id| store.read(&id).map(|bytes| restored(&store, id, &bytes)));
        let collections = collections.collect();
        (Self { store: Mutex::new(store) }, collections)
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn restored(store: &Store, id: String, bytes: &[u8]) -> Collection {
    let name = store.name(&id).unwrap_or(&id).to_owned();
    let title = store.title(&id).map(str::to_owned);
    let mut collection = Collection::new(id, &name, Origin::Imported, &understood(bytes, &name));
    if let Some(title) = title {
        collection.title = title;
    }
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

/// Takes a file in. The same file again is the collection that is there already.
pub(crate) fn import(app: &App, name: &str, bytes: &[u8]) -> Result<Imported, Problem> {
    let base = tidy(name.rsplit(['/', '\\']).next().unwrap_or(name), 120);
    let name = if base.is_empty() { "Levels".to_owned() } else { base };
    let document = understood(bytes, &name);
    let mut imported = Imported { collection: None, already: false, document };
    if imported.document.collection.entries.is_empty() {
        return Ok(imported);
    }
    let mut store = app.shelf().store();
    let known =
        app.library().collections().iter().find(|c| c.source == imported.document.collection).cloned();
    if known.is_some() {
        return Ok(Imported { collection: known, already: true, ..imported });
    }
    let id = {
        let library = app.library();
        room(&library)?;
        library.free_id(&slug(&name))
    };
    store.keep(&id, &name, bytes)?;
    let collection = Collection::new(id, &name, Origin::Imported, &imported.document);
    imported.collection = Some(app.library_mut().put(collection));
    Ok(imported)
}

fn room(library: &Library) -> Result<(), Problem> {
    let imported = library.collections().iter().filter(|c| c.origin == Origin::Imported).count();
    if imported < limits::COLLECTIONS {
        return Ok(());
    }
    Err(Problem::conflict(format!("{imported} collections are imported already"))
        .help("remove one that is not needed"))
}

/// An imported collection; others cannot be changed.
fn changeable(app: &App, id: &str) -> Result<Arc<Collection>, Problem> {
    let collection = Arc::clone(app.library().collection(id)?);
    if collection.origin == Origin::Imported {
        return Ok(collection);
    }
    Err(Problem::conflict(format!("'{id}' was not imported and cannot be changed"))
        .help("save a copy of the level"))
}

/// Gives a collection another title.
pub(crate) fn rename(app: &App, id: &str, title: &str) -> Result<Arc<Collection>, Problem> {
    let title = tidy(title, 120);
    if title.is_empty() {
        return Err(Problem::bad("a title needs at least one letter"));
    }
    let mut store = app.shelf().store();
    let mut collection = Collection::clone(&*changeable(app, id)?);
    store.entitle(id, &title)?;
    collection.title = title;
    Ok(app.library_mut().put(collection))
}

/// Takes a collection away for good.
pub(crate) fn remove(app: &App, id: &str) -> Result<(), Problem> {
    let mut store = app.shelf().store();
    changeable(app, id)?;
    store.drop_file(id)?;
    app.library_mut().remove(id);
    Ok(())
}

/// Adds a level to a collection; the user's own is made when it is first needed.
pub(crate) fn add_level(app: &App, id: &str, entry: Entry) -> Result<(Arc<Collection>, usize), Problem> {
    let mut store = app.shelf().store();
    let known = app.library().collection(id).is_ok();
    let mut source = if known {
        let collection = changeable(app, id)?;
        faithful(&collection, None)?;
        collection.source.clone()
    } else if id == OWN {
        room(&app.library())?;
        soko_formats::Collection { title: Some(OWN_TITLE.to_owned()), ..soko_formats::Collection::default() }
    } else {
        return Err(Problem::missing(format!("there is no collection '{id}'")).help("see /api/collections"));
    };
    if source.entries.len() >= limits::LEVELS {
        return Err(Problem::conflict(format!("'{id}' is full: it has {} levels", limits::LEVELS)));
    }
    source.entries.push(entry);
    let number = source.entries.len();
    Ok((rewrite(app, &mut store, id, &source)?, number))
}

/// Puts a level in the place of another.
pub(crate) fn replace_level(
    app: &App,
    id: &str,
    number: usize,
    entry: Entry,
) -> Result<Arc<Collection>, Problem> {
    let mut store = app.shelf().store();
    let collection = changeable(app, id)?;
    app.library().item(id, number)?;
    faithful(&collection, Some(number))?;
    let mut source = collection.source.clone();
    source.entries[number - 1] = entry;
    rewrite(app, &mut store, id, &source)
}

/// Takes a level out of a collection.
pub(crate) fn remove_level(app: &App, id: &str, number: usize) -> Result<(), Problem> {
    let mut store = app.shelf().store();
    let collection = changeable(app, id)?;
    app.library().item(id, number)?;
    if collection.items.len() == 1 {
        return Err(Problem::conflict("it is the last level of its collection").help("remove the collection"));
    }
    faithful(&collection, Some(number))?;
    let mut source = collection.source.clone();
    source.entries.remove(number - 1);
    rewrite(app, &mut store, id, &source).map(drop)
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

/// Writes a collection anew and reads it back as it will be read at the next start.
fn rewrite(
    app: &App,
    store: &mut Store,
    id: &str,
    source: &soko_formats::Collection,
) -> Result<Arc<Collection>, Problem> {
    let text = write(source, Format::Json, &WriteOptions::default()).map_err(Problem::bad)?;
    if text.len() > limits::UPLOAD {
        return Err(Problem::conflict("the collection would be too large").help("begin another one"));
    }
    let name = format!("{id}.json");
    let document = understood(text.as_bytes(), &name);
    let boards = |c: &soko_formats::Collection| c.entries.iter().map(|e| e.board.clone()).collect::<Vec<_>>();
    if boards(&document.collection) != boards(source) {
        return Err(
            Problem::bad("this drawing cannot be kept in a file").help("draw at least a wall around it")
        );
    }
    store.keep(id, &name, text.as_bytes())?;
    let mut collection = Collection::new(id.to_owned(), &name, Origin::Imported, &document);
    if let Some(title) = store.title(id) {
        title.clone_into(&mut collection.title);
    } else if let Ok(known) = app.library().collection(id) {
        collection.title.clone_from(&known.title);
    }
    Ok(app.library_mut().put(collection))
}
