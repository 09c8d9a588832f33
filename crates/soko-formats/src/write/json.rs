//! Writing Sokolab's own JSON, which has room for everything a collection holds.

use serde::Serialize;

use crate::{Collection, Entry, SavedGame};

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copyright: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    levels: Vec<Level<'a>>,
}

/// What a collection and a level have both.
#[derive(Serialize)]
struct Heading<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
}

#[derive(Serialize)]
struct Level<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    properties: &'a [(String, String)],
    board: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Game<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    moves: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
}

pub(super) fn write(collection: &Collection) -> String {
    let file = File {
        format: "sokolab-levels",
        version: 1,
        heading: Heading { title: collection.title.as_deref(), author: collection.author.as_deref() },
        copyright: collection.copyright.as_deref(),
        email: collection.email.as_deref(),
        url: collection.url.as_deref(),
        notes: &collection.notes,
        levels: collection.entries.iter().map(level).collect(),
    };
    let mut text = serde_json::to_string_pretty(&file).expect("strings and lists always serialise");
    text.push('\n');
    text
}

fn level(entry: &Entry) -> Level<'_> {
    Level {
        heading: Heading { title: entry.title.as_deref(), author: entry.author.as_deref() },
        notes: &entry.notes,
        properties: &entry.properties,
        board: entry.board.to_string().lines().map(str::to_owned).collect(),
        games: entry.games.iter().map(game).collect(),
    }
}

fn game(game: &SavedGame) -> Game<'_> {
    Game { title: game.title.as_deref(), moves: &game.moves, notes: &game.notes }
}
