//! One collection: its levels, checked once when it is read.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Level, LevelHash, identity};
use soko_formats::{Diagnostic, Document, Entry, Severity, check_entry};

/// Where a collection comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It comes with the program.
    Builtin,
    /// The program was started with it.
    Opened,
    /// The user sent it in.
    Imported,
}

/// A collection.
#[derive(Clone)]
pub(crate) struct Collection {
    /// Its part of every address.
    pub(crate) id: String,
    /// Its file as the user named it.
    pub(crate) file: String,
    /// Its title, or its file's name.
    pub(crate) title: String,
    /// What it is about.
    pub(crate) about: Option<String>,
    /// Whom to credit.
    pub(crate) author: Option<String>,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// The folder it lies in with others.
    pub(crate) folder: Option<String>,
    /// The levels.
    pub(crate) items: Vec<Arc<Item>>,
    /// What the reader says about no level in particular.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// As it was read, for writing it in another format.
    pub(crate) source: soko_formats::Collection,
}

/// A level of a collection.
pub(crate) struct Item {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Whom to credit.
    pub(crate) author: Option<String>,
    /// The board as drawn, with its texts and games.
    pub(crate) entry: Entry,
    /// The level with the hash of its board; or what is wrong with it.
    pub(crate) level: Result<(Level, LevelHash), Vec<Diagnostic>>,
    /// Everything there is to say about it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The fewest pushes, if its file claims to know them.
    pub(crate) optimum: Option<u32>,
}

/// The name of a level: its place in the library and its titles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct LevelName {
    /// Its collection.
    pub(crate) collection: String,
    /// The collection's title.
    pub(crate) collection_title: String,
    /// Its number there.
    pub(crate) number: usize,
    /// Its title.
    pub(crate) title: Option<String>,
}

impl LevelName {
    pub(crate) fn of(collection: &Collection, item: &Item) -> Self {
        Self {
            collection: collection.id.clone(),
            collection_title: collection.title.clone(),
            number: item.number,
            title: item.title.clone(),
        }
    }
}

impl Item {
    /// The hash of its board, if it can be played.
    pub(crate) fn hash(&self) -> Option<&LevelHash> {
        self.level.as_ref().ok().map(|(_, hash)| hash)
    }

    /// The level and the hash of its board.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub(crate) fn playable(&self) -> Result<&(Level, LevelHash), &str> {
        self.level
            .as_ref()
            .map_err(|errors| errors.first().map_or("it cannot be played", |error| error.message.as_str()))
    }
}

impl Collection {
    pub(crate) fn new(id: String, name: &str, origin: Origin, document: &Document) -> Self {
        let source = &document.collection;
        let entries = source.entries.len();
        let items = (1..).zip(&source.entries).map(|(number, entry)| Arc::new(item(number, entry, document)));
        Self {
            id,
            file: name.to_owned(),
            title: source.title.clone().unwrap_or_else(|| name.to_owned()),
            about: source.notes.iter().find(|note| !note.trim().is_empty()).cloned(),
            author: source.author.clone().or_else(|| source.copyright.clone()),
            origin,
            folder: None,
            items: items.collect(),
            diagnostics: document
                .diagnostics
                .iter()
                .filter(|d| d.level.is_none_or(|level| level == 0 || level > entries))
                .cloned()
                .collect(),
            source: source.clone(),
        }
    }
}

fn item(number: usize, entry: &Entry, document: &Document) -> Item {
    let checked = check_entry(number, entry);
    let read = document.diagnostics.iter().filter(|d| d.level == Some(number)).cloned();
    let mut diagnostics: Vec<_> = read.chain(checked.diagnostics).collect();
    diagnostics.sort_by_key(|d| (d.line, d.column));
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    let level = match checked.level {
        // A level that is not what its author drew is none, even if the rest of it could be played.
        Some(level) if errors.is_empty() => {
            let hash = identity::exact(&level);
            Ok((level, hash))
        }
        _ => Err(errors),
    };
    Item {
        number,
        title: entry.title.clone(),
        author: document.collection.credit(entry).map(str::to_owned),
        optimum: entry.property("Optimal-Pushes").and_then(|pushes| pushes.parse().ok()),
        level,
        diagnostics,
        entry: entry.clone(),
    }
}
