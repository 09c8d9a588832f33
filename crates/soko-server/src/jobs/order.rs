//! What is asked for, checked: an [`Order`] can be played as it is.
//!
//! Most orders are for a player; one for the optimiser ([`optimization`](super::optimization)) differs in its [`Task`] alone.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use soko_core::{Level, LevelHash, Solution, Verified};
use soko_lab::StandaloneRun;
use soko_learn::{
    Keeper, MemoryError,
    pace::{Tempo, Wish},
};
use soko_players::PLAYERS;
use soko_solver::metric::Metric;
use soko_solver::{Descriptor, RunSpec, limits::SEED};

use super::{
    pace::NewPace,
    run_limits::{Mebibytes, Nodes, Seconds, checked_limits, checked_seed, checked_threads},
    start::{Played, Start},
};
use crate::{
    library::{LevelName, Library},
    limits::JOB_THREADS,
    problem::Problem,
    tables::{Beginning, Uploaded},
};

/// A run to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewJob {
    /// The level.
    level: LevelAddress,
    /// The run begins where these moves lead to, in LURD from the start of the level; at the start if not told.
    #[schemars(length(max = 20_000))]
    moves: Option<String>,
    /// The player's name, see `/api/players`.
    #[schemars(length(min = 1, max = 64))]
    player: String,
    /// A named set of parameter values to start from.
    #[schemars(length(max = 64))]
    preset: Option<String>,
    /// Parameter values that differ.
    #[serde(default)]
    settings: Map<String, Value>,
    /// Seconds it may take; a minute if not told.
    time_s: Option<Seconds>,
    /// Positions it may expand.
    nodes: Option<Nodes>,
    /// MiB its tables may hold; 2048 if not told.
    memory_mib: Option<Mebibytes>,
    /// Seed of everything random; 1 if not told.
    #[schemars(range(min = SEED.minimum, max = SEED.maximum))]
    seed: Option<u64>,
    /// Threads it may use; if not told all cores for the default player, 1 for any other.
    #[schemars(range(min = JOB_THREADS.minimum, max = JOB_THREADS.maximum))]
    threads: Option<usize>,
    /// A name that runs share which race each other.
    #[schemars(length(min = 1, max = 64))]
    group: Option<String>,
    /// Show the position expanded last.
    #[serde(default)]
    live: bool,
    /// Keep what a learner has learnt.
    #[serde(default)]
    keep_table: bool,
    /// How fast a learner goes on at first; full speed if not told.
    pace: Option<NewPace>,
    /// The table that a learner goes on from: the name that `/api/tables` gave it.
    #[schemars(length(min = 64, max = 64))]
    pub(crate) table: Option<String>,
}

/// A level of the library.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelAddress {
    /// Its collection.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) collection: String,
    /// Its number there, from 1.
    #[schemars(range(min = 1))]
    pub(crate) number: usize,
}

/// A run that can be made.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) name: LevelName,
    pub(crate) builtin: bool,
    pub(crate) level: Arc<Level>,
    pub(crate) hash: LevelHash,
    /// The game before it, if it does not begin at the start of the level.
    pub(crate) played: Option<Played>,
    pub(crate) task: Task,
    pub(crate) preset: Option<String>,
    pub(crate) spec: RunSpec,
    pub(crate) group: Option<String>,
    pub(crate) live: bool,
    pub(crate) keep_table: bool,
    /// How fast it goes on at first, if it learns step by step.
    pub(super) pace: Option<Wish>,
    /// The table that it goes on from.
    pub(crate) table: Option<Beginning>,
}

/// What is to be done, and by which player.
#[derive(Clone)]
pub(crate) enum Task {
    /// A player is to solve the level.
    Play(&'static Descriptor),
    /// The optimiser is to make a solution shorter.
    Optimize(Verified<Solution>, Metric),
}

impl Order {
    /// Checks a request.
    ///
    /// # Errors
    /// No such level or player, a level that cannot be played, or values that do not fit.
    pub(crate) fn new(new: NewJob, library: &Library) -> Result<Self, Problem> {
        let at = (new.level.collection.as_str(), new.level.number);
        let Start { name, builtin, level, hash, played } = Start::find(library, at, new.moves.as_deref())?;
        let player =
            PLAYERS.find(&new.player).map_err(|error| Problem::bad(error).help("see /api/players"))?;
        let values = player.values_with(new.preset.as_deref(), &new.settings).map_err(|error| {
            Problem::bad(error).help(format!("see the parameters of '{}' in /api/players", player.id))
        })?;
        // Values that fit one by one may not fit together.
        let mut built = player.build_with(values.clone()).map_err(Problem::bad)?;
        let learns = Keeper::of(&mut *built).is_some();
        let threads = checked_threads(new.threads, player.id)?;
        let spec = RunSpec {
            limits: checked_limits(new.time_s, new.nodes, new.memory_mib)?,
            seed: checked_seed(new.seed)?,
            threads,
            ..RunSpec::of(player.id, values)
        };
        if new.group.as_ref().is_some_and(|group| !(1..=64).contains(&group.chars().count())) {
            return Err(Problem::bad("group must be 1 to 64 characters long"));
        }
        let pace = new.pace.map_or(Ok(Wish::FULL), NewPace::wish)?;
        let order = Self {
            name,
            builtin,
            level,
            hash,
            played,
            task: Task::Play(player),
            preset: new.preset,
            spec,
            group: new.group,
            live: new.live,
            keep_table: new.keep_table,
            pace: learns.then_some(pace),
            table: None,
        };
        if pace.tempo != Tempo::Full {
            order.require_learner()?;
        }
        Ok(order)
    }

    /// The same, going on from a table.
    ///
    /// # Errors
    /// What was learnt does not hold for this run.
    pub(crate) fn going_on(mut self, table: Arc<Uploaded>) -> Result<Self, Problem> {
        self.require_learner()?;
        if let Task::Play(player) = self.task {
            let mut built = player.build_with(self.spec.values.clone()).map_err(Problem::bad)?;
            let keeper = Keeper::of(&mut *built);
            let fits = keeper.map_or(Ok(()), |keeper| keeper.admits(&self.level, &table.memory));
            fits.map_err(|error| {
                let help = match &error {
                    MemoryError::OtherPlayer { there, .. } => format!("choose the learner {there}"),
                    MemoryError::OtherLevel { .. } => "open the level it was learnt on".to_owned(),
                    MemoryError::OtherParameter { name, there, .. } => format!("set {name} to {there}"),
                    _ => error.remedy(),
                };
                Problem::conflict(error).help(help)
            })?;
        }
        self.table = Some(Beginning::of(table));
        Ok(self)
    }

    /// Refuses what only learners with a table of values can do.
    ///
    /// # Errors
    /// It is none.
    pub(crate) fn require_learner(&self) -> Result<(), Problem> {
        if self.pace.is_some() {
            return Ok(());
        }
        Err(Problem::conflict(format!("{} does not learn a table of values step by step", self.spec.player))
            .help("choose q-cell, q-path, q-state or q-box"))
    }

    /// The run as the lab knows it.
    pub(crate) fn standalone(&self) -> StandaloneRun {
        match &self.task {
            Task::Play(_) => match &self.table {
                Some(table) => StandaloneRun::going_on(self.hash, &self.spec, &table.hash),
                None => StandaloneRun::new(self.hash, &self.spec),
            },
            Task::Optimize(solution, metric) => {
                let metric = metric.objective().id();
                StandaloneRun::optimization(
                    self.hash,
                    metric,
                    &solution.lurd(),
                    self.spec.limits,
                    self.spec.seed,
                )
            }
        }
    }
}
