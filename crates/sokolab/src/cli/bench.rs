//! The arguments of `sokolab bench`.

use std::{path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, ValueHint};
use soko_lab::Shard;
use soko_solver::limits::{MEMORY, NODES, TIME};

use super::{
    notes::Notes,
    values::{self, Contestant, DATABASE, Limit, with_default},
};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab bench", "the built-in experiments"),
    ("sokolab bench brno-2", "six players on 30 levels of ours"),
    ("sokolab bench brno-1 --levels collections/", "the same on MiniCosmos"),
    ("sokolab bench mine.toml --shard 2/4 -d 2.db", "a quarter of it"),
    ("sokolab bench --on builtin:workshop -p astar -p greedy", "without a file"),
])
.with_sections(&[
    (
        "Experiment files",
        "\
name = \"first-try\"
title = \"A* against greedy search\"
levels = [\"collection:minicosmos#26-40\", \"$LEVELS/mine.xsb\"]
stand_in = [\"builtin:workshop\"]  # if nothing of the collections is found
seeds = 3                  # 1, 2, 3; or a list such as [7, 8]
repetitions = 1            # of every run, for times

[limits]
time = \"10s\"             # \"none\" for no limit
memory = \"1GiB\"
nodes = \"1e6\"

[[players]]
player = \"astar\"

[[players]]
name = \"greedy as in Brno\"
player = \"greedy\"
preset = \"brno\"
set = { metric = \"moves\" }
seeds = 1
threads = 1",
    ),
    (
        "Collections",
        "\
Experiments name collections of others by their boards. Put their files
anywhere, under any name and in any format, and name a folder above them with
--levels; what was imported in the workbench is found, too. Levels that are
found are played. If nothing of an experiment's collections is found, levels
that come with the program stand in, and all output says so.",
    ),
    (
        "What is run",
        "\
A job is a level, a player with all its parameters, a seed, the limits and the
program. Jobs that are in the results file are not run again. Options given
with a file replace what the file says. A run that hangs or takes too much
memory is ended by a watchdog and recorded as a limit; the others go on.",
    ),
]);

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

    #[arg(short, long, value_name = "TIME", help = with_default(&TIME.help("of a run"), &values::default_time()), value_parser = values::time_limit, help_heading = "Experiment")]
    pub(crate) time_limit: Option<Limit<Duration>>,

    #[arg(short, long, value_name = "SIZE", help = with_default(&MEMORY.help("of a run"), &values::default_memory()), value_parser = values::memory_limit, help_heading = "Experiment")]
    pub(crate) memory_limit: Option<Limit<u64>>,

    #[arg(short, long, value_name = "COUNT", help = with_default(&format!("{}, or none", NODES.help("in a run")), "none"), value_parser = values::node_limit, help_heading = "Experiment")]
    pub(crate) node_limit: Option<Limit<u64>>,

    /// Name for an experiment made of options [default: bench]
    #[arg(long, value_name = "NAME", help_heading = "Experiment")]
    pub(crate) name: Option<String>,

    /// Folder with collections of levels, found by their boards; $LEVELS in experiment files stands for it [default: the environment's LEVELS]
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
    fn the_experiment_file_of_the_help_is_one() {
        let file = NOTES.sections().into_iter().find(|(heading, _)| *heading == "Experiment files");
        let text = file.map(|(_, text)| text).unwrap_or_default();
        assert_eq!(
            soko_lab::Definition::parse(&text, "help").map(|definition| definition.players.len()),
            Ok(2)
        );
    }

    #[test]
    fn shards_count_from_one() {
        assert_eq!(shard("2/4"), Ok(Shard { index: 2, count: 4 }));
        for bad in ["0/4", "5/4", "1", "a/b", "1/", ""] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
