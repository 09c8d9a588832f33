//! What the generator makes, in figures: `cargo run --release -p soko-levels --example survey`.
//!
//! For a few wishes the time, the attempts and the means of the measures, on one thread. With a file of levels it measures those,
//! for comparison: `--example survey -- FILE [COUNT]`.

use std::{env, fs, time::Instant};

use soko_core::{Metrics, check};
use soko_formats::{ReadOptions, read};
use soko_levels::generate::{Stream, Wish};
use soko_solver::{Budget, Silent, run};

/// Wishes and how many levels of each.
const WISHES: [(&str, usize); 5] = [
    ("rooms 10x10, 4 boxes, 10.. pushes, 0.. lines, 0.. changes, 0 idle", 1000),
    ("rooms 8x8, 3 boxes, 30.. pushes, 0.. lines, 0.. changes, 0 idle", 100),
    ("rooms 10x10, 4 boxes, 40.. pushes, 0.. lines, 0.. changes, 0 idle", 20),
    ("halls 11x9, 4..5 boxes, 10.. pushes, 0.. lines, 7.. changes, 0 idle", 100),
    ("dense 8x7, 4..5 boxes, 10.. pushes, 0.. lines, 7.. changes, 0 idle", 100),
];

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    let mut arguments = env::args().skip(1);
    if let Some(file) = arguments.next() {
        let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(300);
        println!("{}", means(&solved(&file, count)));
        return;
    }
    for (wish, count) in WISHES {
        let start = Instant::now();
        let mut stream = Stream::new(wish.parse::<Wish>().expect("a wish"), 1).expect("a possible wish");
        let metrics: Vec<_> = stream.by_ref().take(count).map(|made| *made.solution.metrics()).collect();
        let (seconds, tally) = (start.elapsed().as_secs_f64(), stream.tally());
        println!("{wish}\n  {} levels of {} attempts in {seconds:.2} s", metrics.len(), tally.attempts());
        println!("  refused: {tally}\n  {}", means(&metrics));
    }
}

/// The best solutions of a file's first levels.
fn solved(file: &str, count: usize) -> Vec<Metrics> {
    let document = read(&fs::read(file).expect("a file that can be read"), &ReadOptions::default());
    let levels = document.collection.entries.into_iter().filter_map(|entry| check(&entry.board).level);
    let settings = ["metric=pushes-then-moves".to_owned()];
    let solved = levels.take(count).filter_map(|level| {
        let astar = soko_players::PLAYERS.find("astar").expect("a player of ours");
        let mut player = astar.build(None, &settings).expect("settings of its own");
        let budget = Budget { nodes: Some(200_000), ..Budget::default() };
        run(&mut *player, &level, budget, 0, 1, &mut Silent).solution
    });
    solved.map(|solution| *solution.metrics()).collect()
}

/// The mean of every measure.
fn means(metrics: &[Metrics]) -> String {
    let names = ["moves", "pushes", "box lines", "box changes", "pushing sessions", "player lines"];
    let mean = |i: usize| {
        let sum: u32 = metrics.iter().map(|metrics| metrics.as_array()[i]).sum();
        format!("{} {:.1}", names[i], f64::from(sum) / metrics.len().max(1) as f64)
    };
    format!("means of {}: {}", metrics.len(), (0..names.len()).map(mean).collect::<Vec<_>>().join(", "))
}
