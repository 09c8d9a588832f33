//! What the exact learners claim, held against A*: their solutions are best, with any seed and any number of walkers.

use soko_core::Level;
use soko_learn::{q_box, q_search, q_state};
use soko_search::{astar, bfs};
use soko_solver::{Budget, Descriptor, Dice, Objective, Report, Silent, Status, run};

const BOARDS: &[&str] = &[
    "#####\n#@$.#\n#####",
    "#######\n#     #\n# @$  #\n#    .#\n#######",
    "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
    "#######\n#@$ . #\n#   $##\n#######",
    "########\n#@$ .  #\n#    $ #\n########",
    "#######\n#@ $..#\n#######",
    "##########\n#   #    #\n# $    . #\n# @ #  . #\n#  $#    #\n#   #    #\n##########",
    "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########",
    "########\n#..    #\n# $ #$.#\n#  @ . #\n#   #  #\n########",
    "#########\n#.  #   #\n#  $  $ #\n##  # @##\n#  $  . #\n#   #  .#\n#########",
];

fn play(player: &Descriptor, settings: &[&str], board: &str, seed: u64, threads: usize) -> Report {
    let level = Level::parse(board).expect("a board of ours");
    let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let mut player = player.build(None, &settings).expect("settings of the player");
    run(&mut *player, &level, Budget::default(), seed, threads, &mut Silent)
}

#[test]
fn exact_learners_find_and_prove_what_astar_proves() {
    for board in BOARDS {
        let pushes = play(&astar::DESCRIPTOR, &[], board, 0, 1).solution.expect("solvable").metrics().pushes;
        let moves = play(&astar::DESCRIPTOR, &["metric=moves"], board, 0, 1);
        let moves = moves.solution.expect("solvable").metrics().moves;
        for seed in 0..3 {
            let report = play(&q_box::DESCRIPTOR, &[], board, seed, 1);
            assert_eq!(report.optimal, Some(Objective::Pushes), "{board}");
            assert_eq!(report.solution.expect("solved").metrics().pushes, pushes, "{board}");
            for (player, settings) in
                [(&q_box::DESCRIPTOR, &["metric=moves"][..]), (&q_state::DESCRIPTOR, &[])]
            {
                let report = play(player, settings, board, seed, 1);
                assert_eq!(report.optimal, Some(Objective::Moves), "{}: {board}", player.id);
                assert_eq!(report.solution.expect("solved").metrics().moves, moves, "{}: {board}", player.id);
            }
        }
    }
}

#[test]
fn walkers_learn_the_same_on_any_number_of_threads() {
    let outcome = |player: &Descriptor, threads| {
        let report = play(player, &["walkers=3"], BOARDS[7], 5, threads);
        (
            report.optimal,
            report.solution.map(|solution| solution.lurd()),
            report.statistics.expanded,
            report.statistics.generated,
        )
    };
    for player in [&q_box::DESCRIPTOR, &q_state::DESCRIPTOR, &soko_learn::q_path::DESCRIPTOR] {
        let alone = outcome(player, 1);
        assert!(alone.1.is_some(), "{}", player.id);
        assert_eq!(alone, outcome(player, 2), "{}", player.id);
        assert_eq!(alone, outcome(player, 3), "{}", player.id);
    }
}

#[test]
fn every_preset_for_students_solves_a_small_level() {
    for player in [&q_box::DESCRIPTOR, &q_state::DESCRIPTOR] {
        for preset in player.presets {
            let level = Level::parse(BOARDS[2]).expect("a board of ours");
            let mut built = player.build(Some(preset.id), &[]).expect("a preset");
            let budget = Budget { nodes: Some(2_000_000), ..Budget::default() };
            let report = run(&mut *built, &level, budget, 1, 1, &mut Silent);
            assert_eq!((report.status, report.halted), (Status::Solved, None), "{} {}", player.id, preset.id);
        }
    }
}

/// Three goals in a corner, four boxes in corrals: what walkers learn about it differs from walker to walker.
const CORRALS: &str = "########\n# # #  #\n#   #@ #\n# #  $ #\n#.# #$##\n#..$$  #\n#      #\n########";

#[test]
fn walkers_that_know_different_deadlocks_prove_the_truth() {
    let best = |metric: &str| play(&astar::DESCRIPTOR, &[metric], CORRALS, 0, 1).solution.expect("solvable");
    let (pushes, moves) = (best("metric=pushes").metrics().pushes, best("metric=moves").metrics().moves);
    assert_eq!(pushes, 23);
    for walkers in ["walkers=1", "walkers=2", "walkers=3", "walkers=4", "walkers=8"] {
        for seed in 1..4 {
            let report = play(&q_box::DESCRIPTOR, &[walkers], CORRALS, seed, 2);
            assert_eq!(report.optimal, Some(Objective::Pushes), "{walkers}, seed {seed}");
            assert_eq!(report.solution.expect("solved").metrics().pushes, pushes, "{walkers}, seed {seed}");
            let report = play(&q_box::DESCRIPTOR, &[walkers, "metric=moves"], CORRALS, seed, 2);
            assert_eq!(report.optimal, Some(Objective::Moves), "{walkers}, seed {seed}");
            assert_eq!(report.solution.expect("solved").metrics().moves, moves, "{walkers}, seed {seed}");
        }
    }
}

/// Each walker makes its rows itself; joined tables prove what one alone would.
#[test]
fn walkers_that_join_their_tables_prove_the_truth() {
    for board in [CORRALS, BOARDS[7], BOARDS[9]] {
        let pushes = play(&astar::DESCRIPTOR, &[], board, 0, 1).solution.expect("solvable").metrics().pushes;
        for seed in 1..4 {
            let settings = ["walkers=3", "potential=assignment+conflicts"];
            let report = play(&q_box::DESCRIPTOR, &settings, board, seed, 2);
            assert_eq!(report.optimal, Some(Objective::Pushes), "seed {seed}: {board}");
            assert_eq!(report.solution.expect("solved").metrics().pushes, pushes, "seed {seed}: {board}");
        }
    }
}

#[test]
fn a_potential_that_is_no_lower_bound_proves_nothing() {
    let one_push = "######\n#    #\n#  @ #\n# $  #\n#  $ #\n#  . #\n######";
    let three_moves = "#######\n# #  ##\n#  .$ #\n#  *# #\n#*## @#\n#######";
    for board in BOARDS.iter().copied().chain([one_push, three_moves]) {
        let report = play(&q_box::DESCRIPTOR, &["potential=manhattan+agent"], board, 1, 1);
        assert_eq!((report.status, report.optimal), (Status::Solved, None), "{board}");
        let best = play(&astar::DESCRIPTOR, &["metric=moves"], board, 0, 1).solution.expect("solvable");
        for (player, settings) in [
            (&q_box::DESCRIPTOR, &["potential=manhattan+agent", "metric=moves"][..]),
            (&q_state::DESCRIPTOR, &["potential=manhattan+agent"]),
        ] {
            let report = play(player, settings, board, 1, 1);
            assert_eq!(report.optimal, Some(Objective::Moves), "{}: {board}", player.id);
            let moves = report.solution.expect("solved").metrics().moves;
            assert_eq!(moves, best.metrics().moves, "{}: {board}", player.id);
        }
    }
}

/// A room of six by five with random walls, boxes and goals; mostly no level at all.
fn random_board(dice: &mut Dice) -> String {
    let mut cells = [b' '; 30];
    let mut put = |what: u8, count: usize, dice: &mut Dice| {
        for _ in 0..count {
            let free: Vec<_> = (0..cells.len()).filter(|&i| cells[i] == b' ').collect();
            cells[free[dice.below(free.len())]] = what;
        }
    };
    let walls = dice.below(9);
    put(b'#', walls, dice);
    put(b'@', 1, dice);
    let (boxes, goals) = (1 + dice.below(3), 1 + dice.below(3));
    put(b'$', boxes, dice);
    put(b'.', goals, dice);
    let rows: Vec<_> = cells.chunks(6).map(|row| format!("#{}#", String::from_utf8_lossy(row))).collect();
    format!("########\n{}\n########", rows.join("\n"))
}

#[test]
fn what_is_said_about_random_boards_is_what_exhaustive_search_says() {
    let mut dice = Dice::new(7);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable + unsolvable < 400 {
        let board = random_board(&mut dice);
        let Ok(level) = Level::parse(&board) else { continue };
        let judge = |player: &Descriptor, nodes| {
            let mut player = player.build(None, &[]).expect("defaults");
            run(&mut *player, &level, Budget { nodes, ..Budget::default() }, 1, 1, &mut Silent)
        };
        let truth = judge(&bfs::DESCRIPTOR, None);
        let pushes = |report: &Report| report.solution.as_ref().map(|solution| solution.metrics().pushes);
        // It is complete: it always decides.
        assert_eq!(judge(&q_search::DESCRIPTOR, None).status, truth.status, "{board}");
        let learnt = judge(&q_box::DESCRIPTOR, Some(20_000));
        if truth.status == Status::Solved {
            solvable += 1;
            assert_eq!((learnt.status, pushes(&learnt)), (truth.status, pushes(&truth)), "{board}");
        } else {
            unsolvable += 1;
            // It may not find out, but it never claims the impossible.
            assert!(matches!(learnt.status, Status::Unsolvable | Status::NodeLimit), "{board}");
        }
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} solvable, {unsolvable} not");
}
