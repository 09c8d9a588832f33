//! An experiment as the page's form describes it, written as the file that it stands for.
//!
//! The form sends values, this writes TOML, and from there on both ways of defining an experiment are one.

use std::{collections::BTreeMap, fmt::Write as _};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use soko_solver::limits::{MEMORY, NODES, TIME};

use crate::{limits, problem::Problem};

/// What the form says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    /// Short name: letters, digits, `-` and `_`.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// Headline.
    #[schemars(length(max = 200))]
    title: Option<String>,
    /// Collections, perhaps with numbers: `builtin:workshop`, `my-levels#3-7`.
    #[schemars(length(min = 1, max = 200))]
    levels: Vec<String>,
    /// Who plays.
    #[schemars(length(min = 1, max = 64))]
    players: Vec<DraftPlayer>,
    /// How many seeds each run has, from 1 on.
    #[schemars(range(min = 1, max = 1000))]
    seeds: Option<u32>,
    /// Seconds of a run.
    #[schemars(range(min = TIME.minimum, max = TIME.maximum))]
    time_s: Option<f64>,
    /// Positions expanded in a run.
    #[schemars(range(min = NODES.minimum, max = NODES.maximum))]
    nodes: Option<u64>,
    /// Memory of a run.
    #[schemars(range(min = MEMORY.minimum, max = MEMORY.maximum))]
    memory_mib: Option<u64>,
}

/// A player of the form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftPlayer {
    /// Its name in the registry.
    player: String,
    /// Its column; its name and preset if not told.
    name: Option<String>,
    /// Named set of parameters to start from.
    preset: Option<String>,
    /// Parameters on top: texts, numbers and truth values.
    #[serde(default)]
    set: BTreeMap<String, Value>,
}

impl Draft {
    /// The file.
    ///
    /// # Errors
    /// What no file can say.
    pub(crate) fn toml(&self) -> Result<String, Problem> {
        if self.levels.len() > 200 || self.players.len() > limits::CONTENDERS {
            return Err(Problem::bad("too many levels or players are named")
                .help(format!("at most 200 names of levels and {} players", limits::CONTENDERS)));
        }
        if self.seeds.is_some_and(|seeds| !(1..=1000).contains(&seeds)) {
            return Err(Problem::bad("seeds are from 1 to 1000"));
        }
        let mut text = format!("name = {}\n", quoted(&self.name));
        if let Some(title) = self.title.as_deref().filter(|title| !title.is_empty()) {
            let _ = writeln!(text, "title = {}", quoted(title));
        }
        let levels: Vec<_> = self.levels.iter().map(|name| quoted(name)).collect();
        let _ = writeln!(text, "levels = [{}]", levels.join(", "));
        let _ = writeln!(text, "seeds = {}", self.seeds.unwrap_or(1));
        text += &self.limits()?;
        for player in &self.players {
            text += &player.toml()?;
        }
        Ok(text)
    }

    fn limits(&self) -> Result<String, Problem> {
        let mut text = String::new();
        if let Some(seconds) = self.time_s {
            TIME.check(seconds).map_err(Problem::bad)?;
            let _ = writeln!(text, "time = \"{seconds}s\"");
        }
        if let Some(memory) = self.memory_mib {
            MEMORY.check(memory).map_err(Problem::bad)?;
            let _ = writeln!(text, "memory = \"{memory}MiB\"");
        }
        if let Some(nodes) = self.nodes {
            NODES.check(nodes).map_err(Problem::bad)?;
            let _ = writeln!(text, "nodes = \"{nodes}\"");
        }
        Ok(if text.is_empty() { text } else { format!("\n[limits]\n{text}") })
    }
}

impl DraftPlayer {
    fn toml(&self) -> Result<String, Problem> {
        let mut text = String::from("\n[[players]]\n");
        for (key, value) in
            [("name", &self.name), ("player", &Some(self.player.clone())), ("preset", &self.preset)]
        {
            if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
                let _ = writeln!(text, "{key} = {}", quoted(value));
            }
        }
        let settings = self.set.iter().map(|(key, value)| match value {
            Value::String(word) => Ok(format!("{} = {}", quoted(key), quoted(word))),
            Value::Number(_) | Value::Bool(_) => Ok(format!("{} = {value}", quoted(key))),
            _ => Err(Problem::bad(format!("'{key}' of player '{}' is no value", self.player))),
        });
        let settings = settings.collect::<Result<Vec<_>, _>>()?;
        if !settings.is_empty() {
            let _ = writeln!(text, "set = {{ {} }}", settings.join(", "));
        }
        Ok(text)
    }
}

/// A text as TOML has it: the escapes of JSON are among its own.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_form_becomes_a_file_that_says_the_same() {
        let draft: Draft = serde_json::from_value(json!({
            "name": "mine", "title": "A \"quoted\" title\n\u{7f}", "levels": ["tutorial#1-2"], "seeds": 2, "time_s": 0.5,
            "nodes": 1000, "memory_mib": 64,
            "players": [{ "player": "astar", "preset": null, "set": { "metric": "moves" } }, { "player": "bfs" }],
        }))
        .unwrap();
        let definition = super::super::definition::parse(&draft.toml().unwrap()).unwrap();
        assert_eq!(definition.title, "A \"quoted\" title\n\u{7f}");
        assert_eq!(definition.contenders().unwrap()[0].settings, ["metric=moves"]);
        let limits = definition.limits().unwrap();
        assert_eq!((limits.time_ms, limits.nodes, limits.memory), (Some(500), Some(1000), Some(64 << 20)));
        assert_eq!(definition.seeds.count(), 2);
    }

    #[test]
    fn a_value_that_is_none_is_refused() {
        let player = DraftPlayer {
            player: "bfs".to_owned(),
            name: None,
            preset: None,
            set: [("metric".to_owned(), json!([1]))].into(),
        };
        assert!(player.toml().is_err());
    }
}
