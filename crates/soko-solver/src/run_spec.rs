//! A run, described once: who plays with which values, within which limits, from which seed.
//!
//! The command line, the workbench and the lab's workers all make a [`RunSpec`] and let it play.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use soko_core::Level;

use crate::{
    Budget, Control, Limits, Observer, ParameterError, Player, Registry, Report, registry::UnknownPlayer, run,
};

/// What is to be run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunSpec {
    /// The player's name.
    pub player: String,
    /// All its parameter values.
    #[serde(rename = "parameters")]
    pub values: Map<String, Value>,
    /// How long it may go on.
    #[serde(flatten)]
    pub limits: Limits,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads the player may use.
    pub threads: usize,
}

/// Why a run cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No player of that name.
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// A preset or value that the player does not have or take.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl RunSpec {
    /// A run of a player with a preset and `key=value` settings: without limits, from seed 1, on one thread.
    ///
    /// # Errors
    /// No such player, preset or setting, or values that do not fit together.
    pub fn new(
        registry: &Registry,
        player: &str,
        preset: Option<&str>,
        settings: &[String],
    ) -> Result<Self, SpecError> {
        let descriptor = registry.find(player)?;
        let values = descriptor.values(preset, settings)?;
        descriptor.build_with(values.clone())?;
        Ok(Self::of(descriptor.id, values))
    }

    /// A run with all values given: without limits, from seed 1, on one thread.
    pub fn of(player: &str, values: Map<String, Value>) -> Self {
        Self { player: player.to_owned(), values, limits: Limits::default(), seed: 1, threads: 1 }
    }

    /// Makes the player.
    ///
    /// # Errors
    /// No such player, or values that it does not have or take.
    pub fn build(&self, registry: &Registry) -> Result<Box<dyn Player>, SpecError> {
        Ok(registry.find(&self.player)?.build_with(self.values.clone())?)
    }

    /// What the player gets: the limits, and the handle that stops it.
    pub fn budget(&self, control: Control) -> Budget {
        self.limits.budget(control)
    }

    /// Lets a player play a level.
    pub fn play(
        &self,
        player: &mut dyn Player,
        level: &Level,
        control: Control,
        observer: &mut dyn Observer,
    ) -> Report {
        run(player, level, self.budget(control), self.seed, self.threads, observer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_run_is_one_flat_object_and_limits_may_be_left_out() {
        let text = json!({ "player": "astar", "parameters": { "metric": "moves" }, "seed": 7, "threads": 2 });
        let spec: RunSpec = serde_json::from_value(text).unwrap();
        assert_eq!((spec.limits, spec.seed, spec.threads), (Limits::default(), 7, 2));
        let limited = RunSpec { limits: Limits { time_ms: Some(1_500), ..Limits::default() }, ..spec };
        let text = serde_json::to_value(&limited).unwrap();
        assert_eq!((&text["time_ms"], &text["nodes"]), (&json!(1_500), &json!(null)));
        assert_eq!(serde_json::from_value::<RunSpec>(text).unwrap(), limited);
        let budget = limited.budget(Control::default());
        assert_eq!((budget.time.map(|time| time.as_millis()), budget.nodes), (Some(1_500), None));
    }

    #[test]
    fn a_player_that_is_not_there_is_told_with_those_that_are() {
        let error = RunSpec::new(&Registry(&[]), "astar", None, &[]).unwrap_err();
        assert_eq!(error.to_string(), "unknown player 'astar'; there are: none");
    }
}
