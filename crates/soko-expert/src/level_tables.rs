//! What the expert knows of a level before the first move: tables that never change.
//!
//! - `targets_of`: for every square the squares to which a box alone on the board can be pushed from there, the player on its
//!   best side; `sources_of` is the same read backwards. "Can go there at all" is asked thousands of times per position, so it
//!   is one bit.
//! - `to_goal`: pushes to the nearest goal, which decides among positions that are equal otherwise.
//! - `steps`: steps between any two squares of the empty floor, the measure of *near* and *far* in plans.
//! - `passages`: the rooms of the level with the passages between them, see [`Passages`].
//!
//! **Cost.** One breadth-first search per square and table: about 2 ms for a level of 150 floor squares. Levels of more than
//! [`MOST_FLOOR`] squares are left to searches that need no such tables.

pub(crate) mod rooms;

use soko_analysis::{LoneBox, PushDistances, dead_squares, push_distance::UNREACHABLE};
use soko_core::{Bits, Direction, Level, Maze, Meter, Pulling, Pushing, Square, State, Unlimited};

use self::rooms::Passages;

/// Largest floor for which tables of square × square are made.
pub(crate) const MOST_FLOOR: u32 = 4_000;
/// Steps from which on a square is far.
const FAR: u16 = 6;
/// No way.
const NO_WAY: u16 = u16::MAX;

/// The tables of one level.
pub struct LevelTables<'a, const W: usize> {
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
    targets_of: Vec<Bits<W>>,
    sources_of: Vec<Bits<W>>,
    to_goal: Vec<u16>,
    number: Vec<u16>,
    floor: usize,
    steps: Vec<u16>,
}

impl<'a, const W: usize> LevelTables<'a, W> {
    /// Computes the tables.
    pub fn new(level: &'a Level) -> Self {
        let Ok(tables) = Self::metered(level, &mut Unlimited);
        tables
    }

    /// Computes the tables, within limits. What is acquired is what they hold.
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
        let targets_of = targets_of_all(&maze, meter)?;
        let mut sources_of = vec![Bits::EMPTY; 64 * W];
        for from in maze.floor().iter() {
            meter.go_on()?;
            for to in targets_of[from.index()].iter() {
                sources_of[to.index()].insert(from);
            }
        }
        let reached = start.boxes.iter().fold(Bits::EMPTY, |all, square| all | targets_of[square.index()]);
        let passages = Passages::new(level, &maze);
        let steps = all_steps(&maze, &number, floor, meter)?;
        let dead = Bits::from_set(&dead_squares(level));
        let to_goal = nearest_goals(&maze);
        Ok(Self {
            level,
            maze,
            start,
            dead,
            reached,
            passages,
            targets_of,
            sources_of,
            to_goal,
            number,
            floor,
            steps,
        })
    }

    /// Squares to which a lone box can be pushed from `square`.
    #[inline]
    pub fn targets_of(&self, square: Square) -> &Bits<W> {
        &self.targets_of[square.index()]
    }

    /// Squares from which a lone box can be pushed to `square`.
    #[inline]
    pub fn sources_of(&self, square: Square) -> &Bits<W> {
        &self.sources_of[square.index()]
    }

    /// Pushes of a lone box from a square to its nearest goal, the player on its best side; 0 where there is none.
    #[inline]
    pub fn to_goal(&self, square: Square) -> u16 {
        self.to_goal[square.index()]
    }

    /// Steps between two squares on the empty floor.
    #[inline]
    pub fn steps(&self, a: Square, b: Square) -> u16 {
        let (a, b) = (usize::from(self.number[a.index()]), usize::from(self.number[b.index()]));
        self.steps[a * self.floor + b]
    }

    /// Are two squares far from each other?
    #[inline]
    pub(crate) fn is_far(&self, a: Square, b: Square) -> bool {
        self.steps(a, b) >= FAR
    }

    /// Squares from which a lone box can be pushed to one of `targets` when `walls` are walls, too.
    pub(crate) fn sources(&self, walls: &Bits<W>, targets: &Bits<W>) -> Bits<W> {
        LoneBox::new(&self.maze.walled(walls)).reach::<Pulling>(targets)
    }

    /// For each origin the squares to which a lone box can be pushed from there when `walls` are walls, too.
    pub(crate) fn targets(&self, walls: &Bits<W>, origins: &[Square]) -> Vec<Bits<W>> {
        let maze = self.maze.walled(walls);
        let mut lone_box = LoneBox::new(&maze);
        origins.iter().map(|&origin| lone_box.reach::<Pushing>(&Bits::single(origin))).collect()
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

fn targets_of_all<const W: usize, M: Meter + ?Sized>(
    maze: &Maze<W>,
    meter: &mut M,
) -> Result<Vec<Bits<W>>, M::Halt> {
    let mut lone_box = LoneBox::new(maze);
    let mut reach = vec![Bits::EMPTY; 64 * W];
    for square in maze.floor().iter() {
        meter.go_on()?;
        reach[square.index()] = lone_box.reach::<Pushing>(&Bits::single(square));
    }
    Ok(reach)
}

fn all_steps<const W: usize, M: Meter + ?Sized>(
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
