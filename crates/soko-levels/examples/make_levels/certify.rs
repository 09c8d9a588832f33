//! The best solution of a level, and the proof that it is the best.
//!
//! Two independent searches can prove an optimum: the player `bfs`, if its work is small enough to be repeated
//! by the tests, else A*. Where neither ends, the solution at hand is shortened piece by piece and shipped
//! without a claim.

use soko_core::{Level, Solution, Verified};
use soko_solver::{Budget, Objective, Silent, run};

use crate::{
    astar::{self, Outcome},
    improve::improve,
};

/// Positions the tests may expand per level; larger proofs are left to A*.
const BFS_NODES: u64 = 200_000;
/// Weights of the estimate, in tenths, with which an unknown level is attacked.
const WEIGHTS: [astar::Weight; 5] = [50, 30, 20, 13, 11];
/// Positions known at most in each of these attacks.
const ATTACK: usize = 8_000_000;

/// What can be said for a level.
pub(crate) struct Certificate {
    pub(crate) solution: Verified<Solution>,
    /// The search that proves the solution optimal.
    pub(crate) proof: Option<&'static str>,
}

/// Solves a level as well as we can; `known` is a solution to start from, `limit` bounds the positions of A*.
pub(crate) fn certify(
    level: &Level,
    known: Option<Verified<Solution>>,
    limit: usize,
) -> Result<Certificate, String> {
    let bfs = soko_players::PLAYERS.find("bfs").map_err(|e| e.to_string())?;
    let mut bfs = bfs.build(None, &[]).map_err(|e| e.to_string())?;
    let budget = Budget { nodes: Some(BFS_NODES), ..Budget::default() };
    let report = run(&mut *bfs, level, budget, 0, 1, &mut Silent);
    if let (Some(solution), Some(Objective::Pushes)) = (report.solution, report.optimal) {
        return Ok(Certificate { solution: better(solution, known), proof: Some("bfs") });
    }
    let known = known.map(|known| improve(level, known));
    match astar::solve(level, 10, limit) {
        Outcome::Solved(solution) => {
            Ok(Certificate { solution: better(solution, known), proof: Some("astar") })
        }
        Outcome::Unsolvable => Err("has no solution".to_owned()),
        Outcome::OutOfNodes => {
            let found = || attack(level).map(|found| improve(level, found));
            let solution = known.or_else(found).ok_or("no solution found")?;
            Ok(Certificate { solution, proof: None })
        }
    }
}

/// Any solution, the shorter the better.
fn attack(level: &Level) -> Option<Verified<Solution>> {
    WEIGHTS
        .into_iter()
        .filter_map(|weight| match astar::solve(level, weight, ATTACK) {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        })
        .reduce(|a, b| better(a, Some(b)))
}

/// The one with fewer pushes, then fewer moves.
fn better(a: Verified<Solution>, b: Option<Verified<Solution>>) -> Verified<Solution> {
    let cost = |s: &Solution| (s.metrics().pushes, s.metrics().moves);
    match b {
        Some(b) if cost(&b) < cost(&a) => b,
        _ => a,
    }
}
