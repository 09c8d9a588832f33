//! The arguments of `sokolab optimize`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};
use soko_solver::limits::{NODES, TIME};
use soko_solver::metric::Metric;

use super::{
    LevelArgs, ReadingArgs,
    values::{self, MemoryLimit, TimeLimit},
};

/// `sokolab optimize`
#[derive(Args, Debug)]
pub(crate) struct OptimizeArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Solutions: LURD letters, a file with them or with solved levels, - for standard input [default: those saved with the levels]
    #[arg(short, long, value_name = "LURD|FILE")]
    pub(crate) solution: Option<OsString>,

    /// What is to become less
    #[arg(long, value_name = "METRIC", default_value = "pushes-then-moves", value_parser = values::metric())]
    pub(crate) metric: Metric,

    #[arg(short, long, value_name = "TIME", help = TIME.help("for each level"), default_value = values::default_time(), help_heading = "Limits")]
    pub(crate) time_limit: TimeLimit,

    #[arg(short, long, value_name = "SIZE", help = values::memory_help("for the tables"), help_heading = "Limits")]
    pub(crate) memory_limit: Option<MemoryLimit>,

    #[arg(short, long, value_name = "COUNT", help = NODES.help("for each level"), value_parser = soko_solver::quantity::parse_count, help_heading = "Limits")]
    pub(crate) node_limit: Option<u64>,

    /// Seed of everything random: with a node limit the same seed gives the same solutions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one JSON object per level
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the moves below each level
    #[arg(long, visible_alias = "lurd", conflicts_with = "json")]
    pub(crate) show_solution: bool,

    /// Save the levels together with the shorter solutions (.sok or .json)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
