//! Writes a report of invented learners, to look at box plots and learning curves: `cargo run -p soko-report --example
//! learners_report -- FILE [LEVELS [SEEDS]]`.
//!
//! Four learners on boards of growing difficulty. Each reports per episode its return, its steps and whether it solved the
//! board, as the tabular learners do; the slow ones are a hundred times slower, and some seeds never learn.

#[path = "invented/random.rs"]
mod random;

use std::{env, fs, io, io::Write as _};

use rand_pcg::{Pcg64, rand_core::Rng};
use soko_core::LevelHash;
use soko_lab::{
    Dataset, JobId, Outcome, RunId,
    dataset::{ContenderInfo, Curve, HostInfo, LevelInfo, LevelName, Limits, RunInfo, Trial},
};
use soko_report::{self as report, page};
use soko_solver::Statistics;

use random::{bytes, normal};

/// Name, player, preset, episodes until it has learnt the first board.
const CONTENDERS: [(&str, &str, Option<&str>, f64); 4] = [
    ("q-state (irvine-b)", "q-state", Some("irvine-b"), 900.0),
    ("q-box (irvine-b)", "q-box", Some("irvine-b"), 120.0),
    ("q-state", "q-state", None, 60.0),
    ("q-box", "q-box", None, 8.0),
];
/// Seconds of a run.
const LIMIT: f64 = 10.0;
/// Most points of a curve, as in the records.
const POINTS: u64 = 256;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "learners-report.html".to_owned());
    let mut number = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let dataset = dataset(number(11), number(60) as u64);
    let options = report::Options { figures: true, ..report::Options::default() };
    let findings = report::standard(&dataset, &options).map_err(io::Error::other)?;
    let page = page::html(&dataset, &findings, "sokolab report --output report.html", "sokolab.db");
    fs::write(&file, &page)?;
    writeln!(io::stdout(), "{file}: {} bytes, {} runs", page.len(), dataset.made())
}

fn dataset(levels: usize, seeds: u64) -> Dataset {
    let mut random = Pcg64::new(1, 2);
    let contender = |&(name, player, preset, _): &(&str, &str, Option<&str>, f64)| ContenderInfo {
        name: name.to_owned(),
        player: player.to_owned(),
        preset: preset.map(str::to_owned),
        settings: Vec::new(),
        parameters: "{}".to_owned(),
        threads: 1,
    };
    let mut dataset = Dataset {
        name: "learners".to_owned(),
        title: "Four learners".to_owned(),
        about: "An invented experiment with learners; **no number here was measured**.".to_owned(),
        program: "0.1.0+0123456789ab".to_owned(),
        limits: Limits { time_ms: Some(10_000), nodes: None, memory: Some(1 << 30) },
        levels: (0..levels).map(level).collect(),
        contenders: CONTENDERS.iter().map(contender).collect(),
        hosts: vec![HostInfo {
            name: "bench-1".to_owned(),
            description: "x86-64, 8 cores, Linux".to_owned(),
        }],
        ..Dataset::default()
    };
    for level in 0..levels {
        for contender in 0..CONTENDERS.len() {
            (1..=seeds).for_each(|seed| play(&mut dataset, (level, contender, seed), &mut random));
        }
    }
    dataset
}

fn level(i: usize) -> LevelInfo {
    LevelInfo {
        name: LevelName {
            file: format!("$LEVELS/uci_cs271/glennga_benchmark/sokoban{i:02}.txt"),
            number: 1,
            title: None,
        },
        hash: LevelHash::from_bytes([i as u8; 16]),
        boxes: 1 + i % 5,
        log10_states: 2.0 + 0.4 * i as f64,
        optimum: None,
    }
}

/// One run: it learns at a random moment, or the clock ends it.
fn play(dataset: &mut Dataset, (level, contender, seed): (usize, usize, u64), random: &mut Pcg64) {
    let harder = 1.6f64.powi(level as i32);
    let episodes = (CONTENDERS[contender].3 * harder * (0.7 * normal(random)).exp()).max(2.0);
    let pace = if contender % 2 == 0 { 900.0 } else { 2500.0 };
    let wall = (0.002 + 1.3 * episodes / pace).min(LIMIT);
    let solved = wall < LIMIT;
    let total = (if solved { 1.3 * episodes } else { LIMIT * pace }) as u64 + 1;
    let moves = 20 + 8 * level as u32;
    let run = RunInfo {
        id: RunId::from_bytes(bytes(random)),
        outcome: if solved { Outcome::Solved } else { Outcome::TimeLimit },
        lengths: solved.then_some((moves / 3, moves)),
        optimal: None,
        wall,
        cpu: Some(wall),
        statistics: Statistics { expanded: total * 50, ..Statistics::default() },
        watchdog: false,
        load: Some(1.0),
        started_ms: 1_770_970_000_000,
        host: 0,
    };
    let trial = dataset.trials.len();
    let job = JobId::from_bytes(bytes(random));
    dataset.trials.push(Trial { level, contender, seed, repetition: 1, job, run: Some(run) });
    let mut curves = ["return", "steps", "solved"].map(|name| (name, Vec::new()));
    for i in 0..total.min(POINTS) {
        let episode = 1 + i * total / total.min(POINTS);
        let skill = 1.0 / (1.0 + (-(episode as f64 - episodes) / (0.15 * episodes)).exp());
        let lucky = f64::from(random.next_u32()) / f64::from(u32::MAX) < skill;
        let steps = if lucky { f64::from(moves) } else { 200.0 * (0.4 * normal(random)).exp() };
        let bad = if random.next_u32().is_multiple_of(300) { -20_000.0 } else { 0.0 };
        for ((_, points), value) in curves.iter_mut().zip([
            if lucky { 500.0 - steps } else { -steps + bad },
            steps,
            f64::from(u8::from(lucky)),
        ]) {
            points.push((episode, value));
        }
    }
    let named = curves.map(|(name, points)| Curve { trial, name: name.to_owned(), points });
    dataset.curves.extend(named);
}
