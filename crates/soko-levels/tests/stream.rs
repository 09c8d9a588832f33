//! The promises of a stream: every level is as wished, new, solvable, and its optimum is one; the seed decides.

use std::collections::BTreeSet;

use soko_core::{identity, replay};
use soko_levels::generate::{Bounds, Generated, LevelStyle, Refusal, Stream, Wish, WishError, attempt};
use soko_solver::{Budget, Control, Objective, Silent, run};

/// Small levels of every style, made quickly.
fn wishes() -> [Wish; 4] {
    let small = |style, width, height, boxes| Wish {
        width,
        height,
        boxes: Bounds::exactly(boxes),
        pushes: Bounds::new(6, 40),
        changes: Bounds::at_least(3),
        ..Wish::of(style)
    };
    [
        Wish::of(LevelStyle::Rooms),
        small(LevelStyle::Rooms, 7, 7, 2),
        small(LevelStyle::Halls, 9, 7, 3),
        small(LevelStyle::Dense, 7, 6, 3),
    ]
}

fn stream(wish: Wish) -> Stream {
    Stream::new(wish, 5).expect("a wish that can be met")
}

fn texts(levels: impl Iterator<Item = Generated>) -> Vec<(u64, String, String)> {
    levels.map(|made| (made.attempt, made.level.board().to_string(), made.solution.lurd())).collect()
}

#[test]
fn levels_are_as_wished_and_no_two_are_the_same() {
    for wish in wishes() {
        let mut families = BTreeSet::new();
        for made in stream(wish).take(20) {
            let (level, metrics) = (&made.level, made.solution.metrics());
            assert_eq!((level.board().width(), level.board().height()), (wish.width, wish.height), "{wish}");
            assert!(wish.boxes.contains(level.boxes() as u32) && level.boxes() == level.goals().len());
            assert!(wish.pushes.contains(metrics.pushes) && wish.changes.contains(metrics.box_changes));
            assert_eq!(made.idle_boxes, 0);
            assert_eq!(level.start().boxes().common(level.goals()), 0, "no box begins on a goal");
            assert_eq!(soko_core::check(level.board()).problems, [], "{}", level.board());
            let steps: Vec<_> = made.solution.steps().iter().map(|step| step.direction).collect();
            assert_eq!(replay(level, &steps).as_deref(), Ok(&*made.solution));
            assert_eq!(made.family, identity::family(level));
            assert!(families.insert(made.family));
        }
        assert_eq!(families.len(), 20, "{wish}");
    }
}

#[test]
fn the_optimum_is_that_of_breadth_first_search() {
    for wish in wishes() {
        for made in stream(wish).take(6) {
            let mut bfs = soko_players::PLAYERS.find("bfs").unwrap().build(None, &[]).unwrap();
            let report = run(&mut *bfs, &made.level, Budget::default(), 0, 1, &mut Silent);
            assert_eq!(report.optimal, Some(Objective::Pushes));
            let fewest = report.solution.map(|solution| solution.metrics().pushes);
            assert_eq!(Some(made.solution.metrics().pushes), fewest, "{}", made.level.board());
        }
    }
}

#[test]
fn any_number_of_threads_makes_the_same_levels() {
    for wish in wishes() {
        let one = texts(stream(wish).take(12));
        for threads in [2, 8] {
            assert_eq!(texts(stream(wish).with_threads(threads).take(12)), one, "{threads} threads, {wish}");
        }
        let other = texts(Stream::new(wish, 6).unwrap().take(12));
        assert_ne!(other, one, "another seed");
    }
}

#[test]
fn a_stream_that_was_left_goes_on_as_if_it_had_not_been() {
    for wish in wishes() {
        let all: Vec<_> = stream(wish).take(10).collect();
        for taken in [0, 1, 7] {
            let rest = stream(wish).with_threads(1 + taken).after(&all[..taken]).take(10 - taken);
            assert_eq!(texts(rest), texts(all[taken..].iter().cloned()), "{taken} taken, {wish}");
        }
        let again = attempt(&wish, 5, all[3].attempt, &Control::default()).unwrap();
        assert_eq!(again.level.board(), all[3].level.board());
    }
}

#[test]
fn levels_that_are_left_out_do_not_come() {
    let wish = wishes()[1];
    let all: Vec<_> = stream(wish).take(6).collect();
    let rest = stream(wish).except([all[0].family, all[2].family]).take(4);
    let expected = [1, 3, 4, 5].map(|i: usize| all[i].clone());
    assert_eq!(texts(rest), texts(expected.into_iter()));
}

#[test]
fn many_pushes_are_climbed_to() {
    let wish = Wish { width: 8, height: 8, boxes: Bounds::exactly(3), ..Wish::of(LevelStyle::Rooms) };
    let far = Wish { pushes: Bounds::at_least(26), ..wish };
    assert!(stream(far).take(2).all(|made| made.solution.metrics().pushes >= 26));
}

#[test]
fn a_wish_that_cannot_be_met_is_refused_or_ends_with_a_reason() {
    let rooms = Wish::of(LevelStyle::Rooms);
    let error = Stream::new(Wish { pushes: Bounds::new(8, 4), ..rooms }, 1).err();
    assert!(matches!(error, Some(WishError::Empty { what: "pushes", .. })));
    let far = Wish { width: 6, height: 6, boxes: Bounds::exactly(1), pushes: Bounds::at_least(90), ..rooms };
    for threads in [1, 3] {
        let mut stream = Stream::new(far, 1).unwrap().with_patience(40).with_threads(threads);
        assert!(stream.next().is_none() && stream.next().is_none());
        assert!(!stream.is_stopped());
        assert_eq!(stream.tally().attempts(), 40);
        assert!(stream.tally().remedy().starts_with("relax the pushes"), "{}", stream.tally());
    }
}

#[test]
fn few_levels_of_a_small_size_are_made_once_each() {
    let tiny = Wish {
        width: 5,
        height: 5,
        boxes: Bounds::exactly(1),
        pushes: Bounds::exactly(2),
        ..Wish::of(LevelStyle::Rooms)
    };
    let mut stream = Stream::new(tiny, 1).unwrap().with_patience(1_500);
    let mut known = 0;
    let mut made = BTreeSet::new();
    while let Some(attempt) = stream.next_attempt() {
        match attempt {
            Ok(level) => assert!(made.insert(level.family)),
            Err(Refusal::Known) => known += 1,
            Err(_) => {}
        }
    }
    assert!(known > 100 && made.len() > 3, "{known} known, {} made", made.len());
    assert!(stream.tally().remedy().contains("all levels of this kind"), "{}", stream.tally());
}

#[test]
fn a_stop_ends_a_stream_from_outside() {
    for threads in [1, 2] {
        let control = Control::default();
        let mut stream = stream(wishes()[0]).with_threads(threads).with_control(&control);
        assert!(stream.next().is_some());
        control.stop();
        assert!(stream.next().is_none() && stream.is_stopped());
        drop(stream);
        let other = Control::default();
        drop(Stream::new(wishes()[0], 1).unwrap().with_control(&other));
        assert!(!other.is_stopped(), "the end of a stream stops nothing else");
    }
}
