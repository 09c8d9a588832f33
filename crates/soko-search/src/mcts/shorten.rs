//! A shorter solution from the neighbourhood of a long one.
//!
//! All positions of the solution are put into a fresh tree, each with the number of pushes that led to it, and
//! all wait to be expanded. Expanding one finds shorter ways to known positions and new positions beside the
//! solution; a shorter way is taken over with everything behind it. Positions whose way so far plus the estimate
//! cannot beat the best solution are dropped. The order is by that sum, so the search begins where most is to
//! be gained, and ends after a given number of expansions or when nothing can be gained any more.
//!
//! The idea is the plan neighbourhood graph search of Nakhost and Müller (2010, *Action elimination and plan
//! neighborhood graph search*), with a bound instead of a fixed radius.

use soko_core::{Direction, Maze, Push, State};
use soko_solver::{Context, Halt, Way};

use super::{
    estimate::Estimate,
    tree::{Entry, START, Tree},
};
use crate::box_index::BoxIndex;

/// Entries of the waiting lists for which memory is asked at once.
const ENTRIES: u64 = 1 << 12;
/// What they may take: a growing list is half empty.
const ENTRIES_BYTES: u64 = ENTRIES * 2 * size_of::<u32>() as u64;

/// The neighbourhood of a solution.
struct Neighbourhood<'a, 'c, const W: usize> {
    maze: &'a Maze<W>,
    estimate: &'a mut Estimate<W>,
    context: &'a mut Context<'c>,
    tree: Tree<W>,
    /// Waiting nodes by pushes so far plus estimate.
    waiting: Vec<Vec<u32>>,
    /// Entries ever made in `waiting`.
    entries: u64,
    /// No node waits below this sum.
    lowest: usize,
    /// The solved node at the end of the best way, and the length of that way.
    goal: u32,
    length: u32,
}

/// The shortest solution found within so many expansions, never longer than the given one.
///
/// # Errors
/// The reason to halt, from the context.
#[inline(never)]
pub fn shorten<const W: usize>(
    box_index: BoxIndex,
    maze: &Maze<W>,
    start: &State<W>,
    pushes: Vec<Push>,
    effort: u64,
    estimate: &mut Estimate<W>,
    context: &mut Context<'_>,
) -> Result<Vec<Push>, Halt> {
    if pushes.is_empty() || effort == 0 {
        return Ok(pushes);
    }
    let tree = Tree::new(box_index, &maze.normal(start), context)?;
    let mut hood = Neighbourhood {
        maze,
        estimate,
        context,
        tree,
        waiting: Vec::new(),
        entries: 0,
        lowest: 0,
        goal: START,
        length: 0,
    };
    let found = hood.lay_out(start, &pushes).and_then(|()| hood.search(effort));
    let best = hood.tree.pushes_to(hood.goal);
    hood.context.release(hood.entries.div_ceil(ENTRIES) * ENTRIES_BYTES);
    hood.tree.release(hood.context);
    // The caller has announced the solution it gave us; what is better is worth a halt's loss only if found.
    found.map(|()| if best.len() < pushes.len() { best } else { pushes })
}

impl<const W: usize> Neighbourhood<'_, '_, W> {
    /// Puts the positions of the solution into the tree; a position met twice cuts the loop between.
    fn lay_out(&mut self, start: &State<W>, pushes: &[Push]) -> Result<(), Halt> {
        let mut at = START;
        let mut boxes = start.boxes;
        let mut line = vec![START];
        for &push in pushes {
            let child = self.maze.push(&boxes, push.square, push.direction);
            boxes = child.boxes;
            at = match self.tree.add(&self.maze.normal(&child), at, push, self.context)? {
                Entry::New(number) => {
                    line.push(number);
                    number
                }
                Entry::Known(number) => number,
            };
        }
        self.goal = at;
        self.length = self.tree.node(at).depth;
        for number in line {
            if let Some(value) = self.estimate.load(&self.tree.state(number), self.context)? {
                self.tree.node_mut(number).set_estimate(value);
                self.wait(number)?;
            }
        }
        Ok(())
    }

    fn search(&mut self, effort: u64) -> Result<(), Halt> {
        for _ in 0..effort {
            let Some(number) = self.next() else { return Ok(()) };
            // A round is one of the tree search.
            self.context.expand_within_round()?;
            let state = self.tree.state(number);
            if self.context.wants_position() {
                let way = Way::Pushes(self.tree.pushes_to(number));
                self.context.show_position(self.maze.position(&state), Some(way));
            }
            if self.estimate.load(&state, self.context)?.is_none() {
                continue;
            }
            let region = self.maze.region(&state.boxes, state.player);
            for direction in Direction::ALL {
                for square in self.maze.pushable(&state.boxes, &region, direction).iter() {
                    self.enter(&state, number, Push { square, direction })?;
                }
            }
        }
        Ok(())
    }

    /// Puts a node among those that wait.
    fn wait(&mut self, number: u32) -> Result<(), Halt> {
        if self.entries.is_multiple_of(ENTRIES) {
            self.context.acquire(ENTRIES_BYTES)?;
        }
        self.entries += 1;
        let bound = self.tree.node(number).bound() as usize;
        if self.waiting.len() <= bound {
            self.waiting.resize_with(bound + 1, Vec::new);
        }
        self.waiting[bound].push(number);
        self.lowest = self.lowest.min(bound);
        Ok(())
    }

    /// The next node worth expanding.
    fn next(&mut self) -> Option<u32> {
        while self.lowest < self.waiting.len().min(self.length as usize) {
            match self.waiting[self.lowest].pop() {
                // A node that has moved since waits elsewhere, too.
                Some(number) if self.tree.node(number).bound() as usize == self.lowest => {
                    return Some(number);
                }
                Some(_) => {}
                None => self.lowest += 1,
            }
        }
        None
    }

    fn enter(&mut self, state: &State<W>, parent: u32, push: Push) -> Result<(), Halt> {
        let child = self.maze.push(&state.boxes, push.square, push.direction);
        let Some(value) = self.estimate.after(self.maze, push, &child) else { return Ok(()) };
        let depth = self.tree.node(parent).depth + 1;
        if depth + value >= self.length {
            return Ok(());
        }
        let child = self.maze.normal(&child);
        self.context.statistics.generated += 1;
        let number = match self.tree.add(&child, parent, push, self.context)? {
            Entry::New(number) => number,
            Entry::Known(number) if self.tree.adopt(number, parent, push) => {
                self.follow(number)?;
                number
            }
            Entry::Known(_) => return Ok(()),
        };
        self.tree.node_mut(number).set_estimate(value);
        self.wait(number)?;
        if self.maze.is_solved(&child.boxes) && self.tree.node(number).depth < self.tree.node(self.goal).depth
        {
            self.goal = number;
        }
        self.length = self.tree.node(self.goal).depth;
        Ok(())
    }

    /// Brings the depths below a node that has moved up to date, and lets what moved wait again.
    fn follow(&mut self, number: u32) -> Result<(), Halt> {
        let mut stack = vec![number];
        while let Some(parent) = stack.pop() {
            let depth = self.tree.node(parent).depth + 1;
            let children: Vec<u32> = self.tree.children(parent).map(|(child, _)| child).collect();
            for &child in &children {
                self.tree.node_mut(child).depth = depth;
                self.wait(child)?;
            }
            stack.extend(children);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Solution};

    use super::*;
    use soko_testing::within::within_bytes;

    const HALL: &str = "########\n#      #\n#      #\n# $  . #\n#      #\n#@     #\n########";

    /// The solution that is left of one with these pushes of the only box, and the expansions that took.
    fn shortened(ways: &[Direction], effort: u64) -> (usize, u64) {
        let level = Level::parse(HALL).unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let mut square = start.boxes.first().expect("a box");
        let mut pushes = Vec::new();
        for &direction in ways {
            pushes.push(Push { square, direction });
            square = maze.next(square, direction);
        }
        let mut found = (0, 0);
        within_bytes(1 << 20, |context| {
            let (mut estimate, bytes) =
                context.prepare(|context| Estimate::new(&level, &maze, true, context))?;
            let box_index = BoxIndex::of(maze.floor());
            let shorter = shorten(box_index, &maze, &start, pushes.clone(), effort, &mut estimate, context)?;
            assert!(Solution::from_pushes(&level, &shorter).is_some(), "{shorter:?}");
            found = (shorter.len(), context.statistics.expanded);
            context.release(bytes);
            Ok(())
        });
        found
    }

    #[test]
    fn loops_are_cut_and_detours_shortened() {
        use Direction::{Down, Left, Right, Up};
        let detour = [Up, Right, Right, Right, Down];
        let (pushes, expanded) = shortened(&detour, 100);
        assert_eq!(pushes, 3);
        assert!((1..20).contains(&expanded), "what cannot gain is dropped: {expanded}");
        assert_eq!(shortened(&detour, 0), (5, 0));
        let looped = [Right, Left, Up, Right, Right, Right, Down];
        assert_eq!(shortened(&looped, 100).0, 3);
        let (pushes, expanded) = shortened(&looped, 1);
        assert!(pushes <= 5 && expanded == 1, "the loop is cut at least: {pushes}");
        assert_eq!(shortened(&[Right, Right, Right], 100), (3, 0), "nothing can be gained");
    }

    #[test]
    fn a_long_way_round_is_taken_over_piece_by_piece() {
        use Direction::{Down, Left, Right, Up};
        let round = [Up, Right, Right, Right, Down, Down, Left, Left, Up, Right, Right];
        for effort in [2, 4, 8, 1_000] {
            let (pushes, expanded) = shortened(&round, effort);
            assert!(expanded <= effort);
            assert!(pushes <= 11 && pushes % 2 == 1, "{pushes}");
            assert!(effort < 1_000 || pushes == 3, "{pushes}");
        }
    }
}
