//! Linear conflicts and their kin: boxes in each other's way, and the pushes that costs.
//!
//! Let S be a set of boxes such that every push that would bring one of them nearer to *any* goal is barred by another box
//! of S, ahead of it or where the player would have to stand. Whichever box of S moves first has to move away
//! from all goals, and must make up for that later: two pushes more than the distances say.
//!
//! **Proof.** Take a solution and give each box the goal on which it ends. The sum D of the push distances to these
//! goals starts at the matching's value or above, ends at zero, and changes by an odd number with every push: the
//! board is a chess board, so distances of neighbouring squares differ in parity. A push lowers D by one or
//! raises it by one at least; so a solution with k raising pushes has at least D + 2k pushes. If a box of S is off
//! goal, some box of S must move; until the first does, all of them bar each other; so that first push is
//! raising. Sets that do not touch need a raising push each. Only for levels in which every box must come home.
//!
//! **Cost.** The largest such S is found by elimination, as frozen boxes are: take away every box that has a push to the
//! good which no box still in S bars, until nothing changes. Bars are neighbours, so the connected parts of S
//! count one by one. A few shifts per round, on bitboards.
//!
//! Linear conflicts of two boxes on a line are due to Junghanns and Schaeffer (2001); the set-wise form, which contains
//! them, is ours.

use soko_core::{Bits, Direction, Maze};

/// Pushes that boxes in each other's way cost on top of their distances.
///
/// `ways[d]` are the boxes that a push in direction `d` brings nearer to some goal. The result is even.
#[inline]
pub fn conflict_pushes<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, ways: &[Bits<W>; 4]) -> u32 {
    let mut pushes = 0;
    for_each_conflict(maze, boxes, ways, |_| pushes += 2);
    pushes
}

/// Visits every group of boxes in each other's way that costs two pushes. Groups share no box.
#[inline]
pub(crate) fn for_each_conflict<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    ways: &[Bits<W>; 4],
    mut visit: impl FnMut(Bits<W>),
) {
    let barred = mutually_barred(maze, boxes, ways);
    // Boxes that are home already may be barred for ever.
    let mut off_goal = barred.without(maze.goals());
    while let Some(square) = off_goal.first() {
        let group = maze.flood(&barred, Bits::single(square));
        off_goal = off_goal.without(&group);
        visit(group);
    }
}

/// The largest set of boxes that bar all of each other's good pushes.
#[inline]
fn mutually_barred<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, ways: &[Bits<W>; 4]) -> Bits<W> {
    let mut left = *boxes;
    loop {
        let clear = maze.floor().without(&left);
        let mut free = Bits::EMPTY;
        for direction in Direction::ALL {
            let way = ways[direction as usize];
            free |= way & maze.shift(&clear, direction) & maze.shift(&clear, direction.opposite());
        }
        let next = left.without(&free);
        if next == left {
            return left;
        }
        left = next;
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::PushDistances;

    fn conflicts(text: &str) -> u32 {
        let level = Level::parse(text).unwrap();
        let maze = Maze::<1>::new(&level);
        let state = maze.start(&level);
        let distances = PushDistances::new(&maze);
        let mut ways = [Bits::EMPTY; 4];
        for square in state.boxes.iter() {
            for direction in Direction::ALL {
                if distances.ways(square, state.player) >> direction as u8 & 1 == 1 {
                    ways[direction as usize].insert(square);
                }
            }
        }
        conflict_pushes(&maze, &state.boxes, &ways)
    }

    #[test]
    fn two_boxes_on_one_line_to_all_goals_cost_two_pushes() {
        assert_eq!(conflicts("#######\n#@    #\n#  $  #\n#  $  #\n#     #\n#  .  #\n#  .  #\n#######"), 2);
    }

    #[test]
    fn a_goal_to_the_side_resolves_the_conflict() {
        assert_eq!(conflicts("#######\n#@    #\n#  $  #\n#  $  #\n#     #\n# .   #\n#  .  #\n#######"), 0);
    }
}
