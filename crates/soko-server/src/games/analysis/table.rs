//! Every position that can be reached from one of them, and how many pushes each is from a solution.
//!
//! Forward first: from the root all pushes are made, and all that follow, until nothing new comes. Then backward: solved
//! positions need no push, those from which one push leads to them need one, and so on, in the order of a breadth-first search
//! over the pushes reversed. What is reached is exact, and what is not reached is lost: everything that can follow is in the table.
//!
//! A position is boxes and the player's region, for a walk changes nothing that matters ([`Maze::normal`]). They are compared in
//! full, never by hash alone.
//!
//! **Left out** are positions that the rules prove lost by the push that led there (dead squares, frozen groups): what follows
//! them is lost, too. So a position that is not in the table is lost if it can be reached from the root at all. The rules are sound
//! for surplus boxes and surplus goals, and so is the rest: it knows nothing but pushes and [`Maze::is_solved`]. Positions behind a
//! solved one are in the table like all others, since a game can go on there.
//!
//! **Cost.** 24 bytes a position on boards of up to 128 squares, 8 to 16 for finding it, 4 for each push: some 70 while the
//! table is made. [`Bound`] ends what becomes too large.

use std::ops::ControlFlow;

use soko_analysis::deadlock::{Detector, Rules};
use soko_core::{Bits, Level, Maze, Position, Push, State, with_maze};

/// How large a table may become.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) positions: usize,
    pub(super) bytes: usize,
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Worth {
    /// The fewest pushes to a solution.
    Pushes(u32),
    /// There is no solution.
    Lost,
}

/// Why there is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfinished {
    /// It would be larger than its bound.
    TooLarge,
    /// It was told to stop.
    Stopped,
}

/// The table of a level from one root on.
pub(super) struct Table {
    positions: Box<dyn Lookup>,
    root: Root,
    bytes: usize,
}

/// What a table begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// The start of the level: it knows every position of every game.
    Start,
    /// Another position: it knows what can follow that one.
    Later,
}

impl Table {
    /// Makes the table of all that can follow `root`. `pause` is asked now and then whether to go on.
    pub(super) fn of(
        level: &Level,
        root: &Position,
        bound: Bound,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Self, Unfinished> {
        let place = if root == level.start() { Root::Start } else { Root::Later };
        with_maze!(level, few_widths, |maze| {
            let mut table = Positions::new(maze);
            table.enumerate(level, root, bound, pause)?;
            table.count_back();
            let bytes = table.bytes();
            Ok(Self { positions: Box::new(table), root: place, bytes })
        })
    }

    /// What a position of a game is worth; nothing if the table cannot know it.
    pub(super) fn worth(&self, position: &Position) -> Option<Worth> {
        let found = self.positions.worth(position);
        // Whatever a game has come to can be reached from its start.
        found.or_else(|| (self.root == Root::Start).then_some(Worth::Lost))
    }

    /// The pushes that are possible in a position and what each leads to; nothing if the table does not know the position.
    pub(super) fn pushes(&self, position: &Position) -> Option<Vec<(Push, Worth)>> {
        self.positions.pushes(position)
    }

    /// Bytes it holds.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A table, whatever the width of its bitboards.
trait Lookup: Send + Sync {
    fn worth(&self, position: &Position) -> Option<Worth>;
    fn pushes(&self, position: &Position) -> Option<Vec<(Push, Worth)>>;
}

/// No position, in a list of numbers.
const NONE: u32 = u32::MAX;
/// Positions between two questions whether to go on: less than a millisecond.
const ROUND: usize = 256;

struct Positions<const W: usize> {
    maze: Maze<W>,
    states: Vec<State<W>>,
    /// Numbers of positions by their hash; open addressing, at most half of it is taken.
    slots: Vec<u32>,
    /// Pushes to a solution of each position.
    pushes: Vec<u32>,
    /// Positions after the pushes of each position, one after another.
    children: Vec<u32>,
    /// Where the children of each position end.
    ends: Vec<u32>,
}

impl<const W: usize> Positions<W> {
    fn new(maze: Maze<W>) -> Self {
        Self {
            maze,
            states: Vec::new(),
            slots: vec![NONE; 1 << 10],
            pushes: Vec::new(),
            children: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        let numbers = self.slots.len() + self.pushes.len() + self.children.len() + self.ends.len();
        self.states.len() * size_of::<State<W>>() + numbers * size_of::<u32>()
    }

    fn enumerate(
        &mut self,
        level: &Level,
        root: &Position,
        bound: Bound,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Unfinished> {
        let rules = Rules { pi_corral: false, corral: 0, ..Rules::default() };
        let detector = Detector::new(level, &rules);
        let root = self.normal(root);
        self.number(root);
        let mut next = 0;
        while next < self.states.len() {
            if next % ROUND == 0 && pause().is_break() {
                return Err(Unfinished::Stopped);
            }
            // Reversing the edges takes as much again as they do.
            if self.states.len() > bound.positions || self.bytes() + self.children.len() * 4 > bound.bytes {
                return Err(Unfinished::TooLarge);
            }
            let State { boxes, player } = self.states[next];
            next += 1;
            if next > 1 || !detector.lost(&self.maze, &boxes) {
                let region = self.maze.region(&boxes, player);
                let mut found = Vec::new();
                self.maze.for_each_push(&boxes, &region, |square, direction| {
                    let child = self.maze.push(&boxes, square, direction);
                    let to = self.maze.next(square, direction);
                    if !detector.lost_by_push(&self.maze, &child, to) {
                        let region = self.maze.region_after_push(&region, &child.boxes, square, to);
                        let player = region.first().unwrap_or(child.player);
                        found.push(State { boxes: child.boxes, player });
                    }
                });
                for child in found {
                    let number = self.number(child);
                    self.children.push(number);
                }
            }
            self.ends.push(self.children.len() as u32);
        }
        Ok(())
    }

    /// The pushes to a solution, from the solved positions backwards.
    fn count_back(&mut self) {
        // The edges reversed, sorted by where they lead: counted first, then filled in.
        let mut begins = vec![0_u32; self.states.len() + 1];
        for &child in &self.children {
            begins[child as usize + 1] += 1;
        }
        for i in 1..begins.len() {
            begins[i] += begins[i - 1];
        }
        let mut parents = vec![0_u32; self.children.len()];
        let mut filled = begins.clone();
        let mut edge = 0;
        for (parent, &end) in self.ends.iter().enumerate() {
            while edge < end {
                let place = &mut filled[self.children[edge as usize] as usize];
                parents[*place as usize] = parent as u32;
                *place += 1;
                edge += 1;
            }
        }
        drop(filled);
        self.pushes = vec![NONE; self.states.len()];
        let solved = |state: &State<W>| self.maze.is_solved(&state.boxes);
        let mut queue: Vec<u32> =
            (0..self.states.len() as u32).filter(|&number| solved(&self.states[number as usize])).collect();
        for &number in &queue {
            self.pushes[number as usize] = 0;
        }
        let mut next = 0;
        while next < queue.len() {
            let number = queue[next] as usize;
            next += 1;
            for &parent in &parents[begins[number] as usize..begins[number + 1] as usize] {
                if self.pushes[parent as usize] == NONE {
                    self.pushes[parent as usize] = self.pushes[number] + 1;
                    queue.push(parent);
                }
            }
        }
        // What follows each position is made anew where it is asked for.
        self.children = Vec::new();
        self.ends = Vec::new();
        self.states.shrink_to_fit();
    }

    fn normal(&self, position: &Position) -> State<W> {
        self.maze.normal(&State { boxes: Bits::from_set(position.boxes()), player: position.player() })
    }

    /// The slot of a position: its own, or the free one where it belongs.
    fn slot(&self, state: &State<W>) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = state.key() as usize & mask;
        while self.slots[slot] != NONE && self.states[self.slots[slot] as usize] != *state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a position, a new one if it has none.
    fn number(&mut self, state: State<W>) -> u32 {
        if self.states.len() * 2 >= self.slots.len() {
            self.slots = vec![NONE; self.slots.len() * 2];
            for number in 0..self.states.len() {
                let slot = self.slot(&self.states[number]);
                self.slots[slot] = number as u32;
            }
        }
        let slot = self.slot(&state);
        if self.slots[slot] == NONE {
            self.slots[slot] = self.states.len() as u32;
            self.states.push(state);
        }
        self.slots[slot]
    }

    fn find(&self, state: &State<W>) -> Option<Worth> {
        let number = self.slots[self.slot(state)];
        (number != NONE).then(|| match self.pushes[number as usize] {
            NONE => Worth::Lost,
            pushes => Worth::Pushes(pushes),
        })
    }
}

impl<const W: usize> Lookup for Positions<W> {
    fn worth(&self, position: &Position) -> Option<Worth> {
        self.find(&self.normal(position))
    }

    fn pushes(&self, position: &Position) -> Option<Vec<(Push, Worth)>> {
        let state = self.normal(position);
        self.find(&state)?;
        let region = self.maze.region(&state.boxes, state.player);
        let mut pushes = Vec::new();
        self.maze.for_each_push(&state.boxes, &region, |square, direction| {
            let child = self.maze.normal(&self.maze.push(&state.boxes, square, direction));
            // What follows a position of the table and is not in it was left out because it is lost.
            let worth = self.find(&child).unwrap_or(Worth::Lost);
            pushes.push((Push { square, direction }, worth));
        });
        Some(pushes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use soko_core::{Direction, check, walk::Walks};
    use soko_players::PLAYERS;
    use soko_solver::{Budget, Silent, run};

    use super::*;

    const BOUND: Bound = Bound { positions: 50_000, bytes: 16 << 20 };

    fn table(level: &Level) -> Table {
        Table::of(level, level.start(), BOUND, &mut || ControlFlow::Continue(())).unwrap()
    }

    /// Nothing to spare, spare boxes, spare goals, lost from the start.
    const BOARDS: [&str; 7] = [
        "#######\n#     #\n#@ $ .#\n#     #\n#######",
        "#######\n#.   .#\n# $$  #\n#  @  #\n#######",
        "######\n# $$ #\n# $ .#\n# @$.#\n######",
        "######\n#. . #\n# $$ #\n#.@ .#\n######",
        "#######\n#  #  #\n#@ $ .#\n#  #$.#\n#######",
        "######\n#$ . #\n# @$.#\n######",
        "#######\n#*@ $.#\n#  #  #\n#######",
    ];

    /// All positions that can be reached, step by step by the rules, with the pushes to a solution.
    fn naive(level: &Level) -> Vec<(Position, Option<u32>)> {
        let mut all: Vec<Position> = vec![level.start().clone()];
        let mut known: HashSet<Position> = all.iter().cloned().collect();
        let mut edges: Vec<(usize, Position)> = Vec::new();
        let mut next = 0;
        while next < all.len() {
            for direction in Direction::ALL {
                let mut position = all[next].clone();
                if position.step(level, direction).is_none() {
                    continue;
                }
                edges.push((next, position.clone()));
                if known.insert(position.clone()) {
                    all.push(position);
                }
            }
            next += 1;
        }
        // Repeated until nothing changes: slow and plain.
        let mut worth: HashMap<Position, u32> =
            all.iter().filter(|position| level.is_solved(position)).map(|p| (p.clone(), 0)).collect();
        loop {
            let mut changed = false;
            for (from, to) in &edges {
                let Some(&after) = worth.get(to) else { continue };
                let cost = after + u32::from(all[*from].boxes() != to.boxes());
                let before = worth.get(&all[*from]).copied();
                if before.is_none_or(|before| before > cost) {
                    worth.insert(all[*from].clone(), cost);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        all.into_iter().map(|position| (position.clone(), worth.get(&position).copied())).collect()
    }

    #[test]
    fn every_position_is_worth_what_a_naive_search_says() {
        for text in BOARDS {
            let level = Level::parse(text).unwrap();
            let table = table(&level);
            for (position, pushes) in naive(&level) {
                let expected = pushes.map_or(Worth::Lost, Worth::Pushes);
                assert_eq!(table.worth(&position), Some(expected), "{}", level.draw(&position));
            }
        }
    }

    #[test]
    fn pushes_lead_to_what_the_positions_after_them_are_worth() {
        for text in BOARDS {
            let level = Level::parse(text).unwrap();
            let table = table(&level);
            for (position, _) in naive(&level) {
                let Some(pushes) = table.pushes(&position) else {
                    assert_eq!(table.worth(&position), Some(Worth::Lost));
                    continue;
                };
                let walks = Walks::from(&level, &position);
                for (push, worth) in pushes {
                    let behind = level.next(push.square, push.direction.opposite());
                    let mut after = position.clone();
                    for step in walks.path_to(&level, behind).unwrap() {
                        after.step(&level, step).unwrap();
                    }
                    assert!(after.step(&level, push.direction).unwrap().push);
                    assert_eq!(table.worth(&after), Some(worth), "{}", level.draw(&after));
                }
            }
        }
    }

    #[test]
    fn the_built_in_levels_need_as_many_pushes_as_astar_proves() {
        let text = soko_levels::find("tutorial").unwrap().text;
        let document = soko_formats::read(text.as_bytes(), &soko_formats::ReadOptions::default());
        let mut compared = 0;
        for entry in &document.collection.entries {
            let level = check(&entry.board).level.unwrap();
            let made = Table::of(&level, level.start(), BOUND, &mut || ControlFlow::Continue(()));
            let Ok(table) = made else { continue };
            let mut astar = PLAYERS.find("astar").unwrap().build(None, &[]).unwrap();
            let report = run(&mut *astar, &level, Budget::default(), 1, 1, &mut Silent);
            let pushes = report.solution.map(|solution| Worth::Pushes(solution.metrics().pushes));
            assert_eq!(table.worth(level.start()), pushes);
            compared += 1;
        }
        assert!(compared >= 8, "{compared} levels are small enough");
    }

    #[test]
    fn a_table_from_a_later_position_does_not_judge_what_came_before() {
        let level = Level::parse(BOARDS[0]).unwrap();
        let mut later = level.start().clone();
        for direction in [Direction::Down, Direction::Right, Direction::Right, Direction::Up] {
            later.step(&level, direction).unwrap();
        }
        let table = Table::of(&level, &later, BOUND, &mut || ControlFlow::Continue(())).unwrap();
        assert_eq!((table.worth(level.start()), table.worth(&later)), (None, Some(Worth::Lost)));
    }

    #[test]
    fn what_is_too_large_or_takes_too_long_is_given_up() {
        let level = Level::parse(BOARDS[1]).unwrap();
        let made = |bound, go: ControlFlow<()>| Table::of(&level, level.start(), bound, &mut || go).err();
        let go_on = ControlFlow::Continue(());
        assert_eq!(made(Bound { positions: 5, ..BOUND }, go_on), Some(Unfinished::TooLarge));
        assert_eq!(made(Bound { bytes: 100, ..BOUND }, go_on), Some(Unfinished::TooLarge));
        assert_eq!(made(BOUND, ControlFlow::Break(())), Some(Unfinished::Stopped));
    }
}
