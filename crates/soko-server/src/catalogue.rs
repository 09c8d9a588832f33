//! The collections as pages list them: with what is solved of them.

use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::store::Shortest;

use crate::{
    events::Events,
    library::{Collection, Item, Library, Origin, search},
    limits,
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
    /// The folder it lies in with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    /// How many levels it has.
    levels: usize,
    /// How many of them are solved.
    solved: usize,
    /// How many of them the user solved by hand.
    mine: usize,
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
    /// The best that the user played by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<Lengths>,
    /// The best that players found.
    #[serde(skip_serializing_if = "Option::is_none")]
    solvers: Option<Lengths>,
    /// Fewest pushes that are possible, if the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<u32>,
    /// What is wrong with it, if it cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The lengths of best solutions: fewest pushes and fewest moves, which may be of two solutions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Lengths {
    /// Fewest pushes.
    pushes: u32,
    /// Fewest moves.
    moves: u32,
}

impl Lengths {
    const fn of(shortest: Shortest) -> Self {
        Self { pushes: shortest.pushes, moves: shortest.moves }
    }
}

/// What a search over all collections found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found {
    /// Collections whose title, author or folder has all the words.
    collections: Vec<CollectionInfo>,
    /// Levels of which every word stands in title, author or collection.
    levels: Vec<FoundLevel>,
    /// How many levels there are; of many, only the first are listed.
    total: usize,
}

/// A level that was found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FoundLevel {
    /// Its collection.
    collection: String,
    /// The collection's title.
    collection_title: String,
    /// Whom to credit.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(flatten)]
    row: Row,
}

/// The library beside the results, and the topic `library` that tells pages of both.
pub(crate) struct Catalogue {
    library: Arc<Library>,
    results: Arc<Results>,
    events: Arc<Events>,
    telling: Mutex<()>,
}

impl Catalogue {
    pub(crate) const fn new(library: Arc<Library>, results: Arc<Results>, events: Arc<Events>) -> Self {
        Self { library, results, events, telling: Mutex::new(()) }
    }

    /// All collections.
    pub(crate) fn list(&self) -> Vec<CollectionInfo> {
        self.library.collections().iter().map(|collection| self.info(collection)).collect()
    }

    /// Tells pages that collections or what is solved of them has changed.
    pub(crate) fn publish(&self) {
        // One at a time: the list told last must be the newest.
        let _telling = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        self.events.publish("library", || self.list());
    }

    pub(crate) fn info(&self, collection: &Collection) -> CollectionInfo {
        let known = collection.items.iter().filter_map(|item| item.hash());
        let (mut solved, mut mine) = (0, 0);
        for best in known.map(|hash| self.results.by_solver(hash)) {
            solved += usize::from(best.best().is_some());
            mine += usize::from(best.mine.is_some());
        }
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
            folder: collection.folder.clone(),
            levels: collection.items.len(),
            solved,
            mine,
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

    /// What has these words, in all collections.
    pub(crate) fn search(&self, text: &str) -> Found {
        let hits = search(&self.library.collections(), text, limits::HITS);
        let level = |(collection, item): &(Arc<Collection>, Arc<Item>)| FoundLevel {
            collection: collection.id.clone(),
            collection_title: collection.title.clone(),
            author: item.author.clone(),
            row: self.row(item),
        };
        Found {
            collections: hits.collections.iter().map(|collection| self.info(collection)).collect(),
            levels: hits.levels.iter().map(level).collect(),
            total: hits.total,
        }
    }

    fn row(&self, item: &Item) -> Row {
        let board = &item.entry.board;
        let known = item.hash().map(|hash| self.results.by_solver(hash)).unwrap_or_default();
        let best = known.best();
        Row {
            number: item.number,
            title: item.title.clone(),
            width: board.width(),
            height: board.height(),
            boxes: board.count(soko_core::Cell::has_box),
            pushes: best.map(|best| best.pushes),
            moves: best.map(|best| best.moves),
            mine: known.mine.map(Lengths::of),
            solvers: known.players.map(Lengths::of),
            optimum: item.optimum,
            error: item.playable().err().map(str::to_owned),
        }
    }
}
