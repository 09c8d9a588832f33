//! One `[[players]]` of an experiment file.

use std::collections::BTreeMap;

use serde::Deserialize;
use soko_players::PLAYERS;
use soko_solver::limits::THREADS;

use super::{DefinitionError, Seeds};
use crate::dataset::ContenderInfo;

/// A player that takes part.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its column; default: its name and preset.
    #[serde(default)]
    pub name: Option<String>,
    /// Its name in the registry.
    pub player: String,
    /// Named set of parameters to start from.
    #[serde(default)]
    pub preset: Option<String>,
    /// Parameters on top.
    #[serde(default)]
    pub set: BTreeMap<String, toml::Value>,
    /// Seeds of its own.
    #[serde(default)]
    pub seeds: Option<Seeds>,
    /// Repetitions of its own.
    #[serde(default)]
    pub repetitions: Option<u32>,
    /// Threads the player may use.
    #[serde(default = "one_thread")]
    pub threads: usize,
}

const fn one_thread() -> usize {
    1
}

impl Entrant {
    /// A player as the registry has it.
    pub fn of(player: impl Into<String>) -> Self {
        Self {
            name: None,
            player: player.into(),
            preset: None,
            set: BTreeMap::new(),
            seeds: None,
            repetitions: None,
            threads: 1,
        }
    }

    /// The player with all its parameter values.
    pub(super) fn contender(&self) -> Result<ContenderInfo, DefinitionError> {
        let descriptor =
            PLAYERS.find(&self.player).map_err(|e| DefinitionError::new(e, "see 'sokolab players'"))?;
        let settings: Vec<_> =
            self.set.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
        let values = descriptor.values(self.preset.as_deref(), &settings).map_err(|error| {
            DefinitionError::new(
                format!("player '{}': {error}", self.player),
                format!("see 'sokolab players {}'", self.player),
            )
        })?;
        if THREADS.check(self.threads as u64).is_err() {
            return Err(DefinitionError::new(
                format!("player '{}' cannot have {} threads", self.player, self.threads),
                format!("threads are from {} to {}", THREADS.minimum, THREADS.maximum),
            ));
        }
        // Sorted, so that equal settings are one text.
        let sorted: BTreeMap<_, _> = values.into_iter().collect();
        let preset_name = || self.preset.as_ref().map_or_else(String::new, |preset| format!(" ({preset})"));
        Ok(ContenderInfo {
            name: self.name.clone().unwrap_or_else(|| format!("{}{}", self.player, preset_name())),
            player: self.player.clone(),
            preset: self.preset.clone(),
            settings,
            parameters: serde_json::to_string(&sorted).unwrap_or_default(),
            threads: self.threads,
        })
    }
}

/// A value as `--set` takes it.
fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
