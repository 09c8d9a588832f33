//! A player's entry in the registry: everything about it that is not the algorithm.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    Objective, Parameter, ParameterError, Player,
    parameter::{apply, build, names, parameters_of, set},
};

/// A player that is made from a parameter struct. Most players *are* their parameters; one that holds more has a type of its own.
pub trait Configured: Player + Sized + 'static {
    /// The parameters; their `Default` is our recommended setting.
    type Params: JsonSchema + Serialize + DeserializeOwned + Default;

    /// Makes the player.
    fn new(params: Self::Params) -> Self;
}

impl<P: Player + JsonSchema + Serialize + DeserializeOwned + Default + 'static> Configured for P {
    type Params = Self;

    fn new(params: Self) -> Self {
        params
    }
}

/// What can be relied on, at the default parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties {
    /// Given enough budget it solves every solvable level and proves the others unsolvable.
    pub complete: bool,
    /// Its solutions are proven best in this.
    pub optimal: Option<Objective>,
    /// What it does with more than one thread.
    pub threads: Threads,
}

/// What a player does with more than one thread. A run on one thread is always reproducible: its seed and its node limit
/// decide all but times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// It uses one, however many there are.
    One,
    /// It uses them, and the run is the same on any number of them.
    Reproducible,
    /// It uses them with some parameters or always, and then the run depends on which of them is first.
    Race,
}

impl Threads {
    /// Name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Reproducible => "reproducible",
            Self::Race => "race",
        }
    }

    /// In words.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::One => "uses one",
            Self::Reproducible => "the same run on any number",
            Self::Race => "more than one race each other: not reproducible",
        }
    }
}

/// A named set of parameter values, such as those of a published experiment.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Name for `--preset`.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Whose values, and what for.
    pub summary: &'static str,
    /// The settings, written as for `--set`.
    pub settings: &'static [&'static str],
}

/// A part of a run, as a player tells it while it plays ([`Context::phase`](crate::Context::phase)).
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// As it is told.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What is done in it.
    pub summary: &'static str,
}

/// Makes a player from checked parameter values.
type BuildFn = fn(Map<String, Value>) -> Result<Box<dyn Player>, ParameterError>;

/// One player: its name, its promises, its parameters, and how to make it.
#[derive(Clone, Copy)]
pub struct Descriptor {
    /// Name for `--player`.
    pub id: &'static str,
    /// Name for people, such as *A\*, shortest proven*.
    pub title: &'static str,
    /// One line.
    pub summary: &'static str,
    /// A paragraph: how it plays, where it comes from.
    pub description: &'static str,
    /// What can be relied on.
    pub properties: Properties,
    /// Named parameter sets.
    pub presets: &'static [Preset],
    /// Parts of its runs whose names need words.
    pub phases: &'static [Phase],
    parameters: fn() -> Vec<Parameter>,
    build: BuildFn,
}

impl Descriptor {
    /// Describes the player `P`.
    pub const fn of<P: Configured>(
        id: &'static str,
        title: &'static str,
        summary: &'static str,
        description: &'static str,
        properties: Properties,
        presets: &'static [Preset],
    ) -> Self {
        Self {
            id,
            title,
            summary,
            description,
            properties,
            presets,
            phases: &[],
            parameters: parameters_of::<P::Params>,
            build: |values| Ok(Box::new(P::new(build(values)?))),
        }
    }

    /// Explains parts of its runs.
    #[must_use]
    pub const fn with_phases(self, phases: &'static [Phase]) -> Self {
        Self { phases, ..self }
    }

    /// The parameters with types, defaults and ranges.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.parameters)()
    }

    /// All parameter values of a preset and `key=value` settings on top of the defaults.
    ///
    /// # Errors
    /// The first preset or setting that is unknown or does not fit.
    pub fn values(
        &self,
        preset: Option<&str>,
        settings: &[String],
    ) -> Result<Map<String, Value>, ParameterError> {
        let parameters = self.parameters();
        let mut values = self.preset_values(preset, &parameters)?;
        apply(&mut values, &parameters, settings)?;
        Ok(values)
    }

    /// The same with settings that are JSON: texts as they are written for `--set`, numbers and truth values.
    ///
    /// # Errors
    /// The first preset or setting that is unknown or does not fit.
    pub fn values_with(
        &self,
        preset: Option<&str>,
        settings: &Map<String, Value>,
    ) -> Result<Map<String, Value>, ParameterError> {
        let parameters = self.parameters();
        let mut values = self.preset_values(preset, &parameters)?;
        for (name, value) in settings {
            let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            set(&mut values, &parameters, name, &written)?;
        }
        Ok(values)
    }

    /// The defaults, and the values of a preset on top.
    fn preset_values(
        &self,
        preset: Option<&str>,
        parameters: &[Parameter],
    ) -> Result<Map<String, Value>, ParameterError> {
        let mut values: Map<_, _> = parameters.iter().map(|p| (p.name.clone(), p.default.clone())).collect();
        if let Some(name) = preset {
            let preset = self.presets.iter().find(|p| p.id == name).ok_or_else(|| {
                let known = names(self.presets.iter().map(|p| p.id));
                ParameterError::UnknownPreset { name: name.to_owned(), known }
            })?;
            let settings: Vec<_> = preset.settings.iter().map(|&s| s.to_owned()).collect();
            apply(&mut values, parameters, &settings)?;
        }
        Ok(values)
    }

    /// Makes the player with a preset and settings on top of the defaults.
    ///
    /// # Errors
    /// The first preset or setting that is unknown or does not fit.
    pub fn build(
        &self,
        preset: Option<&str>,
        settings: &[String],
    ) -> Result<Box<dyn Player>, ParameterError> {
        self.build_with(self.values(preset, settings)?)
    }

    /// Makes the player with all its values, as [`values`](Self::values) gave them.
    ///
    /// # Errors
    /// Values that this player does not have or take.
    pub fn build_with(&self, values: Map<String, Value>) -> Result<Box<dyn Player>, ParameterError> {
        (self.build)(values)
    }
}
