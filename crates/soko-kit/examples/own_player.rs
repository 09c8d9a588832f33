//! A player of one's own: all walks of the player, shortest first.
//! `cargo run --release -p soko-kit --example own_player`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use std::{
    collections::{HashSet, VecDeque},
    error::Error,
};

use soko_kit::{Context, Direction, Halt, Level, Player, Solver, Verdict, builtin, check_solution};

/// Breadth-first search over single steps.
struct ShortestWalk;

impl Player for ShortestWalk {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        let start = level.start().clone();
        let mut known = HashSet::from([start.clone()]);
        let mut waiting = VecDeque::from([(start, String::new())]);
        while let Some((position, moves)) = waiting.pop_front() {
            // Counts the position, and says when to halt.
            context.expand()?;
            if level.is_solved(&position) {
                let solution = check_solution(level, &moves).expect("every move was made by the rules");
                return Ok(Verdict::Solved { solution, optimal: None });
            }
            for direction in Direction::ALL {
                let mut next = position.clone();
                if next.step(level, direction).is_some() && known.insert(next.clone()) {
                    let moves = format!("{moves}{}", direction.letter());
                    waiting.push_back((next, moves));
                }
            }
        }
        Ok(Verdict::Unsolvable)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for named in &builtin("tutorial")? {
        let solver = Solver::new().node_limit(1_000_000);
        let report = solver.with_player(&mut ShortestWalk, &named.level);
        let outcome = match &report.solution {
            Some(solution) => format!("{} moves", solution.metrics().moves),
            None => report.status.to_string(),
        };
        println!("{:>2} {:<30} {outcome}", named.number, named.title.as_deref().unwrap_or(""));
    }
    Ok(())
}
