//! The program against levels and figures that are not part of the repository.
//!
//! They lie in a folder beside the workspace ([`soko_testing::shared`]).

use std::{collections::HashMap, fs, path::Path, process::Command};

use libtest_mimic::{Arguments, Failed};
use serde_json::Value;
use soko_testing::shared::trial;

fn main() {
    let trials = vec![
        trial("breadth_first_search_finds_the_known_optima", known_optima),
        trial("an_independent_replay_accepts_the_solutions", independent_replay),
        trial("every_collection_of_the_catalogue_is_found_by_its_boards", every_collection),
        trial("a_part_of_a_collection_is_played_and_said_to_be_one", part_of_a_collection),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

const FILE: &str = "large_test_suite/Microban_155.xsb";

fn solve(shared: &Path) -> Result<Vec<Value>, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_sokolab"))
        .arg("solve")
        .arg(format!("{}#1-10", shared.join(FILE).display()))
        .args(["--player", "bfs", "--time-limit", "60s", "--threads", "1", "--json"])
        .output()?;
    if output.status.code() != Some(0) {
        return Err(format!("{output:?}").into());
    }
    let text = String::from_utf8(output.stdout)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(Failed::from)).collect()
}

/// What a bench prints, with these levels of its user and no others.
fn bench(levels: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_sokolab"))
        .arg("bench")
        .args(arguments)
        .arg("--levels")
        .arg(levels)
        .env("XDG_DATA_HOME", "/nonexistent")
        .output()?;
    let text = String::from_utf8([output.stdout, output.stderr].concat())?;
    if output.status.code() == Some(0) { Ok(text) } else { Err(text.into()) }
}

fn every_collection(shared: &Path) -> Result<(), Failed> {
    let text = bench(shared, &[])?;
    if text.contains("brno-1: ") && !text.contains("not found") && !text.contains("are here") {
        return Ok(());
    }
    Err(text.into())
}

/// The first three levels of a file, under another name.
fn part_of_a_collection(shared: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = fs::read_to_string(shared.join(FILE))?;
    let three: Vec<&str> = text.split("; 4").take(1).collect();
    fs::write(folder.path().join("anything"), three.concat())?;
    let planned = bench(folder.path(), &["brno-3", "--dry-run"])?;
    let expected = "3 of 60 levels are here: Microban (David W. Skinner, 2000) lacks 4-60.";
    if planned.contains(expected) && planned.contains("'collection:microban#3'") {
        return Ok(());
    }
    Err(planned.into())
}

fn known_optima(shared: &Path) -> Result<(), Failed> {
    let table = fs::read_to_string(shared.join("solutions/optimal_pushes_computed.csv"))?;
    let mut optima = HashMap::new();
    for line in table.lines() {
        if let [FILE, index, "optimal", pushes, ..] = line.split(',').collect::<Vec<_>>()[..] {
            optima.insert(index.parse::<u64>()?, pushes.parse::<u64>()?);
        }
    }
    let results = solve(shared)?;
    if results.len() != 10 {
        return Err(format!("{} results instead of 10", results.len()).into());
    }
    for result in results {
        let index = result["index"].as_u64().ok_or("no index")?;
        if result["pushes"].as_u64() != optima.get(&index).copied() || result["optimal"] != "pushes" {
            return Err(format!("level {index}: {result}, known {:?}", optima.get(&index)).into());
        }
    }
    Ok(())
}

/// Rules that share no code with ours, on boards read without our readers.
fn independent_replay(shared: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(shared.join(FILE))?;
    let is_row = |line: &&str| line.contains('#') && line.chars().all(|c| "#@+$*. ".contains(c));
    let rows: Vec<&str> = text.lines().collect();
    let drawings: Vec<&[&str]> = rows.split(|line| !is_row(line)).filter(|rows| !rows.is_empty()).collect();
    for result in solve(shared)? {
        let index = result["index"].as_u64().ok_or("no index")? as usize;
        let (solved, moves, pushes) =
            replay(drawings[index - 1], result["solution"].as_str().ok_or("no solution")?)?;
        if !solved || result["moves"] != moves || result["pushes"] != pushes {
            return Err(
                format!("level {index}: solved {solved}, {moves} moves, {pushes} pushes; {result}").into()
            );
        }
    }
    Ok(())
}

fn replay(rows: &[&str], lurd: &str) -> Result<(bool, usize, usize), Failed> {
    let mut cells: HashMap<(i32, i32), char> = HashMap::new();
    let mut at = (0, 0);
    for (y, row) in (0..).zip(rows) {
        for (x, c) in (0..).zip(row.chars()) {
            if matches!(c, '@' | '+') {
                at = (x, y);
            }
            let ground = match c {
                '@' => ' ',
                '+' => '.',
                other => other,
            };
            cells.insert((x, y), ground);
        }
    }
    let look = |cells: &HashMap<_, _>, at| cells.get(&at).copied().unwrap_or('#');
    let mut pushes = 0;
    for letter in lurd.chars() {
        let (dx, dy) = match letter.to_ascii_lowercase() {
            'l' => (-1, 0),
            'r' => (1, 0),
            'u' => (0, -1),
            'd' => (0, 1),
            other => return Err(format!("'{other}' is no move").into()),
        };
        let next = (at.0 + dx, at.1 + dy);
        let there = look(&cells, next);
        if matches!(there, '$' | '*') != letter.is_ascii_uppercase() {
            return Err("the case of a move is wrong".into());
        }
        if matches!(there, '$' | '*') {
            let beyond = (next.0 + dx, next.1 + dy);
            let target = match look(&cells, beyond) {
                ' ' => '$',
                '.' => '*',
                blocked => return Err(format!("a box is pushed into '{blocked}'").into()),
            };
            cells.insert(beyond, target);
            cells.insert(next, if there == '$' { ' ' } else { '.' });
            pushes += 1;
        } else if there == '#' {
            return Err("a step into a wall".into());
        }
        at = next;
    }
    Ok((!cells.values().any(|&c| c == '$'), lurd.len(), pushes))
}
