//! The arguments of `sokolab learn`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};

use super::{
    ReadingArgs,
    notes::Notes,
    player::{LimitArgs, ParameterArgs, ThreadArgs},
    values,
};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab learn levels.xsb#12", "learn a level, see how it went"),
    ("sokolab learn levels.xsb#12 --table 12.table", "keep the table; again to go on"),
    ("sokolab learn levels.xsb#12 --curve 12.csv", "a learning curve for a plot"),
    ("sokolab learn levels.xsb#12 -p q-cell --preset irvine-a", "as in a report"),
])
.with_sections(&[
    (
        "Tables",
        "\
If the file of --table exists, learning goes on from it: episodes count on,
and a limit of episodes is one for this run. It must be of the same player on
the same level, with the same rewards, discount, potential and rules; how long
and how boldly to explore may change. It is written at the end, also after
Ctrl-C and limits, and looked into with 'sokolab table'.",
    ),
    (
        "Curves",
        "\
--curve writes episode,return,steps,solved,epsilon,states: the first 255
episodes one by one, then means over more and more of them.",
    ),
    (
        "JSON",
        "\
The keys of 'solve', and: first_solution (episode, moves), updates_per_s,
total_episodes, total_updates, rows, slots, policy (ending, solution), curve
(a list for each column), notes, table. ending is solved, unseen, circle or
stuck.",
    ),
]);

/// `sokolab learn`
#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    /// The level: FILE#N, FILE#TITLE, - for standard input, builtin:NAME#N, or a file with one level
    #[arg(value_name = "LEVEL", value_hint = ValueHint::FilePath)]
    pub(crate) level: OsString,

    /// Who learns; see 'sokolab players'
    #[arg(short, long, value_name = "NAME", default_value = values::DEFAULT_LEARNER, value_parser = values::learner())]
    pub(crate) player: String,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,

    /// File that keeps the table; if it exists learning goes on from it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,

    /// Write the learning curve of this run as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) curve: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Seed of everything random: the same seed gives the same run, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
