//! What a file holds: a collection of entries, each a board with its texts and saved games.

use serde::Serialize;
use soko_core::{Board, Direction, Solution, Verified};

use crate::{Diagnostic, Format, Place};

/// A file as it was understood.
#[derive(Clone, Debug)]
pub struct Document {
    /// In which format it was read.
    pub format: Format,
    /// In which encoding.
    pub encoding: Encoding,
    /// What it holds.
    pub collection: Collection,
    /// What was odd about it. Problems of the boards themselves are found by [`check`](crate::check).
    pub diagnostics: Vec<Diagnostic>,
}

/// How the characters were stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Encoding {
    /// The name by the WHATWG standard, such as `UTF-8` or `windows-1252`.
    pub name: &'static str,
    /// Did the file begin with a byte order mark?
    pub byte_order_mark: bool,
}

/// Levels and what is said about all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// Name of the collection.
    pub title: Option<String>,
    /// Who made the levels.
    pub author: Option<String>,
    /// Copyright line.
    pub copyright: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// Home page.
    pub url: Option<String>,
    /// Lines of description, and of any text that belongs to no level.
    pub notes: Vec<String>,
    /// The levels in file order.
    pub entries: Vec<Entry>,
}

impl Collection {
    /// The credit of an entry: its author, else the collection's author, else its copyright line.
    pub fn credit<'a>(&'a self, entry: &'a Entry) -> Option<&'a str> {
        let own = entry.author.as_deref().or_else(|| entry.property("Copyright"));
        own.or(self.author.as_deref()).or(self.copyright.as_deref())
    }
}

/// One board and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The board as drawn, playable or not.
    pub board: Board,
    /// Its title.
    pub title: Option<String>,
    /// Its author, if named for this level.
    pub author: Option<String>,
    /// Lines of comment.
    pub notes: Vec<String>,
    /// Other `Key: value` lines or attributes.
    pub properties: Vec<(String, String)>,
    /// Solutions and snapshots.
    pub games: Vec<SavedGame>,
    /// Where the board stands in the file.
    pub place: Place,
}

impl Entry {
    /// A board alone.
    pub fn new(board: Board) -> Self {
        Self {
            board,
            title: None,
            author: None,
            notes: Vec::new(),
            properties: Vec::new(),
            games: Vec::new(),
            place: Place::default(),
        }
    }

    /// The value of a property; keys are compared without regard to case.
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(k, _)| k.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// The solutions that the replayer accepted.
    pub fn solutions(&self) -> impl Iterator<Item = &Verified<Solution>> {
        self.games.iter().filter_map(SavedGame::solution)
    }
}

/// Moves that came with a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The line above the moves.
    pub title: Option<String>,
    /// The moves as they were written, without line ends.
    pub moves: String,
    /// The same as directions; empty if they are in no notation we can replay.
    pub directions: Vec<Direction>,
    /// What the replayer made of them.
    pub kind: GameKind,
    /// Lines of comment.
    pub notes: Vec<String>,
}

impl SavedGame {
    /// The proof that this game solves its level.
    pub const fn solution(&self) -> Option<&Verified<Solution>> {
        match &self.kind {
            GameKind::Solution(solution) => Some(solution),
            _ => None,
        }
    }
}

/// What the replayer made of saved moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameKind {
    /// The moves solve the level.
    Solution(Verified<Solution>),
    /// The moves are legal but do not solve the level.
    Snapshot {
        /// Moves before the current position; the rest can be redone.
        played: usize,
    },
    /// The moves could not be replayed; they are kept as text.
    Unverified {
        /// Why not.
        reason: String,
    },
}
