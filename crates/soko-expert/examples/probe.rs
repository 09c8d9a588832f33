//! Solves every level of a file with the expert and prints one line for each.
//!
//! `probe FILE SECONDS [FIRST-LAST] [STEP]`: a quick look while working on the player; for figures use the lab. Parameters are
//! taken from `SET`, a limit of positions from `NODES`, the number of threads from `THREADS`.
#![expect(clippy::print_stdout, reason = "a measuring tool")]

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use soko_expert::DESCRIPTOR;
use soko_solver::{Budget, Event, EventKind, run};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1]).expect("a level file");
    let limit: f64 = args[2].parse().expect("seconds");
    let nodes: Option<u64> = std::env::var("NODES").ok().and_then(|n| n.parse().ok());
    let threads: usize = std::env::var("THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let range = args.get(3).map_or("1-99999", String::as_str);
    let (lo, hi) = range.split_once('-').unwrap_or((range, range));
    let (lo, hi): (usize, usize) = (lo.parse().expect("first"), hi.parse().expect("last"));
    let step: usize = args.get(4).map_or(1, |s| s.parse().expect("step"));
    let document = soko_formats::read(&bytes, &soko_formats::ReadOptions::default());
    let settings: Vec<String> =
        std::env::var("SET").map(|set| set.split(',').map(str::to_owned).collect()).unwrap_or_default();
    let (mut solved, mut all, mut spent, mut quick) = (0, 0, 0.0, 0);
    for (i, entry) in document.collection.entries.iter().enumerate() {
        if i + 1 < lo || i + 1 > hi || (i + 1 - lo) % step != 0 {
            continue;
        }
        let Some(level) = soko_formats::check_entry(i + 1, entry).level else { continue };
        let mut told = Vec::new();
        let mut phase = String::new();
        let mut observer = |event: &Event| {
            match &event.kind {
                EventKind::Phase(name) => phase.clone_from(name),
                EventKind::Note(note) => told.push(note.clone()),
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let mut player = DESCRIPTOR.build(None, &settings).expect("settings");
        let budget = Budget {
            time: Some(Duration::from_secs_f64(limit)),
            nodes,
            memory: Some(6 << 30),
            ..Budget::default()
        };
        let start = Instant::now();
        let report = run(&mut *player, &level, budget, 1, threads, &mut observer);
        let seconds = start.elapsed().as_secs_f64();
        let ok = report.solution.is_some();
        all += 1;
        solved += usize::from(ok);
        quick += usize::from(ok && seconds <= 1.0);
        spent += seconds;
        let pushes = report.solution.as_ref().map_or(0, |s| s.metrics().pushes);
        println!(
            "{:4} {} {:3} boxes {seconds:7.3} s {:8} nodes {phase:8} {pushes:5} pushes {} | {}",
            i + 1,
            if ok { "SOLVED" } else { "  -   " },
            level.boxes(),
            report.statistics.expanded,
            report.status,
            told.join("; ")
        );
    }
    println!("solved {solved} of {all}, {quick} within 1 s, {spent:.1} s");
}
