//! Says whether moves solve a level: `cargo run --release -p soko-kit --example check_solution FILE NUMBER LURD`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use std::error::Error;

use soko_kit::{builtin, check_solution, read_file};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (levels, number, moves) = match args.as_slice() {
        [file, number, moves] => (read_file(file)?, number.parse()?, moves.as_str()),
        _ => (builtin("tutorial")?, 1, "rrRR"),
    };
    let named = levels.iter().find(|named| named.number == number).ok_or("there is no such level")?;
    match check_solution(&named.level, moves) {
        Ok(solution) => {
            let metrics = solution.metrics();
            println!("a solution: {} pushes, {} moves", metrics.pushes, metrics.moves);
        }
        Err(error) => println!("no solution: {error}"),
    }
    Ok(())
}
