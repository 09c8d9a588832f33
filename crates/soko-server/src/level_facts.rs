//! Everything about a level: its board, what is known of it before anything is played, and its best solutions.

use schemars::JsonSchema;
use serde::Serialize;
use soko_analysis::{PushDistances, StateSpace, dead_squares, heuristic_ceiling};
use soko_core::{Level, LevelHash, with_maze};
use soko_render::cells_of;

use crate::{
    library::{Collection, Item, ProblemInfo},
    solutions::Known,
};

/// Everything about a level.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LevelFacts {
    /// Its collection.
    collection: String,
    /// The collection's title.
    collection_title: String,
    /// Its number there.
    number: usize,
    /// How many levels the collection has.
    of: usize,
    /// Its title.
    title: Option<String>,
    /// Whom to credit.
    author: Option<String>,
    /// Notes of its file.
    notes: Vec<String>,
    /// The board, a text per row.
    board: Vec<String>,
    /// Columns.
    width: usize,
    /// Rows.
    height: usize,
    /// Fewest pushes that are possible, if the file says so.
    optimum: Option<u32>,
    /// What can be known once it is prepared; nothing if it cannot be played.
    prepared: Option<Prepared>,
    /// What is wrong or odd with it.
    problems: Vec<ProblemInfo>,
    /// The best solutions known.
    best: Vec<BestInfo>,
}

/// What a level tells a solver.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Prepared {
    /// The name of the board, the same wherever it is found.
    hash: String,
    /// Boxes.
    boxes: usize,
    /// Goals.
    goals: Vec<(usize, usize)>,
    /// Squares that can be walked to if all boxes are thought away.
    reachable: usize,
    /// Wall cells.
    walls: usize,
    /// Squares from which no box ever reaches a goal.
    dead: Vec<(usize, usize)>,
    /// Positions there are, as a power of ten.
    log10_states: f64,
    /// A rough upper estimate of the heuristic over all positions.
    heuristic_ceiling: u32,
}

/// A best solution.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BestInfo {
    /// What it is best in: `moves` or `pushes`.
    metric: &'static str,
    /// Where it comes from: a player's `run`, a game by `hand`, or the level's `file`.
    origin: &'static str,
    /// Its moves.
    moves: u32,
    /// Its pushes.
    pushes: u32,
    /// The moves in LURD.
    solution: String,
}

impl LevelFacts {
    /// The facts of a level whose best known solutions are given.
    pub(crate) fn of(collection: &Collection, item: &Item, best: Vec<Known>) -> Self {
        let board = &item.entry.board;
        let known = item.level.as_ref().ok();
        Self {
            collection: collection.id.clone(),
            collection_title: collection.title.clone(),
            number: item.number,
            of: collection.items.len(),
            title: item.title.clone(),
            author: item.author.clone(),
            notes: item.entry.notes.clone(),
            board: board.to_string().lines().map(str::to_owned).collect(),
            width: board.width(),
            height: board.height(),
            optimum: item.optimum,
            prepared: known.map(|(level, hash)| Prepared::of(level, hash)),
            problems: item.diagnostics.iter().map(ProblemInfo::of).collect(),
            best: best.into_iter().map(BestInfo::of).collect(),
        }
    }
}

impl BestInfo {
    fn of(best: Known) -> Self {
        Self {
            metric: best.metric,
            origin: best.origin.id(),
            moves: best.moves,
            pushes: best.pushes,
            solution: best.solution,
        }
    }
}

impl Prepared {
    pub(crate) fn of(level: &Level, hash: &LevelHash) -> Self {
        let ceiling = with_maze!(level, few_widths, |maze| heuristic_ceiling(
            &PushDistances::new(&maze),
            level.needed()
        ));
        Self {
            hash: hash.to_string(),
            boxes: level.boxes(),
            goals: cells_of(level, level.goals()),
            reachable: level.floor().iter().count(),
            walls: level.board().count(soko_core::Cell::is_wall),
            dead: cells_of(level, &dead_squares(level)),
            log10_states: StateSpace::of(level).log10(),
            heuristic_ceiling: ceiling,
        }
    }
}
