//! What the lab promises to readers of its output: every number leads to a run, every run can be made again.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use super::{code, sokolab, stderr, stdout};

/// The program in a folder of its own.
fn in_folder(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let output = sokolab().current_dir(folder).args(arguments).output().expect("the program starts");
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    output
}

/// A small experiment, and its runs.
fn recorded(folder: &Path) -> Vec<Value> {
    let players = ["--player", "astar", "--player", "greedy:brno", "--player", "mcts", "--player", "dfs"];
    let limits = ["--time-limit", "none", "--node-limit", "2000", "--memory-limit", "1GiB", "--seeds", "2"];
    let mut arguments = vec!["bench", "--on", "builtin:first-steps#1-5", "--database", "r.db"];
    arguments.extend(players.into_iter().chain(limits));
    in_folder(folder, &arguments);
    let output = in_folder(folder, &["report", "r.db", "--format", "json", "--table", "runs"]);
    let runs: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(runs.len(), 40);
    runs
}

#[test]
fn the_command_of_a_run_makes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    for run in recorded(folder.path()).iter().step_by(3) {
        let command = run["command"].as_str().unwrap().replacen("sokolab", "\"$SOKOLAB\"", 1) + " --json";
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("SOKOLAB", env!("CARGO_BIN_EXE_sokolab"));
        let again: Value = serde_json::from_slice(&shell.output().unwrap().stdout).expect(&command);
        assert_eq!(again["status"], run["outcome"], "{command}");
        for field in ["pushes", "moves", "expanded", "generated", "optimal", "seed", "player"] {
            assert_eq!(again[field], run[field], "{field} of {command}");
        }
    }
}

#[test]
fn the_protocol_of_a_run_has_everything() {
    let folder = tempfile::tempdir().unwrap();
    let runs = recorded(folder.path());
    let (run, id) = (&runs[0], runs[0]["run"].as_str().unwrap());
    let text = stdout(&in_folder(folder.path(), &["protocol", &id[..12], "--database", "r.db"]));
    let json = in_folder(folder.path(), &["protocol", id, "--database", "r.db", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let solution =
        json["solution"]["lurd"].as_str().or(json["solution"].as_str()).unwrap_or_default().to_owned();
    assert!(!solution.is_empty(), "{json}");
    let expanded = run["expanded"].to_string();
    for part in ["astar", "[board]", &solution, &expanded, id, run["job"].as_str().unwrap(), "sokolab solve"]
    {
        assert!(text.contains(part), "no {part} in:\n{text}");
    }
}

#[test]
fn the_page_is_whole_and_loads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let runs = recorded(folder.path());
    in_folder(folder.path(), &["report", "r.db", "--output", "report.html"]);
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.starts_with("<!") && page.trim_end().ends_with("</html>"));
    for run in &runs {
        let id = run["run"].as_str().unwrap();
        assert!(page.contains(id), "run {id} is not on the page");
    }
    assert!(page.matches("<svg").count() >= 4, "{} drawings", page.matches("<svg").count());
    // Links to sources are fine; what a browser loads by itself is not.
    for loaded in ["<link rel=\"stylesheet\"", "src=\"http", "url(http", "@import", "fetch("] {
        assert!(!page.contains(loaded), "{loaded}");
    }
}

#[test]
fn tables_come_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    recorded(folder.path());
    let table = |format: &str| {
        stdout(&in_folder(folder.path(), &["report", "r.db", "--table", "overview", "--format", format]))
    };
    assert!(table("markdown").contains("| contender"));
    assert!(table("csv").contains("\ncontender,"));
    let json: Value = serde_json::from_str(&table("json")).unwrap();
    assert_eq!(json["runs"].as_array().map(Vec::len), Some(40));
    assert!(table("text").starts_with("Overview\ncontender"));
    for name in ["r.md", "r.csv", "r.json"] {
        in_folder(folder.path(), &["report", "r.db", "--output", name]);
        assert!(fs::metadata(folder.path().join(name)).unwrap().len() > 1000, "{name}");
    }
}

/// The program on a machine with nothing but the program, in a folder of its own.
fn on_a_fresh_machine(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = sokolab();
    command
        .current_dir(folder)
        .args(arguments)
        .env_remove("LEVELS")
        .env("XDG_DATA_HOME", folder.join("none"));
    let output = command.env("HOME", folder).output().expect("the program starts");
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    output
}

/// One run of each, with few nodes.
#[test]
fn every_experiment_of_ours_starts_on_a_fresh_machine_and_says_what_stands_in() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = |arguments: &[&str]| on_a_fresh_machine(folder.path(), arguments);
    for experiment in soko_lab::EXPERIMENTS {
        let id = experiment.id;
        // Experiments share runs; each is to make one of its own here.
        let database = format!("{id}.db");
        let one =
            ["--shard", "1/1000000", "--node-limit", "100", "--time-limit", "5s", "--database", &database];
        let output = fresh(&[&["bench", id], one.as_slice()].concat());
        let stands_in = experiment.text.contains("\nstand_in = ");
        assert_eq!(stderr(&output).contains("warning: Stand-in: builtin:"), stands_in, "{}", stderr(&output));
        assert_eq!(
            stdout(&output).contains("Overview (stand-in: builtin:"),
            stands_in,
            "{}",
            stdout(&output)
        );
        assert!(stderr(&output).contains("1 run recorded"), "{id}: {}", stderr(&output));
        let report = stdout(&fresh(&["report", &database, "--experiment", id, "--format", "markdown"]));
        assert_eq!(report.contains("**Stand-in: builtin:"), stands_in, "{report}");
        // Thirty levels of ours are what the second experiment of Brno is about.
        let left_out = experiment.text.contains("\npublished = ") && stands_in;
        assert_eq!(report.contains("The printed numbers are left out"), left_out, "{report}");
        for format in ["json", "html"] {
            let report = stdout(&fresh(&["report", &database, "--experiment", id, "--format", format]));
            assert_eq!(report.contains("Stand-in: builtin:"), stands_in, "{id} as {format}");
        }
    }
}
