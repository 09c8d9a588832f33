//! Makes small levels with at least twenty pushes, each with its proven optimum.
//! `cargo run --release -p soko-kit --example generate`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use std::error::Error;

use soko_kit::{LevelStream, LevelStyle, LevelWish};

fn main() -> Result<(), Box<dyn Error>> {
    let usual = LevelWish::of(LevelStyle::Rooms);
    let wish = LevelWish { width: 8, height: 8, boxes: "3".parse()?, pushes: "20..".parse()?, ..usual };
    for made in LevelStream::new(wish, 7)?.take(3) {
        println!(
            "{}\n{} pushes at least: {}\n",
            made.level.board(),
            made.solution.metrics().pushes,
            made.solution.lurd()
        );
    }
    Ok(())
}
