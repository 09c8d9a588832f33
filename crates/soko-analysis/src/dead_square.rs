//! Dead squares: where a box is lost for good, even alone on the board.
//!
//! A box on a dead square can never reach any goal. Computed backwards: from every goal, pull the box in
//! all ways a player could, through states (square, side of the player); squares never visited are dead.
//! Knowing the player's side makes the set exact for one box: a square behind a one-way door is found dead
//! although a careless pull, which lets the player jump around the box, would reach it.
//!
//! With as many boxes as goals, or fewer, one box on a dead square loses the level. With surplus boxes it
//! only takes that box out of the game.
//!
//! The idea is old (Junghanns and Schaeffer 2001 call the squares *simple deadlocks*).

use soko_core::{Direction, Level, Square, SquareSet};

use crate::Sides;

/// All floor squares from which a lone box reaches no goal, wherever the player stands.
pub fn dead_squares(level: &Level) -> SquareSet {
    dead_squares_with(level, &Sides::new(level))
}

/// As [`dead_squares`], with sides that are already at hand.
pub fn dead_squares_with(level: &Level, sides: &Sides) -> SquareSet {
    // Sides at which the player can stand behind a box that still reaches a goal.
    let mut alive = vec![[false; 4]; level.squares()];
    let mut stack: Vec<(Square, Direction)> = Vec::new();
    let visit = |square: Square, side: Direction, alive: &mut Vec<[bool; 4]>, stack: &mut Vec<_>| {
        // The player walks around the box: all neighbours of the group come along.
        for other in Direction::ALL {
            let seen = &mut alive[square.index()][other as usize];
            if !*seen && sides.connected(square, side, other) {
                *seen = true;
                stack.push((square, other));
            }
        }
    };
    for goal in level.goals().iter() {
        for side in Direction::ALL {
            visit(goal, side, &mut alive, &mut stack);
        }
    }
    while let Some((square, side)) = stack.pop() {
        // The player on this side steps back and pulls the box onto the square it leaves.
        let pulled_to = level.next(square, side);
        if level.floor().contains(level.next(pulled_to, side)) {
            visit(pulled_to, side, &mut alive, &mut stack);
        }
    }
    let mut dead = level.floor().clone();
    for square in level.floor().iter() {
        if level.goals().contains(square) || alive[square.index()].contains(&true) {
            dead.remove(square);
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The floor of the level with dead squares marked `x`.
    fn map(text: &str) -> String {
        let level = Level::parse(text).unwrap();
        let dead = dead_squares(&level);
        let mut rows: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
        for square in dead.iter() {
            let (x, y) = level.coordinates(square);
            rows[y][x] = 'x';
        }
        rows.into_iter().map(|row| row.into_iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn corners_and_walls_without_goal() {
        assert_eq!(
            map("#######\n#     #\n# @$  #\n#    .#\n#######"),
            "#######\n#xxxxx#\n#x@$  #\n#x   .#\n#######"
        );
    }

    #[test]
    fn a_one_way_street_is_dead_although_a_careless_pull_would_pass() {
        // The box in the dead end could be pulled out only by a player who is beyond it.
        let level = Level::parse("########\n#@ $ . #\n########").unwrap();
        let dead = dead_squares(&level);
        let at = |x| level.square_at(x, 1).unwrap();
        assert!(dead.contains(at(1)), "nobody can stand left of it");
        assert!(!dead.contains(at(2)));
        assert!(dead.contains(at(6)));
    }

    /// Forward search with one box: can it reach a goal from this square and player?
    fn reaches(level: &Level, square: Square, player: Square) -> bool {
        let text = {
            let mut board = level.board().clone();
            let cells: Vec<_> = board.cells().collect();
            for (x, y, cell) in cells {
                board.set(x, y, cell.cleared());
            }
            let (x, y) = level.coordinates(square);
            board.set(x, y, board.get(x, y).with_box());
            let (x, y) = level.coordinates(player);
            board.set(x, y, board.get(x, y).with_player());
            board
        };
        let Some(one) = soko_core::check(&text).level else { return level.goals().contains(square) };
        let from = one.start().boxes().iter().next().unwrap();
        let paths = soko_core::box_path::BoxPaths::explore(&one, one.start(), from);
        one.goals().iter().any(|goal| paths.path_to(goal).is_some())
    }

    #[test]
    fn exact_for_one_box_by_forward_search() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n#      #\n########",
            "##########\n#   #    #\n# $    . #\n# @ #    #\n##########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#    ####\n# ##   #\n#    # #\n########",
        ];
        for text in boards {
            let level = Level::parse(text).unwrap();
            let dead = dead_squares(&level);
            for square in level.floor().iter() {
                let alive = level
                    .floor()
                    .iter()
                    .filter(|&player| player != square)
                    .any(|player| reaches(&level, square, player));
                assert_eq!(alive, !dead.contains(square), "{square:?} of\n{text}");
            }
        }
    }
}
