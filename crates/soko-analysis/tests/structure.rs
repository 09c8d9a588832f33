//! Articulations, blocks, tunnels and rooms on random boards, against definitions written out naively.

#[path = "../../soko-core/tests/rules/random_board.rs"]
mod random_board;

use std::collections::BTreeSet;

use proptest::prelude::*;
use soko_analysis::{Axis, Blocks, Rooms, Sides, dead_squares, state_space::StateSpace, tunnels};
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

fn pieces(level: &Level, free: &SquareSet) -> usize {
    let mut left: BTreeSet<Square> = free.iter().collect();
    let mut count = 0;
    while let Some(&first) = left.first() {
        for square in component(level, free, first) {
            left.remove(&square);
        }
        count += 1;
    }
    count
}

fn without(set: &SquareSet, square: Square) -> SquareSet {
    let mut rest = set.clone();
    rest.remove(square);
    rest
}

/// Do the squares stay connected with each other whichever single square is taken away?
fn inseparable(level: &Level, free: &SquareSet, a: Square, b: Square) -> bool {
    component(level, free, a).contains(&b)
        && free
            .iter()
            .filter(|&cut| cut != a && cut != b)
            .all(|cut| component(level, &without(free, cut), a).contains(&b))
}

/// The floor without boxes, or with all of them in the way: connected and disconnected sets.
fn free_sets(level: &Level) -> [SquareSet; 2] {
    let mut open = level.floor().clone();
    level.start().boxes().iter().for_each(|square| open.remove(square));
    [level.floor().clone(), open]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_articulation_is_a_square_whose_loss_adds_pieces(level in random_board::levels()) {
        for free in free_sets(&level) {
            let blocks = Blocks::of(&level, &free);
            let whole = pieces(&level, &free);
            for square in free.iter() {
                let parts = pieces(&level, &without(&free, square));
                prop_assert_eq!(blocks.articulations().contains(square), parts > whole, "{:?}", square);
            }
        }
    }

    #[test]
    fn blocks_are_the_largest_inseparable_sets(level in random_board::levels()) {
        for free in free_sets(&level) {
            let blocks = Blocks::of(&level, &free);
            // Two squares share a block exactly if no other square parts them and, for pairs that are no
            // neighbours, they are connected at all.
            let squares: Vec<Square> = free.iter().collect();
            for (i, &a) in squares.iter().enumerate().step_by(3) {
                for &b in &squares[i + 1..] {
                    prop_assert_eq!(blocks.together(a, b), inseparable(&level, &free, a, b), "{:?} {:?}", a, b);
                }
            }
            // Every step lies in exactly one block, every square in at least one, articulations in several.
            for &a in &squares {
                let homes = blocks.blocks().iter().filter(|block| block.contains(&a)).count();
                prop_assert_eq!(homes > 1, blocks.articulations().contains(a));
                prop_assert!(homes > 0);
                for b in [Direction::Right, Direction::Down].map(|d| level.next(a, d)) {
                    if free.contains(b) {
                        let shared = blocks.blocks().iter().filter(|k| k.contains(&a) && k.contains(&b));
                        prop_assert_eq!(shared.count(), 1);
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_tell_the_sides_of_a_lone_box(level in random_board::levels()) {
        let blocks = Blocks::of_floor(&level);
        let sides = Sides::new(&level);
        for square in level.floor().iter() {
            for a in Direction::ALL {
                for b in Direction::ALL {
                    let (one, other) = (level.next(square, a), level.next(square, b));
                    if level.floor().contains(one) && level.floor().contains(other) {
                        let by_blocks = a == b || blocks.together(one, other);
                        prop_assert_eq!(sides.connected(square, a, b), by_blocks);
                    }
                }
            }
        }
    }

    #[test]
    fn tunnels_are_the_squares_between_two_walls(level in random_board::levels()) {
        let wall = |square: Square, d: Direction| !level.floor().contains(level.next(square, d));
        let mut expected = BTreeSet::new();
        for square in level.floor().iter() {
            let narrow = (wall(square, Direction::Up) && wall(square, Direction::Down))
                || (wall(square, Direction::Left) && wall(square, Direction::Right));
            if narrow {
                expected.insert(square);
            }
        }
        let found = tunnels(&level);
        let mut all: Vec<Square> = found.iter().flat_map(|t| t.squares().iter().copied()).collect();
        all.sort_unstable();
        prop_assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "no square in two tunnels");
        prop_assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), expected);
        let sides = Sides::new(&level);
        for tunnel in &found {
            let [back, forth] = tunnel.axis().along();
            prop_assert!(tunnel.squares().windows(2).all(|pair| level.next(pair[0], forth) == pair[1]));
            for &square in tunnel.squares() {
                prop_assert!(tunnel.axis().across().iter().all(|&side| wall(square, side)));
                if !wall(square, back) && !wall(square, forth) {
                    prop_assert_eq!(tunnel.cuts(), !sides.connected(square, back, forth));
                }
            }
            // The squares beyond are the neighbours of the ends, and the tunnel does not go on there.
            let ends = [(tunnel.squares()[0], back), (tunnel.squares()[tunnel.squares().len() - 1], forth)];
            for ((end, direction), beyond) in ends.into_iter().zip(tunnel.beyond()) {
                let next = level.next(end, direction);
                prop_assert_eq!(beyond, Some(next).filter(|&s| level.floor().contains(s)));
                let goes_on = found.iter().any(|t| t.axis() == tunnel.axis() && t.squares().contains(&next));
                prop_assert!(!goes_on);
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

#[test]
fn axes_are_perpendicular() {
    for axis in [Axis::Horizontal, Axis::Vertical] {
        assert!(axis.along().iter().all(|d| !axis.across().contains(d)));
    }
}
