//! Solves the levels of a collection: `cargo run --release -p soko-kit --example ten_lines`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use soko_kit::{Solver, builtin};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for named in &builtin("tutorial")? {
        let report = Solver::new().solve(&named.level);
        let solution = report.solution.ok_or("not solved")?;
        println!("{:>2} {:>2} pushes {}", named.number, solution.metrics().pushes, solution.lurd());
    }
    Ok(())
}
