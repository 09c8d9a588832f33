//! A* from the start, from the end, and both: they must agree on every level, and end when told to.

use std::{
    thread,
    time::{Duration, Instant},
};

use proptest::prelude::*;
use soko_core::Level;
use soko_search::astar::DESCRIPTOR;
use soko_solver::{Budget, Report, Silent, Status, run};

use crate::random_board;

fn play(settings: &[&str], level: &Level, budget: Budget, threads: usize) -> Report {
    let settings: Vec<_> = settings.iter().map(|&s| s.to_owned()).collect();
    let mut player = DESCRIPTOR.build(None, &settings).expect("settings of the player");
    run(&mut *player, level, budget, 0, threads, &mut Silent)
}

fn nodes(limit: u64) -> Budget {
    Budget { nodes: Some(limit), ..Budget::default() }
}

/// A level that keeps every direction busy for ever. The two boxes in the corridor cannot pass it one after the other,
/// which no estimate sees, and there is no end of positions in the room on the left. Needs [`BLUNT`].
fn endless() -> Level {
    let corridor = |y: usize| if y == 4 { " $ $ " } else { "#####" };
    let left = |y: usize| match y {
        1 => "@        ",
        2 | 5 => "  $ $  . ",
        3 | 6 => "  $    ..",
        _ => "         ",
    };
    let right = |y: usize| if y == 3 || y == 5 { "   . " } else { "     " };
    let wall = "#".repeat(21);
    let rows = (1..8).map(|y| format!("#{}{}{}#", left(y), corridor(y), right(y)));
    let rows: Vec<_> = std::iter::once(wall.clone()).chain(rows).chain([wall]).collect();
    Level::parse(&rows.join("\n")).expect("a board of ours")
}

/// Without the rules that see through the corridor.
const BLUNT: &[&str] = &["freeze=false", "pi_corral=false", "corral=0"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn directions_agree(level in random_board::levels()) {
        prop_assume!(level.boxes() == level.goals().len());
        let forward = play(&[], &level, nodes(3_000), 1);
        prop_assume!(forward.halted.is_none());
        let pushes = |report: &Report| report.solution.as_ref().map(|s| s.metrics().pushes);
        for (settings, threads) in [
            (&["direction=backward"][..], 1),
            (&["direction=backward", "heuristic=assignment"], 1),
            (&["direction=both"], 1),
            (&["direction=both"], 2),
        ] {
            let other = play(settings, &level, nodes(300_000), threads);
            if other.halted.is_some() {
                continue;
            }
            prop_assert_eq!(other.status, forward.status, "{:?} {}", settings, threads);
            prop_assert_eq!(other.optimal, forward.optimal);
            prop_assert_eq!(pushes(&other), pushes(&forward), "{:?} {}", settings, threads);
        }
        let weighted = play(&["direction=backward", "weight=3"], &level, nodes(300_000), 1);
        if weighted.halted.is_none() {
            prop_assert_eq!(weighted.status, forward.status);
            prop_assert!(pushes(&weighted) >= pushes(&forward));
        }
    }
}

#[test]
fn each_direction_proves_that_there_is_no_solution() {
    let boards = [
        "########\n#@     #\n# $$   #\n#    ###\n####..##\n########",
        "#######\n#@ $ .#\n# #   #\n# $$..#\n#######",
        "######\n#.@ .#\n# #$ #\n#  #$#\n######",
    ];
    let mut unsolvable = 0;
    for text in boards {
        let level = Level::parse(text).expect("a board of ours");
        let expected = play(&[], &level, Budget::default(), 1).status;
        unsolvable += usize::from(expected == Status::Unsolvable);
        for (direction, threads) in [("direction=backward", 1), ("direction=both", 1), ("direction=both", 2)]
        {
            assert_eq!(play(&[direction], &level, Budget::default(), threads).status, expected, "{text}");
        }
    }
    assert!(unsolvable > 0, "boards that test nothing");
}

#[test]
fn a_solved_start_needs_no_pull() {
    let level = Level::parse("#######\n#@ *  #\n#######").expect("a board of ours");
    let report = play(&["direction=backward"], &level, Budget::default(), 1);
    assert_eq!((report.status, report.solution.map(|s| s.metrics().pushes)), (Status::Solved, Some(0)));
}

#[test]
fn limits_end_the_search_in_every_direction() {
    let level = endless();
    for (direction, threads) in [("direction=backward", 1), ("direction=both", 1), ("direction=both", 2)] {
        let settings = [BLUNT, &[direction]].concat();
        let report = play(&settings, &level, nodes(100), threads);
        assert_eq!(report.status, Status::NodeLimit, "{direction} {threads}");
        assert!(report.statistics.expanded <= 100);
        let memory = Budget { memory: Some(1 << 20), ..Budget::default() };
        let report = play(&settings, &level, memory, threads);
        assert_eq!(report.status, Status::MemoryLimit, "{direction} {threads}");
        assert!(report.statistics.peak_memory_bytes <= 1 << 20);
        let time = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
        let report = play(&settings, &level, time, threads);
        assert_eq!(report.status, Status::TimeLimit, "{direction} {threads}");
    }
}

#[test]
fn a_stop_reaches_both_threads() {
    let level = endless();
    let budget = Budget { memory: Some(1 << 30), ..Budget::default() };
    let control = budget.control.clone();
    let settings = [BLUNT, &["direction=both"]].concat();
    let stopped = thread::scope(|scope| {
        let run = scope.spawn(|| (play(&settings, &level, budget, 2), Instant::now()));
        thread::sleep(Duration::from_millis(150));
        let asked = Instant::now();
        control.stop();
        let (report, ended) = run.join().expect("the player does not panic");
        assert_eq!(report.status, Status::Stopped);
        assert!(report.statistics.expanded > 0);
        ended - asked
    });
    // A tenth of a second on a quiet machine; tests run on busy ones.
    assert!(stopped < Duration::from_secs(2), "{stopped:?}");
}
