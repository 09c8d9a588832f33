//! What the commands that let a player run have in common: its parameters, limits and threads.

use std::{num::NonZeroUsize, time::Duration};

use clap::Args;
use soko_lab::cores;
use soko_players::default_threads;
use soko_solver::{
    Limits,
    limits::{NODES, TIME},
    quantity,
};

use super::values::{self, Limit};
use crate::memory;

/// How a player is set.
#[derive(Args, Debug, Default)]
pub(crate) struct ParameterArgs {
    /// Named set of parameter values; see 'sokolab players NAME'
    #[arg(long, value_name = "PRESET")]
    pub(crate) preset: Option<String>,

    /// Set a parameter of the player; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,
}

/// How long a run may go on.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    #[arg(short, long = "time-limit", value_name = "TIME", help = TIME.help("for each level"), default_value = values::default_time(), value_parser = values::time_limit, help_heading = "Limits")]
    time: Limit<Duration>,

    #[arg(short, long = "memory-limit", value_name = "SIZE", help = values::memory_help("for the player's tables"), value_parser = values::memory_limit, help_heading = "Limits")]
    memory: Option<Limit<u64>>,

    #[arg(short, long = "node-limit", value_name = "COUNT", help = NODES.help("for each level"), value_parser = quantity::parse_count, help_heading = "Limits")]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of each of so many runs at a time; the memory that is not told depends on the machine.
    pub(crate) fn limits(&self, jobs: NonZeroUsize) -> Limits {
        let memory = || Some(memory::default_limit() / jobs.get() as u64);
        Limits {
            time_ms: self.time.milliseconds(),
            memory: self.memory.map_or_else(memory, |limit| limit.0),
            nodes: self.nodes,
        }
    }
}

/// How many levels are worked on at a time.
#[derive(Args, Debug)]
pub(crate) struct JobArgs {
    /// Levels worked on at a time; results stay in level order
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = values::threads(), help_heading = "Limits")]
    jobs: u16,
}

impl JobArgs {
    /// As a number of threads.
    pub(crate) fn jobs(&self) -> NonZeroUsize {
        NonZeroUsize::new(usize::from(self.jobs)).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Threads of a player.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    #[arg(long, value_name = "N", help = values::threads_help(), value_parser = values::threads(), help_heading = "Limits")]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// As told; otherwise the player's default with the cores that so many jobs leave for each.
    pub(crate) fn threads(&self, player: &str, jobs: NonZeroUsize) -> usize {
        self.threads.map_or_else(|| default_threads(player, cores() / jobs), usize::from)
    }
}
