//! Dead squares: where a box is lost for good, even alone on the board.
//!
//! A box on a dead square can never reach any goal. Computed backwards: from every goal, pull the box in
//! all ways a player could ([`LoneBox`]); squares never visited are dead. The set is exact for one box: a square behind a
//! one-way door is found dead although a pull that forgets the player's side would reach it.
//!
//! With as many boxes as goals, or fewer, one box on a dead square loses the level. With surplus boxes it
//! only takes that box out of the game.
//!
//! The idea is old (Junghanns and Schaeffer 2001 call the squares *simple deadlocks*).

use soko_core::{Level, Maze, Pulling, SquareSet, with_maze};

use crate::LoneBox;

/// All floor squares from which a lone box reaches no goal, wherever the player stands.
pub fn dead_squares(level: &Level) -> SquareSet {
    with_maze!(level, |maze| dead_in(level, &maze))
}

fn dead_in<const W: usize>(level: &Level, maze: &Maze<W>) -> SquareSet {
    let mut dead = level.floor().clone();
    for square in LoneBox::new(maze).reach::<Pulling>(maze.goals()).iter() {
        dead.remove(square);
    }
    dead
}

#[cfg(test)]
mod tests {
    use soko_core::Square;

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
        assert!(dead.contains(at(1)), "no player can stand left of it");
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
