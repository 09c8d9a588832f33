//! Laws of the rules over random levels: surplus boxes, surplus goals, any shape.

use std::collections::BTreeSet;

use proptest::prelude::*;
use soko_core::{
    Direction, Level, Maze, Position, Session, Square, Step, Symmetry, check, identity, lurd,
    perft::push_perft, replay, with_maze,
};

use crate::{naive::Naive, perft::naive_perft, random_board::levels};

/// Random directions; most of them are blocked somewhere, and that is fine.
fn directions() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec((0..4usize).prop_map(|i| Direction::ALL[i]), 0..120)
}

/// Plays what is not blocked.
fn wander(level: &Level, directions: &[Direction]) -> (Position, Vec<Step>) {
    let mut position = level.start().clone();
    let steps = directions.iter().filter_map(|&d| position.step(level, d)).collect();
    (position, steps)
}

fn points(level: &Level, squares: impl Iterator<Item = Square>) -> BTreeSet<(i32, i32)> {
    squares
        .map(|s| {
            let (x, y) = level.coordinates(s);
            (x as i32, y as i32)
        })
        .collect()
}

/// Lowest square of the player's region, by the naive definition.
fn check_normal_form<const W: usize>(
    maze: &Maze<W>,
    level: &Level,
    position: &Position,
) -> Result<(), TestCaseError> {
    let state =
        soko_core::State { boxes: soko_core::Bits::from_set(position.boxes()), player: position.player() };
    let normal = maze.normal(&state);
    prop_assert_eq!(maze.normal(&normal), normal, "normal form is a fixed point");
    let region = maze.region(&state.boxes, state.player);
    let naive = Naive::parse(&level.draw(position).to_string());
    let inside: BTreeSet<_> =
        naive.region().intersection(&points(level, level.floor().iter())).copied().collect();
    prop_assert_eq!(points(level, region.iter()), inside, "the region is the naive one");
    // Every square of the region has the same normal form and the same key.
    for player in region.iter() {
        let other = maze.normal(&soko_core::State { player, ..state });
        prop_assert_eq!(other, normal);
        prop_assert_eq!(other.key(), normal.key());
    }
    // After any push the region is that of a full flood.
    let mut regions = Vec::new();
    maze.for_each_push(&state.boxes, &region, |square, direction| {
        let child = maze.push(&state.boxes, square, direction);
        let to = maze.next(square, direction);
        let after = maze.region_after_push(&region, &child.boxes, square, to);
        regions.push((after, maze.region(&child.boxes, child.player)));
    });
    for (after, flooded) in regions {
        prop_assert_eq!(after, flooded);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn steps_agree_with_the_naive_rules(level in levels(), directions in directions()) {
        let mut position = level.start().clone();
        let mut naive = Naive::parse(&level.board().to_string());
        for direction in directions {
            let ours = position.step(&level, direction);
            let theirs = naive.step(direction as usize);
            prop_assert_eq!(ours.map(|s| s.push), theirs.as_ref().map(|t| t.1));
            if let Some((next, _)) = theirs {
                naive = next;
            }
            prop_assert_eq!(level.is_solved(&position), naive.is_solved());
            prop_assert_eq!(level.draw(&position).to_string(), level.draw(&position.clone()).to_string());
            let (x, y) = level.coordinates(position.player());
            prop_assert_eq!((x as i32, y as i32), naive.player);
        }
    }

    #[test]
    fn undo_inverts(level in levels(), directions in directions()) {
        let (mut position, steps) = wander(&level, &directions);
        for &step in steps.iter().rev() {
            position.undo(&level, step);
        }
        prop_assert_eq!(&position, level.start());
    }

    #[test]
    fn sessions_undo_and_redo_everything(level in levels(), directions in directions()) {
        let mut session = Session::new(level.clone());
        for &direction in &directions {
            session.step(direction);
        }
        let end = session.position().clone();
        let played = session.steps().to_vec();
        while session.undo_push() {}
        prop_assert_eq!(session.position(), level.start());
        while session.redo_push() {}
        prop_assert_eq!(session.position(), &end);
        prop_assert_eq!(session.steps(), &played[..]);
    }

    #[test]
    fn normal_form_is_canonical(level in levels(), directions in directions()) {
        let (position, _) = wander(&level, &directions);
        with_maze!(&level, |maze| check_normal_form(&maze, &level, &position)?);
    }

    #[test]
    fn lurd_round_trip(level in levels(), directions in directions()) {
        let (_, steps) = wander(&level, &directions);
        let text = lurd::format(&steps);
        let again = lurd::parse(&text).unwrap();
        let (walked, _) = replay::walk_through(&level, &again).unwrap();
        prop_assert_eq!(walked, steps);
    }

    #[test]
    fn symmetries_commute(level in levels(), directions in directions()) {
        let (position, steps) = wander(&level, &directions);
        let drawn = level.draw(&position);
        for symmetry in Symmetry::all() {
            let turned = check(&symmetry.board(level.board())).level.unwrap();
            let path: Vec<_> = steps.iter().map(|s| symmetry.direction(s.direction)).collect();
            let (turned_steps, end) = replay::walk_through(&turned, &path).unwrap();
            prop_assert_eq!(turned.draw(&end), symmetry.board(&drawn));
            prop_assert!(turned_steps.iter().zip(&steps).all(|(a, b)| a.push == b.push));
            prop_assert_eq!(turned.is_solved(&end), level.is_solved(&position));
            prop_assert_eq!(identity::family(&turned), identity::family(&level));
        }
    }

    #[test]
    fn perft_agrees_with_the_naive_rules(level in levels()) {
        let naive = Naive::parse(&level.board().to_string());
        for depth in 1..=2 {
            prop_assert_eq!(push_perft(&level, depth), naive_perft(&naive, depth));
        }
    }

    #[test]
    fn the_canonical_board_plays_the_same(level in levels()) {
        let canonical = check(&level.canonical_board()).level.unwrap();
        prop_assert_eq!(identity::exact(&canonical), identity::exact(&level));
        prop_assert_eq!(push_perft(&canonical, 3), push_perft(&level, 3));
    }
}
