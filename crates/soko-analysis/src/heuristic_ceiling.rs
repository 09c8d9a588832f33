//! An upper estimate of the matching heuristic over all positions of a level: what "as bad as it gets" means.
//!
//! Players that turn the estimate of a position into a reward between 0 and 1 need its largest value. Finding
//! it exactly would mean to maximise an assignment over all placements of the boxes. This bound is cheap:
//!
//! ```text
//! ceiling = Σ over the `needed` largest of { max finite push distance of any box to goal g : goals g }
//! ```
//!
//! **Why it is an upper bound.** A matching of finite value uses `needed = min(boxes, goals)` pairs (box,
//! goal), each goal at most once. The pair of goal `g` costs a finite push distance to `g`, hence at most the
//! largest one on the board, and a sum over some `needed` goals is at most the sum over the `needed` largest.
//! It is loose: boxes cannot all stand on the farthest square at once.
//!
//! Cost: one pass over the table of push distances. The Brno system (2021) shows such a number for every level,
//! as a "very rough upper estimate", without saying how it is made; the formula is ours.

use crate::{PushDistances, push_distance::UNREACHABLE};

/// The bound for a level that needs so many boxes home.
pub fn heuristic_ceiling(distances: &PushDistances, needed: usize) -> u32 {
    let mut farthest = vec![0; distances.goals().len()];
    for row in distances.rows() {
        for (most, &pushes) in farthest.iter_mut().zip(row) {
            if pushes != UNREACHABLE {
                *most = pushes.max(*most);
            }
        }
    }
    farthest.sort_unstable_by(|a, b| b.cmp(a));
    farthest.iter().take(needed).map(|&pushes| u32::from(pushes)).sum()
}

#[cfg(test)]
mod tests {
    use soko_core::{Bits, Level, Maze, Square};

    use super::*;
    use crate::Matching;

    fn ceiling(text: &str) -> u32 {
        let level = Level::parse(text).unwrap();
        heuristic_ceiling(&PushDistances::new(&Maze::<1>::new(&level)), level.needed())
    }

    #[test]
    fn a_corridor_is_as_long_as_its_longest_push() {
        assert_eq!(ceiling("########\n#@$   .#\n########"), 4);
        assert_eq!(ceiling("#######\n#@ $..#\n#######"), 3, "only the farther of two goals is needed");
    }

    /// Every placement of the boxes, every square of the player: the matching never exceeds the bound.
    #[test]
    fn no_position_is_estimated_higher() {
        let boards = [
            "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
            "#######\n#@$ . #\n#   $##\n#######",
            "#######\n#@ $..#\n#  #  #\n#     #\n#######",
            "########\n#. #   #\n# $  $ #\n# .#@  #\n########",
        ];
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let distances = PushDistances::new(&maze);
            let bound = heuristic_ceiling(&distances, level.needed());
            let floor: Vec<Square> = maze.floor().iter().collect();
            let mut highest = 0;
            let mut matching = Matching::new(level.boxes(), distances.goals().len());
            place(&floor, level.boxes(), &mut Vec::new(), &mut |boxes| {
                let set = boxes.iter().fold(Bits::<1>::EMPTY, |mut set, &square| {
                    set.insert(square);
                    set
                });
                for player in maze.floor().without(&set).iter() {
                    for (row, &square) in boxes.iter().enumerate() {
                        matching.set_row(row, distances.row(square, player));
                    }
                    highest = highest.max(matching.solve().unwrap_or(0));
                }
            });
            assert!(highest > 0 && highest <= bound, "{highest} of {bound} in\n{text}");
        }
    }

    /// All ways to choose `left` more squares.
    fn place(floor: &[Square], left: usize, boxes: &mut Vec<Square>, visit: &mut impl FnMut(&[Square])) {
        if left == 0 {
            return visit(boxes);
        }
        for (i, &square) in floor.iter().enumerate() {
            boxes.push(square);
            place(&floor[i + 1..], left - 1, boxes, visit);
            boxes.pop();
        }
    }
}
