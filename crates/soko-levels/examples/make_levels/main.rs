//! x
#![expect(clippy::print_stdout, reason="tool")]
mod astar;
mod freeze;
mod lower_bound;
use soko_levels::generate::{Recipe, generate};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "solve" {
        let weight: u32 = args[1].parse().unwrap();
        let limit: usize = args[2].parse().unwrap();
        for f in &args[3..] {
            let text = std::fs::read_to_string(f).unwrap();
            let mut title = String::new();
            for block in text.split("\n\n") {
                let board: String = block.lines().filter(|l| l.contains('#') && !l.starts_with(';')).map(|l| format!("{l}\n")).collect();
                if let Some(t) = block.lines().find(|l| l.starts_with(';')) { title = t.to_owned(); }
                if board.is_empty() { continue; }
                let level = match soko_core::Level::parse(&board) { Ok(l) => l, Err(e) => { println!("{title}: {e}"); continue } };
                let t = Instant::now();
                let found = astar::solve(&level, weight, limit);
                print!("{title}: {}x{} boxes {} goals {} floor {} ", level.board().width(), level.board().height(), level.boxes(), level.goals().len(), level.floor().len());
                match found.outcome {
                    astar::Outcome::Solved(s) => println!("{} {}", s.metrics(), s.lurd()),
                    astar::Outcome::Unsolvable => println!("UNSOLVABLE"),
                    astar::Outcome::OutOfNodes => println!("?? out of nodes"),
                }
                println!("   expanded {} {:.1?}", found.expanded, t.elapsed());
            }
        }
        return;
    }
    for line in args {
        let t = Instant::now();
        let r: Recipe = line.parse().unwrap();
        match generate(&r) {
            None => println!("{line}: nothing"),
            Some(m) => println!("; {line}\n{}\nscore {} metrics {} area {} {:.1?}\n{}\n", m.level.board(), m.score, m.solution.metrics(), m.level.floor().len(), t.elapsed(), m.solution.lurd()),
        }
    }
}
