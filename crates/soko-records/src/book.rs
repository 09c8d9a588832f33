//! The content of the records file: JSON that we only touch where we must.
//!
//! Keeping the raw values instead of parsing them into structures is what lets unknown fields, damaged
//! entries and levels of other collections pass through unchanged.

use serde_json::{Map, Value, json};
use soko_core::{Level, LevelHash};

use crate::{Change, LevelRecord, Ranking, RecordsWarning, SnapshotChange, entry};

pub(crate) const FORMAT: &str = "sokolab-records";
pub(crate) const VERSION: u64 = 1;
/// How many levels the list of recently played ones remembers.
const RECENT: usize = 100;

/// The records of all levels.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    root: Map<String, Value>,
}

impl Default for Book {
    fn default() -> Self {
        let root = [
            ("format".to_owned(), json!(FORMAT)),
            ("version".to_owned(), json!(VERSION)),
            ("recent".to_owned(), json!([])),
            ("levels".to_owned(), json!({})),
        ];
        Self { root: root.into_iter().collect() }
    }
}

impl Book {
    /// Reads the text of a records file, of this version or a later one.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|e| e.to_string())?;
        let Value::Object(root) = value else { return Err("not a JSON object".into()) };
        let book = Self { root };
        if book.root.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(format!("\"format\" is not \"{FORMAT}\""));
        }
        if book.version() == 0 {
            return Err("no \"version\"".into());
        }
        if !book.root.get("levels").is_none_or(Value::is_object) {
            return Err("\"levels\" is not an object".into());
        }
        Ok(book)
    }

    pub(crate) fn to_json(&self) -> String {
        format!("{:#}\n", Value::Object(self.root.clone()))
    }

    pub(crate) fn version(&self) -> u64 {
        self.root.get("version").and_then(Value::as_u64).unwrap_or(0)
    }

    fn entry(&self, hash: LevelHash) -> Option<&Value> {
        self.root.get("levels")?.get(hash.to_string())
    }

    /// What is known of a level, and what in its entry cannot be trusted.
    pub fn record(&self, level: &Level, hash: LevelHash) -> (LevelRecord, Vec<RecordsWarning>) {
        let mut record = LevelRecord::default();
        let mut warnings = Vec::new();
        let mut warn = |field, reason| warnings.push(RecordsWarning::BadEntry { hash, field, reason });
        let entry = match self.entry(hash) {
            None => return (record, warnings),
            Some(Value::Object(entry)) => entry,
            Some(_) => {
                warn("entry", "not a JSON object".to_owned());
                return (record, warnings);
            }
        };
        for ranking in Ranking::ALL {
            match entry::solution(entry, ranking, level) {
                Ok(None) => {}
                Ok(Some(kept)) => _ = record.enter(&kept),
                Err(reason) => warn(ranking.name(), reason),
            }
        }
        match entry::snapshot(entry, level) {
            Ok(snapshot) => record.snapshot = snapshot,
            Err(reason) => warn("snapshot", reason),
        }
        (record, warnings)
    }

    /// The levels played last, newest first.
    pub fn recent(&self) -> impl Iterator<Item = &str> {
        self.root.get("recent").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// Merges a change of this run.
    pub(crate) fn apply(&mut self, change: &Change) {
        let key = change.hash.to_string();
        self.remember(&key);
        let (mut record, _) = self.record(&change.level, change.hash);
        let levels = self.root.entry("levels").or_insert_with(|| json!({}));
        let Value::Object(levels) = levels else { return };
        let entry = levels.entry(key).or_insert_with(|| json!({}));
        if !entry.is_object() {
            let damaged = entry.take();
            *entry = json!({ entry::DAMAGED: [damaged] });
        }
        let Value::Object(entry) = entry else { return };
        if let Some(title) = &change.title {
            entry.entry("title").or_insert_with(|| json!(title));
        }
        for kept in &change.solutions {
            for ranking in Ranking::ALL {
                if record.improves(ranking, kept.solution.metrics()) {
                    set_aside(entry, ranking, &change.level);
                    entry.insert(ranking.field().into(), entry::solution_value(kept));
                }
            }
            record.enter(kept);
        }
        if let Some(SnapshotChange { before, after }) = &change.snapshot {
            set_snapshot(entry, before.as_ref(), after.as_ref(), &change.level);
        }
        if entry.is_empty() || entry.keys().eq(["title"]) {
            levels.remove(&change.hash.to_string());
        }
    }

    fn remember(&mut self, key: &str) {
        let recent = std::iter::once(key).chain(self.recent().filter(|&k| k != key));
        let recent: Vec<_> = recent.take(RECENT).map(str::to_owned).collect();
        self.root.insert("recent".into(), json!(recent));
    }
}

/// Moves a solution that does not replay to the list of damaged values, before another takes its place.
fn set_aside(entry: &mut Map<String, Value>, ranking: Ranking, level: &Level) {
    if entry::solution(entry, ranking, level).is_err()
        && let Some(value) = entry.get(ranking.field()).cloned()
    {
        collect(entry, entry::DAMAGED, value);
    }
}

fn set_snapshot(
    entry: &mut Map<String, Value>,
    before: Option<&crate::Snapshot>,
    after: Option<&crate::Snapshot>,
    level: &Level,
) {
    let there = entry.get(entry::SNAPSHOT).cloned();
    match entry::snapshot(entry, level) {
        Err(_) => collect(entry, entry::DAMAGED, there.unwrap_or_default()),
        Ok(Some(found)) if Some(&found) != before && Some(&found) != after => {
            // Another process left it there. Ours goes on top; if we have none, theirs stays.
            if after.is_none() {
                return;
            }
            collect(entry, entry::OTHER_SNAPSHOTS, there.unwrap_or_default());
        }
        Ok(_) => {}
    }
    match after {
        Some(snapshot) => entry.insert(entry::SNAPSHOT.into(), entry::snapshot_value(snapshot, level)),
        None => entry.remove(entry::SNAPSHOT),
    };
}

/// Adds a value to a list of the entry unless it is there already.
fn collect(entry: &mut Map<String, Value>, list: &str, value: Value) {
    match entry.entry(list).or_insert_with(|| json!([])) {
        Value::Array(values) if values.contains(&value) => {}
        Value::Array(values) => values.push(value),
        other => *other = json!([other.take(), value]),
    }
}
