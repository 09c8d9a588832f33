//! How a results file bears 100,000 runs: cost of a record, size of the file, time of a report.
//!
//! `cargo run --release -p soko-report --example hundred_thousand -- RESULTS.db`
//!
//! The runs are made up (10,000 boards of ours, ten contenders, one run in seven without a solution); the file is real, and
//! each run is recorded in a transaction of its own, as a bench does it. Afterwards the file can be reported by the
//! program: `sokolab report RESULTS.db --output report.html`.

#![expect(clippy::print_stdout, reason = "it is a measurement")]

use std::{error::Error, path::PathBuf, time::Instant};

use soko_core::{Level, lurd, replay};
use soko_lab::{
    Definition, LevelName, Outcome, Plan, PlannedLevel, Record, Setup, Store,
    dataset::{HostInfo, Trial},
    this_host,
};
use soko_report::{Options, runs_json_text, standard};
use soko_solver::{Objective, Statistics};

const BOARDS: usize = 10_000;
const CONTENDERS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args().nth(1).ok_or("name a results file that does not exist yet")?);
    if path.exists() {
        return Err(format!("{} exists", path.display()).into());
    }
    let plan = Plan::new(&definition()?, levels())?;
    let mut store = Store::open(&path)?;
    let began = Instant::now();
    store.enrol(&plan)?;
    println!("{} trials planned in {:.3} s", plan.dataset.trials.len(), began.elapsed().as_secs_f64());

    let host = this_host();
    let records: Vec<_> = (0..plan.dataset.trials.len()).map(|i| record(&plan, i, &host)).collect();
    let mut slowest = 0.0_f64;
    let began = Instant::now();
    for record in &records {
        let one = Instant::now();
        store.record(record)?;
        slowest = slowest.max(one.elapsed().as_secs_f64());
    }
    let each = began.elapsed().as_secs_f64() / records.len() as f64;
    println!("recorded: {:.4} ms a run on average, {:.1} ms at most", each * 1e3, slowest * 1e3);
    let size = store.size()?;
    println!("file: {size} bytes, {} a run", size / records.len() as u64);
    drop(store);

    let began = Instant::now();
    let dataset = Store::read(&path)?.dataset(None)?;
    println!("read: {:.3} s", began.elapsed().as_secs_f64());
    let timed = |name: &str, write: &dyn Fn() -> usize| {
        let began = Instant::now();
        let bytes = write();
        println!("{name}: {:.3} s, {bytes} bytes", began.elapsed().as_secs_f64());
    };
    let findings = standard(&dataset, &Options::default())?;
    timed("tables", &|| {
        standard(&dataset, &Options::default()).map_or(0, |findings| findings.sections.len())
    });
    timed("Markdown", &|| findings.markdown("x").len());
    timed("JSON of all runs", &|| runs_json_text(&dataset).len());
    Ok(())
}

fn definition() -> Result<Definition, Box<dyn Error>> {
    let head = "name = \"hundred-thousand\"\ntitle = \"100,000 runs\"\nlevels = [\"made-up\"]\n";
    let player = |i| format!("[[players]]\nname = \"contender {i}\"\nplayer = \"bfs\"\nseeds = [{i}]\n");
    let players: String = (1..=CONTENDERS).map(player).collect();
    Ok(Definition::parse(&format!("{head}[limits]\ntime = \"10s\"\n{players}"), "made-up")?)
}

/// Corridors with a box to push along and an alcove somewhere: boards that all differ.
fn levels() -> Vec<PlannedLevel> {
    let places = (4_usize..).flat_map(|length| {
        (1..=length).flat_map(move |alcove| (1..length - 1).map(move |start| (length, alcove, start)))
    });
    places
        .take(BOARDS)
        .enumerate()
        .filter_map(|(i, (length, alcove, start))| {
            let wall = "#".repeat(length + 2);
            let mut top: Vec<char> = wall.chars().collect();
            top[alcove] = ' ';
            let mut row = vec![' '; length + 2];
            (row[0], row[length + 1], row[length]) = ('#', '#', '.');
            (row[start], row[start + 1]) = ('@', '$');
            let [top, row]: [String; 2] = [top, row].map(|line| line.into_iter().collect());
            Some(PlannedLevel {
                name: LevelName {
                    file: "made-up".to_owned(),
                    number: i + 1,
                    title: Some(format!("corridor {length}, {alcove}, {start}")),
                },
                optimum: None,
                level: Level::parse(&[wall.as_str(), &top, &row, &wall].join("\n")).ok()?,
            })
        })
        .collect()
}

fn record(plan: &Plan, i: usize, host: &HostInfo) -> Record {
    let Trial { level, contender, seed, repetition, job, .. } = plan.dataset.trials[i];
    let mut chance = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    chance ^= chance >> 29;
    let solved = !chance.is_multiple_of(7);
    let wall = if solved { 0.0001 * 1.2_f64.powi((chance >> 8 & 63) as i32) } else { 10.0 };
    let board = &plan.boards[level];
    let pushes = board.lines().nth(2).and_then(|row| Some(row.find('.')? - row.find('$')?)).unwrap_or(0);
    let solution = solved.then(|| {
        let moves = lurd::parse(&"R".repeat(pushes)).expect("letters");
        let solution = replay(&Level::parse(board).expect("a board of ours"), &moves).expect("a push along");
        (solution.lurd(), *solution.metrics())
    });
    let expanded = chance >> 12 & 0xffff;
    let statistics = Statistics { expanded, generated: 3 * expanded, ..Statistics::default() };
    let contender = &plan.dataset.contenders[contender];
    let counts = serde_json::to_string(&statistics).unwrap_or_default();
    Record {
        job,
        level: plan.dataset.levels[level].hash,
        setup: Setup::of(contender, plan.dataset.limits, &plan.dataset.program),
        seed,
        repetition,
        host: host.clone(),
        load: Some(1.0),
        started_ms: 1_700_000_000_000 + i as i64,
        outcome: if solved { Outcome::Solved } else { Outcome::TimeLimit },
        optimal: solved.then_some(Objective::Pushes),
        solution,
        wall,
        cpu: Some(wall),
        statistics,
        watchdog: false,
        note: None,
        events: format!(
            "[{{\"at\":0.0,\"kind\":\"started\"}},{{\"at\":{wall},\"kind\":\"progress\",\"counts\":{counts}}}]"
        ),
    }
}
