//! What the expert knows of a level before the first move: tables that never change.
//!
//! - `reach`: for every square the squares to which a box alone on the board can be pushed from there, the player on
//!   whichever side suits it; `came` is the same read backwards. "Can go there at all" is asked thousands of times per
//!   position, so it is one bit.
//! - `to_goal`: pushes to the nearest goal, which decides among positions that are equal otherwise.
//! - `walk`: steps between any two squares of the empty floor, the measure of *near* and *far* in plans.
//! - `rooms`: the halls of the level with the passages between them, see [`Passages`].
//!
//! **Cost.** One breadth-first search per square and table: about 2 ms for a level of 150 floor squares. Levels of more than
//! [`MOST_FLOOR`] squares are left to searches that need no such tables.

use soko_analysis::{PushDistances, Sides, dead_squares, push_distance::UNREACHABLE};
use soko_core::{Bits, Direction, Level, Maze, Meter, Square, State, Unlimited};

use crate::passages::Passages;

/// Largest floor for which tables of square × square are made.
pub const MOST_FLOOR: u32 = 4_000;
/// No way.
pub const NO_WAY: u16 = u16::MAX;

/// The tables of one level.
pub struct Ground<'a, const W: usize> {
    /// The level.
    pub level: &'a Level,
    /// The same as bitboards.
    pub maze: Maze<W>,
    /// Where it begins.
    pub start: State<W>,
    /// Squares from which a box reaches no goal.
    pub dead: Bits<W>,
    /// Squares to which some box of the start can be pushed.
    pub reached: Bits<W>,
    /// Rooms and passages.
    pub passages: Passages<W>,
    reach: Vec<Bits<W>>,
    came: Vec<Bits<W>>,
    to_goal: Vec<u16>,
    number: Vec<u16>,
    floor: usize,
    walk: Vec<u16>,
}

impl<'a, const W: usize> Ground<'a, W> {
    /// Computes the tables.
    pub fn new(level: &'a Level) -> Self {
        let Ok(ground) = Self::metered(level, &mut Unlimited);
        ground
    }

    /// Computes the tables, within limits. What is acquired is what they [hold](Self::bytes).
    ///
    /// # Errors
    /// The reason to end early.
    pub fn metered<M: Meter + ?Sized>(level: &'a Level, meter: &mut M) -> Result<Self, M::Halt> {
        let maze = Maze::new(level);
        meter.go_on()?;
        meter.acquire(bytes::<W>(maze.floor().len() as usize))?;
        let start = maze.start(level);
        let mut number = vec![NO_WAY; 64 * W];
        for (i, square) in maze.floor().iter().enumerate() {
            number[square.index()] = i as u16;
        }
        let floor = maze.floor().len() as usize;
        let reach = reach_all(&maze, meter)?;
        let mut came = vec![Bits::EMPTY; 64 * W];
        for from in maze.floor().iter() {
            meter.go_on()?;
            for to in reach[from.index()].iter() {
                came[to.index()].insert(from);
            }
        }
        let reached = start.boxes.iter().fold(Bits::EMPTY, |all, square| all | reach[square.index()]);
        let passages = Passages::new(level, &maze);
        let walk = walks(&maze, &number, floor, meter)?;
        let dead = Bits::from_set(&dead_squares(level));
        let to_goal = nearest_goals(&maze);
        Ok(Self { level, maze, start, dead, reached, passages, reach, came, to_goal, number, floor, walk })
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        bytes::<W>(self.floor)
    }

    /// Squares to which a lone box can be pushed from `square`.
    #[inline]
    pub fn reach(&self, square: Square) -> &Bits<W> {
        &self.reach[square.index()]
    }

    /// Squares from which a lone box can be pushed to `square`.
    #[inline]
    pub fn came(&self, square: Square) -> &Bits<W> {
        &self.came[square.index()]
    }

    /// Pushes of a lone box from a square to its nearest goal, the player on its best side; 0 where there is none.
    #[inline]
    pub fn to_goal(&self, square: Square) -> u16 {
        self.to_goal[square.index()]
    }

    /// Steps between two squares on the empty floor.
    #[inline]
    pub fn walk(&self, a: Square, b: Square) -> u16 {
        let (a, b) = (usize::from(self.number[a.index()]), usize::from(self.number[b.index()]));
        self.walk[a * self.floor + b]
    }

    /// Squares from which a lone box can be pushed to one of `targets` when `walls` are walls, too.
    pub fn sources(&self, walls: &Bits<W>, targets: &Bits<W>) -> Bits<W> {
        let maze = self.maze.walled(walls);
        let sides = Sides::of(&maze);
        let mut seen = Seen::new(64 * W);
        for target in (*targets & *maze.floor()).iter() {
            for group in 0..sides.count(target).max(1) {
                seen.add(target, group);
            }
        }
        seen.spread(|square, group, add| {
            for side in Direction::ALL {
                if sides.group(square, side) == Some(group) {
                    let from = maze.next(square, side);
                    if let Some(group) = sides.group(from, side) {
                        add(from, group);
                    }
                }
            }
        })
    }

    /// For each origin the squares to which a lone box can be pushed from there when `walls` are walls, too.
    pub fn targets(&self, walls: &Bits<W>, origins: &[Square]) -> Vec<Bits<W>> {
        let maze = self.maze.walled(walls);
        let sides = Sides::of(&maze);
        origins.iter().map(|&origin| push_from(&maze, &sides, &Bits::single(origin))).collect()
    }
}

/// Bytes of the tables of a level with so many squares of floor.
const fn bytes<const W: usize>(floor: usize) -> u64 {
    let squares = 64 * W;
    (2 * squares * size_of::<Bits<W>>() + (floor * floor + 2 * squares) * size_of::<u16>()) as u64
}

fn nearest_goals<const W: usize>(maze: &Maze<W>) -> Vec<u16> {
    let nearest = PushDistances::to_nearest(maze);
    nearest.into_iter().map(|pushes| if pushes == UNREACHABLE { 0 } else { pushes }).collect()
}

/// Visited (square, group) pairs and those still to be looked at.
struct Seen {
    groups: Vec<u8>,
    waiting: Vec<(Square, u8)>,
}

impl Seen {
    fn new(squares: usize) -> Self {
        Self { groups: vec![0; squares], waiting: Vec::new() }
    }

    fn add(&mut self, square: Square, group: u8) {
        if self.groups[square.index()] & 1 << group == 0 {
            self.groups[square.index()] |= 1 << group;
            self.waiting.push((square, group));
        }
    }

    /// Visits everything that can be reached and returns the squares.
    fn spread<const W: usize>(
        mut self,
        mut next: impl FnMut(Square, u8, &mut dyn FnMut(Square, u8)),
    ) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        while let Some((square, group)) = self.waiting.pop() {
            squares.insert(square);
            next(square, group, &mut |square, group| self.add(square, group));
        }
        squares
    }
}

/// Squares to which a lone box can be pushed from one of `origins`.
fn push_from<const W: usize>(maze: &Maze<W>, sides: &Sides, origins: &Bits<W>) -> Bits<W> {
    let mut seen = Seen::new(64 * W);
    for origin in (*origins & *maze.floor()).iter() {
        for group in 0..sides.count(origin).max(1) {
            seen.add(origin, group);
        }
    }
    seen.spread(|square, group, add| {
        for direction in Direction::ALL {
            let behind = direction.opposite();
            let to = maze.next(square, direction);
            if sides.group(square, behind) == Some(group)
                && maze.floor().contains(to)
                && let Some(group) = sides.group(to, behind)
            {
                add(to, group);
            }
        }
    })
}

fn reach_all<const W: usize, M: Meter + ?Sized>(
    maze: &Maze<W>,
    meter: &mut M,
) -> Result<Vec<Bits<W>>, M::Halt> {
    let sides = Sides::of(maze);
    let mut reach = vec![Bits::EMPTY; 64 * W];
    for square in maze.floor().iter() {
        meter.go_on()?;
        reach[square.index()] = push_from(maze, &sides, &Bits::single(square));
    }
    Ok(reach)
}

fn walks<const W: usize, M: Meter + ?Sized>(
    maze: &Maze<W>,
    number: &[u16],
    floor: usize,
    meter: &mut M,
) -> Result<Vec<u16>, M::Halt> {
    let mut walk = vec![NO_WAY; floor * floor];
    let mut queue = Vec::new();
    for from in maze.floor().iter() {
        meter.go_on()?;
        let row = &mut walk[usize::from(number[from.index()]) * floor..][..floor];
        row[usize::from(number[from.index()])] = 0;
        queue.clear();
        queue.push(from);
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            let steps = row[usize::from(number[square.index()])];
            for direction in Direction::ALL {
                let to = maze.next(square, direction);
                if maze.floor().contains(to) && row[usize::from(number[to.index()])] == NO_WAY {
                    row[usize::from(number[to.index()])] = steps + 1;
                    queue.push(to);
                }
            }
        }
    }
    Ok(walk)
}
