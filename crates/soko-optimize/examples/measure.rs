//! Optimises the solutions saved in level files and prints the counts before and after.
//!
//! `measure SECONDS METRIC FILE...`; METRIC is one of pushes, moves, pushes-then-moves, moves-then-pushes.

#![expect(clippy::print_stdout, reason = "printing is what a measuring program is for")]

use std::time::Duration;

use soko_formats::{ReadOptions, check, read};
use soko_optimize::optimize;
use soko_solver::metric::Metric;
use soko_solver::{Budget, Silent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().unwrap_or_default().parse()?;
    let name = arguments.next().unwrap_or_default();
    let metrics = [Metric::Pushes, Metric::Moves, Metric::PushesThenMoves, Metric::MovesThenPushes];
    let metric = metrics.into_iter().find(|metric| metric.objective().id() == name).ok_or("which metric?")?;
    let mut sums = [0; 4];
    for file in arguments {
        let document = read(&std::fs::read(&file)?, &ReadOptions::default());
        let checked = check(&document);
        for (entry, checked) in document.collection.entries.iter().zip(&checked) {
            let Some(level) = &checked.level else { continue };
            let Some(solution) = entry.games.iter().find_map(|game| game.solution()) else { continue };
            let budget = Budget { time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() };
            let (before, title) = (*solution.metrics(), entry.title.as_deref().unwrap_or("?"));
            let done = optimize(level, solution.clone(), metric, budget, 1, &mut Silent);
            let after = done.solution.metrics();
            println!(
                "{title:<24} pushes {:>5} -> {:>5}  moves {:>6} -> {:>6}  {:>10} nodes {:>7.2} s",
                before.pushes,
                after.pushes,
                before.moves,
                after.moves,
                done.statistics.expanded,
                done.elapsed.as_secs_f64(),
            );
            for (sum, count) in sums.iter_mut().zip([before.pushes, after.pushes, before.moves, after.moves])
            {
                *sum += count;
            }
        }
    }
    println!("all: pushes {} -> {}  moves {} -> {}", sums[0], sums[1], sums[2], sums[3]);
    Ok(())
}
