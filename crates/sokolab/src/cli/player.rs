//! What the commands that let a player run have in common: its parameters, limits and threads.

use std::time::Duration;

use clap::Args;
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
    /// The limits of a run; the memory that is not told depends on the machine.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time_ms: self.time.milliseconds(),
            memory: self.memory.map_or_else(|| Some(memory::default_limit()), |limit| limit.0),
            nodes: self.nodes,
        }
    }
}

/// What a player may use.
#[derive(Args, Debug)]
pub(crate) struct ResourceArgs {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Threads that the player may use; levels are solved one after another. With more than one, players whose threads race
    /// ('sokolab players NAME' says so) are no longer reproducible
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads(), help_heading = "Limits")]
    pub(crate) threads: u16,
}
