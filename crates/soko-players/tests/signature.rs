//! The signature: node counts of every player on a fixed set of boards.
//!
//! A change that keeps behaviour leaves the file alone; a change of behaviour rewrites it with
//! `./x bless`, and the difference shows in the commit.

use std::{fmt::Write as _, path::Path};

use soko_core::Level;
use soko_players::PLAYERS;
use soko_solver::{Budget, Silent, run};
use soko_testing::recorded;

const BOARDS: &[(&str, &str)] = &[
    ("two rooms", "##########\n#   #    #\n# $    . #\n# @ #  . #\n#  $#    #\n#   #    #\n##########"),
    ("four boxes", "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########"),
    ("surplus boxes", "########\n#  .   #\n# $ #$ #\n# .@   #\n#  $#  #\n#   $  #\n########"),
    ("surplus goals", "########\n#..    #\n# $ #$.#\n#  @ . #\n#   #  #\n########"),
    ("unsolvable", "########\n#      #\n# $$ $ #\n# $#.. #\n#  @.. #\n########"),
    (
        "hall",
        "##########\n#        #\n# $ $ .  #\n#  @  .  #\n# $   .  #\n#   $ .  #\n#        #\n##########",
    ),
];

#[test]
fn node_counts_are_as_recorded() {
    let mut text = String::from("# player, board, status, pushes, generated, expanded, peak bytes\n");
    for player in PLAYERS.all() {
        for (name, board) in BOARDS {
            let level = Level::parse(board).expect("a board of ours");
            let mut built = player.build(None, &[]).expect("the defaults fit");
            let budget = Budget { nodes: Some(200_000), ..Budget::default() };
            let report = run(&mut *built, &level, budget, 1, 1, &mut Silent);
            let pushes = report.solution.map_or_else(|| "-".to_owned(), |s| s.metrics().pushes.to_string());
            let s = report.statistics;
            let _ = writeln!(
                text,
                "{}, {name}, {}, {pushes}, {}, {}, {}",
                player.id, report.status, s.generated, s.expanded, s.peak_memory_bytes
            );
        }
    }
    recorded::compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt"), &text);
}
