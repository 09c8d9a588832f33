//! A* in push space: proves optima that breadth-first search has no memory for.
//!
//! Not a player of Sokolab, only a tool that certifies our levels: lower bound by assignment, dead squares,
//! freeze deadlocks, nothing else. With weight 1 the solution is push-optimal; with a larger weight it is
//! found sooner and only an upper bound.

use rustc_hash::FxHashMap;
use soko_core::{
    Bits, Direction, Level, Maze, Push, Solution, Square, State, Verified, replay, walk, with_maze,
};

use crate::{freeze::freezes, lower_bound::LowerBound};

/// How a search ended.
pub(crate) enum Outcome {
    Solved(Verified<Solution>),
    Unsolvable,
    /// More positions than the limit.
    OutOfNodes,
}

/// Estimate weights in tenths.
pub(crate) type Weight = u32;

/// Searches with `f = g + weight/10 · h` until `limit` positions are known.
pub(crate) fn solve(level: &Level, weight: Weight, limit: usize) -> Outcome {
    match with_maze!(level, |maze| Search::new(level, &maze, weight, limit).run()) {
        Err(Limit) => Outcome::OutOfNodes,
        Ok(None) => Outcome::Unsolvable,
        Ok(Some(pushes)) => {
            let path = walk::connect(level, &pushes).expect("every push of the search is legal");
            Outcome::Solved(replay(level, &path).expect("the search ended in a solved position"))
        }
    }
}

/// More positions than allowed.
struct Limit;

struct Node<const W: usize> {
    state: State<W>,
    parent: u32,
    push: Push,
    pushes: u32,
    bound: u32,
    closed: bool,
}

struct Search<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    dead: Bits<W>,
    lower_bound: LowerBound,
    weight: Weight,
    limit: usize,
    nodes: Vec<Node<W>>,
    numbers: FxHashMap<State<W>, u32>,
    /// Waiting numbers by estimate (times ten), then by lower bound.
    open: Vec<Vec<Vec<u32>>>,
    lowest: usize,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(level: &'a Level, maze: &'a Maze<W>, weight: Weight, limit: usize) -> Self {
        Self {
            level,
            maze,
            dead: Bits::from_set(&soko_analysis::dead_squares(level)),
            lower_bound: LowerBound::new(level),
            weight,
            limit,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            open: Vec::new(),
            lowest: 0,
        }
    }

    fn run(mut self) -> Result<Option<Vec<Push>>, Limit> {
        let start = self.maze.normal(&self.maze.start(self.level));
        let nothing = Push { square: start.player, direction: Direction::Up };
        self.reach(start, u32::MAX, nothing, 0);
        while let Some(number) = self.pop() {
            let node = &mut self.nodes[number as usize];
            if std::mem::replace(&mut node.closed, true) {
                continue;
            }
            let (state, pushes) = (node.state, node.pushes);
            if self.maze.is_solved(&state.boxes) {
                return Ok(Some(self.pushes_to(number)));
            }
            let region = self.maze.region(&state.boxes, state.player);
            for direction in Direction::ALL {
                for square in self.maze.pushable(&state.boxes, &region, direction).iter() {
                    let child = self.maze.push(&state.boxes, square, direction);
                    if !self.is_lost(&child.boxes, self.maze.next(square, direction)) {
                        let child = self.maze.normal(&child);
                        self.reach(child, number, Push { square, direction }, pushes + 1);
                    }
                }
            }
            if self.nodes.len() > self.limit {
                return Err(Limit);
            }
        }
        Ok(None)
    }

    /// Only what loses a box that is needed: with boxes to spare, the lower bound alone decides.
    fn is_lost(&self, boxes: &Bits<W>, to: Square) -> bool {
        self.level.boxes() <= self.level.goals().len()
            && (self.dead.contains(to) || freezes(self.maze, &self.dead, boxes, to))
    }

    /// Notes a way to a position, if it is new or shorter than the one known.
    fn reach(&mut self, state: State<W>, parent: u32, push: Push, pushes: u32) {
        if let Some(&number) = self.numbers.get(&state) {
            let node = &mut self.nodes[number as usize];
            if pushes < node.pushes {
                (node.parent, node.push, node.pushes, node.closed) = (parent, push, pushes, false);
                let bound = node.bound;
                self.wait(number, pushes, bound);
            }
            return;
        }
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let Some(bound) = self.lower_bound.of(&boxes) else { return };
        let number = self.nodes.len() as u32;
        self.numbers.insert(state, number);
        self.nodes.push(Node { state, parent, push, pushes, bound, closed: false });
        self.wait(number, pushes, bound);
    }

    fn wait(&mut self, number: u32, pushes: u32, bound: u32) {
        let estimate = (10 * pushes + self.weight * bound) as usize;
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        let by_bound = &mut self.open[estimate];
        if by_bound.len() <= bound as usize {
            by_bound.resize_with(bound as usize + 1, Vec::new);
        }
        by_bound[bound as usize].push(number);
        self.lowest = self.lowest.min(estimate);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(by_bound) = self.open.get_mut(self.lowest) {
            if let Some(number) = by_bound.iter_mut().find_map(Vec::pop) {
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }

    fn pushes_to(&self, number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut node = &self.nodes[number as usize];
        while node.parent != u32::MAX {
            pushes.push(node.push);
            node = &self.nodes[node.parent as usize];
        }
        pushes.reverse();
        pushes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet;

    /// The prover against the proofs of `bfs`, over all levels that have one.
    #[test]
    fn agrees_with_breadth_first_search() {
        let mut compared = 0;
        for builtin in soko_levels::BUILTINS {
            for (entry, level) in sheet::levels(builtin.text) {
                if entry.property("Proof") != Some("bfs") {
                    continue;
                }
                let Outcome::Solved(solution) = solve(&level, 10, usize::MAX) else {
                    panic!("{:?} is not solved", entry.title);
                };
                let pushes = solution.metrics().pushes.to_string();
                assert_eq!(Some(pushes.as_str()), entry.property("Optimal-Pushes"), "{:?}", entry.title);
                compared += 1;
            }
        }
        assert!(compared >= 60, "{compared}");
    }

    #[test]
    fn proves_that_there_is_no_solution() {
        let level = Level::parse("########\n#@$ $..#\n########").unwrap();
        assert!(matches!(solve(&level, 10, usize::MAX), Outcome::Unsolvable));
        assert!(matches!(solve(&level, 10, 0), Outcome::OutOfNodes));
    }
}
