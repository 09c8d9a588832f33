//! The commands of the lab: bench, report, merge, protocol.

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum, ValueHint};
use soko_lab::Shard;
use soko_solver::limits::{MEMORY, NODES, TIME};

use super::values::{self, Contestant, MemoryLimit, NodeLimit, TimeLimit, with_default};

/// The default results file.
pub(crate) const DATABASE: &str = "sokolab.db";

/// `sokolab bench`
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The experiment: a file, or the name of a built-in one [default: made of the options; without any, the list]
    #[arg(value_name = "EXPERIMENT", value_hint = ValueHint::FilePath)]
    pub(crate) experiment: Option<PathBuf>,

    /// Results file; it is made if there is none
    #[arg(short, long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(crate) database: PathBuf,

    /// Levels to play, in place of those of the experiment; may be given several times
    #[arg(long = "on", value_name = "LEVELS", value_hint = ValueHint::AnyPath, help_heading = "Experiment")]
    pub(crate) on: Vec<String>,

    /// Who plays, in place of those of the experiment, such as astar, greedy:brno or astar,metric=moves; may be given several times
    #[arg(short, long = "player", value_name = "PLAYER", help_heading = "Experiment")]
    pub(crate) players: Vec<Contestant>,

    /// Seeds 1 to N for every player
    #[arg(long, value_name = "N", value_parser = values::seeds(), help_heading = "Experiment")]
    pub(crate) seeds: Option<u32>,

    /// Repetitions of every run with the same seed, for times
    #[arg(long, value_name = "N", value_parser = values::seeds(), help_heading = "Experiment")]
    pub(crate) repetitions: Option<u32>,

    #[arg(short, long, value_name = "TIME", help = with_default(&TIME.help("of a run"), &values::default_time()), help_heading = "Experiment")]
    pub(crate) time_limit: Option<TimeLimit>,

    #[arg(short, long, value_name = "SIZE", help = with_default(&MEMORY.help("of a run"), &values::default_memory()), help_heading = "Experiment")]
    pub(crate) memory_limit: Option<MemoryLimit>,

    #[arg(short, long, value_name = "COUNT", help = with_default(&format!("{}, or none", NODES.help("in a run")), "none"), help_heading = "Experiment")]
    pub(crate) node_limit: Option<NodeLimit>,

    /// Name for an experiment made of options [default: bench]
    #[arg(long, value_name = "NAME", help_heading = "Experiment")]
    pub(crate) name: Option<String>,

    /// Folder that $LEVELS stands for in experiment files [default: the environment's LEVELS]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) levels: Option<PathBuf>,

    /// Jobs at once [default: one for each core, less one if runs are timed]
    #[arg(short, long, value_name = "N", value_parser = values::threads())]
    pub(crate) jobs: Option<u16>,

    /// Do part I of N only, such as 2/4; put the parts together with 'sokolab merge'
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,

    /// Say what would be run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// `sokolab report`
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Results file
    #[arg(value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(crate) database: PathBuf,

    /// Which experiment, by its name or by the digits that --list shows [default: the one that was run last]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) experiment: Option<String>,

    /// List the experiments of the file
    #[arg(long, conflicts_with_all = ["experiment", "format", "output", "table"])]
    pub(crate) list: bool,

    /// What to make [default: by the name of --output, else text]
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,

    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Only this table, by its name; 'runs' is one row per run, 'best' the best solutions known [default: all, in CSV: runs]
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// The contender that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Option<String>,

    /// Put all programs side by side that made this experiment: is today's build better than yesterday's?
    #[arg(long)]
    pub(crate) all_programs: bool,

    /// Leave out what depends on clock and machine: what is left is the same wherever it was run
    #[arg(long)]
    pub(crate) no_times: bool,
}

/// What `report` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Tables for the terminal
    Text,
    /// Tables for documents
    Markdown,
    /// One table for programs
    Csv,
    /// Everything for programs, every run included
    Json,
    /// A page with plots, every number linked to its runs
    Html,
}

impl ReportFormat {
    /// Name on the command line.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Html => "html",
        }
    }
}

/// `sokolab merge`
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Results file that takes the others in; it is made if there is none
    #[arg(value_name = "INTO", value_hint = ValueHint::FilePath)]
    pub(crate) into: PathBuf,

    /// Results files to take in; they are left as they are
    #[arg(required = true, value_name = "FROM", value_hint = ValueHint::FilePath)]
    pub(crate) from: Vec<PathBuf>,
}

/// `sokolab protocol`
#[derive(Args, Debug)]
pub(crate) struct ProtocolArgs {
    /// The run: the first digits of its name, or of its job's
    #[arg(value_name = "RUN")]
    pub(crate) run: String,

    /// Results file
    #[arg(short, long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(crate) database: PathBuf,

    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads `2/4`.
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(index, count)| {
        Some((usize::from_str(index.trim()).ok()?, usize::from_str(count.trim()).ok()?))
    });
    match numbers {
        Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
        _ => Err("write part/parts, such as 2/4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_count_from_one() {
        assert_eq!(shard("2/4"), Ok(Shard { index: 2, count: 4 }));
        for bad in ["0/4", "5/4", "1", "a/b", "1/", ""] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
