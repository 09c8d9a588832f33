//! One level's entry in the records: JSON in, verified values out.
//!
//! Every reader here answers `Ok(None)` for "not there", `Err(reason)` for "there, but not to be trusted".

use serde_json::{Map, Value, json};
use soko_core::{Direction, Level, lurd, replay, replay::walk_through};

use crate::{HelpLevel, KeptSolution, Ranking, Snapshot};

pub(crate) const SNAPSHOT: &str = "snapshot";
pub(crate) const OTHER_SNAPSHOTS: &str = "other_snapshots";
pub(crate) const DAMAGED: &str = "damaged";

type Found<T> = Result<Option<T>, String>;

/// The winner of a ranking as the entry has it.
pub(crate) fn solution(entry: &Map<String, Value>, ranking: Ranking, level: &Level) -> Found<KeptSolution> {
    let Some(value) = entry.get(ranking.field()) else { return Ok(None) };
    let moves = lurd::parse(text(value, "solution")?).map_err(|e| e.to_string())?;
    let solution = replay(level, &moves).map_err(|e| e.to_string())?;
    Ok(Some(KeptSolution { solution, help: help(value)? }))
}

pub(crate) fn solution_value(kept: &KeptSolution) -> Value {
    json!({
        "solution": kept.solution.lurd(),
        "metrics": kept.solution.metrics().to_string(),
        "help": kept.help.name(),
    })
}

/// The game in progress as the entry has it.
pub(crate) fn snapshot(entry: &Map<String, Value>, level: &Level) -> Found<Snapshot> {
    let Some(value) = entry.get(SNAPSHOT) else { return Ok(None) };
    let (played, taken_back) = text(value, "moves")?.split_once('*').ok_or("no * in the snapshot's moves")?;
    let mut moves = lurd::parse(played).map_err(|e| e.to_string())?;
    let done = moves.len();
    moves.extend(lurd::parse(taken_back).map_err(|e| e.to_string())?);
    walk_through(level, &moves).map_err(|e| e.to_string())?;
    Ok(Some(Snapshot { moves, done, help: help(value)? }))
}

pub(crate) fn snapshot_value(snapshot: &Snapshot, level: &Level) -> Value {
    // Case is for the human reader; moves that do not replay are written in lower case and refused on the
    // way in.
    let text = match walk_through(level, &snapshot.moves) {
        Ok((steps, _)) => lurd::format(&steps),
        Err(_) => snapshot.moves.iter().copied().map(Direction::letter).collect(),
    };
    let (played, taken_back) = text.split_at(snapshot.done.min(text.len()));
    json!({ "moves": format!("{played}*{taken_back}"), "help": snapshot.help.name() })
}

fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str, String> {
    value.get(field).and_then(Value::as_str).ok_or_else(|| format!("no text \"{field}\""))
}

fn help(value: &Value) -> Result<HelpLevel, String> {
    let Some(value) = value.get("help") else { return Ok(HelpLevel::Off) };
    let name = value.as_str().unwrap_or_default();
    HelpLevel::ALL.into_iter().find(|h| h.name() == name).ok_or_else(|| format!("unknown help level {value}"))
}
