//! Solves a level within limits, and tells how far it is: `cargo run --release -p soko-kit --example watched`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use std::{error::Error, ops::ControlFlow, time::Duration};

use soko_kit::{EventKind, Solver, builtin};

fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::player("astar")?
        .set("metric", "moves")?
        .time_limit(Duration::from_secs(10))
        .memory_limit(1 << 30)
        .threads(1);
    let report = solver.solve_watched(&builtin("workshop")?[0].level, |event| {
        if let EventKind::Progress(counters) = &event.kind {
            println!("{} positions after {:.1} s", counters.expanded, event.seconds);
        }
        ControlFlow::Continue(())
    });
    match report.solution {
        Some(solution) => println!("{} moves: {}", solution.metrics().moves, solution.lurd()),
        None => println!("{}", report.status),
    }
    Ok(())
}
