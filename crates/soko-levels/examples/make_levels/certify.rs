//! The best solution of a level, and the proof that it is the best.
//!
//! Two searches can prove an optimum: the player `bfs`, if its work is small enough to be repeated by the
//! tests, else `astar`. Where neither ends, the solution at hand is shortened piece by piece and shipped without
//! a claim. A known solution stays unless a search finds a better one: files do not change for nothing.

use soko_core::{Level, Solution, Verified};
use soko_solver::{Objective, Report, Status};

use crate::{
    improve::improve,
    search::{astar, bfs},
};

/// Positions the tests may expand per level; larger proofs are left to A*.
const BFS_NODES: u64 = 200_000;
/// Weights of the estimate with which an unknown level is attacked.
const WEIGHTS: [f64; 5] = [5.0, 3.0, 2.0, 1.3, 1.1];
/// Positions expanded at most in each of these attacks.
const ATTACK: u64 = 2_000_000;

/// What can be said for a level.
pub(crate) struct Certificate {
    pub(crate) solution: Verified<Solution>,
    /// The search that proves the solution optimal.
    pub(crate) proof: Option<&'static str>,
}

/// Solves a level as well as we can; `known` is a solution to start from, `limit` bounds the work of A*.
pub(crate) fn certify(
    level: &Level,
    known: Option<Verified<Solution>>,
    limit: u64,
) -> Result<Certificate, String> {
    if let Some(optimum) = optimum(bfs(level, BFS_NODES)) {
        return Ok(Certificate { solution: better(known, optimum), proof: Some("bfs") });
    }
    let report = astar(level, 1.0, limit);
    if report.status == Status::Unsolvable {
        return Err("has no solution".to_owned());
    }
    if let Some(optimum) = optimum(report) {
        return Ok(Certificate { solution: better(known, optimum), proof: Some("astar") });
    }
    let solution = known.or_else(|| attack(level)).ok_or("no solution found")?;
    Ok(Certificate { solution: improve(level, solution), proof: None })
}

fn optimum(report: Report) -> Option<Verified<Solution>> {
    report.solution.filter(|_| report.optimal == Some(Objective::Pushes))
}

/// Any solution, the shorter the better.
fn attack(level: &Level) -> Option<Verified<Solution>> {
    let found = WEIGHTS.into_iter().filter_map(|weight| astar(level, weight, ATTACK).solution);
    found.reduce(|a, b| better(Some(a), b))
}

/// The one with fewer pushes, then fewer moves; the known one if they are equal.
pub(crate) fn better(known: Option<Verified<Solution>>, found: Verified<Solution>) -> Verified<Solution> {
    let cost = |s: &Solution| (s.metrics().pushes, s.metrics().moves);
    known.filter(|known| cost(known) <= cost(&found)).unwrap_or(found)
}

#[cfg(test)]
mod tests {
    use soko_core::{lurd, replay};

    use super::*;

    const LEVEL: &str = "#######\n#     #\n#@ $ .#\n#     #\n#######";

    fn solution(moves: &str) -> Verified<Solution> {
        replay(&Level::parse(LEVEL).unwrap(), &lurd::parse(moves).unwrap()).unwrap()
    }

    fn certified(known: &str) -> Certificate {
        certify(&Level::parse(LEVEL).unwrap(), Some(solution(known)), 1000).unwrap()
    }

    #[test]
    fn a_worse_solution_is_replaced_and_the_optimum_proven() {
        let certificate = certified("uddurrr");
        assert_eq!((certificate.solution.lurd().as_str(), certificate.proof), ("rRR", Some("bfs")));
    }

    #[test]
    fn of_equals_the_known_one_stays() {
        let (known, other) = (solution("udrrr"), solution("durrr"));
        assert_eq!(better(Some(known), other.clone()).lurd(), "udrRR");
        assert_eq!(better(Some(solution("ududrrr")), other).lurd(), "durRR");
    }
}
