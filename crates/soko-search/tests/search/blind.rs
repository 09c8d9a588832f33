//! The blind players on random levels, with surplus boxes and surplus goals, against a naive search.

use std::collections::BTreeSet;

use proptest::prelude::*;
use soko_core::Level;
use soko_solver::{Budget, Descriptor, Report, Silent, Status, run};

use crate::{naive::Naive, random_board};

/// Positions after which the naive search gives a board up.
const PATIENCE: usize = 2000;

fn play(descriptor: &Descriptor, preset: Option<&str>, level: &Level) -> Report {
    let mut player = descriptor.build(preset, &[]).expect("a preset of the player");
    run(&mut *player, level, Budget::default(), 0, 1, &mut Silent)
}

/// The board is too large for the naive search.
struct TooLarge;

/// Fewest pushes by plain breadth-first search over sets of points; `None` if there is no solution.
fn naive_optimum(level: &Level) -> Result<Option<u32>, TooLarge> {
    let start = Naive::parse(&level.board().to_string());
    let mut seen = BTreeSet::new();
    let mut layer = vec![start];
    let mut pushes = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for position in layer {
            if position.is_solved() {
                return Ok(Some(pushes));
            }
            let region = position.region();
            if !seen.insert((position.boxes.clone(), region.first().copied())) {
                continue;
            }
            if seen.len() > PATIENCE {
                return Err(TooLarge);
            }
            for &player in &region {
                let mut here = position.clone();
                here.player = player;
                next.extend((0..4).filter_map(|way| here.step(way)).filter(|step| step.1).map(|step| step.0));
            }
        }
        layer = next;
        pushes += 1;
    }
    Ok(None)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn all_agree_with_the_naive_search(level in random_board::levels()) {
        let Ok(optimum) = naive_optimum(&level) else {
            return Err(TestCaseError::reject("too large for the naive search"));
        };
        let expected = if optimum.is_some() { Status::Solved } else { Status::Unsolvable };
        for preset in [None, Some("plain")] {
            let bfs = play(&soko_search::bfs::DESCRIPTOR, preset, &level);
            prop_assert_eq!(bfs.status, expected, "bfs {:?}", preset);
            prop_assert_eq!(bfs.solution.map(|s| s.metrics().pushes), optimum);
            let dfs = play(&soko_search::dfs::DESCRIPTOR, preset, &level);
            prop_assert_eq!(dfs.status, expected, "dfs {:?}", preset);
        }
    }
}
