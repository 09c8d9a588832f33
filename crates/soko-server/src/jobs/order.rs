//! What is asked for, checked: an [`Order`] can be played as it is.
//!
//! Most orders are for a player; one for the optimiser ([`optimization`](super::optimization)) differs in its [`Task`] alone.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use soko_core::{Level, LevelHash, Solution, Verified};
use soko_lab::{OPTIMIZER, Single, dataset::Limits};
use soko_players::PLAYERS;
use soko_search::metric::Metric;
use soko_solver::Descriptor;

use crate::{
    library::{Item, LevelName, Library, Origin},
    limits,
    problem::Problem,
};

/// A run to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewJob {
    /// The level.
    pub(crate) level: LevelAddress,
    /// The player's name, see `/api/players`.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) player: String,
    /// A named set of parameter values to start from.
    #[schemars(length(max = 64))]
    pub(crate) preset: Option<String>,
    /// Parameter values that differ.
    #[serde(default)]
    pub(crate) settings: Map<String, Value>,
    /// Seconds it may take; a minute if not told.
    #[schemars(range(min = 0.001, max = 86_400))]
    pub(crate) time_s: Option<f64>,
    /// Positions it may expand.
    #[schemars(range(min = 1, max = 9_007_199_254_740_991_u64))]
    pub(crate) nodes: Option<u64>,
    /// MiB its tables may hold; 2048 if not told.
    #[schemars(range(min = 1, max = 8_192))]
    pub(crate) memory_mib: Option<u64>,
    /// Seed of everything random; 1 if not told.
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_u64))]
    pub(crate) seed: Option<u64>,
    /// Threads it may use; 1 if not told.
    #[schemars(range(min = 1, max = 64))]
    pub(crate) threads: Option<usize>,
    /// A name that runs share which race each other.
    #[schemars(length(min = 1, max = 64))]
    pub(crate) group: Option<String>,
    /// Show the position expanded last.
    #[serde(default)]
    pub(crate) live: bool,
    /// Keep what a learner has learnt.
    #[serde(default)]
    pub(crate) keep_table: bool,
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
    pub(crate) task: Task,
    pub(crate) preset: Option<String>,
    /// All values.
    pub(crate) parameters: Map<String, Value>,
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) group: Option<String>,
    pub(crate) live: bool,
    pub(crate) keep_table: bool,
}

/// What is to be done, and by which player.
#[derive(Clone)]
pub(crate) enum Task {
    /// A player is to solve the level.
    Play(&'static Descriptor),
    /// The optimiser is to make a solution shorter.
    Optimize(Verified<Solution>, Metric),
}

impl Task {
    /// The name of the player, or of the optimiser.
    pub(crate) const fn player(&self) -> &'static str {
        match self {
            Self::Play(player) => player.id,
            Self::Optimize(..) => OPTIMIZER,
        }
    }
}

impl Order {
    /// Checks a request.
    ///
    /// # Errors
    /// No such level or player, a level that cannot be played, or values that do not fit.
    pub(crate) fn new(new: NewJob, library: &Library) -> Result<Self, Problem> {
        let (collection, item) = library.item(&new.level.collection, new.level.number)?;
        let (level, hash) = playable(&item)?;
        let player =
            PLAYERS.find(&new.player).map_err(|error| Problem::bad(error).help("see /api/players"))?;
        let parameters = parameters(player, &new)?;
        // Values that fit one by one may not fit together.
        player.build_with(parameters.clone()).map_err(Problem::bad)?;
        let limits = checked_limits(new.time_s, new.nodes, new.memory_mib)?;
        let (seed, threads) = (checked_seed(new.seed)?, new.threads.unwrap_or(1));
        within("threads", (1..=64).contains(&threads), "from 1 to 64")?;
        let group = new.group.as_ref().is_none_or(|group| (1..=64).contains(&group.chars().count()));
        within("group", group, "1 to 64 characters long")?;
        Ok(Self {
            name: LevelName::of(&collection, &item),
            builtin: collection.origin == Origin::Builtin,
            level: Arc::new(level),
            hash,
            task: Task::Play(player),
            preset: new.preset,
            parameters,
            limits,
            seed,
            threads,
            group: new.group,
            live: new.live,
            keep_table: new.keep_table,
        })
    }

    /// The run as the lab knows it.
    pub(crate) fn single(&self) -> Single {
        match &self.task {
            Task::Play(player) => {
                Single::new(self.hash, player.id, &self.parameters, self.threads, self.limits, self.seed)
            }
            Task::Optimize(solution, metric) => {
                let metric = metric.objective().id();
                Single::optimization(self.hash, metric, &solution.lurd(), self.limits, self.seed)
            }
        }
    }
}

fn within(what: &str, ok: bool, range: &str) -> Result<(), Problem> {
    if ok { Ok(()) } else { Err(Problem::bad(format!("{what} must be {range}"))) }
}

/// The limits of a run, with ours where none are told.
pub(super) fn checked_limits(
    time_s: Option<f64>,
    nodes: Option<u64>,
    memory_mib: Option<u64>,
) -> Result<Limits, Problem> {
    let time = time_s.unwrap_or(limits::JOB_SECONDS);
    within("time_s", (0.001..=86_400.0).contains(&time), "from 0.001 to 86400")?;
    within("nodes", nodes.is_none_or(|n| (1..=limits::EXACT).contains(&n)), "from 1 to 2^53")?;
    let memory = memory_mib.unwrap_or(limits::JOB_MEMORY >> 20);
    within("memory_mib", (1..=limits::JOB_MEMORY_MOST >> 20).contains(&memory), "from 1 to 8192")?;
    Ok(Limits { time_ms: Some(((time * 1e3).round() as u64).max(1)), nodes, memory: Some(memory << 20) })
}

/// The seed of a run; 1 if not told.
pub(super) fn checked_seed(seed: Option<u64>) -> Result<u64, Problem> {
    let seed = seed.unwrap_or(1);
    within("seed", seed <= limits::EXACT, "from 0 to 2^53")?;
    Ok(seed)
}

/// The level of an item, if it can be played.
pub(super) fn playable(item: &Item) -> Result<(Level, LevelHash), Problem> {
    item.playable().cloned().map_err(not_prepared)
}

/// The level cannot be played, and why.
pub(crate) fn not_prepared(why: &str) -> Problem {
    Problem::conflict(format!("this level is not prepared: {why}")).help("mend it in the editor")
}

fn parameters(player: &Descriptor, new: &NewJob) -> Result<Map<String, Value>, Problem> {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some(name) = new.settings.keys().find(|name| name.contains('=')) {
        return Err(Problem::bad(format!("unknown parameter '{name}'")));
    }
    let settings: Vec<_> =
        new.settings.iter().map(|(name, value)| format!("{name}={}", plain(value))).collect();
    player.values(new.preset.as_deref(), &settings).map_err(|error| {
        Problem::bad(error).help(format!("see the parameters of '{}' in /api/players", player.id))
    })
}
