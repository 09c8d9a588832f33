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
//! know where the player is. The pairs and the pulls between them are a graph that is the same for all goals, so it is written
//! down once; searches run over it with their distances side by side, a cache line's worth of goals at a time, and are
//! then copied into the rows. Writing each distance to its row at once took 85 % of the 3.3 s in which A* expanded one
//! position of a board of 1,610 goals. Memory is asked for first, and a run may end it early.
//!
//! The distances of the Brno system depended on where the agent happened to stand among the other boxes,
//! which made its estimate inadmissible; Junghanns and Schaeffer (2001) describe the side-aware table.

mod graph;
mod origin;

use soko_core::{
    Direction, Maze, Meter, Square, Stopped, Unlimited,
    meter::{erased, fill_to},
};

use self::graph::Graph;
use crate::Sides;

/// No number of pushes brings the box there.
pub const UNREACHABLE: u16 = u16::MAX;

/// Push distances from every (square, group) to every goal.
#[derive(Clone, Debug)]
pub struct PushDistances {
    goals: Vec<Square>,
    sides: Sides,
    /// The first row of a square, as an index of rows.
    first_row: Vec<u32>,
    /// One entry per goal for each (square, group).
    rows: Vec<u16>,
    /// For each (square, group) the directions, as bits, in which a push brings the box nearer to some goal.
    ways: Vec<u8>,
}

impl PushDistances {
    /// Distances to the goals of a maze.
    pub fn new<const W: usize>(maze: &Maze<W>) -> Self {
        let Ok(distances) = Self::metered(maze, &mut Unlimited);
        distances
    }

    /// Distances to the goals of a maze, within limits.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn metered<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        Self::to(maze, maze.goals().iter().collect(), meter)
    }

    /// Distances to chosen squares, within limits; to one that is no floor they are all [`UNREACHABLE`].
    ///
    /// # Errors
    /// The reason to end early.
    pub fn to<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        goals: Vec<Square>,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        erased(meter, |meter| Self::to_each(maze, goals, meter))
    }

    #[inline(never)]
    fn to_each<const W: usize>(
        maze: &Maze<W>,
        goals: Vec<Square>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<Self, Stopped> {
        let mut distances = Self::blank(maze, goals, meter)?;
        let sources = distances.goals.iter().map(|&goal| {
            let groups = if maze.floor().contains(goal) { distances.groups(goal) } else { 0 };
            let first = distances.first_row[goal.index()];
            (first..first + u32::from(groups)).collect()
        });
        let graph = Graph::of_pulls(maze, &distances);
        let sources: Vec<Vec<u32>> = sources.collect();
        graph.spread(&sources, &mut distances.rows, meter)?;
        distances.find_ways(maze, meter)?;
        Ok(distances)
    }

    /// Pushes of a lone box from every square to the goal nearest to it, on the best side; [`UNREACHABLE`] if there is none.
    /// One search for all goals, and no table.
    pub fn to_nearest<const W: usize>(maze: &Maze<W>) -> Vec<u16> {
        let Ok(blank) = Self::blank(maze, vec![Square(0)], &mut Unlimited);
        let rows_of = |square: Square| {
            let first = blank.first_row[square.index()];
            first..first + u32::from(blank.groups(square))
        };
        let sources = [maze.goals().iter().flat_map(rows_of).collect()];
        let mut pushes = vec![UNREACHABLE; blank.ways.len()];
        let graph = Graph::of_pulls(maze, &blank);
        let Ok(()) = graph.spread(&sources, &mut pushes, &mut Unlimited);
        let mut nearest = vec![UNREACHABLE; 64 * W];
        for square in maze.floor().iter() {
            let all = rows_of(square).map(|row| pushes[row as usize]);
            nearest[square.index()] = all.min().unwrap_or(UNREACHABLE);
        }
        nearest
    }

    /// A table in which nothing is reachable.
    fn blank<const W: usize, M: Meter + ?Sized>(
        maze: &Maze<W>,
        goals: Vec<Square>,
        meter: &mut M,
    ) -> Result<Self, M::Halt> {
        let sides = Sides::of(maze);
        let mut first_row = vec![0; 64 * W];
        let mut rows = 0;
        for square in maze.floor().iter() {
            first_row[square.index()] = rows;
            // A box walled in on all sides still has a row: it may stand on a goal.
            rows += u32::from(sides.count(square).max(1));
        }
        let (rows, entries) = (rows as usize, rows as usize * goals.len());
        meter.go_on()?;
        meter.acquire(bytes(entries, rows, first_row.len(), goals.len(), &sides))?;
        let mut distances = Vec::new();
        fill_to(&mut distances, entries, &UNREACHABLE, meter)?;
        Ok(Self { goals, sides, first_row, rows: distances, ways: vec![0; rows] })
    }

    /// Notes for every (square, group) which pushes bring the box nearer to some goal.
    fn find_ways<const W: usize, M: Meter + ?Sized>(
        &mut self,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<(), M::Halt> {
        for (number, square) in maze.floor().iter().enumerate() {
            if number.is_multiple_of(64) {
                meter.go_on()?;
            }
            for direction in Direction::ALL {
                let to = maze.next(square, direction);
                if !maze.floor().contains(to) {
                    continue;
                }
                // The player pushes from behind and then stands where the box was, behind it again.
                let behind = direction.opposite();
                let (Some(group), Some(after)) =
                    (self.sides.group(square, behind), self.sides.group(to, behind))
                else {
                    continue;
                };
                let (here, there) = (self.row_of(square, group), self.row_of(to, after));
                if here.iter().zip(there).any(|(here, there)| there < here) {
                    let row = self.first_row[square.index()] + u32::from(group);
                    self.ways[row as usize] |= 1 << direction as u8;
                }
            }
        }
        Ok(())
    }

    /// The row of a box with the player beside it; `None` if no player can stand there.
    fn row_beside(&self, square: Square, side: Direction) -> Option<u32> {
        Some(self.first_row[square.index()] + u32::from(self.sides.group(square, side)?))
    }

    /// How many rows a square has.
    fn groups(&self, square: Square) -> u8 {
        self.sides.count(square).max(1)
    }

    /// The squares the columns of a row stand for.
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Pushes to every goal for a box on `square` with the player on `player`.
    #[inline]
    pub fn row(&self, square: Square, player: Square) -> &[u16] {
        self.row_of(square, self.sides.group_of(square, player))
    }

    /// The directions, as bits, in which a push brings the box nearer to some goal.
    #[inline]
    pub fn ways(&self, square: Square, player: Square) -> u8 {
        let group = self.sides.group_of(square, player);
        self.ways[self.first_row[square.index()] as usize + usize::from(group)]
    }

    /// Pushes to every goal in the best case over all sides the player may be on.
    pub fn best(&self, square: Square) -> impl Iterator<Item = u16> + '_ {
        (0..self.goals.len()).map(move |goal| {
            let groups = 0..self.groups(square);
            groups.map(|group| self.row_of(square, group)[goal]).min().unwrap_or(UNREACHABLE)
        })
    }

    /// Pushes to the nearest goal in the best case over all sides the player may be on.
    pub fn nearest(&self, square: Square) -> u16 {
        let start = self.first_row[square.index()] as usize * self.goals.len();
        let entries = usize::from(self.groups(square)) * self.goals.len();
        self.rows[start..start + entries].iter().copied().min().unwrap_or(UNREACHABLE)
    }

    /// All rows: one per square and group, in the order of the squares.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> + '_ {
        // A level has at least one goal, so rows are never empty; `max` keeps chosen squares free to be none.
        self.rows.chunks_exact(self.goals.len().max(1))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        bytes(self.rows.len(), self.ways.len(), self.first_row.len(), self.goals.len(), &self.sides)
    }

    #[inline]
    fn row_of(&self, square: Square, group: u8) -> &[u16] {
        let start = (self.first_row[square.index()] as usize + usize::from(group)) * self.goals.len();
        &self.rows[start..start + self.goals.len()]
    }
}

/// Bytes of a table with so many entries, rows, squares and goals.
fn bytes(entries: usize, rows: usize, squares: usize, goals: usize, sides: &Sides) -> u64 {
    let own = entries * size_of::<u16>() + rows + squares * size_of::<u32>() + goals * size_of::<Square>();
    own as u64 + sides.bytes()
}

#[cfg(test)]
mod tests {
    use soko_core::{Bits, Level};
    use soko_testing::boards::SMALL;

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
        for text in SMALL {
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
        let Ok(distances) = PushDistances::to(&walled, maze.goals().iter().collect(), &mut Unlimited);
        let row = distances.row(square(3, 1), square(1, 1));
        assert_eq!(row, [2, UNREACHABLE, UNREACHABLE]);
    }
}
