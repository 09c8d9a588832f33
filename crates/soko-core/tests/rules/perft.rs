//! Push-perft tables. The numbers were made by the naive implementation and are checked against both.

use soko_core::{Level, perft::push_perft};

use crate::naive::Naive;

struct Table {
    name: &'static str,
    board: &'static str,
    /// Push sequences of length 1, 2, 3 …
    counts: &'static [u64],
}

const TABLES: &[Table] = &[
    Table { name: "corridor", board: "########\n#@ $  .#\n########", counts: &[1, 1, 1, 0] },
    Table { name: "cell", board: "#####\n#   #\n# $ #\n#@ .#\n#####", counts: &[4, 8, 0] },
    Table { name: "door", board: "#######\n#  #  #\n#@$  .#\n#  #  #\n#######", counts: &[3, 1, 1, 2, 0] },
    Table {
        name: "two boxes",
        board: "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
        counts: &[8, 44, 212, 644, 2068, 5620, 18020, 50596],
    },
    Table {
        name: "surplus box",
        board: "########\n#      #\n# $ $  #\n#  @ $ #\n#   .  #\n########",
        counts: &[12, 110, 946, 7762, 59322],
    },
    Table {
        name: "surplus goal",
        board: "#######\n#@ . .#\n# $   #\n#   $ #\n# .   #\n#######",
        counts: &[8, 56, 300, 1628, 7148, 34028],
    },
    Table {
        name: "four rooms",
        board: "#########\n#   #   #\n# $   $ #\n#   #   #\n## ### ##\n#   #   #\n# $ @ $ #\n#...#.  #\n#########",
        counts: &[16, 240, 2976, 32048],
    },
    Table {
        name: "ring",
        board: "  ######\n###    ###\n#  $##$  #\n# $ @  $ #\n#  $##$  #\n### .. ###\n  #....#\n  ######",
        counts: &[6, 48, 352, 2494, 15964, 91232],
    },
    Table { name: "open border", board: "   ####\n   #..\n ###$ #\n  @ $ #\n ######", counts: &[1, 1, 0] },
    Table {
        name: "wide",
        board: "######################################################################\n#@ $                                                        $       .#\n#                                 ##                              $..#\n######################################################################",
        counts: &[6, 36, 212, 1224, 6952, 38976],
    },
    Table {
        name: "warehouse",
        board: "###################\n#     #     #  .  #\n# $ $       #  .  #\n#     #  $  #  .  #\n### ### # ###  .  #\n#          $   .  #\n# $  #  #   #  .  #\n#  $ #  #   #     #\n#    # @#   #     #\n#    #  #   #     #\n###################",
        counts: &[21, 395, 6856, 112_541],
    },
    Table {
        name: "packed",
        board: "##########\n#@ $ $ $ #\n# $ $ $  #\n#  $ $ $ #\n#........#\n#.       #\n##########",
        counts: &[18, 281, 3860, 48136],
    },
];

/// Number of push sequences by the naive rules.
pub(crate) fn naive_perft(game: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for player in game.region() {
        let mut here = game.clone();
        here.player = player;
        for way in 0..4 {
            if let Some((next, true)) = here.step(way) {
                total += naive_perft(&next, depth - 1);
            }
        }
    }
    total
}

#[test]
fn tables_hold_for_both_implementations() {
    for Table { name, board, counts } in TABLES {
        let level = Level::parse(board).unwrap();
        let naive = Naive::parse(board);
        let depths = 1..=counts.len() as u32;
        let fast: Vec<_> = depths.clone().map(|depth| push_perft(&level, depth)).collect();
        assert_eq!(fast, *counts, "{name}");
        // The naive count is slow: leave the last ply to the table.
        let slow: Vec<_> = depths.take(counts.len() - 1).map(|depth| naive_perft(&naive, depth)).collect();
        assert_eq!(slow, counts[..counts.len() - 1], "{name}, naive");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "printing is its purpose")]
#[ignore = "prints the tables by the naive implementation alone: minutes"]
fn print_tables() {
    for Table { name, board, .. } in TABLES {
        let naive = Naive::parse(board);
        let mut counts = Vec::new();
        let mut depth = 0;
        while counts.last().is_none_or(|&n| n < 20_000) && depth < 12 {
            depth += 1;
            counts.push(naive_perft(&naive, depth));
        }
        println!("{name}: {counts:?}");
    }
}
