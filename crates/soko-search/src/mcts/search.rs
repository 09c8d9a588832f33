//! The loop: select a leaf, expand it, simulate from it, pass the reward up; now and then move the root.
//!
//! Selection walks down from the root through open nodes only, so every round expands a position that was not
//! expanded before, or proves one lost: the loop ends on every level. When the part below the root is used up,
//! the root moves back up to the nearest ancestor that still has something open; when even the start is closed
//! the level is proven unsolvable (see `tree.rs`).

mod walk;

use std::time::{Duration, Instant};

use soko_core::{Direction, Level, Maze, Push, State};
use soko_solver::{Best, Context, Dice, Halt, Way};

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
            let way = Way::Pushes(self.tree.pushes_to(leaf));
            self.context.show_position(self.maze.position(&state), Some(way));
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

#[cfg(test)]
mod tests {
    use super::*;
    use soko_testing::within::{within, within_bytes};

    /// Two boxes, each of which can be pushed four ways; two squares to the right are goals.
    const HALL: &str = "#########\n#       #\n# $ $   #\n#   @ ..#\n#       #\n#########";

    fn params() -> Params {
        Params { walk_randomness: 0.0, improve: 0.0, ..Params::default() }
    }

    /// Lends a test a search of a level.
    pub(super) fn with_search(
        board: &str,
        params: &Params,
        mut test: impl FnMut(&mut Search<'_, '_, 1>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(board).unwrap();
        let maze = Maze::new(&level);
        within(|context| {
            let mut estimate = Estimate::new(&level, &maze, params.freeze, context)?;
            let box_index = BoxIndex::of(maze.floor());
            test(&mut Search::new(&level, box_index, &maze, &mut estimate, params, context)?)
        });
    }

    #[test]
    fn an_expansion_counts_its_children_and_gives_them_what_they_promise() {
        for prior in [true, false] {
            with_search(HALL, &Params { prior, ..params() }, |search| {
                assert!(matches!(search.expand(START)?, Expansion::Done));
                let fresh = search.fresh.clone();
                assert_eq!(fresh.len(), 5, "along the walls boxes are lost");
                assert_eq!((search.waiting, search.nodes), (5, 6));
                assert_eq!((search.context.statistics.open, search.context.statistics.closed), (5, 1));
                assert_eq!((search.context.statistics.generated, search.context.statistics.expanded), (6, 1));
                for &(child, value) in &fresh {
                    let (reward, node) = (search.scale.reward(value), *search.tree.node(child));
                    let expected = if prior { (1, 1, reward, reward as f32) } else { (0, 0, 0.0, 0.0) };
                    let found = (node.rewards, node.selections, node.sum, node.best);
                    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
                }
                assert_eq!(search.tree.node(START).stage, Stage::Expanded);
                let first = fresh[0].0;
                search.expand(first)?;
                assert!(!search.fresh.is_empty(), "what was fresh before is not any more");
                assert!(search.fresh.iter().all(|child| !fresh.contains(child)));
                assert_eq!(
                    (search.waiting, search.nodes),
                    (4 + search.fresh.len() as u64, 6 + search.fresh.len() as u64)
                );
                Ok(())
            });
        }
    }

    #[test]
    fn a_position_without_ways_or_without_matching_is_lost() {
        let stuck = "#######\n#@    #\n#  $$ #\n#  $$ #\n#....##\n#######";
        with_search(stuck, &Params { prune_lost: true, ..params() }, |search| {
            assert!(matches!(search.expand(START)?, Expansion::Lost));
            assert_eq!(search.tree.node(START).stage, Stage::Lost);
            assert_eq!(search.search()?, None, "the start is closed");
            Ok(())
        });
    }

    #[test]
    fn a_new_child_of_least_estimate_is_chosen_or_any() {
        with_search(HALL, &params(), |search| {
            assert_eq!(search.choose_fresh(), None);
            search.fresh = vec![(7, Some(5)), (8, None), (9, Some(3)), (10, Some(4))];
            for _ in 0..10 {
                assert_eq!(search.choose_fresh(), Some((9, Some(3))));
            }
            Ok(())
        });
        with_search(HALL, &Params { walk_randomness: 1.0, ..params() }, |search| {
            assert_eq!(search.choose_fresh(), None);
            search.fresh = vec![(7, Some(5)), (8, None), (9, Some(3))];
            let mut chosen: Vec<u32> =
                (0..50).filter_map(|_| search.choose_fresh()).map(|fresh| fresh.0).collect();
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen, [7, 8, 9]);
            Ok(())
        });
    }

    /// Sets what is known of the children of the start: mean, best, rewards and selections.
    fn know(search: &mut Search<'_, '_, 1>, known: &[(f64, f32, u32, u32)]) -> Vec<u32> {
        let children: Vec<u32> = search.fresh.iter().map(|child| child.0).collect();
        for (&child, &(mean, best, rewards, selections)) in children.iter().zip(known) {
            let node = search.tree.node_mut(child);
            node.sum = mean * f64::from(rewards);
            (node.best, node.rewards, node.selections) = (best, rewards, selections);
        }
        for &child in &children[known.len()..] {
            search.tree.close(child, Stage::Lost);
        }
        search.tree.node_mut(START).selections = 9;
        children
    }

    #[test]
    fn the_best_child_is_the_open_one_of_highest_ucb1() {
        // The mean speaks for the first, the best for the second, exploration for the third.
        let known = [(0.6, 0.1, 3, 3), (0.2, 0.7, 3, 3), (0.3, 0.3, 1, 1)];
        for (best_share, exploration, expected) in
            [(0.0, 0.0, 0), (1.0, 0.0, 1), (1.0, 2.0, 2), (0.5, 0.0, 1)]
        {
            for relative in [false, true] {
                let params = Params { exploration, best_share, relative, ..params() };
                with_search(HALL, &params, |search| {
                    search.expand(START)?;
                    let children = know(search, &known);
                    assert_eq!(search.best_child(START, false), Some(children[expected]), "{params:?}");
                    search.tree.close(children[expected], Stage::Lost);
                    assert_ne!(search.best_child(START, false), Some(children[expected]));
                    Ok(())
                });
            }
        }
    }

    #[test]
    fn on_a_relative_scale_small_differences_outweigh_exploration() {
        let known = [(0.0, 0.500, 2, 2), (0.0, 0.501, 3, 3)];
        for (relative, expected) in [(false, 0), (true, 1)] {
            with_search(HALL, &Params { exploration: 0.6, relative, ..params() }, |search| {
                search.expand(START)?;
                let children = know(search, &known);
                assert_eq!(search.best_child(START, false), Some(children[expected]));
                Ok(())
            });
        }
    }

    #[test]
    fn a_decision_takes_the_best_child_that_was_tried() {
        with_search(HALL, &Params { exploration: 0.5, ..params() }, |search| {
            search.decide();
            assert_eq!(search.root, START, "a leaf has no children");
            search.expand(START)?;
            let children = know(search, &[(0.0, 0.9, 0, 0), (0.0, 0.2, 1, 0), (0.0, 0.4, 1, 2)]);
            assert_eq!(search.best_child(START, false).map(|child| child == children[2]), Some(false));
            search.decide();
            assert_eq!(search.root, children[2]);
            Ok(())
        });
    }

    #[test]
    fn rewards_are_passed_up_to_the_start() {
        for best_share in [0.0, 1.0] {
            with_search(HALL, &Params { best_share, ..params() }, |search| {
                search.expand(START)?;
                let children = know(search, &[(0.0, 0.25, 1, 1), (0.0, 0.75, 1, 1), (0.0, 0.5, 1, 1)]);
                search.expand(children[0])?;
                let grandchild = search.fresh[0].0;
                let best = search.tree.node(grandchild).best;
                search.tree.node_mut(START).best = 0.125;
                let before = [START, children[0], children[1], grandchild].map(|n| *search.tree.node(n));
                search.pass_up(grandchild, 0.5);
                let after = [START, children[0], children[1], grandchild].map(|n| *search.tree.node(n));
                let more: Vec<_> =
                    before.iter().zip(&after).map(|(b, a)| (a.rewards - b.rewards, a.sum - b.sum)).collect();
                assert_eq!(format!("{more:?}"), "[(1, 0.5), (1, 0.5), (0, 0.0), (1, 0.5)]");
                assert!(after[3].best.to_bits() == best.to_bits(), "a leaf keeps its own");
                let top = if best_share > 0.0 { 0.75_f32.max(after[1].best) } else { 0.125 };
                assert!((after[0].best - top).abs() < 1e-6, "{}", after[0].best);
                Ok(())
            });
        }
    }

    #[test]
    fn a_selection_is_counted_on_the_way_down() {
        with_search(HALL, &params(), |search| {
            assert_eq!(search.select(), START);
            search.expand(START)?;
            let leaf = search.select();
            assert_eq!(search.tree.node(leaf).stage, Stage::Leaf);
            assert_eq!(search.tree.node(leaf).parent, START);
            assert_eq!((search.tree.node(START).selections, search.tree.node(leaf).selections), (2, 2));
            Ok(())
        });
    }

    #[test]
    fn a_round_expands_a_leaf_and_one_position_for_each_push_of_its_walk() {
        for (walk_per_box, expected) in [(0.0, 1), (0.5, 2), (1.0, 3)] {
            with_search(HALL, &Params { walk_per_box, ..params() }, |search| {
                assert_eq!(search.descend()?, None);
                assert_eq!(
                    search.context.statistics.expanded, expected,
                    "{walk_per_box} pushes for each of two boxes"
                );
                assert_eq!((search.tree.node(START).rewards, search.tree.node(START).selections), (1, 1));
                let walked: u32 = search.tree.children(START).map(|(_, child)| child.selections - 1).sum();
                assert_eq!(walked, u32::from(expected > 1), "the first push of the walk is a selection");
                Ok(())
            });
        }
    }

    #[test]
    fn a_walk_that_stays_finds_the_solution() {
        with_search(HALL, &Params { walk_per_box: 10.0, ..params() }, |search| {
            let pushes = search.descend()?.expect("the way is open");
            assert_eq!(pushes.len(), 9, "{pushes:?}");
            Ok(())
        });
    }

    #[test]
    fn a_position_leads_to_what_is_below_it() {
        with_search(HALL, &params(), |search| {
            search.expand(START)?;
            let children: Vec<u32> = search.fresh.iter().map(|child| child.0).collect();
            search.expand(children[0])?;
            let grandchild = search.fresh[0].0;
            let states =
                [START, children[0], children[1], grandchild].map(|number| search.tree.state(number));
            assert_eq!(states.map(|state| search.leads_to(&state, grandchild)), [true, true, false, true]);
            let unknown = State { player: search.maze.floor().iter().last().expect("floor"), ..states[0] };
            assert!(!search.leads_to(&unknown, grandchild));
            Ok(())
        });
    }

    #[test]
    fn all_memory_is_given_back() {
        let level = Level::parse(HALL).unwrap();
        let maze = Maze::<1>::new(&level);
        within_bytes(1 << 22, |context| {
            let params = params();
            let (mut estimate, bytes) =
                context.prepare(|context| Estimate::new(&level, &maze, params.freeze, context))?;
            let box_index = BoxIndex::of(maze.floor());
            let search = Search::new(&level, box_index, &maze, &mut estimate, &params, context)?;
            assert!(search.run()?.is_some());
            context.release(bytes);
            Ok(())
        });
    }
}
