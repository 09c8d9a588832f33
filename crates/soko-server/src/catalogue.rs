//! The collections as pages list them: with what is solved of them.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    events::Events,
    library::{Collection, Item, Library, Origin},
    problem::Problem,
    results::Results,
};

/// A collection in the list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CollectionInfo {
    /// Its part of every address.
    id: String,
    /// Its title.
    title: String,
    /// What it is about.
    about: Option<String>,
    /// Whom to credit.
    author: Option<String>,
    /// `builtin`, `opened` (a file the program was started with) or `imported`.
    origin: &'static str,
    /// How many levels it has.
    levels: usize,
    /// How many of them are solved.
    solved: usize,
}

/// A collection with its levels.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CollectionRows {
    #[serde(flatten)]
    info: CollectionInfo,
    /// Its levels in order.
    rows: Vec<Row>,
}

/// A level in a table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// Its number in the collection, from 1.
    number: usize,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Columns of the board.
    width: usize,
    /// Rows of the board.
    height: usize,
    /// Boxes on it.
    boxes: usize,
    /// Fewest pushes known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u32>,
    /// Fewest moves known.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// Fewest pushes that are possible, if the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<u32>,
    /// What is wrong with it, if it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The library beside the results, and the topic `library` that tells pages of both.
pub(crate) struct Catalogue {
    library: Arc<Library>,
    results: Arc<Results>,
    events: Arc<Events>,
}

impl Catalogue {
    pub(crate) const fn new(library: Arc<Library>, results: Arc<Results>, events: Arc<Events>) -> Self {
        Self { library, results, events }
    }

    /// All collections.
    pub(crate) fn list(&self) -> Vec<CollectionInfo> {
        self.library.collections().iter().map(|collection| self.info(collection)).collect()
    }

    /// Tells pages that collections or what is solved of them has changed.
    pub(crate) fn publish(&self) {
        self.events.publish("library", || self.list());
    }

    pub(crate) fn info(&self, collection: &Collection) -> CollectionInfo {
        let solved = |item: &Item| item.hash().is_some_and(|hash| self.results.shortest(hash).is_some());
        CollectionInfo {
            id: collection.id.clone(),
            title: collection.title.clone(),
            about: collection.about.clone(),
            author: collection.author.clone(),
            origin: match collection.origin {
                Origin::Builtin => "builtin",
                Origin::Opened => "opened",
                Origin::Imported => "imported",
            },
            levels: collection.items.len(),
            solved: collection.items.iter().filter(|item| solved(item)).count(),
        }
    }

    /// A collection with its levels.
    ///
    /// # Errors
    /// There is none of that id.
    pub(crate) fn rows(&self, id: &str) -> Result<CollectionRows, Problem> {
        let collection = self.library.collection(id)?;
        let rows = collection.items.iter().map(|item| self.row(item)).collect();
        Ok(CollectionRows { info: self.info(&collection), rows })
    }

    fn row(&self, item: &Item) -> Row {
        let board = &item.entry.board;
        let best = item.hash().and_then(|hash| self.results.shortest(hash));
        Row {
            number: item.number,
            title: item.title.clone(),
            width: board.width(),
            height: board.height(),
            boxes: board.count(soko_core::Cell::has_box),
            pushes: best.map(|best| best.pushes),
            moves: best.map(|best| best.moves),
            optimum: item.optimum,
            error: item.playable().err().map(str::to_owned),
        }
    }
}
