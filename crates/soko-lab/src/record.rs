//! One run as it is recorded: once, for good.

use soko_core::{LevelHash, Metrics};
use soko_solver::{Objective, Statistics};

use crate::{
    JobId, Outcome, RunId,
    dataset::{ContenderInfo, HostInfo, Limits},
};

/// Everything about a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The job that was done.
    pub job: JobId,
    /// The board.
    pub level: LevelHash,
    /// The player and its settings.
    pub setup: Setup,
    /// Seed of everything random.
    pub seed: u64,
    /// Which repetition, from 1.
    pub repetition: u32,
    /// Where.
    pub host: HostInfo,
    /// How busy that machine was when it began.
    pub load: Option<f64>,
    /// When it began, in milliseconds since 1970.
    pub started_ms: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// In what the solution is proven best.
    pub optimal: Option<Objective>,
    /// The solution in LURD and its measures: verified before it comes here.
    pub solution: Option<(String, Metrics)>,
    /// Wall-clock seconds.
    pub wall: f64,
    /// Processor seconds.
    pub cpu: Option<f64>,
    /// Nodes counted.
    pub statistics: Statistics,
    /// Did the watchdog have to end it?
    pub watchdog: bool,
    /// What else there is to say.
    pub note: Option<String>,
    /// The event log, a JSON array.
    pub events: String,
}

/// Player, parameters, threads, limits and program.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// Name in the registry.
    pub player: String,
    /// All parameter values, as JSON with sorted keys.
    pub parameters: String,
    /// Threads the player may use.
    pub threads: usize,
    /// Its limits.
    pub limits: Limits,
    /// The program's version and fingerprint.
    pub program: String,
}

impl Setup {
    /// A contender within limits, played by a program.
    pub fn of(contender: &ContenderInfo, limits: Limits, program: &str) -> Self {
        Self {
            player: contender.player.clone(),
            parameters: contender.parameters.clone(),
            threads: contender.threads,
            limits,
            program: program.to_owned(),
        }
    }
}

impl Record {
    /// The name of this run: of all that is in it. Two runs of one job differ in it at least by when they began.
    pub fn id(&self) -> RunId {
        RunId::of(&format!("{self:?}"))
    }
}
