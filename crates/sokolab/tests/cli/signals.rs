//! Ctrl-C, termination and closed pipes, for real.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::sokolab;

/// A solve that is done with one level and will not be done with the next for long.
fn busy() -> (Child, BufReader<std::process::ChildStdout>, String) {
    let mut child = sokolab()
        .args([
            "solve",
            "small.xsb#1",
            "hall.xsb",
            "small.xsb#2",
            "--player",
            "bfs",
            "--json",
            "--time-limit",
            "none",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("the pipe is ours"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line comes");
    // The second level begins right after the first line.
    thread::sleep(Duration::from_millis(100));
    (child, out, first)
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(status.expect("there is a kill command").success());
}

fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return status;
        }
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().expect("it is our child");
            panic!("still running 30 s after the signal");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// What a program prints that is interrupted soon after its start.
fn interrupted(child: &mut Child) -> String {
    thread::sleep(Duration::from_millis(500));
    signal(child, "INT");
    assert_eq!(wait(child).code(), Some(130));
    let mut text = String::new();
    child.stdout.take().expect("the pipe is ours").read_to_string(&mut text).expect("it is text");
    text
}

#[test]
fn an_interrupt_keeps_what_was_found_and_ends_with_130() {
    for name in ["INT", "TERM"] {
        let (mut child, mut out, first) = busy();
        signal(&child, name);
        let status = wait(&mut child);
        assert_eq!(status.code(), Some(130), "after {name}");
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        let lines: Vec<Value> =
            first.lines().chain(rest.lines()).map(|line| serde_json::from_str(line).expect(line)).collect();
        let statuses: Vec<_> = lines.iter().map(|line| line["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["solved", "stopped"], "after {name}: the last level was never begun");
        assert!(lines[1]["expanded"].as_u64() > Some(0), "what was done is told");
    }
}

#[test]
fn an_interrupt_ends_all_jobs_and_keeps_their_order() {
    let mut child = sokolab()
        .args(["solve", "hall.xsb", "hall.xsb", "small.xsb#1", "hall.xsb", "--player", "bfs", "--json"])
        .args(["--time-limit", "none", "--jobs", "3"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = interrupted(&mut child);
    let statuses: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["status"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(statuses, ["stopped", "stopped", "solved", "stopped"]);
}

#[test]
fn a_table_is_summed_up_after_an_interrupt() {
    let mut child = sokolab()
        .args(["solve", "small.xsb#1", "hall.xsb", "--player", "bfs", "--time-limit", "none"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.contains("hall.xsb") {
        assert!(out.read_line(&mut text).unwrap() > 0, "{text}");
    }
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    assert_eq!(wait(&mut child).code(), Some(130));
    out.read_to_string(&mut text).unwrap();
    assert!(text.contains("solved 1 of 2 (1 stopped) with bfs"), "{text}");
}

#[test]
fn a_killed_run_leaves_the_solutions_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.sok");
    let mut child = sokolab()
        .args(["solve", "small.xsb#1", "hall.xsb", "--json", "--time-limit", "none", "--output"])
        .arg(&kept)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    thread::sleep(Duration::from_millis(300));
    signal(&child, "KILL");
    wait(&mut child);
    let solution = serde_json::from_str::<Value>(&first).unwrap()["solution"].as_str().unwrap().to_owned();
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.lines().any(|line| line == solution), "{text}");
}

#[test]
fn an_interrupted_learner_leaves_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("hall.table");
    let mut child = sokolab()
        .args(["learn", "hall.xsb", "--json", "--time-limit", "none", "--table"])
        .arg(&table)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text = interrupted(&mut child);
    let line: Value = serde_json::from_str(&text).expect(&text);
    let shown = sokolab().args(["table", "--json"]).arg(&table).output().unwrap();
    let inside: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(inside["episodes"], line["total_episodes"]);
    assert!(inside["rows"].as_u64() > Some(0), "{inside}");
}

#[test]
fn interrupted_generation_keeps_its_levels_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.jsonl");
    let generate = |count: &str| {
        let mut command = sokolab();
        command.args(["generate", "--resume", "--count", count, "--output"]).arg(&file);
        command
    };
    let mut child = generate("1000000").stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while std::fs::metadata(&file).map_or(0, |file| file.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "no level came");
        thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    assert_eq!(wait(&mut child).code(), Some(130));
    let made = std::fs::read_to_string(&file).unwrap();
    assert!(made.ends_with('\n'));
    let more = (made.lines().count() + 2).to_string();
    assert_eq!(generate(&more).output().unwrap().status.code(), Some(0));
    let all = std::fs::read_to_string(&file).unwrap();
    assert!(all.starts_with(&made));
    let whole = sokolab().args(["generate", "--format", "jsonl", "--count", &more]).output().unwrap();
    assert_eq!(String::from_utf8(whole.stdout).unwrap(), all);
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for arguments in [
        vec!["solve", "small.xsb", "hall.xsb#1", "small.xsb", "--json", "--time-limit", "200ms"],
        vec!["check", "mixed.xsb"],
        vec!["show", "small.xsb"],
        vec!["explain", "small.xsb"],
        vec!["learn", "small.xsb#1"],
        vec!["convert", "small.xsb", "--to", "xsb"],
        vec!["generate", "--count", "3"],
        vec!["players", "bfs"],
        vec!["completions", "bash"],
        vec!["man", "solve"],
        vec!["--help"],
        vec!["--version"],
        vec!["help", "merge"],
        vec!["solve", "--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = sokolab().args(&arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), complaint.as_ref()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_quiet_end() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("r.db");
    let database = database.to_str().unwrap();
    let table = folder.path().join("t.table");
    let table = table.to_str().unwrap();
    assert!(
        sokolab().args(["learn", "small.xsb#1", "--table", table]).output().unwrap().status.success()
            && sokolab()
                .args(["bench", "--on", "builtin:tutorial#1", "-p", "bfs", "-d", database])
                .output()
                .unwrap()
                .status
                .success()
    );
    let runs = ["report", database, "--table", "runs", "--format", "json"];
    let runs = sokolab().args(runs).output().unwrap().stdout;
    let runs: Value = serde_json::from_slice(&runs).unwrap();
    let run = runs[0]["run"].as_str().unwrap();
    for arguments in [
        vec!["--help"],
        vec!["-h"],
        vec!["help"],
        vec!["--version"],
        vec!["-V"],
        vec!["help", "solve"],
        vec!["solve", "--help"],
        vec!["merge", "-h"],
        vec!["players"],
        vec!["players", "bfs"],
        vec!["players", "--json"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["man", "solve"],
        vec!["bench"],
        vec!["bench", "--on", "builtin:tutorial#1", "-p", "bfs", "--dry-run"],
        vec!["bench", "--on", "builtin:tutorial#1", "-p", "bfs", "-d", database],
        vec!["report", database],
        vec!["report", database, "--list"],
        vec!["report", database, "--format", "json"],
        vec!["report", database, "--format", "html"],
        vec!["protocol", run, "-d", database],
        vec!["protocol", run, "-d", database, "--json"],
        vec!["table", table],
        vec!["table", table, "--json"],
        vec!["learn", "small.xsb#1"],
        vec!["learn", "small.xsb#1", "--json"],
        vec!["solve", "small.xsb#1"],
        vec!["solve", "small.xsb#1", "--json"],
        vec!["optimize", "solved.sok#1"],
        vec!["optimize", "solved.sok#1", "--json"],
        vec!["check", "small.xsb"],
        vec!["check", "small.xsb", "--json"],
        vec!["explain", "small.xsb#1"],
        vec!["explain", "small.xsb#1", "--json"],
        vec!["convert", "small.xsb", "--to", "sok"],
        vec!["generate", "--count", "3"],
        vec!["show", "small.xsb"],
        vec!["show", "small.xsb#1", "--format", "svg"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = sokolab().args(&arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert_eq!(
            complaint.matches("cannot write to standard output").count(),
            1,
            "{arguments:?}: {complaint}"
        );
        assert!(complaint.contains("help:"), "{arguments:?}: {complaint}");
    }
}
