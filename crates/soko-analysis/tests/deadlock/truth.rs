//! The oracle itself against a naive forward search that shares no code with it.

use std::collections::BTreeSet;

use soko_core::{Level, with_maze};

use crate::{
    boards,
    naive::Naive,
    oracle::{Oracle, draw},
};

/// Can the drawn position be won? By plain search over sets of points.
fn naive_can_win(board: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut stack = vec![Naive::parse(board)];
    while let Some(position) = stack.pop() {
        if position.is_solved() {
            return true;
        }
        let region = position.region();
        if seen.insert((position.boxes.clone(), region.first().copied())) {
            for &player in &region {
                let mut here = position.clone();
                here.player = player;
                stack
                    .extend((0..4).filter_map(|way| here.step(way)).filter(|step| step.1).map(|step| step.0));
            }
        }
    }
    false
}

fn compare(name: &str, level: &Level, every: u64) -> (u64, u64) {
    with_maze!(level, |maze| {
        let oracle = Oracle::new(level, &maze);
        let (mut seen, mut compared, mut solvable) = (0u64, 0, 0);
        oracle.for_each_position(|state, _| {
            seen += 1;
            if seen % every == 0 {
                let board = draw(level, state).to_string();
                assert_eq!(oracle.is_solvable(state), naive_can_win(&board), "{name}:\n{board}");
                compared += 1;
                solvable += u64::from(oracle.is_solvable(state));
            }
        });
        (compared, solvable)
    })
}

#[test]
fn the_oracle_agrees_with_a_naive_search() {
    let (mut compared, mut solvable) = (0, 0);
    for (name, level) in boards::random(150, 5_000) {
        let (some, good) = compare(&name, &level, 7);
        compared += some;
        solvable += good;
    }
    assert!(compared > 2_000 && solvable > compared / 20 && solvable < compared, "{solvable} of {compared}");
}
