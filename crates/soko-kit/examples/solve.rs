//! Solves the levels of a file, or one of ours: `cargo run --release -p soko-kit --example solve [FILE]`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use std::{error::Error, time::Duration};

use soko_kit::{Solver, builtin, read_file};

fn main() -> Result<(), Box<dyn Error>> {
    let levels = std::env::args().nth(1).map_or_else(|| builtin("workshop"), read_file)?;
    let solver = Solver::new().time_limit(Duration::from_secs(10));
    for named in &levels {
        let report = solver.solve(&named.level);
        match report.solution {
            Some(solution) => {
                let proven = if report.optimal.is_some() { ", proven" } else { "" };
                println!(
                    "{}: {} pushes{proven}: {}",
                    named.number,
                    solution.metrics().pushes,
                    solution.lurd()
                );
            }
            None => println!("{}: {}", named.number, report.status),
        }
    }
    Ok(())
}
