//! The best-first players on random levels, with surplus boxes and surplus goals, against a naive search:
//! every metric, both spaces, every estimate, every deadlock rule on and off.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use soko_core::Level;
use soko_solver::{Budget, Descriptor, Report, Silent, Status, run};

use crate::{
    naive::{Naive, Point},
    random_board,
};

/// Positions after which the naive search gives a board up.
const PATIENCE: usize = 4000;

fn play(descriptor: &Descriptor, settings: &[&str], level: &Level) -> Report {
    let settings: Vec<_> = settings.iter().map(|&s| s.to_owned()).collect();
    let mut player = descriptor.build(None, &settings).expect("settings of the player");
    run(&mut *player, level, Budget::default(), 0, 1, &mut Silent)
}

/// The board is too large for the naive search.
struct TooLarge;

/// Least cost by Dijkstra's algorithm over single steps; `cost` is (for a step, for a push).
fn naive_optimum(level: &Level, step: (u32, u32), push: (u32, u32)) -> Result<Option<(u32, u32)>, TooLarge> {
    let start = Naive::parse(&level.board().to_string());
    let mut done: BTreeSet<(BTreeSet<Point>, Point)> = BTreeSet::new();
    let mut waiting: BTreeMap<(u32, u32), Vec<Naive>> = BTreeMap::from([((0, 0), vec![start])]);
    while let Some((cost, layer)) = waiting.pop_first() {
        for position in layer {
            if position.is_solved() {
                return Ok(Some(cost));
            }
            if !done.insert((position.boxes.clone(), position.player)) {
                continue;
            }
            if done.len() > PATIENCE {
                return Err(TooLarge);
            }
            for (next, pushed) in (0..4).filter_map(|way| position.step(way)) {
                let more = if pushed { push } else { step };
                waiting.entry((cost.0 + more.0, cost.1 + more.1)).or_default().push(next);
            }
        }
        // Steps of no cost are filed under the cost that was just taken out.
    }
    Ok(None)
}

const RULES: &[&[&str]] = &[
    &[],
    &["dead_squares=false", "freeze=false", "pi_corral=false", "corral=0"],
    &["freeze=false"],
    &["pi_corral=false"],
    &["corral=0"],
    &["corral=5"],
    &["dead_squares=false", "freeze=false", "corral=0"],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn pushes_are_optimal(level in random_board::levels()) {
        let Ok(optimum) = naive_optimum(&level, (0, 0), (1, 0)) else {
            return Err(TestCaseError::reject("too large for the naive search"));
        };
        let expected = if optimum.is_some() { Status::Solved } else { Status::Unsolvable };
        for &rules in RULES {
            for settings in [
                &[][..], &["heuristic=assignment"], &["heuristic=manhattan"], &["heuristic=none"], &["space=moves"],
            ] {
                let settings = [rules, settings].concat();
                let astar = play(&soko_search::astar::DESCRIPTOR, &settings, &level);
                prop_assert_eq!(astar.status, expected, "astar {:?}", settings);
                prop_assert_eq!(astar.optimal.is_some(), optimum.is_some());
                prop_assert_eq!(astar.solution.map(|s| s.metrics().pushes), optimum.map(|o| o.0), "{:?}", settings);
            }
            let settings = [rules, &["metric=pushes"]].concat();
            let ucs = play(&soko_search::ucs::DESCRIPTOR, &settings, &level);
            prop_assert_eq!(ucs.status, expected, "ucs {:?}", settings);
            prop_assert_eq!(ucs.solution.map(|s| s.metrics().pushes), optimum.map(|o| o.0));
            let ida = play(&soko_search::ida::DESCRIPTOR, rules, &level);
            prop_assert_eq!(ida.status, expected, "ida {:?}", rules);
            prop_assert_eq!(ida.solution.map(|s| s.metrics().pushes), optimum.map(|o| o.0));
            for weighted in [&["weight=3"][..], &["heuristic=manhattan+agent", "agent_weight=2"]] {
                let astar = play(&soko_search::astar::DESCRIPTOR, &[rules, weighted].concat(), &level);
                prop_assert_eq!(astar.status, expected, "astar {:?} {:?}", rules, weighted);
                prop_assert_eq!(astar.optimal, None);
            }
            let greedy = play(&soko_search::greedy::DESCRIPTOR, rules, &level);
            prop_assert_eq!(greedy.status, expected, "greedy {:?}", rules);
            prop_assert_eq!(greedy.optimal, None);
        }
    }

    #[test]
    fn moves_are_optimal(level in random_board::levels()) {
        for (metric, step, push) in [
            ("metric=moves", (1, 0), (1, 0)),
            ("metric=pushes-then-moves", (0, 1), (1, 1)),
            ("metric=moves-then-pushes", (1, 0), (1, 1)),
        ] {
            let Ok(optimum) = naive_optimum(&level, step, push) else {
                return Err(TestCaseError::reject("too large for the naive search"));
            };
            let found = |report: &Report| report.solution.as_ref().map(|s| {
                let (moves, pushes) = (s.metrics().moves, s.metrics().pushes);
                (moves * step.0 + pushes * (push.0 - step.0), moves * step.1 + pushes * (push.1 - step.1))
            });
            for space in ["space=pushes", "space=moves"] {
                for rules in [&[][..], &["freeze=false", "corral=0"], &["dead_squares=false"]] {
                    for heuristic in ["assignment+conflicts", "assignment", "manhattan", "manhattan+agent"] {
                        if heuristic == "manhattan+agent" && metric == "metric=pushes-then-moves" {
                            continue;
                        }
                        let heuristic = format!("heuristic={heuristic}");
                        let settings = [rules, &[metric, space, &heuristic]].concat();
                        let astar = play(&soko_search::astar::DESCRIPTOR, &settings, &level);
                        prop_assert_eq!(found(&astar), optimum, "astar {:?}", settings);
                        prop_assert!(astar.optimal.is_some() == optimum.is_some());
                    }
                    let settings = [rules, &[metric, space]].concat();
                    let ucs = play(&soko_search::ucs::DESCRIPTOR, &settings, &level);
                    prop_assert_eq!(found(&ucs), optimum, "ucs {:?}", settings);
                }
            }
        }
    }
}
