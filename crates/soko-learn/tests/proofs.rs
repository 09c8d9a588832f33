//! What the exact learners claim, held against A*: their solutions are best, with any seed and any number of walkers.

use soko_core::Level;
use soko_learn::{q_box, q_state};
use soko_search::astar;
use soko_solver::{Budget, Descriptor, Objective, Report, Silent, Status, run};

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
