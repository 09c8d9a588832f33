//! The Monte Carlo player: right on random levels, repeatable, and of the character its preset was published with.

#[path = "../../soko-core/tests/rules/random_board.rs"]
mod random_board;

use proptest::prelude::*;
use soko_core::Level;
use soko_search::{bfs, mcts};
use soko_solver::{Budget, Descriptor, Report, Silent, Status, run};

const TWO_ROOMS: &str = "##########\n#   #    #\n# $    . #\n# @ #  . #\n#  $#    #\n#   #    #\n##########";
const FOUR_BOXES: &str = "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########";
const HALL: &str =
    "##########\n#        #\n# $ $ .  #\n#  @  .  #\n# $   .  #\n#   $ .  #\n#        #\n##########";
/// The boxes come out of the store one by one, but the left goal can only be filled past the right one.
const ALCOVE: &str = "#########\n#   #   #\n# $   $ #\n#   #   #\n# @ ##.##\n#     . #\n#########";
/// Sixteen boxes in a hall, to be packed into a store behind a door: no player is done with it soon.
const STORE: &str = "\
##############
#            #
# $ $ $ $ $  #
#  $ $ $ $ $ #
# $ $ $ $ $  #
#     @      #
#      $     #
####   #######
#....   .... #
#....   .... #
##############";
const BOARDS: [&str; 4] = [TWO_ROOMS, FOUR_BOXES, HALL, ALCOVE];

fn play(descriptor: &Descriptor, preset: Option<&str>, text: &str, budget: Budget, seed: u64) -> Report {
    let level = Level::parse(text).expect("a board of ours");
    let mut player = descriptor.build(preset, &[]).expect("a preset of the player");
    run(&mut *player, &level, budget, seed, 1, &mut Silent)
}

fn nodes(limit: u64) -> Budget {
    Budget { nodes: Some(limit), ..Budget::default() }
}

fn pushes(report: &Report) -> u32 {
    report.solution.as_ref().expect("the level was solved").metrics().pushes
}

#[test]
fn equal_seeds_give_equal_runs_and_others_do_not() {
    for preset in [None, Some("brno")] {
        let once = |seed| {
            let report = play(&mcts::DESCRIPTOR, preset, FOUR_BOXES, nodes(100_000), seed);
            (report.status, report.solution.map(|s| s.lurd()), report.statistics)
        };
        assert_eq!(once(1), once(1), "{preset:?}");
        assert!((2..8).any(|seed| once(seed) != once(1)), "{preset:?} never looks at its seed");
    }
}

#[test]
fn the_preset_finds_longer_ways_than_the_best_and_ours_shorter_ones() {
    let (mut brno, mut ours, mut games) = (0.0, 0.0, 0.0);
    for board in BOARDS {
        let best = pushes(&play(&bfs::DESCRIPTOR, None, board, Budget::default(), 1));
        for seed in 1..=5 {
            let excess = |preset| {
                let found = pushes(&play(&mcts::DESCRIPTOR, preset, board, nodes(1_000_000), seed));
                assert!(found >= best, "{found} pushes where {best} is the least, in\n{board}");
                f64::from(found) / f64::from(best)
            };
            brno += excess(Some("brno"));
            ours += excess(None);
            games += 1.0;
        }
    }
    assert!(brno / games > 1.1, "{}", brno / games);
    assert!(ours < brno, "{} against {}", ours / games, brno / games);
}

#[test]
fn iterations_are_rounds_and_expansions_include_the_walks() {
    let brno = play(&mcts::DESCRIPTOR, Some("brno"), HALL, nodes(3000), 1).statistics;
    // A round expands one node and walks at most as many pushes as there are boxes: four.
    assert!(brno.iterations < brno.expanded && brno.expanded <= brno.iterations * 5, "{brno:?}");
}

#[test]
fn a_memory_limit_ends_the_search_below_it() {
    for preset in [None, Some("brno")] {
        let limit = 1 << 20;
        let budget = Budget { memory: Some(limit), nodes: Some(2_000_000), ..Budget::default() };
        let report = play(&mcts::DESCRIPTOR, preset, STORE, budget, 1);
        assert_eq!(report.status, Status::MemoryLimit, "{preset:?}");
        assert!(report.statistics.peak_memory_bytes <= limit);
        assert!(report.statistics.peak_memory_bytes > limit / 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// Solvable levels are solved and the others proven unsolvable, with any choice of the knobs that decide what
    /// is expanded, forgotten, moved or pruned.
    #[test]
    fn agrees_with_breadth_first_search(level in random_board::levels(), seed in 0..1000_u64) {
        let build = |player: &Descriptor, preset, settings: &[&str]| {
            let settings: Vec<_> = settings.iter().map(|&s| s.to_owned()).collect();
            player.build(preset, &settings).expect("settings of the player")
        };
        let judge = run(&mut *build(&bfs::DESCRIPTOR, None, &[]), &level, nodes(20_000), 0, 1, &mut Silent);
        if judge.halted.is_some() {
            return Err(TestCaseError::reject("too large"));
        }
        let choices: [(Option<&str>, &[&str]); 6] = [
            (None, &[]),
            (Some("brno"), &[]),
            (Some("brno"), &["adopt=true", "prune_lost=true", "freeze=true"]),
            (None, &["decision_iterations=1"]),
            (None, &["keep_walks=false", "adopt=false", "improve=0"]),
            (None, &["prune_lost=false", "prior=false", "relative=false", "decision_iterations=3"]),
        ];
        for (preset, settings) in choices {
            let mut player = build(&mcts::DESCRIPTOR, preset, settings);
            let report = run(&mut *player, &level, Budget::default(), seed, 1, &mut Silent);
            prop_assert_eq!(report.status, judge.status, "{:?} {:?}", preset, settings);
            if let (Some(found), Some(best)) = (&report.solution, &judge.solution) {
                prop_assert!(found.metrics().pushes >= best.metrics().pushes);
            }
        }
    }
}
