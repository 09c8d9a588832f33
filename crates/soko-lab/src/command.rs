//! The command that makes a run again.
//!
//! A table, a protocol and a page all show it, so it is put together in one place, in the order in which a person would
//! write it: level, player, settings and limits.

use std::fmt;

use soko_solver::Limits;

/// A call of `sokolab solve`; its text is what a shell takes.
#[derive(Clone, Debug)]
pub(crate) struct SolveCommand<'a> {
    /// The level as on the command line.
    pub(crate) level: String,
    /// The player.
    pub(crate) player: &'a str,
    /// Named set of parameters to start from.
    pub(crate) preset: Option<&'a str>,
    /// `key=value`, on top.
    pub(crate) settings: &'a [String],
    /// Limits of the run.
    pub(crate) limits: Limits,
    /// Threads the player may use.
    pub(crate) threads: usize,
    /// Seed of everything random.
    pub(crate) seed: u64,
    /// The file of the table that a learner goes on from.
    pub(crate) table: Option<&'a str>,
}

impl fmt::Display for SolveCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, player, preset, settings, limits, threads, seed, table } = self;
        let verb = if table.is_some() { "learn" } else { "solve" };
        write!(f, "sokolab {verb} {} --player {player}", quoted(level))?;
        if let Some(preset) = preset {
            write!(f, " --preset {preset}")?;
        }
        for setting in *settings {
            write!(f, " --set {}", quoted(setting))?;
        }
        write_limits(f, limits)?;
        if *threads > 1 {
            write!(f, " --threads {threads}")?;
        }
        write!(f, " --seed {seed}")?;
        table.map_or(Ok(()), |table| write!(f, " --table {}", quoted(table)))
    }
}

/// A run of the optimiser as a command.
pub(crate) struct OptimizeCommand<'a> {
    /// The level as on the command line.
    pub(crate) level: String,
    /// The solution it began with.
    pub(crate) solution: &'a str,
    /// What was to become less.
    pub(crate) metric: &'a str,
    /// Limits of the run.
    pub(crate) limits: Limits,
    /// Seed of everything random.
    pub(crate) seed: u64,
}

impl fmt::Display for OptimizeCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, solution, metric, limits, seed } = self;
        write!(f, "sokolab optimize {} --solution {}", quoted(level), quoted(solution))?;
        write!(f, " --metric {}", quoted(metric))?;
        write_limits(f, limits)?;
        write!(f, " --seed {seed}")
    }
}

fn write_limits(f: &mut fmt::Formatter<'_>, limits: &Limits) -> fmt::Result {
    match limits.time_ms {
        Some(ms) if ms % 1000 == 0 => write!(f, " --time-limit {}s", ms / 1000)?,
        Some(ms) => write!(f, " --time-limit {ms}ms")?,
        None => f.write_str(" --time-limit none")?,
    }
    if let Some(nodes) = limits.nodes {
        write!(f, " --node-limit {nodes}")?;
    }
    match limits.memory {
        Some(bytes) => write!(f, " --memory-limit {bytes}"),
        None => f.write_str(" --memory-limit none"),
    }
}

/// A word as a shell reads it. Double quotes leave `$LEVELS` to the shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:=@,".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else if word.starts_with("$LEVELS/") && !word.contains(['"', '`', '\\']) && !word[1..].contains('$') {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_matters_is_in_it() {
        let settings = ["metric=moves".to_owned(), "odd=a b".to_owned()];
        let full = SolveCommand {
            level: "a b.xsb#3".to_owned(),
            player: "astar",
            preset: Some("queensland"),
            settings: &settings,
            limits: Limits { time_ms: Some(1500), nodes: Some(7), memory: None },
            threads: 2,
            seed: 9,
            table: None,
        };
        assert_eq!(
            full.to_string(),
            "sokolab solve 'a b.xsb#3' --player astar --preset queensland --set metric=moves --set 'odd=a b' \
             --time-limit 1500ms --node-limit 7 --memory-limit none --threads 2 --seed 9"
        );
    }
}
