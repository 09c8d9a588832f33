//! How many pushes a lone box needs to every goal, as a function of its square and the player's side.
//!
//! Put one box on an otherwise empty board, with the player somewhere. What the box can do depends on its
//! square and on the *group* of its neighbours in which the player stands (see [`Sides`]). A breadth-first
//! search with pulls from each goal gives, for every (square, group), the fewest pushes to that goal, or
//! [`UNREACHABLE`].
//!
//! **Admissible.** Other boxes only take possibilities away, so no game brings the box home in fewer pushes.
//! The group must be that of the lone box: flood with this box alone, not with the others as obstacles.
//!
//! **Stable.** While a box rests, the player cannot cross its square, so the group of a resting box never
//! changes. A push therefore changes exactly one row of the table box × goal, the row of the pushed box.
//! Bounds made of these rows are *consistent*: every entry of that row falls by at most one.
//!
//! **Cost.** One row of 16-bit numbers per (square, group). Only squares with two groups or more (doors) need to
//! know where the player is; for those one bitboard per group is kept.
//!
//! The distances of the Brno system depended on where the agent happened to stand among the other boxes,
//! which made its estimate inadmissible; Junghanns and Schaeffer (2001) describe the side-aware table.

mod origin;

use soko_core::{Bits, Direction, Maze, Square};

use crate::Sides;

/// No number of pushes brings the box there.
pub const UNREACHABLE: u16 = u16::MAX;

/// Push distances from every (square, group) to every goal.
#[derive(Clone, Debug)]
pub struct PushDistances<const W: usize> {
    goals: Vec<Square>,
    spots: Vec<Spot>,
    /// Where the player is for each group of a square that has several.
    regions: Vec<Bits<W>>,
    /// One entry per goal for each (square, group).
    rows: Vec<u16>,
    /// For each (square, group) the directions, as bits, in which a push brings the box nearer to some goal.
    ways: Vec<u8>,
}

/// Where to find the rows of a square.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    row: u32,
    region: u32,
    groups: u8,
}

impl<const W: usize> PushDistances<W> {
    /// Distances to the goals of a maze.
    pub fn new(maze: &Maze<W>) -> Self {
        Self::to(maze, maze.goals().iter().collect())
    }

    /// Distances to chosen squares; to one that is no floor they are all [`UNREACHABLE`].
    pub fn to(maze: &Maze<W>, goals: Vec<Square>) -> Self {
        let sides = Sides::of(maze);
        let mut distances = Self::blank(maze, &sides, goals);
        for goal in 0..distances.goals.len() {
            distances.pull_from(maze, &sides, goal);
        }
        distances.find_ways(maze, &sides);
        distances
    }

    /// A table in which nothing is reachable.
    fn blank(maze: &Maze<W>, sides: &Sides, goals: Vec<Square>) -> Self {
        let mut spots = vec![Spot::default(); 64 * W];
        let mut regions = Vec::new();
        let mut rows = 0;
        for square in maze.floor().iter() {
            // A box walled in on all sides still has a row: it may stand on a goal.
            let groups = sides.count(square).max(1);
            spots[square.index()] = Spot { row: rows, region: regions.len() as u32, groups };
            rows += u32::from(groups);
            if groups > 1 {
                regions.extend((0..groups).map(|group| region(maze, sides, square, group)));
            }
        }
        let entries = vec![UNREACHABLE; rows as usize * goals.len()];
        Self { spots, regions, rows: entries, ways: vec![0; rows as usize], goals }
    }

    /// Notes for every (square, group) which pushes bring the box nearer to some goal.
    fn find_ways(&mut self, maze: &Maze<W>, sides: &Sides) {
        for square in maze.floor().iter() {
            for direction in Direction::ALL {
                let to = maze.next(square, direction);
                if !maze.floor().contains(to) {
                    continue;
                }
                // The player pushes from behind and then stands where the box was, behind it again.
                let behind = direction.opposite();
                let (Some(group), Some(after)) = (sides.group(square, behind), sides.group(to, behind))
                else {
                    continue;
                };
                let (here, there) = (self.row_of(square, group), self.row_of(to, after));
                if here.iter().zip(there).any(|(here, there)| there < here) {
                    let row = self.spots[square.index()].row + u32::from(group);
                    self.ways[row as usize] |= 1 << direction as u8;
                }
            }
        }
    }

    /// Breadth-first search with pulls from one goal.
    fn pull_from(&mut self, maze: &Maze<W>, sides: &Sides, goal: usize) {
        let square = self.goals[goal];
        if !maze.floor().contains(square) {
            return;
        }
        let mut wave: Vec<(Square, u8)> = Vec::new();
        let mut next = Vec::new();
        for group in 0..self.spots[square.index()].groups {
            self.set(square, group, goal, 0);
            wave.push((square, group));
        }
        let mut pushes = 0;
        while !wave.is_empty() {
            pushes += 1;
            for (square, group) in wave.drain(..) {
                for side in Direction::ALL {
                    if sides.group(square, side) != Some(group) {
                        continue;
                    }
                    // The player on this side steps back and pulls the box onto the square it leaves.
                    let from = maze.next(square, side);
                    if let Some(group) = sides.group(from, side)
                        && self.get(from, group, goal) == UNREACHABLE
                    {
                        self.set(from, group, goal, pushes);
                        next.push((from, group));
                    }
                }
            }
            std::mem::swap(&mut wave, &mut next);
        }
    }

    /// The squares the columns of a row stand for.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Pushes to every goal for a box on `square` with the player on `player`.
    #[inline]
    pub fn row(&self, square: Square, player: Square) -> &[u16] {
        let spot = self.spots[square.index()];
        let group = if spot.groups <= 1 { 0 } else { self.group(spot, player) };
        self.row_of(square, group)
    }

    /// The directions, as bits, in which a push brings the box nearer to some goal.
    #[inline]
    pub fn ways(&self, square: Square, player: Square) -> u8 {
        let spot = self.spots[square.index()];
        let group = if spot.groups <= 1 { 0 } else { self.group(spot, player) };
        self.ways[spot.row as usize + usize::from(group)]
    }

    /// Pushes to every goal in the best case over all sides the player may be on.
    pub fn best(&self, square: Square) -> impl Iterator<Item = u16> + '_ {
        (0..self.goals.len()).map(move |goal| {
            let groups = 0..self.spots[square.index()].groups;
            groups.map(|group| self.row_of(square, group)[goal]).min().unwrap_or(UNREACHABLE)
        })
    }

    /// The goals a box on `square` can reach with the player on `player`.
    pub fn reachable_goals(&self, square: Square, player: Square) -> impl Iterator<Item = Square> + '_ {
        let row = self.row(square, player);
        self.goals.iter().zip(row).filter(|&(_, &pushes)| pushes != UNREACHABLE).map(|(&goal, _)| goal)
    }

    /// All rows: one per square and group, in the order of the squares.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> + '_ {
        // A level has at least one goal, so rows are never empty; `max` keeps chosen squares free to be none.
        self.rows.chunks_exact(self.goals.len().max(1))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.rows.len() * size_of::<u16>()
            + self.ways.len()
            + self.regions.len() * size_of::<Bits<W>>()
            + self.spots.len() * size_of::<Spot>()) as u64
    }

    /// The group of a door in which the player is. A player who stands on the very square, as after nothing a
    /// game can do, is given the first.
    #[inline]
    fn group(&self, spot: Spot, player: Square) -> u8 {
        let regions = &self.regions[spot.region as usize..][..usize::from(spot.groups)];
        regions.iter().position(|region| region.contains(player)).unwrap_or(0) as u8
    }

    #[inline]
    fn row_of(&self, square: Square, group: u8) -> &[u16] {
        let start = (self.spots[square.index()].row as usize + usize::from(group)) * self.goals.len();
        &self.rows[start..start + self.goals.len()]
    }

    fn get(&self, square: Square, group: u8, goal: usize) -> u16 {
        self.row_of(square, group)[goal]
    }

    fn set(&mut self, square: Square, group: u8, goal: usize, pushes: u16) {
        let row = self.spots[square.index()].row as usize + usize::from(group);
        self.rows[row * self.goals.len() + goal] = pushes;
    }
}

/// Where the player can walk beside a lone box on `square`, on the side of a group.
fn region<const W: usize>(maze: &Maze<W>, sides: &Sides, square: Square, group: u8) -> Bits<W> {
    let side = Direction::ALL.into_iter().find(|&side| sides.group(square, side) == Some(group));
    let side = side.expect("groups are numbered without gaps");
    maze.region(&Bits::single(square), maze.next(square, side))
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    /// Fewest pushes by forward search with the box alone on the board.
    fn forward(maze: &Maze<1>, square: Square, player: Square, goal: Square) -> u16 {
        let start = maze.normal(&soko_core::State { boxes: Bits::single(square), player });
        let mut seen = vec![start];
        let (mut first, mut pushes) = (0, 0);
        while first < seen.len() {
            let last = seen.len();
            for i in first..last {
                let state = seen[i];
                if state.boxes.contains(goal) {
                    return pushes;
                }
                let region = maze.region(&state.boxes, state.player);
                maze.for_each_push(&state.boxes, &region, |square, direction| {
                    let child = maze.normal(&maze.push(&state.boxes, square, direction));
                    if !seen.contains(&child) {
                        seen.push(child);
                    }
                });
            }
            first = last;
            pushes += 1;
        }
        UNREACHABLE
    }

    #[test]
    fn equal_to_forward_search_for_every_square_player_and_goal() {
        let boards = [
            "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n########",
            "##########\n#   #  . #\n# $    . #\n# @ #    #\n##########",
            "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
            "#########\n#@$  #  #\n####   .#\n#    ####\n#.##   #\n#    # #\n########",
        ];
        for text in boards {
            let level = Level::parse(text).unwrap();
            let maze = Maze::<1>::new(&level);
            let distances = PushDistances::new(&maze);
            for square in level.floor().iter() {
                for player in level.floor().iter().filter(|&player| player != square) {
                    for (i, &goal) in distances.goals().iter().enumerate() {
                        let expected = forward(&maze, square, player, goal);
                        let found = distances.row(square, player)[i];
                        assert_eq!(found, expected, "{square:?} {player:?} {goal:?} of\n{text}");
                        assert!(distances.best(square).nth(i).unwrap() <= found);
                    }
                }
            }
        }
    }

    #[test]
    fn a_walled_goal_is_out_of_reach() {
        let level = Level::parse("#######\n#@ $ .#\n#  * .#\n#     #\n#######").unwrap();
        let maze = Maze::<1>::new(&level);
        let square = |x, y| level.square_at(x, y).unwrap();
        let walled = maze.walled(&Bits::single(square(3, 2)));
        let distances = PushDistances::to(&walled, maze.goals().iter().collect());
        let row = distances.row(square(3, 1), square(1, 1));
        assert_eq!(row, [2, UNREACHABLE, UNREACHABLE]);
        assert_eq!(distances.reachable_goals(square(3, 1), square(1, 1)).collect::<Vec<_>>(), [square(5, 1)]);
    }
}
