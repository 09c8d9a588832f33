//! Sides and rooms on random boards, against definitions written out naively.

#[path = "../../soko-core/tests/rules/random_board.rs"]
mod random_board;

use std::collections::BTreeSet;

use proptest::prelude::*;
use soko_analysis::{Rooms, Sides, StateSpace, dead_squares};
use soko_core::{Direction, Level, Square, SquareSet};

/// The squares of `free` that `from` is connected with.
fn component(level: &Level, free: &SquareSet, from: Square) -> BTreeSet<Square> {
    let mut seen = BTreeSet::from([from]);
    let mut stack = vec![from];
    while let Some(square) = stack.pop() {
        for next in Direction::ALL.map(|d| level.next(square, d)) {
            if free.contains(next) && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    seen
}

fn without(set: &SquareSet, square: Square) -> SquareSet {
    let mut rest = set.clone();
    rest.remove(square);
    rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sides_are_what_is_connected_without_the_box(level in random_board::levels()) {
        let sides = Sides::new(&level);
        for square in level.floor().iter() {
            let open = without(level.floor(), square);
            for a in Direction::ALL {
                for b in Direction::ALL {
                    let (one, other) = (level.next(square, a), level.next(square, b));
                    if open.contains(one) && open.contains(other) {
                        let connected = component(&level, &open, one).contains(&other);
                        prop_assert_eq!(sides.connected(square, a, b), connected);
                    }
                }
            }
        }
    }

    #[test]
    fn rooms_are_the_connected_unions_of_blocks(level in random_board::levels()) {
        let rooms = Rooms::new(&level);
        let free = |x: usize, y: usize| level.square_at(x, y).is_some();
        // A square is covered if one of the twelve ways to lay a block over it is all floor.
        let covered = |square: Square| {
            let (x, y) = level.coordinates(square);
            [(3, 2), (2, 3)].iter().any(|&(wide, high)| {
                (0..wide).any(|dx| (0..high).any(|dy| {
                    let corner = x.checked_sub(dx).zip(y.checked_sub(dy));
                    corner.is_some_and(|(x, y)| (x..x + wide).all(|x| (y..y + high).all(|y| free(x, y))))
                }))
            })
        };
        let mut cover = SquareSet::new(level.squares());
        level.floor().iter().filter(|&s| covered(s)).for_each(|s| cover.insert(s));
        for square in level.floor().iter() {
            prop_assert_eq!(rooms.room_of(square).is_some(), cover.contains(square));
            if let Some(room) = rooms.room_of(square) {
                let together: BTreeSet<Square> = rooms.rooms()[room].iter().collect();
                prop_assert_eq!(together, component(&level, &cover, square));
            }
        }
    }

    #[test]
    fn the_state_space_is_the_formula(level in random_board::levels()) {
        let squares = level.floor().len() as u128;
        let dead = if level.boxes() > level.goals().len() { 0 } else { dead_squares(&level).len() as u128 };
        let places = squares - dead;
        // Six boxes at most: falling factorials fit.
        let boxes = level.boxes() as u128;
        let ways = if boxes > places {
            0
        } else {
            (0..boxes).map(|i| places - i).product::<u128>() / (1..=boxes).product::<u128>()
        };
        prop_assert_eq!(StateSpace::of(&level).exact(), Some(ways * squares));
    }
}
