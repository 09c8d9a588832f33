//! A player as programs see it: everything its [`Descriptor`] says, ready to be written as JSON.
//!
//! `sokolab players --json` prints these, the workbench's forms are made of them.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Descriptor, Objective, Parameter};

/// A player for programs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Described {
    /// Its name.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One line.
    pub summary: &'static str,
    /// A paragraph: how it plays, where it comes from.
    pub description: &'static str,
    /// What can be relied on.
    pub properties: DescribedProperties,
    /// What can be set.
    pub parameters: Vec<Parameter>,
    /// Named sets of values.
    pub presets: Vec<DescribedPreset>,
    /// Parts of its runs whose names need words.
    pub phases: Vec<DescribedPhase>,
}

/// A part of a run, as a player tells it while it plays.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DescribedPhase {
    /// As it is told.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What is done in it.
    pub summary: &'static str,
}

/// What can be relied on, at the default parameters.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct DescribedProperties {
    /// Given enough budget it solves every solvable level and proves the others unsolvable.
    pub complete: bool,
    /// What its solutions are proven best in.
    pub optimal: Option<&'static str>,
    /// What it does with more than one thread: `one` (uses one), `reproducible` (the same run on any number) or `race` (the run
    /// depends on which of them is first).
    pub threads: &'static str,
}

/// A named set of values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DescribedPreset {
    /// Its name.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Whose values, and what for.
    pub summary: &'static str,
    /// All parameter values under this preset.
    pub values: Map<String, Value>,
}

impl Described {
    /// Describes a player.
    pub fn of(player: &Descriptor) -> Self {
        let presets = player.presets.iter().map(|preset| DescribedPreset {
            id: preset.id,
            title: preset.title,
            summary: preset.summary,
            values: player.values(Some(preset.id), &[]).unwrap_or_default(),
        });
        let phases = player.phases.iter().map(|phase| DescribedPhase {
            id: phase.id,
            title: phase.title,
            summary: phase.summary,
        });
        Self {
            id: player.id,
            title: player.title,
            summary: player.summary,
            description: player.description,
            properties: DescribedProperties {
                complete: player.properties.complete,
                optimal: player.properties.optimal.map(Objective::id),
                threads: player.properties.threads.id(),
            },
            parameters: player.parameters(),
            presets: presets.collect(),
            phases: phases.collect(),
        }
    }
}
