//! The loop: select a leaf, expand it, simulate from it, pass the reward up; now and then move the root.
//!
//! Selection walks down from the root through open nodes only, so every round expands a position that was not
//! expanded before, or proves one lost: the loop ends on every level. When the part below the root is used up,
//! the root moves back up to the nearest ancestor that still has something open; when even the start is closed
//! the level is proven unsolvable (see `tree.rs`).

mod walk;

use std::time::{Duration, Instant};

use soko_core::{Direction, Level, Maze, Push, State};
use soko_solver::{Best, Context, Dice, Halt};

use self::walk::Walk;
use super::{
    estimate::Estimate,
    params::Params,
    score::{LOST, Scale, ln, ucb1},
    tree::{Entry, NONE, Node, START, Stage, Tree},
};
use crate::box_index::BoxIndex;

/// A running search.
pub(super) struct Search<'a, 'c, const W: usize> {
    pub(super) maze: &'a Maze<W>,
    pub(super) params: &'a Params,
    pub(super) context: &'a mut Context<'c>,
    pub(super) estimate: &'a mut Estimate<W>,
    pub(super) tree: Tree<W>,
    pub(super) dice: Dice,
    scale: Scale,
    root: u32,
    /// Pushes of a simulation.
    pub(super) walk_length: u32,
    /// Nodes that wait to be expanded.
    waiting: u64,
    nodes: u64,
    /// New children of the last expansion and their estimates.
    fresh: Vec<(u32, Option<u32>)>,
}

/// What an expansion led to.
enum Expansion {
    /// A solved position, by this push.
    Solved(Push),
    /// A lost position: no way leads on.
    Lost,
    /// New children, or none because all successors were known.
    Done,
}

impl<'a, 'c, const W: usize> Search<'a, 'c, W> {
    pub(super) fn new(
        level: &Level,
        box_index: BoxIndex,
        maze: &'a Maze<W>,
        estimate: &'a mut Estimate<W>,
        params: &'a Params,
        context: &'a mut Context<'c>,
    ) -> Result<Self, Halt> {
        let start = maze.normal(&maze.start(level));
        let tree = Tree::new(box_index, &start, context)?;
        context.statistics.generated = 1;
        Ok(Self {
            maze,
            params,
            dice: Dice::new(context.seed()),
            context,
            scale: Scale::new(estimate.ceiling(), params.reward_exponent),
            estimate,
            tree,
            root: START,
            walk_length: (params.walk_per_box * level.boxes() as f64).ceil() as u32,
            waiting: 1,
            nodes: 1,
            fresh: Vec::new(),
        })
    }

    /// Searches until a solution is found or, with `None`, there is proven to be none.
    pub(super) fn run(mut self) -> Result<Option<Vec<Push>>, Halt> {
        let found = self.search();
        self.tree.release(self.context);
        found
    }

    fn search(&mut self) -> Result<Option<Vec<Push>>, Halt> {
        if self.maze.is_solved(&self.tree.state(START).boxes) {
            return Ok(Some(Vec::new()));
        }
        let mut since_decision = 0;
        let mut clock = Instant::now();
        loop {
            while !self.tree.node(self.root).is_open() {
                self.root = self.tree.node(self.root).parent;
                if self.root == NONE {
                    return Ok(None);
                }
            }
            self.context.statistics.iterations += 1;
            let found = if self.params.keep_walks { self.descend()? } else { self.sample()? };
            if found.is_some() {
                return Ok(found);
            }
            since_decision += 1;
            let due = if self.params.decision_ms > 0 {
                clock.elapsed() >= Duration::from_millis(u64::from(self.params.decision_ms))
            } else {
                since_decision == self.params.decision_iterations
            };
            if due {
                self.decide();
                since_decision = 0;
                clock = Instant::now();
            }
        }
    }

    /// One round whose simulation is forgotten but for its reward.
    fn sample(&mut self) -> Result<Option<Vec<Push>>, Halt> {
        let leaf = self.select();
        let (node, value) = match self.expand(leaf)? {
            Expansion::Solved(push) => return Ok(Some(self.solution(leaf, &[push]))),
            Expansion::Lost => (leaf, None),
            Expansion::Done if self.fresh.is_empty() => (leaf, None),
            Expansion::Done => {
                let (child, _) = self.fresh[self.dice.below(self.fresh.len())];
                match self.walk(child)? {
                    Walk::Solved(pushes) => return Ok(Some(self.solution(child, &pushes))),
                    Walk::Ended(value) => (child, value),
                }
            }
        };
        self.pass_up(node, self.scale.reward(value));
        Ok(None)
    }

    /// One round whose simulation stays in the tree.
    fn descend(&mut self) -> Result<Option<Vec<Push>>, Halt> {
        let mut leaf = self.select();
        let mut left = self.walk_length;
        let reward = loop {
            match self.expand(leaf)? {
                Expansion::Solved(push) => return Ok(Some(self.solution(leaf, &[push]))),
                Expansion::Lost => break LOST,
                Expansion::Done => {}
            }
            let next = self.choose_fresh();
            let Some((child, value)) = next else { break LOST };
            if left == 0 {
                break self.scale.reward(value);
            }
            left -= 1;
            leaf = child;
            self.tree.node_mut(child).selections += 1;
        };
        self.pass_up(leaf, reward);
        Ok(None)
    }

    /// A new child of least estimate, or now and then any.
    fn choose_fresh(&mut self) -> Option<(u32, Option<u32>)> {
        if !self.fresh.is_empty() && self.dice.chance(self.params.walk_randomness) {
            return Some(self.fresh[self.dice.below(self.fresh.len())]);
        }
        let mut best = Best::new();
        for &(child, value) in &self.fresh {
            best.offer(-value.map_or(f64::INFINITY, f64::from), (child, value), &mut self.dice);
        }
        best.take()
    }

    /// Walks down from the root to a leaf by UCB1.
    fn select(&mut self) -> u32 {
        let mut number = self.root;
        loop {
            let node = self.tree.node_mut(number);
            node.selections += 1;
            if node.stage == Stage::Leaf {
                return number;
            }
            number = self.best_child(number, false).expect("an open expanded node has an open child");
        }
    }

    /// The open child of highest UCB1, of those that were tried if asked so.
    fn best_child(&mut self, number: u32, tried: bool) -> Option<u32> {
        let ln_parent = ln(self.tree.node(number).selections);
        let share = self.params.best_share;
        let (mut low, mut span) = (0.0, 1.0);
        let worth = |node: &Node| {
            let mean = if share < 1.0 { (1.0 - share) * node.mean() } else { 0.0 };
            mean + share * f64::from(node.best)
        };
        if self.params.relative {
            let mut range = (f64::INFINITY, f64::NEG_INFINITY);
            for (_, child) in self.tree.children(number).filter(|(_, child)| child.is_open()) {
                let value = worth(child);
                range = (range.0.min(value), range.1.max(value));
            }
            if range.1 > range.0 {
                (low, span) = (range.0, range.1 - range.0);
            }
        }
        let mut best = Best::new();
        for (child, node) in self.tree.children(number).filter(|(_, child)| child.is_open()) {
            if tried && node.rewards == 0 && node.selections == 0 {
                continue;
            }
            let selections = if tried { node.selections.max(1) } else { node.selections };
            let value = (worth(node) - low) / span;
            best.offer(ucb1(value, self.params.exploration, ln_parent, selections), child, &mut self.dice);
        }
        best.take()
    }

    /// Makes the successors of a leaf.
    fn expand(&mut self, leaf: u32) -> Result<Expansion, Halt> {
        self.count_expansion()?;
        self.fresh.clear();
        self.waiting -= 1;
        let state = self.tree.state(leaf);
        if self.context.wants_position() {
            self.context.show_position(self.maze.position(&state));
        }
        if self.estimate.load(&state, self.context)?.is_none() {
            self.tree.close(leaf, Stage::Lost);
            return Ok(Expansion::Lost);
        }
        let region = self.maze.region(&state.boxes, state.player);
        let mut ways = 0;
        for direction in Direction::ALL {
            for square in self.maze.pushable(&state.boxes, &region, direction).iter() {
                let push = Push { square, direction };
                let child = self.maze.push(&state.boxes, square, direction);
                let value = self.estimate.after(self.maze, push, &child);
                if value.is_none() && self.params.prune_lost {
                    continue;
                }
                ways += 1;
                if self.enter(&child, leaf, push, value)? {
                    return Ok(Expansion::Solved(push));
                }
            }
        }
        self.context.statistics.open = self.waiting;
        self.context.statistics.closed = self.nodes - self.waiting;
        if ways == 0 {
            self.tree.close(leaf, Stage::Lost);
            return Ok(Expansion::Lost);
        }
        self.tree.expanded(leaf);
        Ok(Expansion::Done)
    }

    /// Puts one successor into the tree; true if it is solved.
    fn enter(&mut self, child: &State<W>, leaf: u32, push: Push, value: Option<u32>) -> Result<bool, Halt> {
        self.context.statistics.generated += 1;
        self.context.poll()?;
        if self.maze.is_solved(&child.boxes) {
            return Ok(true);
        }
        match self.tree.add(&self.maze.normal(child), leaf, push, self.context)? {
            Entry::New(number) => {
                self.waiting += 1;
                self.nodes += 1;
                if self.params.prior {
                    let reward = self.scale.reward(value);
                    let node = self.tree.node_mut(number);
                    node.sum = reward;
                    node.best = reward as f32;
                    node.rewards = 1;
                    node.selections = 1;
                }
                self.fresh.push((number, value));
            }
            Entry::Known(number) => {
                if self.params.adopt {
                    self.tree.adopt(number, leaf, push);
                }
            }
        }
        Ok(false)
    }

    /// Counts an expansion of the tree or of a simulation; an iteration is a round, not an expansion.
    pub(super) fn count_expansion(&mut self) -> Result<(), Halt> {
        self.context.expand_within_round()
    }

    /// Adds a reward to a node and all above it.
    fn pass_up(&mut self, from: u32, reward: f64) {
        let mut number = from;
        while number != NONE {
            let best = if self.params.best_share > 0.0 { self.best_below(number) } else { None };
            let node = self.tree.node_mut(number);
            node.sum += reward;
            node.rewards += 1;
            if let Some(best) = best {
                node.best = best;
            }
            number = node.parent;
        }
    }

    /// The best reward among the open children.
    fn best_below(&self, number: u32) -> Option<f32> {
        let open = self.tree.children(number).filter(|(_, child)| child.is_open());
        open.map(|(_, child)| child.best).reduce(f32::max)
    }

    /// Makes the best tried child of the root the root.
    fn decide(&mut self) {
        if self.tree.node(self.root).stage == Stage::Expanded
            && let Some(child) = self.best_child(self.root, true)
        {
            self.root = child;
        }
    }

    fn solution(&self, number: u32, rest: &[Push]) -> Vec<Push> {
        let mut pushes = self.tree.pushes_to(number);
        pushes.extend_from_slice(rest);
        pushes
    }

    /// Is a position one of those that led to a node?
    pub(super) fn leads_to(&self, state: &State<W>, node: u32) -> bool {
        let Some(number) = self.tree.find(state) else { return false };
        let mut above = node;
        while above != NONE && above != number {
            above = self.tree.node(above).parent;
        }
        above == number
    }
}
