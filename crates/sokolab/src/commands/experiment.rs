//! `sokolab experiment`: published experiments, made again by name.
//!
//! The command is written into every document as it was given, so that anyone can repeat it. Options at their default
//! are left out; what decides the numbers beyond them is in the document itself.

use std::{
    ffi::OsStr,
    io::{IsTerminal, Write, stderr},
    path::{Path, PathBuf},
    time::Duration,
};

use soko_lab::{Bench, EXPERIMENTS, Experiment, LabError, find};

use crate::{
    cli::ExperimentArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    machine,
    terminal::{HEADING, Terminal, is_dumb},
};

/// Where the documents of the repository lie.
const DOCUMENTS: &str = "docs/experiments";

/// Options with these values are not repeated in the documents; a test holds them against the command line.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
const DEFAULT_RUNS: u64 = 5;

/// Makes an experiment or lists them.
pub(super) fn run(args: &ExperimentArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let Some(name) = args.name.as_deref() else { return list(terminal) };
    let experiment = find(name).ok_or_else(|| Failure::input(format!("there is no experiment '{name}'")))?;
    let interrupt = Interrupt::new();
    let shown = !terminal.is_quiet() && stderr().is_terminal() && !is_dumb();
    let mut progress = |line: &str| {
        if shown {
            let _ = stderr().write_all(format!("\r\x1b[2K{line}").as_bytes());
        }
    };
    let mut bench = Bench {
        levels: args.levels.clone(),
        time: args.time_limit.0,
        memory: args.memory_limit.map_or_else(|| Some(machine::memory_default()), |limit| limit.0),
        runs: args.seeds,
        control: interrupt.control(),
        progress: &mut progress,
    };
    let findings = experiment.run(&mut bench);
    if shown {
        let _ = stderr().write_all(b"\r\x1b[2K");
    }
    let written = findings.and_then(|findings| findings.write(&folder(args), &command(args)));
    for file in written.map_err(|error| failure(&error))? {
        writeln!(terminal, "{file}")?;
    }
    Ok(Exit::Done)
}

fn failure(error: &LabError) -> Failure {
    let exit = if matches!(error, LabError::Stopped) { Exit::Interrupted } else { Exit::BadInput };
    Failure::Message { exit, message: error.to_string(), help: error.remedy().map(str::to_owned) }
}

fn list(terminal: &mut Terminal) -> Result<Exit, Failure> {
    for Experiment { id, summary, source, reads, .. } in EXPERIMENTS {
        let paint = terminal.paint();
        writeln!(terminal, "{}: {summary}", paint.with(HEADING, id))?;
        writeln!(terminal, "  by     {source}")?;
        writeln!(
            terminal,
            "  levels {}",
            reads.map_or("built in".to_owned(), |file| format!("--levels DIR with {file}"))
        )?;
    }
    Ok(Exit::Done)
}

fn folder(args: &ExperimentArgs) -> PathBuf {
    let documents = Path::new(DOCUMENTS);
    let usual = || if documents.is_dir() { documents.to_owned() } else { PathBuf::from(".") };
    args.output.clone().unwrap_or_else(usual)
}

/// The command line that makes the same document.
fn command(args: &ExperimentArgs) -> String {
    let mut words = vec!["sokolab experiment".to_owned()];
    words.extend(args.name.clone());
    let paths = [("--levels", &args.levels), ("--output", &args.output)];
    for (option, path) in paths.into_iter().filter_map(|(option, path)| Some((option, path.as_ref()?))) {
        words.extend([option.to_owned(), quoted(path.as_os_str())]);
    }
    match args.time_limit.0 {
        None => words.push("--time-limit none".to_owned()),
        Some(time) if time != DEFAULT_TIME => words.push(format!("--time-limit {}s", time.as_secs_f64())),
        Some(_) => {}
    }
    if args.seeds != DEFAULT_RUNS {
        words.push(format!("--seeds {}", args.seeds));
    }
    words.join(" ")
}

/// A path as a shell reads it.
fn quoted(path: &OsStr) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:=@,".contains(c);
    if text.chars().all(plain) { text.into_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn given(words: &[&str]) -> String {
        let cli = Cli::try_parse_from(["sokolab", "experiment"].iter().chain(words)).expect("a good command");
        let Command::Experiment(args) = cli.command else { return String::new() };
        command(&args)
    }

    #[test]
    fn the_command_is_written_as_given_without_defaults() {
        assert_eq!(given(&["brno-2"]), "sokolab experiment brno-2");
        assert_eq!(
            given(&["brno-1", "--levels", "../level files", "--time", "2m", "--seeds", "3"]),
            "sokolab experiment brno-1 --levels '../level files' --time-limit 120s --seeds 3"
        );
        assert_eq!(given(&["brno-1", "--time-limit", "none"]), "sokolab experiment brno-1 --time-limit none");
    }
}
