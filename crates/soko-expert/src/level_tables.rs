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

#[cfg(test)]
mod tests {
    use super::*;

    /// A hall with a dead end on the right; along its walls a box is lost.
    const BOARD: &str = "##########\n#      ###\n# $ $  ..#\n#@     ###\n##########";

    fn with_tables(test: impl FnOnce(&LevelTables<'_, 2>, &dyn Fn(usize, usize) -> Square)) {
        let level = Level::parse(BOARD).unwrap();
        let tables = LevelTables::new(&level);
        test(&tables, &|x, y| level.square_at(x, y).unwrap());
    }

    #[test]
    fn targets_and_sources_of_a_lone_box_mirror_each_other() {
        with_tables(|tables, at| {
            assert!(tables.targets_of(at(2, 2)).contains(at(8, 2)));
            assert!(!tables.targets_of(at(8, 2)).contains(at(7, 2)), "it never comes out of the dead end");
            assert!(tables.targets_of(at(2, 1)).contains(at(6, 1)), "along the wall");
            assert!(!tables.targets_of(at(2, 1)).contains(at(2, 2)), "but not off it");
            for from in tables.maze.floor().iter() {
                for to in tables.maze.floor().iter() {
                    let there = tables.targets_of(from).contains(to);
                    assert_eq!(tables.sources_of(to).contains(from), there, "{from:?} {to:?}");
                }
            }
            assert_eq!(tables.reached, *tables.targets_of(at(2, 2)) | *tables.targets_of(at(4, 2)));
            assert!(tables.reached.contains(at(8, 2)) && tables.dead.contains(at(1, 1)));
        });
    }

    #[test]
    fn pushes_to_the_nearest_goal_and_steps_between_squares() {
        with_tables(|tables, at| {
            assert_eq!([2, 4, 6, 7, 8].map(|x| tables.to_goal(at(x, 2))), [5, 3, 1, 0, 0]);
            assert_eq!(tables.to_goal(at(2, 1)), 0, "there is none");
            assert_eq!(tables.steps(at(1, 1), at(1, 1)), 0);
            assert_eq!(tables.steps(at(1, 1), at(8, 2)), 8);
            assert_eq!(tables.steps(at(8, 2), at(1, 3)), 8);
            assert!(tables.is_far(at(1, 2), at(7, 2)), "six steps");
            assert!(!tables.is_far(at(1, 2), at(6, 2)), "five steps");
        });
    }

    #[test]
    fn walls_take_ways_away() {
        with_tables(|tables, at| {
            let goals = *tables.maze.goals();
            assert!(tables.sources(&Bits::EMPTY, &goals).contains(at(2, 2)));
            let door = Bits::single(at(7, 2));
            let inner = Bits::single(at(8, 2));
            assert_eq!(tables.sources(&door, &inner), inner, "none but the one there gets in");
            let origins = [at(2, 2), at(4, 2)];
            let open = tables.targets(&Bits::EMPTY, &origins);
            assert_eq!(open, origins.map(|origin| *tables.targets_of(origin)));
            let shut = tables.targets(&door, &origins);
            assert!(shut.iter().all(|targets| !targets.contains(at(8, 2)) && targets.contains(at(6, 2))));
        });
    }

    /// Counts what is acquired.
    struct Counter(u64);

    impl Meter for Counter {
        type Halt = ();

        fn go_on(&mut self) -> Result<(), ()> {
            Ok(())
        }

        fn acquire(&mut self, bytes: u64) -> Result<(), ()> {
            self.0 += bytes;
            Ok(())
        }

        fn release(&mut self, _: u64) {}
    }

    #[test]
    fn memory_is_asked_for_as_much_as_is_held() {
        let level = Level::parse(BOARD).unwrap();
        let mut counter = Counter(0);
        let tables = LevelTables::<2>::metered(&level, &mut counter).unwrap();
        let held = size_of_val(&tables.targets_of[..])
            + size_of_val(&tables.sources_of[..])
            + size_of_val(&tables.to_goal[..])
            + size_of_val(&tables.number[..])
            + size_of_val(&tables.steps[..]);
        assert_eq!(counter.0, held as u64);
    }
}
