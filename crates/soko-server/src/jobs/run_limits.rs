//! Limits, seed and threads of a run as requests give them.
//!
//! A limit is a type that carries its bounds into the description of every request that has one.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use soko_lab::cores;
use soko_players::default_threads;
use soko_solver::{
    Limits,
    limits::{NODES, SEED, TIME, milliseconds},
};

use crate::{
    limits::{JOB_MEMORY, JOB_THREADS},
    problem::Problem,
};

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Seconds(#[schemars(range(min = TIME.minimum, max = TIME.maximum))] f64);

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Nodes(#[schemars(range(min = NODES.minimum, max = NODES.maximum))] u64);

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Mebibytes(#[schemars(range(min = JOB_MEMORY.minimum, max = JOB_MEMORY.maximum))] u64);

/// The limits of a run, with ours where none are told.
pub(super) fn checked_limits(
    time: Option<Seconds>,
    nodes: Option<Nodes>,
    memory: Option<Mebibytes>,
) -> Result<Limits, Problem> {
    let time = TIME.check_or_default(time.map(|Seconds(time)| time)).map_err(Problem::bad)?;
    let nodes = NODES.check_or_default(nodes.map(|Nodes(nodes)| nodes)).map_err(Problem::bad)?;
    let memory = memory.map(|Mebibytes(memory)| memory);
    let memory = JOB_MEMORY.check_or_default(memory).map_err(Problem::bad)?;
    Ok(Limits {
        time_ms: time.map(|seconds| milliseconds(Duration::from_secs_f64(seconds))),
        nodes,
        memory: memory.map(|mebibytes| mebibytes << 20),
    })
}

/// The seed of a run; 1 if not told.
pub(super) fn checked_seed(seed: Option<u64>) -> Result<u64, Problem> {
    SEED.check(seed.unwrap_or(1)).map_err(Problem::bad)
}

/// The threads of a run; the player's default if not told.
pub(super) fn checked_threads(threads: Option<usize>, player: &str) -> Result<usize, Problem> {
    let most = JOB_THREADS.maximum as usize;
    let threads = threads.unwrap_or_else(|| default_threads(player, cores()).min(most)) as u64;
    JOB_THREADS.check(threads).map(|threads| threads as usize).map_err(Problem::bad)
}
