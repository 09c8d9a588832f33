//! x
#![expect(clippy::print_stdout, reason="tool")]
use soko_levels::generate::{Recipe, generate};
use std::time::Instant;
fn main() {
    for line in std::env::args().skip(1) {
        let t = Instant::now();
        let r: Recipe = line.parse().unwrap();
        match generate(&r) {
            None => println!("{line}: nothing"),
            Some(m) => println!("{line}\n{}score {} metrics {} area {} {:.1?}\n{}\n", m.level.board(), m.score, m.solution.metrics(), m.level.floor().len(), t.elapsed(), m.solution.lurd()),
        }
    }
}
