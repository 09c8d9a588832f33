//! Checks of what a results file says: which rows are accepted.
//!
//! Any program can write a database with the right tables. Rows that come from elsewhere are held against the rules before
//! they count:
//!
//! - A *level* is accepted if its board can be played and has the hash that names it.
//! - A *run* is accepted if its level is, if its job is the one that level, setup, seed and repetition make, and if its
//!   solution replays, with the moves and pushes that stand beside it. A run that says `solved` or `optimal` has to show one.
//! - A *best solution* is what the accepted runs of its level make it. Rows of another file are never taken over: the
//!   runs that come in are entered as if they had been made here.
//! - An *experiment* is accepted if its name is the digest of what is in it, if its levels are, and if every trial names
//!   the job of its own level and contender. Otherwise a run of one level could answer for another.
//!
//! What is not accepted is left out and reported as a [`Doubt`]; the rest of the file comes in.
//!
//! Times, counted nodes, and that nothing shorter exists, cannot be replayed and are taken at their word. A solution that
//! is known may refute such a word; this is reported, and the run stays: it was made, and whether it comes first or
//! the solution that refutes it must make no difference to the union.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, Row};
use soko_core::{Level, LevelHash, Metrics, Solution, Verified, identity, lurd, replay};
use soko_solver::Objective;

use crate::{Outcome, RunId};

/// Something that a results file says and that is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// What it is about: a level, a run, a best solution or an experiment.
    pub about: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.about, self.why)
    }
}

/// The level of a row.
///
/// # Errors
/// The board is not the one that the hash names.
pub(super) fn level(hash: &[u8], board: &str) -> Result<Level, String> {
    let level = Level::parse(board).map_err(|error| format!("its board cannot be played: {error}"))?;
    if identity::exact(&level).as_bytes() == hash {
        Ok(level)
    } else {
        Err("its board is another one than its hash names".to_owned())
    }
}

/// The solution that a text is.
///
/// # Errors
/// Why it is none.
pub(super) fn solution(level: &Level, moves: &str) -> Result<Verified<Solution>, String> {
    let directions = lurd::parse(moves).map_err(|error| format!("its solution cannot be read: {error}"))?;
    let solution =
        replay(level, &directions).map_err(|error| format!("its solution does not replay: {error}"))?;
    if solution.lurd() == moves {
        Ok(solution)
    } else {
        Err("its solution calls pushes moves, or moves pushes".to_owned())
    }
}

/// What a run says about its result.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) outcome: String,
    pub(super) optimal: Option<String>,
    pub(super) pushes: Option<i64>,
    pub(super) moves: Option<i64>,
    pub(super) solution: Option<String>,
}

impl Claim {
    /// The columns of a claim, in the order in which [`read`](Self::read) takes them.
    pub(super) const COLUMNS: &str = "run.outcome, run.optimal, run.pushes, run.moves, run.solution";

    /// From the columns of a row, from this one on.
    pub(super) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            outcome: row.get(first)?,
            optimal: row.get(first + 1)?,
            pushes: row.get(first + 2)?,
            moves: row.get(first + 3)?,
            solution: row.get(first + 4)?,
        })
    }

    /// The solution, replayed, if there is one.
    ///
    /// # Errors
    /// What does not hold.
    pub(super) fn hold_against(&self, level: &Level) -> Result<Option<Verified<Solution>>, String> {
        let lengths = self.pushes.zip(self.moves);
        let Some(moves) = &self.solution else {
            return if self.outcome == Outcome::Solved.id() {
                Err("it says that it solved the level and has no solution".to_owned())
            } else if self.optimal.is_some() {
                Err("it says that its solution is optimal and has none".to_owned())
            } else if self.pushes.is_some() || self.moves.is_some() {
                Err("it has the length of a solution and no solution".to_owned())
            } else {
                Ok(None)
            };
        };
        let solution = solution(level, moves)?;
        let Metrics { pushes, moves, .. } = *solution.metrics();
        if lengths == Some((i64::from(pushes), i64::from(moves))) {
            return Ok(Some(solution));
        }
        let said =
            |length: Option<i64>| length.map_or_else(|| "none".to_owned(), |length| length.to_string());
        Err(format!(
            "it says {} pushes and {} moves; its solution has {pushes} and {moves}",
            said(self.pushes),
            said(self.moves)
        ))
    }
}

/// A level as a message names it: by its place in an experiment, else by its hash. `schema` is `main` or an attached file.
pub(super) fn named(connection: &Connection, schema: &str, level: i64) -> rusqlite::Result<String> {
    let sql = format!(
        "SELECT file || '#' || number FROM {schema}.entry WHERE level = ? ORDER BY experiment LIMIT 1"
    );
    if let Some(place) = connection.prepare_cached(&sql)?.query_row([level], |row| row.get(0)).optional()? {
        return Ok(place);
    }
    let sql = format!("SELECT lower(hex(hash)) FROM {schema}.level WHERE id = ?");
    let hash: Option<String> =
        connection.prepare_cached(&sql)?.query_row([level], |row| row.get(0)).optional()?;
    Ok(hash.unwrap_or_else(|| format!("number {level}, which is not in the file")))
}

/// Runs of `main` whose word is refuted by a solution that is known.
pub(super) fn refuted(connection: &Connection) -> rusqlite::Result<Vec<Doubt>> {
    let mut query = connection.prepare(
        "SELECT run.name, run.level, run.optimal, run.pushes, run.moves, p.first, p.second, m.first, m.second
         FROM run JOIN best AS p ON p.level = run.level AND p.metric = 'pushes'
                  JOIN best AS m ON m.level = run.level AND m.metric = 'moves'
         WHERE run.optimal IS NOT NULL OR run.outcome = 'unsolvable' ORDER BY run.id",
    )?;
    let mut rows = query.query([])?;
    let mut doubts = Vec::new();
    while let Some(row) = rows.next()? {
        let run = RunId::from_bytes(row.get(0)?);
        let optimal: Option<String> = row.get(2)?;
        let known = [row.get::<_, i64>(5)?, row.get(6)?, row.get(7)?, row.get(8)?];
        let why = match (optimal.as_deref().map(Objective::find), row.get(3)?, row.get(4)?) {
            (None, ..) => {
                Some(format!("it says that there is no solution; one with {} pushes is known", known[0]))
            }
            (Some(Some(objective)), Some(pushes), Some(moves)) => shorter(objective, pushes, moves, known),
            // A word of a later program.
            _ => None,
        };
        if let Some(why) = why {
            let about = format!("run {} of level {}", run.short(), named(connection, "main", row.get(1)?)?);
            doubts.push(Doubt { about, why });
        }
    }
    Ok(doubts)
}

/// How an optimum is refuted by the best solutions: fewest pushes, moves with them, fewest moves, pushes with them.
fn shorter(objective: Objective, pushes: i64, moves: i64, known: [i64; 4]) -> Option<String> {
    let [fewest_pushes, moves_then, fewest_moves, pushes_then] = known;
    let (found, best, units) = match objective {
        Objective::Pushes => ((pushes, 0), (fewest_pushes, 0), "pushes"),
        Objective::PushesThenMoves => ((pushes, moves), (fewest_pushes, moves_then), "pushes and moves"),
        Objective::Moves => ((moves, 0), (fewest_moves, 0), "moves"),
        Objective::MovesThenPushes => ((moves, pushes), (fewest_moves, pushes_then), "moves and pushes"),
        // One of a later program.
        _ => return None,
    };
    let shown = |(first, second): (i64, i64)| match objective {
        Objective::Pushes | Objective::Moves => first.to_string(),
        _ => format!("{first} and {second}"),
    };
    (best < found)
        .then(|| format!("it says that {} is the fewest {units}; {} is known", shown(found), shown(best)))
}

/// Why a recorded run is not accepted, if it is not.
pub(super) fn doubt(hash: &LevelHash, board: &str, claim: &Claim) -> Option<String> {
    level(hash.as_bytes(), board).and_then(|level| claim.hold_against(&level)).err()
}
