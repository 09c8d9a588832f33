//! Learning on the command line: tables are kept, gone on from, and never lost.

use std::{fs, path::Path};

use serde_json::Value;

use super::{code, lines, run, stderr, stdout};

/// Learns a level of `small.xsb` as JSON.
fn learn(level: usize, table: &Path, more: &[&str]) -> Value {
    let level = format!("small.xsb#{level}");
    let arguments = ["learn", &level, "--json", "--table", table.to_str().unwrap()];
    let output = run(&[&arguments[..], more].concat());
    assert!(code(&output) < 2, "{}", stderr(&output));
    lines(&output).remove(0)
}

fn shown(table: &Path, more: &[&str]) -> Value {
    let output = run(&[&["table", table.to_str().unwrap(), "--json"], more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    lines(&output).remove(0)
}

#[test]
fn every_learner_goes_on_from_its_table() {
    let folder = tempfile::tempdir().unwrap();
    for player in ["q-box", "q-cell", "q-path", "q-state"] {
        let table = folder.path().join(player);
        let settings = ["-p", player, "--set", "stop=never", "--set", "episodes=30"];
        let first = learn(3, &table, &settings);
        assert_eq!((&first["iterations"], &first["total_episodes"]), (&30.into(), &30.into()), "{player}");
        let second = learn(3, &table, &settings);
        assert_eq!((&second["iterations"], &second["total_episodes"]), (&30.into(), &60.into()), "{player}");
        assert_eq!(second["curve"]["episode"][0], 31, "{player}");
        let inside = shown(&table, &[]);
        assert_eq!((&inside["episodes"], &inside["updates"]), (&60.into(), &second["total_updates"]));
        assert_eq!((&inside["rows"], &inside["policy"]), (&second["rows"], &second["policy"]), "{player}");
    }
}

#[test]
fn a_curve_has_a_row_per_episode() {
    let folder = tempfile::tempdir().unwrap();
    let (table, curve) = (folder.path().join("t"), folder.path().join("c.csv"));
    let line = learn(2, &table, &["--curve", curve.to_str().unwrap()]);
    let text = fs::read_to_string(curve).unwrap();
    let mut rows = text.lines();
    assert_eq!(rows.next(), Some("episode,return,steps,solved,epsilon,states"));
    assert_eq!(rows.clone().count() as u64, line["iterations"].as_u64().unwrap());
    assert!(rows.all(|row| row.split(',').all(|cell| cell.parse::<f64>().is_ok())), "{text}");
}

#[test]
fn positions_can_be_asked_for_and_layers_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for player in ["q-box", "q-cell", "q-path", "q-state"] {
        let table = folder.path().join(player);
        learn(2, &table, &["-p", player]);
        let start = shown(&table, &[]);
        let choices = start["choices"].as_array().unwrap();
        assert_eq!(choices.iter().filter(|choice| choice["greedy"] == true).count(), 1, "{player}");
        let solution = start["solution"].as_str().unwrap().to_owned();
        let end = shown(&table, &["--at", &solution]);
        assert_eq!(end["policy"]["ending"], "solved", "{player}");
        assert_eq!(end["policy"]["solution"], "", "{player}");
        for layer in ["policy", "value", "visits"] {
            let layers = shown(&table, &["--layer", layer]);
            let cells = layers["layers"][0]["cells"].as_array().unwrap().clone();
            assert!(!cells.is_empty(), "{player} {layer}");
            assert!(cells.iter().all(|cell| cell[1].is_number() == (layer != "policy")), "{player} {layer}");
            let text = run(&["table", table.to_str().unwrap(), "--layer", layer]);
            assert_eq!(code(&text), 0);
            let board = stdout(&text);
            let signs = if layer == "policy" { &['^', '>', 'v', '<'][..] } else { &['9'] };
            let drawn = board.lines().filter(|line| line.starts_with('#')).any(|line| line.contains(signs));
            assert!(drawn, "{player} {layer}:\n{board}");
        }
    }
}

#[test]
fn limits_keep_what_was_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t");
    let arguments = ["learn", "hall.xsb", "--node-limit", "500", "--table", table.to_str().unwrap()];
    let output = run(&arguments);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("node-limit with q-box"), "{}", stdout(&output));
    let rows = shown(&table, &[])["rows"].as_u64();
    assert!(rows > Some(1));
    // A table for which there is no room is not written over.
    let before = fs::read(&table).unwrap();
    let tight = run(&[&arguments[..], &["--memory-limit", "1000"]].concat());
    assert_eq!(code(&tight), 1, "{}", stderr(&tight));
    assert_eq!(fs::read(&table).unwrap(), before);
}

#[test]
fn damaged_tables_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t");
    learn(2, &table, &[]);
    let whole = fs::read(&table).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    for (bytes, complaint) in [
        (&whole[..whole.len() - 1], "cut off"),
        (&flipped, "damaged"),
        (&whole[..3], "no table"),
        (b"", "no table"),
        (b"sokolab table 99\n{}\n", "format 99"),
    ] {
        fs::write(&table, bytes).unwrap();
        for command in [&["table"][..], &["learn", "small.xsb#2", "--table"]] {
            let output = run(&[command, &[table.to_str().unwrap()]].concat());
            assert_eq!(code(&output), 2);
            assert!(
                stderr(&output).contains(complaint) && stderr(&output).contains("help:"),
                "{}",
                stderr(&output)
            );
            assert!(stdout(&output).is_empty());
        }
        assert_eq!(fs::read(&table).unwrap(), bytes);
    }
}

#[test]
fn impossible_files_are_said_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("none/t");
    for option in ["--table", "--curve"] {
        let output = run(&["learn", "hall.xsb", "--time-limit", "none", option, nowhere.to_str().unwrap()]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("make the directory first"), "{}", stderr(&output));
    }
    let missing = run(&["table", nowhere.to_str().unwrap()]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("cannot read it"), "{}", stderr(&missing));
    let invalid = run(&["learn", "mixed.xsb#2"]);
    assert_eq!(code(&invalid), 2);
    assert!(stderr(&invalid).contains("mixed.xsb#2: line 7, column 1"), "{}", stderr(&invalid));
    let absent = run(&["learn", "small.xsb#99"]);
    assert_eq!(code(&absent), 2, "{}", stderr(&absent));
}

#[test]
fn a_solution_that_does_not_replay_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t");
    learn(2, &table, &[]);
    let mut memory = soko_learn::Memory::from_bytes(&fs::read(&table).unwrap()).unwrap();
    for forged in ["R", "?", ""] {
        memory.about.solution = Some(forged.to_owned());
        fs::write(&table, memory.to_bytes().unwrap()).unwrap();
        let output = run(&["table", table.to_str().unwrap(), "--json"]);
        assert_eq!(lines(&output)[0]["solution"], Value::Null, "'{forged}'");
        assert!(stderr(&output).contains("the solution in it is left out"), "{}", stderr(&output));
    }
}
