//! Writes a report of invented runs, to look at the page: `cargo run -p soko-report --example sample_report -- FILE [LEVELS
//! [SEEDS]]`.
//!
//! The numbers are made so that they look like those of solvers: difficulty grows with the state space, each contender has
//! a speed and a reach, and seeds scatter. With 2000 levels and 7 seeds it is a report of 98,000 runs.

#[path = "invented/random.rs"]
mod random;

use std::{env, fs, io, io::Write as _, time::Instant};

use rand_pcg::Pcg64;
use soko_core::LevelHash;
use soko_lab::{
    Dataset, JobId, Outcome, RunId,
    dataset::{ContenderInfo, Curve, HostInfo, LevelInfo, LevelName, Limits, RunInfo, Trial},
};
use soko_report::{self as report, page};
use soko_solver::{Objective, Statistics};

use random::{bytes, normal};

/// Name, player, preset, growth with the size of the state space, nodes per second, length over the optimum, random?
type Invented = (&'static str, &'static str, Option<&'static str>, f64, f64, f64, bool);

const CONTENDERS: [Invented; 7] = [
    ("A*", "astar", None, 0.62, 600_000.0, 1.0, false),
    ("A* with tables", "astar", Some("tables"), 0.52, 260_000.0, 1.0, false),
    ("IDA*", "idastar", None, 0.68, 900_000.0, 1.0, false),
    ("greedy", "greedy", None, 0.45, 650_000.0, 1.35, false),
    ("breadth first", "bfs", None, 0.86, 1_400_000.0, 1.0, false),
    ("tree search", "mcts", Some("brno"), 0.66, 40_000.0, 1.25, true),
    ("policy network", "policy", None, 0.40, 3_000.0, 1.12, true),
];
const LIMIT: f64 = 60.0;
const WORDS: [&str; 12] = [
    "Harbour", "Lantern", "Quarry", "Orchard", "Cellar", "Foundry", "Bridge", "Attic", "Garden", "Passage",
    "Mill", "Vault",
];

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "sample-report.html".to_owned());
    let mut number = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (levels, seeds) = (number(60), number(5) as u64);
    let dataset = dataset(levels, seeds);
    let began = Instant::now();
    let options = report::Options { figures: true, ..report::Options::default() };
    let findings = report::standard(&dataset, &options).map_err(io::Error::other)?;
    let page = page::html(&dataset, &findings, "sokolab report --output report.html", "sokolab.db");
    fs::write(&file, &page)?;
    writeln!(
        io::stdout(),
        "{file}: {} bytes, {} runs, made in {:.1?}",
        page.len(),
        dataset.made(),
        began.elapsed()
    )
}

fn dataset(levels: usize, seeds: u64) -> Dataset {
    let mut random = Pcg64::new(1, 2);
    let mut dataset = Dataset {
        name: "sample".to_owned(),
        title: "Seven players on sixty levels".to_owned(),
        about: "An invented experiment that shows what a report looks like. Seven players try levels of growing state \
                space, each with several seeds; **no number here was measured**."
            .to_owned(),
        program: "0.1.0+0123456789ab".to_owned(),
        limits: Limits { time_ms: Some(60_000), nodes: None, memory: Some(1 << 30) },
        levels: (0..levels).map(|i| level(i, levels, &mut random)).collect(),
        contenders: CONTENDERS.iter().map(contender).collect(),
        hosts: vec![
            HostInfo { name: "bench-1".to_owned(), description: "x86-64, 8 cores, 32 GiB, Linux 6.1".to_owned() },
            HostInfo { name: "bench-2".to_owned(), description: "aarch64, 4 cores, 16 GiB, Linux 6.1".to_owned() },
        ],
        ..Dataset::default()
    };
    for level in 0..levels {
        for contender in 0..CONTENDERS.len() {
            for seed in 1..=seeds {
                let trial = trial(&dataset, (level, contender, seed), &mut random);
                dataset.trials.push(trial);
            }
        }
    }
    add_curves(&mut dataset, &mut random);
    dataset
}

fn level(i: usize, levels: usize, random: &mut Pcg64) -> LevelInfo {
    let log10_states = 3.2 + 5.6 * i as f64 / levels.max(1) as f64 + 0.5 * normal(random);
    LevelInfo {
        name: LevelName {
            file: "$LEVELS/invented/Rooms and halls.slc".to_owned(),
            number: i + 1,
            title: Some(format!("{} {}", WORDS[i % WORDS.len()], i / WORDS.len() + 1)),
        },
        hash: LevelHash::from_bytes(bytes(random)),
        boxes: 2 + i * 7 / levels.max(1),
        log10_states,
        optimum: Some((log10_states * 11.0 + 8.0 * normal(random)).max(6.0) as u32),
    }
}

fn contender(&(name, player, preset, ..): &Invented) -> ContenderInfo {
    ContenderInfo {
        name: name.to_owned(),
        player: player.to_owned(),
        preset: preset.map(str::to_owned),
        settings: vec!["metric=pushes".to_owned()],
        parameters: "{\"metric\":\"pushes\",\"weight\":1.0}".to_owned(),
        threads: 1,
    }
}

fn trial(dataset: &Dataset, (level, contender, seed): (usize, usize, u64), random: &mut Pcg64) -> Trial {
    let (_, _, _, growth, pace, stretch, is_random) = CONTENDERS[contender];
    let info = &dataset.levels[level];
    // Difficulty that all share, and what differs from player to player: the same for all seeds of a deterministic one.
    let mut own = Pcg64::new(level as u128 * 31 + contender as u128 + 7, 3);
    let common = normal(&mut Pcg64::new(level as u128, 5));
    let luck = if is_random { 0.35 * normal(random) } else { 0.0 };
    let nodes = 10f64.powf(growth * info.log10_states + 1.2 + 0.45 * common + 0.3 * normal(&mut own) + luck);
    let wall = 0.000_4 + nodes / pace * 10f64.powf(0.02 * normal(random));
    let out_of_memory = contender == 4 && nodes > 1.2e7;
    let outcome = match (out_of_memory, wall > LIMIT) {
        (true, _) => Outcome::MemoryLimit,
        (_, true) => Outcome::TimeLimit,
        _ => Outcome::Solved,
    };
    let wall = if out_of_memory { 1.2e7 / pace } else { wall.min(LIMIT) };
    let expanded = if outcome == Outcome::Solved { nodes } else { wall * pace } as u64;
    let optimum = f64::from(info.optimum.unwrap_or(20));
    let pushes =
        (optimum * (stretch + if stretch > 1.0 { 0.08 * normal(random) } else { 0.0 })).max(optimum) as u32;
    let unfinished = level + 1 == dataset.levels.len() && contender == 6 && seed > 3;
    let run = RunInfo {
        id: RunId::from_bytes(bytes(random)),
        outcome,
        lengths: (outcome == Outcome::Solved).then_some((pushes, pushes * 3 + 7)),
        optimal: (outcome == Outcome::Solved && stretch <= 1.0).then_some(Objective::Pushes),
        wall,
        cpu: Some(wall * 0.99),
        statistics: Statistics {
            iterations: expanded,
            expanded,
            generated: expanded * 5 / 2,
            open: expanded / 3,
            closed: expanded,
            peak_memory_bytes: 4096 + expanded * 80,
        },
        watchdog: outcome == Outcome::TimeLimit && contender == 6,
        load: Some(1.0 + 0.2 * normal(random).abs()),
        started_ms: 1_770_970_000_000 + dataset.trials.len() as i64 * 1370,
        host: usize::from(seed % 4 == 0),
    };
    let job = JobId::from_bytes(bytes(random));
    Trial { level, contender, seed, repetition: 1, job, run: (!unfinished).then_some(run) }
}

/// The two random players report what they have learnt, on a few levels.
fn add_curves(dataset: &mut Dataset, random: &mut Pcg64) {
    let learners = |trial: &Trial| trial.contender >= 5 && trial.level % 20 == 3 && trial.level < 60;
    let trials: Vec<usize> = (0..dataset.trials.len()).filter(|&i| learners(&dataset.trials[i])).collect();
    for trial in trials {
        let (rate, top) =
            if dataset.trials[trial].contender == 5 { (9_000.0, 0.62) } else { (4_000.0, 0.86) };
        let (rate, top) = (rate * (0.2 * normal(random)).exp(), top + 0.05 * normal(random));
        let point = |i: u64, random: &mut Pcg64| {
            let step = i * 200;
            (step, top * (1.0 - (-(step as f64) / rate).exp()) + 0.02 * normal(random))
        };
        let points = (0..=150).map(|i| point(i, random)).collect();
        dataset.curves.push(Curve { trial, name: "share of subgoals reached".to_owned(), points });
    }
}
