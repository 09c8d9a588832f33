//! The bench in trouble: killed, interrupted, without room, without permission, with damaged or foreign files. Nothing here is
//! pretended: processes are killed, disks are full, folders are read-only.
//!
//! A full disk and a read-only folder need a small file system of their own, made in a namespace (`unshare`). Where the
//! system does not allow that the two tests are reported as ignored.

mod forged;
mod kill;
mod troubles;

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output, Stdio},
};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

type Test = fn(&Path) -> Result<(), Failed>;

fn main() -> ExitCode {
    let namespaces = can_mount();
    let anywhere: [(&str, Test); 13] = [
        ("killed twenty times, a bench ends like an undisturbed one", kill::twenty_times),
        ("the workers of a killed bench end themselves", kill::no_orphans),
        ("an interrupted bench keeps what is done and ends with 130", kill::interrupted),
        ("a second bench on the same file is turned away, a report is not", troubles::two_processes),
        ("a file of a newer version is left as it is", troubles::newer),
        ("a file of an older version is brought up to date", troubles::older),
        ("damaged and foreign files are told apart", troubles::damaged),
        ("places where no file can be are named", troubles::places),
        ("a merge that is refused leaves nothing behind", troubles::refused_merge),
        ("a forged best solution is not taken over", forged::best_solutions),
        ("a run that does not replay is not taken over", forged::runs),
        ("a board that is not its level's is not taken over", forged::levels),
        ("a wrong best solution of our own is made anew", forged::our_own),
    ];
    let mounted: [(&str, Test); 2] = [
        ("a full disk loses nothing that was recorded", troubles::full_disk),
        ("a read-only folder can be read", troubles::read_only),
    ];
    let trial = |(name, test): (&str, Test)| {
        Trial::test(name, move || {
            let folder = tempfile::tempdir()?;
            test(folder.path())
        })
    };
    let mut trials: Vec<_> = anywhere.into_iter().map(trial).collect();
    trials.extend(mounted.into_iter().map(|test| trial(test).with_ignored_flag(!namespaces)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Can we make a file system of our own?
fn can_mount() -> bool {
    let script = "mount -t tmpfs -o size=64k tmpfs /tmp";
    Command::new("unshare")
        .args(["-rm", "sh", "-c", script])
        .output()
        .is_ok_and(|output| output.status.success())
}

/// The program, in the folder of a test.
fn sokolab(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokolab"));
    command.current_dir(folder).env_remove("LEVELS").stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Result<Output, Failed> {
    Ok(sokolab(folder).args(arguments).output()?)
}

/// Arguments of a bench that is the same on every machine: limited by nodes, not by time.
fn steady(levels: &str, nodes: &str) -> Vec<String> {
    [
        "bench",
        "--on",
        levels,
        "--time-limit",
        "none",
        "--node-limit",
        nodes,
        "--jobs",
        "2",
        "--database",
        "r.db",
    ]
    .into_iter()
    .chain(["bfs", "dfs", "greedy", "mcts"].into_iter().flat_map(|player| ["--player", player]))
    .map(str::to_owned)
    .collect()
}

/// A level that keeps a blind search busy for hours.
fn hall() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "hall.xsb"].iter().collect()
}

fn ensure(condition: bool, what: impl FnOnce() -> String) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(what().into()) }
}

/// Ends with this code, and says this on standard error.
fn expect(output: &Output, code: i32, words: &[&str]) -> Result<(), Failed> {
    let told = String::from_utf8_lossy(&output.stderr);
    ensure(output.status.code() == Some(code), || format!("{} instead of {code}: {told}", output.status))?;
    words.iter().try_for_each(|word| ensure(told.contains(word), || format!("no '{word}' in: {told}")))
}

/// Everything in a results file that does not depend on the clock.
fn facts(folder: &Path, file: &str) -> Result<String, Failed> {
    let output = run(folder, &["report", file, "--format", "markdown", "--no-times"])?;
    expect(&output, 0, &[])?;
    let text = String::from_utf8(output.stdout)?;
    // The first line names the file.
    Ok(text.lines().filter(|line| !line.starts_with("Made by")).collect::<Vec<_>>().join("\n"))
}

/// All runs, as JSON.
fn runs(folder: &Path, file: &str) -> Result<Vec<Value>, Failed> {
    let output = run(folder, &["report", file, "--format", "json", "--table", "runs"])?;
    expect(&output, 0, &[])?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// One number from a results file.
fn query(file: &Path, sql: &str) -> Result<i64, Failed> {
    Ok(rusqlite::Connection::open(file)?.query_row(sql, [], |row| row.get(0))?)
}

/// `PRAGMA integrity_check`.
fn intact(file: &Path) -> Result<(), Failed> {
    let connection = rusqlite::Connection::open(file)?;
    let found: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    ensure(found == "ok", || found)
}
