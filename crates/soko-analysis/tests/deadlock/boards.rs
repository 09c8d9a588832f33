//! Small levels of our own: drawn by hand for each rule, built in, and random.

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use soko_core::{Board, Cell, Level, check};

use crate::{oracle, random_board};

/// A level and what to call it in messages.
pub(crate) type Named = (String, Level);

/// Boards on which the rules have something to say, with nothing to spare, spare boxes and spare goals.
pub(crate) const DRAWN: &[&str] = &[
    // Corners and walls.
    "######\n#  . #\n# $  #\n# @$ #\n#  . #\n######",
    "#######\n#  .  #\n# $ $ #\n#  @ .#\n#######",
    "#######\n#     #\n# $$$@#\n#. . .#\n#######",
    "#######\n#.   .#\n# $$$ #\n#  @  #\n#######",
    "#######\n#.   .#\n# $ $ #\n#  @  #\n#.    #\n#######",
    // A line with one goal too few, and a niche that keeps it from being one.
    "#######\n#  .  #\n# $ $ #\n#@   .#\n## ####",
    "######\n#. $ #\n#  $@#\n#.   #\n######",
    // Blocks and frozen groups.
    "#######\n#..   #\n#..$$ #\n#  $$ #\n#  @  #\n#######",
    "#######\n# .#  #\n# $$. #\n# @$. #\n#  #  #\n#######",
    "########\n#  ..  #\n# $$#$ #\n#  @ . #\n########",
    "#######\n#*    #\n#*$ . #\n#  @  #\n#######",
    // Closed diagonals: gap without goal, with goal, two gaps, walls among the pairs.
    "######\n# $  #\n#$  $#\n# $@ #\n#....#\n######",
    "#######\n#.   .#\n# $.$ #\n# $ $ #\n#. @ .#\n#######",
    "######\n##$ .#\n#$ $.#\n# $#.#\n# @ .#\n######",
    "#######\n## $  #\n#$ .$ #\n# $ @.#\n#..   #\n#######",
    "######\n#*.* #\n#.*@ #\n#  $ #\n######",
    // Goals that must be filled in the right order.
    "########\n#@     #\n# $$####\n# ..#\n#####",
    "########\n###..  #\n#  $$@ #\n###    #\n########",
    "#########\n#   #   #\n# $ . @ #\n#   # $.#\n#########",
    "######\n#..###\n#.$  #\n##$$ #\n# @  #\n######",
    "########\n#...$@ #\n####$ ##\n   # $#\n   #  #\n   ####",
    // Doors.
    "#######\n#  #  #\n#@ $ .#\n#  #$.#\n#######",
    "########\n#@ # . #\n# $$ . #\n#  #  ##\n########",
    // Spare boxes.
    "#######\n# $ $ #\n#. @  #\n# $   #\n#######",
    "######\n#$ $ #\n#@$ .#\n# .  #\n######",
    "######\n# $$ #\n# $ .#\n# @$.#\n######",
    "#######\n#@$ $ #\n# $.$ #\n#  .  #\n#######",
    // Spare goals.
    "######\n#. . #\n# $$ #\n#.@ .#\n######",
    "#######\n#..#  #\n#. $$ #\n#. # @#\n#######",
    "######\n#...##\n#.$$ #\n##@  #\n######",
];

/// The boards drawn by hand.
pub(crate) fn drawn() -> impl Iterator<Item = Named> {
    DRAWN.iter().enumerate().map(|(i, text)| {
        (format!("drawn #{}", i + 1), Level::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}")))
    })
}

/// The built-in levels.
pub(crate) fn built_in() -> impl Iterator<Item = Named> {
    soko_levels::BUILTINS.iter().filter(|builtin| builtin.id != "demo").flat_map(|builtin| {
        let document = soko_formats::read(builtin.text.as_bytes(), &soko_formats::ReadOptions::default());
        document.collection.entries.into_iter().enumerate().filter_map(|(i, entry)| {
            Some((format!("builtin:{}#{}", builtin.id, i + 1), check(&entry.board).level?))
        })
    })
}

/// Small rooms full of boxes and goals: more deadlocks than play.
pub(crate) fn crowded() -> impl Strategy<Value = Level> {
    let size = (2..6usize, 2..6usize);
    size.prop_flat_map(|(w, h)| {
        let cells = prop::collection::vec(0..100u8, w * h);
        let order = Just((0..w * h).collect::<Vec<_>>()).prop_shuffle();
        (Just((w, h)), cells, order.clone(), order, 1..7usize, 1..7usize)
    })
    .prop_filter_map(
        "not every random board is a level",
        |((w, h), cells, places, goals, boxes, homes)| {
            let mut board = Board::new(w + 2, h + 2);
            for (x, y, _) in board.clone().cells() {
                let inside = (1..=w).contains(&x) && (1..=h).contains(&y);
                let wall = !inside || cells[(y - 1) * w + x - 1] < 15;
                board.set(x, y, if wall { Cell::Wall } else { Cell::Floor });
            }
            let at = |place: &usize| (place % w + 1, place / w + 1);
            for (x, y) in goals.iter().take(homes).map(at) {
                board.set(x, y, Cell::Goal);
            }
            for (x, y) in places.iter().take(boxes).map(at) {
                board.set(x, y, board.get(x, y).cleared().with_box());
            }
            let (x, y) = at(places.get(boxes)?);
            board.set(x, y, board.get(x, y).cleared().with_player());
            check(&board).level
        },
    )
}

/// The same random levels in every run, with an oracle of at most `bits`: half crowded, half of the other kind.
pub(crate) fn random(count: usize, bits: usize) -> impl Iterator<Item = Named> {
    let mut runner = TestRunner::deterministic();
    let strategies = [crowded().boxed(), random_board::levels().boxed()];
    let drawn = std::iter::from_fn(move || {
        Some(strategies.each_ref().map(|strategy| strategy.new_tree(&mut runner).map(|tree| tree.current())))
    });
    let levels = drawn.flatten().filter_map(Result::ok).filter(move |level| oracle::size(level) <= bits);
    levels.take(count).enumerate().map(|(i, level)| (format!("random #{}", i + 1), level))
}
