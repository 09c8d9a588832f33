//! The arguments of `sokolab optimize`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};
use soko_solver::metric::Metric;

use super::{
    LevelArgs, ReadingArgs,
    notes::Notes,
    player::{JobArgs, LimitArgs},
    values,
};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab optimize solved.sok --output shorter.sok", "every solution of a file"),
    ("sokolab optimize levels.xsb#12 --solution rRuLL --metric moves", "moves of your own"),
    ("sokolab optimize levels.xsb --solution solved.sok --json", "solutions in another file"),
    ("sokolab optimize solved.sok --time-limit none --node-limit 1e6", "a run that can be repeated"),
])
.with_sections(&[
    (
        "JSON",
        "\
One object per level and line: file, index, title, metric, status, pushes,
moves, solution, found_pushes, found_moves, time_s, generated, expanded,
peak_memory_bytes, seed, error. status is one of improved, unchanged,
unsolved (no solution is known) and invalid. Every key is always there; null
stands for what does not apply.",
    ),
    (
        "Ctrl-C",
        "\
The first stops the level at hand, prints the best solution so far and ends;
the second ends at once.",
    ),
]);

/// `sokolab optimize`
#[derive(Args, Debug)]
#[command(mut_arg("memory", |memory| memory.help(values::memory_help("for the tables"))))]
pub(crate) struct OptimizeArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Solutions: LURD letters, a file with them or with solved levels, - for standard input [default: those saved with the levels]
    #[arg(short, long, value_name = "LURD|FILE")]
    pub(crate) solution: Option<OsString>,

    /// What is to become less
    #[arg(long, value_name = "METRIC", default_value = "pushes-then-moves", value_parser = values::metric())]
    pub(crate) metric: Metric,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) jobs: JobArgs,

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
