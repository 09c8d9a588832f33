//! How long the standard report of 100,000 runs takes.
//!
//! `cargo run --release -p soko-lab --example report_speed`
//!
//! Two made-up experiments: 10,000 levels by 10 contenders, once each, and 1,000 levels by 10 contenders with ten seeds,
//! where the bootstrap of repeated runs comes on top. A run in seven finds nothing.

#![expect(clippy::print_stdout, reason = "it is a measurement")]

use std::time::Instant;

use soko_core::LevelHash;
use soko_lab::{
    Dataset, JobId, Outcome, RunId,
    dataset::{ContenderInfo, HostInfo, LevelInfo, Limits, RunInfo, Trial},
    report::{Options, runs_csv, runs_json_text, standard},
};
use soko_solver::Statistics;

fn main() {
    for (levels, seeds) in [(10_000, 1), (1_000, 10)] {
        let dataset = made_up(levels, 10, seeds);
        let began = Instant::now();
        let Ok(findings) = standard(&dataset, &Options::default()) else { continue };
        println!("{levels} levels, 10 contenders, {seeds} seeds: report {:?}", began.elapsed());
        let timed = |name: &str, write: &dyn Fn() -> usize| {
            let began = Instant::now();
            let bytes = write();
            println!("  {name}: {bytes} bytes, {:?}", began.elapsed());
        };
        timed("Markdown", &|| findings.markdown("x").len());
        timed("tables as CSV", &|| findings.tables().map(|table| table.csv("x").len()).sum());
        timed("JSON", &|| findings.json("x").to_string().len());
        timed("runs as CSV", &|| runs_csv(&dataset).len());
        timed("runs as JSON", &|| runs_json_text(&dataset).len());
    }
}

fn made_up(levels: usize, contenders: usize, seeds: u64) -> Dataset {
    let mut dataset = Dataset {
        name: "speed".to_owned(),
        limits: Limits { time_ms: Some(10_000), nodes: None, memory: None },
        levels: (1..=levels).map(level).collect(),
        contenders: (1..=contenders).map(contender).collect(),
        hosts: vec![HostInfo { name: "host".to_owned(), description: "2 cores".to_owned() }],
        ..Dataset::default()
    };
    let mut state = 1_u64;
    for level in 0..levels {
        for contender in 0..contenders {
            for seed in 1..=seeds {
                // Knuth's linear congruential generator: good enough for made-up numbers.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let run = Some(run((state >> 40) as u32));
                let job = JobId::from_bytes(u128::from(state).to_be_bytes());
                dataset.trials.push(Trial { level, contender, seed, repetition: 1, job, run });
            }
        }
    }
    dataset
}

fn level(number: usize) -> LevelInfo {
    LevelInfo {
        file: "made-up.slc".to_owned(),
        number,
        title: Some(format!("Level {number}")),
        hash: LevelHash::from_bytes([0; 16]),
        boxes: 5,
        log10_states: 3.0 + (number % 50) as f64 / 10.0,
        optimum: None,
    }
}

fn contender(number: usize) -> ContenderInfo {
    ContenderInfo {
        name: format!("contender {number}"),
        player: "astar".to_owned(),
        preset: None,
        settings: vec!["metric=pushes".to_owned()],
        parameters: "{}".to_owned(),
        threads: 1,
    }
}

fn run(noise: u32) -> RunInfo {
    let solved = !noise.is_multiple_of(7);
    RunInfo {
        id: RunId::from_bytes([0; 16]),
        outcome: if solved { Outcome::Solved } else { Outcome::TimeLimit },
        lengths: solved.then_some((20 + noise % 90, 100 + noise % 500)),
        optimal: None,
        wall: if solved { f64::from(noise % 9_000 + 1) / 1e3 } else { 10.0 },
        cpu: Some(1.0),
        statistics: Statistics { expanded: u64::from(noise), ..Statistics::default() },
        watchdog: false,
        load: Some(1.0),
        started_ms: 0,
        host: 0,
    }
}
