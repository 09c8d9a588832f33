//! The players of the library that prove and find solutions here: `bfs` and `astar`.
//!
//! Both are bounded by the positions they expand and by the memory of their tables, never by the clock, so that
//! every machine makes the same files. The memory is what the searches account for, the same everywhere too.

use soko_core::Level;
use soko_solver::{Budget, Report, Silent, run};

/// Bytes that a search may hold.
const MEMORY: u64 = 4 << 30;

/// Breadth-first search; what it solves is proven optimal in pushes.
pub(crate) fn bfs(level: &Level, nodes: u64) -> Report {
    play("bfs", &[], level, nodes)
}

/// A*; what it solves with weight 1 is proven optimal in pushes.
pub(crate) fn astar(level: &Level, weight: f64, nodes: u64) -> Report {
    play("astar", &[format!("weight={weight}")], level, nodes)
}

fn play(player: &str, settings: &[String], level: &Level, nodes: u64) -> Report {
    let descriptor = soko_players::PLAYERS.find(player).expect("the registry has both players");
    let mut player = descriptor.build(None, settings).expect("both take these settings");
    let budget = Budget { nodes: Some(nodes), memory: Some(MEMORY), ..Budget::default() };
    run(&mut *player, level, budget, 0, 1, &mut Silent)
}

#[cfg(test)]
mod tests {
    use soko_solver::{Objective, Status};

    use super::*;
    use crate::sheet;

    /// A* against the proofs of `bfs`, over all levels that have one.
    #[test]
    fn astar_agrees_with_breadth_first_search() {
        let mut compared = 0;
        for builtin in soko_levels::BUILTINS {
            for (entry, level) in sheet::levels(builtin.text) {
                if entry.property("Proof") != Some("bfs") {
                    continue;
                }
                let report = astar(&level, 1.0, u64::MAX);
                assert_eq!(report.optimal, Some(Objective::Pushes), "{:?}", entry.title);
                let pushes = report.solution.map(|s| s.metrics().pushes.to_string());
                assert_eq!(pushes.as_deref(), entry.property("Optimal-Pushes"), "{:?}", entry.title);
                compared += 1;
            }
        }
        assert!(compared >= 60, "{compared}");
    }

    #[test]
    fn a_heavier_estimate_claims_nothing() {
        let level = Level::parse("#######\n#@ $ .#\n#######").unwrap();
        let report = astar(&level, 2.0, u64::MAX);
        assert_eq!((report.status, report.optimal), (Status::Solved, None));
        assert_eq!(astar(&level, 1.0, 0).status, Status::NodeLimit);
    }
}
