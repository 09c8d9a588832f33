//! The commands around learning: learn, table.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use super::{LimitArgs, ReadingArgs, values};

/// `sokolab learn`
#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    /// The level: FILE#N, FILE#TITLE, - for standard input, builtin:NAME#N, or a file with one level
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(crate) level: OsString,

    /// Who learns; see 'sokolab players'
    #[arg(short, long, value_name = "NAME", default_value = values::DEFAULT_LEARNER, value_parser = values::learner())]
    pub(crate) player: String,

    /// Named set of parameter values; see 'sokolab players NAME'
    #[arg(long, value_name = "PRESET")]
    pub(crate) preset: Option<String>,

    /// Set a parameter of the player; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,

    /// File that keeps the table; if it exists learning goes on from it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,

    /// Write the learning curve of this run as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) curve: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Seed of everything random: the same seed gives the same run, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// `sokolab table`
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// The file that 'sokolab learn --table' has written
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// Moves from the start, such as rRuLL: show the position they lead to
    #[arg(long, value_name = "LURD", default_value = "", hide_default_value = true)]
    pub(crate) at: String,

    /// What to draw on the board
    #[arg(long, value_name = "WHAT", default_value = "policy")]
    pub(crate) layer: Layer,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `table` draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Layer {
    /// What the greedy policy does
    Policy,
    /// What the best action is worth
    Value,
    /// How often it was tried
    Visits,
}
