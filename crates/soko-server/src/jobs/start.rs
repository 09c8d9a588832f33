//! Where a run begins: at the start of a level, or at a position that a game has reached.
//!
//! A position is told by the moves that lead to it, so it is one by the rules. What is played from there is a level of its own, with
//! a board and an identity of its own: a run from a position is never taken for one of the whole level.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::{Board, Direction, Level, LevelHash, Step, check, identity, lurd};

use crate::{
    library::{Item, LevelName, Library, Origin},
    limits,
    problem::Problem,
};

/// A level, or a position of it, to be played.
pub(crate) struct Start {
    pub(super) name: LevelName,
    /// Is it a level of ours as it is?
    pub(super) builtin: bool,
    pub(super) level: Arc<Level>,
    pub(super) hash: LevelHash,
    pub(super) played: Option<Played>,
}

/// The game before a run.
#[derive(Clone)]
pub(crate) struct Played {
    /// The level from its start.
    pub(crate) whole: Arc<Level>,
    /// The moves that were made.
    pub(crate) moves: String,
}

/// The position a run began at, if it is not the start of its level.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct Begun {
    /// The moves from the start of the level, in LURD.
    moves: String,
    /// The board there, a text per row.
    board: Vec<String>,
}

impl Start {
    /// The start of a level of the library, or the position that moves lead to.
    ///
    /// # Errors
    /// No such level, or one that cannot be played; moves that the rules do not allow, or too many of them.
    pub(super) fn find(
        library: &Library,
        (collection, number): (&str, usize),
        moves: Option<&str>,
    ) -> Result<Self, Problem> {
        let (collection, item) = library.item(collection, number)?;
        let (level, hash) = playable(&item)?;
        let level = Arc::new(level);
        let name = LevelName::of(&collection, &item);
        let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
            let builtin = collection.origin == Origin::Builtin;
            return Ok(Self { name, builtin, level, hash, played: None });
        };
        let (board, moves) = reached(&level, moves)?;
        let there = check(&board).level.ok_or_else(|| Problem::internal("a position is no level"))?;
        let hash = identity::exact(&there);
        Ok(Self {
            name,
            builtin: false,
            level: Arc::new(there),
            hash,
            played: Some(Played { whole: level, moves }),
        })
    }
}

/// The board that moves lead to, and the moves as LURD writes them.
fn reached(level: &Level, moves: &str) -> Result<(Board, String), Problem> {
    if moves.len() > limits::PLAYED {
        let most = limits::PLAYED;
        return Err(Problem::bad(format!(
            "the game is too long: a run can begin after {most} moves at most"
        )));
    }
    let moves: Vec<Direction> = lurd::parse(moves).map_err(Problem::bad)?;
    let mut position = level.start().clone();
    let mut steps: Vec<Step> = Vec::with_capacity(moves.len());
    for (number, &direction) in (1..).zip(&moves) {
        let step = position.step(level, direction).ok_or_else(|| {
            Problem::bad(format!("move {number} ('{}') is not possible", direction.letter()))
                .help("moves are told from the start of the level, in LURD")
        })?;
        steps.push(step);
    }
    Ok((level.draw(&position), lurd::format(&steps)))
}

impl Begun {
    /// Of a run on the level that a game has reached.
    pub(super) fn of(played: Option<&Played>, level: &Level) -> Option<Self> {
        let moves = played?.moves.clone();
        Some(Self { moves, board: level.board().to_string().lines().map(str::to_owned).collect() })
    }
}

/// The level of an item, if it can be played.
fn playable(item: &Item) -> Result<(Level, LevelHash), Problem> {
    item.playable().cloned().map_err(not_prepared)
}

/// The level cannot be played, and why.
pub(crate) fn not_prepared(why: &str) -> Problem {
    Problem::conflict(format!("this level is not prepared: {why}")).help("mend it in the editor")
}
