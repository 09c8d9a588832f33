//! The arguments of `sokolab optimize`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};
use soko_search::metric::Metric;

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

    /// Wall-clock time for each level, such as 60s, 500ms, 2m, 1h, or none
    #[arg(short, long, value_name = "TIME", default_value = "60s", help_heading = "Limits")]
    pub(crate) time_limit: TimeLimit,

    /// Memory for the tables, such as 8GiB, 512MB, or none [default: 8GiB, but at most 4/5 of what is free]
    #[arg(short, long, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory_limit: Option<MemoryLimit>,

    /// Positions expanded for each level, such as 1000000 or 1e6
    #[arg(short, long, value_name = "COUNT", value_parser = soko_solver::quantity::parse_count, help_heading = "Limits")]
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
