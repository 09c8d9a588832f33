//! Each rule on boards drawn for it: where it must speak, and where it must not.

use soko_analysis::deadlock::{Freeze, RuleId, explain, explain_by, fatal_move};
use soko_core::{Level, lurd, with_maze};

use crate::{boards, oracle::Oracle};

fn says(rule: RuleId, text: &str) -> bool {
    let level = Level::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let said = explain_by(&[rule], &level, level.start());
    for explanation in &said {
        assert!(explanation.sentence.ends_with('.'), "{explanation:?}");
    }
    !said.is_empty()
}

/// The rule speaks about the first boards and keeps silent about the others.
fn check(rule: RuleId, lost: &[&str], open: &[&str]) {
    for text in lost {
        assert!(says(rule, text), "{} must speak:\n{text}", rule.id());
    }
    for text in open {
        assert!(!says(rule, text), "{} must be silent:\n{text}", rule.id());
    }
}

#[test]
fn corner() {
    check(
        RuleId::Corner,
        &[
            "#####\n#$ .#\n# @ #\n#####",
            // Two boxes are lost, one can be spared.
            "######\n#$  $#\n# $. #\n# @ .#\n######",
            // A spare goal does not help a box.
            "######\n#$ . #\n# .@ #\n######",
        ],
        &["######\n#*   #\n# $. #\n# @  #\n######", "######\n#$   #\n# $. #\n# @  #\n######"],
    );
}

#[test]
fn wall_line() {
    check(
        RuleId::WallLine,
        &[
            "#######\n# $   #\n# @ . #\n#     #\n#######",
            "#######\n# $.$ #\n#  @  #\n#    .#\n#######",
            // The box in the corner is on two lines and lost once; the second one is lost on the lower line.
            "######\n#$   #\n# .@ #\n#.$  #\n#  $ #\n######",
        ],
        &[
            // The wall has a gap, and the line ends at no wall: other rules may see that it does not help.
            "#######\n### ###\n# $   #\n#  @. #\n#     #\n#######",
            "#######\n# $.$ #\n#  @  #\n#     #\n#######",
            "#######\n# $.  #\n#  @  #\n#  $ .#\n#######",
            // One box in a corner on two lines: one is lost, and one can be spared.
            "######\n#$   #\n# .@ #\n# $  #\n#    #\n######",
        ],
    );
}

#[test]
fn dead_square() {
    check(
        RuleId::DeadSquare,
        &[
            "#######\n# $   #\n# @ . #\n#     #\n#######",
            "########\n##### ##\n#  $   #\n#  @ . #\n#      #\n########",
        ],
        &["#######\n# $.$ #\n#  @  #\n#    .#\n#######", "########\n#@ $ . #\n########"],
    );
}

#[test]
fn block() {
    check(
        RuleId::Block,
        &[
            "######\n#    #\n# $$ #\n# $$ #\n#@...#\n#  . #\n######",
            "#######\n#  ## #\n#  $$ #\n# @ ..#\n#     #\n#######",
            "#######\n#  ## #\n#  *$ #\n# @  .#\n#     #\n#######",
        ],
        &[
            "#######\n#  ## #\n#  ** #\n# @$. #\n#     #\n#######",
            "######\n#    #\n# $$ #\n# $  #\n#@...#\n#    #\n######",
            // One box is off goal and can be spared.
            "#######\n#  ## #\n#  *$ #\n# @   #\n#     #\n#######",
        ],
    );
}

#[test]
fn freeze() {
    check(
        RuleId::Freeze,
        &[
            // A chain that is no block: each box holds the next.
            "#########\n#       #\n# #$    #\n#  $$   #\n#   #@  #\n#  ...  #\n#########",
            "######\n#    #\n# $$ #\n# $$ #\n#@...#\n#  . #\n######",
        ],
        &[
            "#########\n#       #\n# #$    #\n#  $$   #\n#    @  #\n#  ...  #\n#########",
            "#########\n#       #\n# #*    #\n#  **   #\n#   #@  #\n#       #\n#########",
        ],
    );
}

#[test]
fn diagonal() {
    check(
        RuleId::Diagonal,
        &[
            "########\n#      #\n# ##   #\n# # $  #\n#  $ $ #\n#   $$@#\n# .....#\n########",
            // A goal in the last gap, but the boxes that would be shut in are off goal.
            "########\n#      #\n# ##   #\n# # $  #\n#  $.$ #\n#   $$@#\n# .... #\n########",
        ],
        &[
            // The first three boxes are home when the last gap is filled.
            "########\n#      #\n# ##   #\n# # *  #\n#  *.$ #\n#   $$@#\n# ..   #\n########",
            // The player is inside.
            "########\n#      #\n# ##   #\n# # $  #\n#  $@$ #\n#   $$ #\n# .....#\n########",
            // An end is open.
            "########\n#      #\n# #    #\n# # $  #\n#  $ $ #\n#   $ @#\n# .... #\n########",
        ],
    );
}

#[test]
fn bipartite() {
    check(
        RuleId::Bipartite,
        &[
            "#######\n# $.$ #\n#  @  #\n#    .#\n#######",
            // The player is on the wrong side of the box in the door.
            "#######\n#  #  #\n#  $@.#\n#  #  #\n#######",
            // The goal in the passage can be reached by neither box, and no other goal is to spare.
            "########\n#.@$  $#\n########",
        ],
        &[
            "#######\n#  #  #\n# @$ .#\n#  #  #\n#######",
            "#######\n# $.$ #\n#  @  #\n#     #\n#######",
            "#######\n# $.  #\n#  @  #\n#  $ .#\n#######",
        ],
    );
}

#[test]
fn no_successor() {
    check(
        RuleId::NoSuccessor,
        &[
            "######\n#@$$.#\n#$#..#\n######",
            // Only pushes onto dead squares are left.
            "######\n#.@$ #\n######",
        ],
        &["######\n#@$ .#\n######", "#####\n#@$ #\n# $.#\n#####", "######\n#@**.#\n#*####\n######"],
    );
}

#[test]
fn retrograde() {
    check(
        RuleId::Retrograde,
        &[
            // The boxes at home hold each other and bar the way to the last goal.
            "########\n#.**   #\n####$  #\n   # @ #\n   #####",
            // No box can have come to this goal, and none is there.
            "#####\n##.##\n#$@ #\n#####",
        ],
        &[
            "########\n#*.*   #\n####$  #\n   # @ #\n   #####",
            "########\n#..*   #\n####$  #\n   # @ #\n   # $ #\n   #   #\n   #####",
            // One goal may stay empty.
            "########\n#.**   #\n####*  #\n   # @ #\n   #####",
        ],
    );
}

#[test]
fn pair() {
    check(
        RuleId::Pair,
        &[
            // Each box could go home alone; together they shut the corner that the player needs.
            "#######\n# $  .#\n#$    #\n#  $  #\n#. @. #\n#######",
            // Two boxes in a passage, and the player on the wrong side of both.
            "##########\n#   ##  .#\n#@ $$   .#\n#   ##   #\n##########",
            // A goal to spare changes nothing.
            "#######\n# $  .#\n#$    #\n#  .  #\n#. @  #\n#######",
        ],
        &[
            "#######\n# $  .#\n#     #\n#  $  #\n#. @. #\n#######",
            "##########\n#   ##  .#\n#@$  $  .#\n#   ##   #\n##########",
            // A box can be spared.
            "#######\n# $  .#\n#$    #\n#     #\n#  @  #\n#######",
        ],
    );
    let level = Level::parse("#######\n# $  .#\n#$    #\n#  $  #\n#. @. #\n#######").unwrap();
    assert_eq!(
        explain_by(&[RuleId::Pair], &level, level.start())[0].sentence,
        "The boxes at column 3, row 2 and column 2, row 3 can never both come home from here, not even without the \
         other boxes."
    );
}

#[test]
fn areas_closed_to_the_player() {
    // Both boxes at the corner could go home if only the player could stand in it.
    let corner = "#######\n# $  .#\n#$    #\n#  $  #\n#. @. #\n#######";
    let open = [
        // One of the two boxes is missing, and the corner is open.
        "#######\n# $  .#\n#     #\n#  $  #\n#. @. #\n#######",
        // A room behind a door, opened by the push of the box in it.
        "#######\n#  #  #\n# @$ .#\n#  #  #\n#######",
        // Both can be spared.
        "#######\n# $   #\n#$    #\n#  $  #\n#  @. #\n#######",
    ];
    for rule in [RuleId::PiCorral, RuleId::Corral, RuleId::Pattern] {
        check(rule, &[corner], &open);
    }
    let level = Level::parse(corner).unwrap();
    let said = explain_by(&[RuleId::Pattern], &level, level.start());
    assert_eq!(
        said[0].sentence,
        "The boxes at column 3, row 2 and column 2, row 3 can never come home from here, even without the others: \
         all ways to push them were tried."
    );
}

/// Exact: a push loses iff the whole rule says so, whenever the position before was not lost.
#[test]
fn the_quick_test_after_a_push_misses_nothing() {
    let mut pushes = 0;
    for (name, level) in boards::drawn()
        .filter(|(_, level)| crate::oracle::size(level) < 200_000)
        .chain(boards::random(100, 40_000))
    {
        with_maze!(&level, |maze| {
            let freeze = Freeze::new(&level);
            Oracle::new(&level, &maze).for_each_position(|state, region| {
                if freeze.lost(&maze, &state.boxes) {
                    return;
                }
                maze.for_each_push(&state.boxes, region, |square, direction| {
                    let after = maze.push(&state.boxes, square, direction).boxes;
                    let quick = freeze.lost_by_push(&maze, &after, maze.next(square, direction));
                    assert_eq!(quick, freeze.lost(&maze, &after), "{name}: {square:?} {direction:?}");
                    pushes += 1;
                });
            });
        });
    }
    assert!(pushes > 50_000, "only {pushes} pushes");
}

#[test]
fn sentences_name_the_place() {
    let level = Level::parse("#####\n#$ .#\n# @ #\n#####").unwrap();
    let said = explain(&level, level.start());
    assert_eq!(said[0].sentence, "The box at column 2, row 2 stands in a corner that is no goal.");
    assert_eq!(said[0].rule, RuleId::Corner);
    let spare = Level::parse("######\n#$  $#\n# $. #\n# @ .#\n######").unwrap();
    assert_eq!(
        explain_by(&[RuleId::Corner], &spare, spare.start())[0].sentence,
        "The boxes at column 2, row 2 and column 5, row 2 stand in corners that are no goals. \
         The level can spare one box only."
    );
}

#[test]
fn the_move_that_lost() {
    let level = Level::parse("######\n#    #\n# @$.#\n#    #\n######").unwrap();
    let game = |text| lurd::parse(text).unwrap();
    assert_eq!(fatal_move(RuleId::ALL, &level, &game("R")), None);
    let fatal = fatal_move(RuleId::ALL, &level, &game("drUruLdl")).unwrap();
    assert_eq!((fatal.moves, fatal.pushes), (3, 1));
    assert_eq!(fatal.explanations[0].rule, RuleId::WallLine);
    let lost = Level::parse("#####\n#$ .#\n# @ #\n#####").unwrap();
    assert_eq!(fatal_move(RuleId::ALL, &lost, &[]).unwrap().moves, 0);
}
