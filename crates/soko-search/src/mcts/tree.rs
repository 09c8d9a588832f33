//! The tree of a Monte Carlo search: every position once, with its statistics.
//!
//! **Invariants.** Positions live in a [`NodeStore`], each once and found by its full content, never by hash
//! alone; this file adds what the tree knows about each number. All positions ever met by an expansion hang below
//! the start, so the tree spans the explored space. A node is *closed* when nothing below it waits: it was expanded
//! (or proven lost) and all its children are closed.
//! Closing is counted, not searched: a node knows how many of its children are open, and the last one
//! to close closes it. Hence:
//!
//! > When the start is closed, every position that can be reached (without passing a proven loss) has been
//! > expanded, and none was solved. That is the proof of unsolvability, wherever the search's root has
//! > wandered in the meantime.
//!
//! **Shorter ways.** An expansion that meets a known position by a shorter way takes it over with all its
//! descendants ([`Tree::adopt`]). This never closes a ring: a child's depth is always above its parent's,
//! also while the depths of descendants are stale, since depths only ever fall from the top.
//!
//! **Cost.** 48 bytes per node besides the store's; nodes lie in chunks that never move, and the context is asked
//! before every growth.

use soko_core::{Direction, Push, State};
use soko_solver::{Context, Halt};

use crate::{box_index::BoxIndex, node_store::NodeStore};

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// Number of the start position.
pub(super) const START: u32 = 0;
/// Nodes per chunk.
const CHUNK: usize = 1 << 10;
/// Bytes of a chunk.
const CHUNK_BYTES: u64 = (CHUNK * size_of::<Node>()) as u64;

/// How far a node has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Waits to be expanded.
    Leaf,
    /// Its successors are in the tree.
    Expanded,
    /// Nothing below it waits.
    Closed,
    /// Proven lost.
    Lost,
}

/// What the tree knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Sum of the rewards that were passed up through this node.
    pub(super) sum: f64,
    /// The best reward of the open part below.
    pub(super) best: f32,
    pub(super) parent: u32,
    first_child: u32,
    next_sibling: u32,
    open_children: u32,
    /// Rewards passed up.
    pub(super) rewards: u32,
    /// Times selected.
    pub(super) selections: u32,
    /// Pushes from the start, or an upper bound of them after an adoption above.
    pub(super) depth: u32,
    /// Pushes still needed at least.
    estimate: u16,
    pub(super) stage: Stage,
}

impl Node {
    const fn new(parent: u32, depth: u32) -> Self {
        Self {
            sum: 0.0,
            best: 0.0,
            parent,
            first_child: NONE,
            next_sibling: NONE,
            open_children: 0,
            rewards: 0,
            selections: 0,
            depth,
            estimate: 0,
            stage: Stage::Leaf,
        }
    }

    /// May something below still be worth a look?
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Leaf | Stage::Expanded)
    }

    /// Notes the pushes still needed at least.
    pub(super) fn set_estimate(&mut self, pushes: u32) {
        self.estimate = pushes.try_into().unwrap_or(u16::MAX);
    }

    /// Pushes so far and pushes still needed at least.
    pub(super) fn bound(&self) -> u32 {
        self.depth + u32::from(self.estimate)
    }

    /// The average reward; 0 without any.
    pub(super) fn mean(&self) -> f64 {
        if self.rewards == 0 { 0.0 } else { self.sum / f64::from(self.rewards) }
    }
}

/// What became of a position that was offered to the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// It is new and got this number.
    New(u32),
    /// It was there under this number.
    Known(u32),
}

/// All positions met so far.
pub(super) struct Tree<const W: usize> {
    store: NodeStore<W>,
    chunks: Vec<Vec<Node>>,
}

impl<const W: usize> Tree<W> {
    /// A tree with the start, which must be in normal form, as number 0.
    pub(super) fn new(
        box_index: BoxIndex,
        start: &State<W>,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let mut tree = Self { store: NodeStore::new(box_index, 0), chunks: Vec::new() };
        tree.insert(start, None, context)?;
        Ok(tree)
    }

    /// Gives all memory back.
    pub(super) fn release(self, context: &mut Context<'_>) {
        context.release(CHUNK_BYTES * self.chunks.len() as u64);
        self.store.release(context);
    }

    #[inline]
    pub(super) fn node(&self, number: u32) -> &Node {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// The position of a number.
    pub(super) fn state(&self, number: u32) -> State<W> {
        self.store.state(number)
    }

    /// The children, newest first.
    pub(super) fn children(&self, number: u32) -> impl Iterator<Item = (u32, &Node)> + '_ {
        let mut next = self.node(number).first_child;
        std::iter::from_fn(move || {
            let number = next;
            (number != NONE).then(|| {
                let node = self.node(number);
                next = node.next_sibling;
                (number, node)
            })
        })
    }

    /// The number of a position in normal form.
    pub(super) fn find(&self, state: &State<W>) -> Option<u32> {
        self.store.find(state).number
    }

    /// Adds a child in normal form, unless its position is known.
    pub(super) fn add(
        &mut self,
        state: &State<W>,
        parent: u32,
        push: Push,
        context: &mut Context<'_>,
    ) -> Result<Entry, Halt> {
        let entry = self.insert(state, Some((parent, push)), context)?;
        if let Entry::New(number) = entry {
            self.link(number, parent);
        }
        Ok(entry)
    }

    /// Remembers a lost position that hangs nowhere. A node of the tree is left to its own expansion, which keeps
    /// the count of open children.
    pub(super) fn remember_lost(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<(), Halt> {
        if let Entry::New(number) = self.insert(state, None, context)? {
            self.node_mut(number).stage = Stage::Lost;
        }
        Ok(())
    }

    /// Hangs a known node below another parent if that makes its way shorter.
    pub(super) fn adopt(&mut self, number: u32, parent: u32, push: Push) -> bool {
        let depth = self.node(parent).depth + 1;
        let (old_depth, old_parent) = (self.node(number).depth, self.node(number).parent);
        if old_parent == NONE || depth >= old_depth {
            return false;
        }
        self.unlink(number, old_parent);
        self.link(number, parent);
        let node = self.node_mut(number);
        node.parent = parent;
        node.depth = depth;
        if node.is_open() {
            self.child_closed(old_parent);
        }
        self.store.set_arrival(number, parent, push);
        true
    }

    /// The successors of a node are all in the tree now.
    pub(super) fn expanded(&mut self, number: u32) {
        self.node_mut(number).stage = Stage::Expanded;
        if self.node(number).open_children == 0 {
            self.close(number, Stage::Closed);
        }
    }

    /// Takes a node out of the game, and every ancestor that has nothing else left.
    pub(super) fn close(&mut self, number: u32, stage: Stage) {
        let parent = self.node(number).parent;
        self.node_mut(number).stage = stage;
        if parent != NONE {
            self.child_closed(parent);
        }
    }

    /// The pushes from the start to a node.
    pub(super) fn pushes_to(&self, number: u32) -> Vec<Push> {
        self.store.actions_to(number)
    }

    fn child_closed(&mut self, parent: u32) {
        let mut parent = parent;
        while parent != NONE {
            let node = self.node_mut(parent);
            node.open_children -= 1;
            if node.open_children > 0 || node.stage != Stage::Expanded {
                return;
            }
            node.stage = Stage::Closed;
            parent = node.parent;
        }
    }

    fn link(&mut self, number: u32, parent: u32) {
        let open = u32::from(self.node(number).is_open());
        let node = self.node_mut(parent);
        let first = std::mem::replace(&mut node.first_child, number);
        node.open_children += open;
        self.node_mut(number).next_sibling = first;
    }

    /// Takes a node out of its parent's list; the count of open children is left to the caller.
    fn unlink(&mut self, number: u32, parent: u32) {
        let after = self.node(number).next_sibling;
        if self.node(parent).first_child == number {
            self.node_mut(parent).first_child = after;
            return;
        }
        let mut before = self.node(parent).first_child;
        while self.node(before).next_sibling != number {
            before = self.node(before).next_sibling;
        }
        self.node_mut(before).next_sibling = after;
    }

    fn insert(
        &mut self,
        state: &State<W>,
        from: Option<(u32, Push)>,
        context: &mut Context<'_>,
    ) -> Result<Entry, Halt> {
        let found = self.store.find(state);
        if let Some(known) = found.number {
            return Ok(Entry::Known(known));
        }
        if self.store.len() == self.chunks.len() * CHUNK {
            context.acquire(CHUNK_BYTES)?;
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let push = from.map_or(Push { square: state.player, direction: Direction::Up }, |(_, push)| push);
        let parent = from.map(|(parent, _)| parent);
        let depth = parent.map_or(0, |parent| self.node(parent).depth + 1);
        let number = self.store.insert(&found, parent, push, context)?;
        let chunk = self.chunks.last_mut().expect("a chunk with room was just made sure of");
        chunk.push(Node::new(parent.unwrap_or(NONE), depth));
        Ok(Entry::New(number))
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Bits, Level, Maze};

    use super::*;
    use soko_testing::within::within_bytes;

    const LIMIT: u64 = 1 << 20;
    /// Any positions will do, told apart by the place of one box.
    const BOARD: &str = "##########\n#@$     .#\n#        #\n##########";

    /// What a test does with a tree and the positions of the box in each column.
    type Scene = fn(&mut Tree<1>, &mut dyn FnMut(usize) -> State<1>, &mut Context<'_>) -> Result<(), Halt>;

    fn with_tree(test: Scene) {
        let level = Level::parse(BOARD).unwrap();
        let maze = Maze::<1>::new(&level);
        within_bytes(LIMIT, |context| {
            let start = maze.normal(&maze.start(&level));
            let mut tree = Tree::new(BoxIndex::new(&level, &maze, &Bits::EMPTY), &start, context)?;
            let mut place = |x| {
                let square = level.square_at(x, 1).expect("on the board");
                maze.normal(&State {
                    boxes: Bits::single(square),
                    player: level.square_at(1, 2).expect("floor"),
                })
            };
            test(&mut tree, &mut place, context)?;
            tree.release(context);
            Ok(())
        });
    }

    fn push(tree: &Tree<1>, number: u32) -> Push {
        Push { square: tree.state(number).player, direction: Direction::Right }
    }

    fn add(
        tree: &mut Tree<1>,
        state: &State<1>,
        parent: u32,
        context: &mut Context<'_>,
    ) -> Result<u32, Halt> {
        let push = push(tree, parent);
        match tree.add(state, parent, push, context)? {
            Entry::New(number) => Ok(number),
            Entry::Known(_) => panic!("the position is new"),
        }
    }

    #[test]
    fn the_last_open_child_closes_its_ancestors() {
        with_tree(|tree, place, context| {
            let a = add(tree, &place(3), START, context)?;
            let b = add(tree, &place(4), START, context)?;
            tree.expanded(START);
            let c = add(tree, &place(5), a, context)?;
            tree.expanded(a);
            tree.close(c, Stage::Lost);
            assert_eq!(tree.node(a).stage, Stage::Closed, "its only child is lost");
            assert!(tree.node(START).is_open(), "another child waits");
            tree.expanded(b);
            assert_eq!((tree.node(b).stage, tree.node(START).stage), (Stage::Closed, Stage::Closed));
            Ok(())
        });
    }

    #[test]
    fn an_adopted_child_is_open_in_one_place_only() {
        with_tree(|tree, place, context| {
            // START to a to b to c, and START to d; then d takes c over.
            let a = add(tree, &place(3), START, context)?;
            let d = add(tree, &place(4), START, context)?;
            tree.expanded(START);
            let b = add(tree, &place(5), a, context)?;
            tree.expanded(a);
            let c = add(tree, &place(6), b, context)?;
            tree.expanded(b);
            let way = push(tree, d);
            assert!(tree.adopt(c, d, way));
            tree.expanded(d);
            assert_eq!((tree.node(c).depth, tree.node(c).parent, tree.pushes_to(c).len()), (2, d, 2));
            assert_eq!((tree.node(a).stage, tree.node(b).stage), (Stage::Closed, Stage::Closed));
            assert!(tree.node(START).is_open() && tree.node(d).is_open());
            assert_eq!(tree.children(b).count(), 0);
            assert!(!tree.adopt(c, d, way), "the way is no shorter");
            assert!(!tree.adopt(a, c, way), "an ancestor is nearer to the start than what is below it");
            tree.expanded(c);
            assert!(!tree.node(START).is_open());
            Ok(())
        });
    }

    #[test]
    fn a_lost_position_outside_the_tree_is_remembered() {
        with_tree(|tree, place, context| {
            tree.remember_lost(&place(7), context)?;
            let number = tree.find(&place(7)).expect("it was stored");
            assert_eq!(tree.node(number).stage, Stage::Lost);
            let way = push(tree, START);
            assert_eq!(tree.add(&place(7), START, way, context)?, Entry::Known(number));
            assert!(!tree.adopt(number, START, way), "it hangs nowhere");
            let a = add(tree, &place(3), START, context)?;
            tree.remember_lost(&place(3), context)?;
            assert_eq!(tree.node(a).stage, Stage::Leaf, "a node closes by its own expansion");
            Ok(())
        });
    }

    #[test]
    fn what_is_known_of_a_node_is_its_own() {
        with_tree(|tree, place, context| {
            let a = add(tree, &place(3), START, context)?;
            let b = add(tree, &place(4), a, context)?;
            let node = tree.node_mut(b);
            node.set_estimate(40);
            (node.sum, node.rewards) = (3.0, 4);
            assert_eq!((tree.node(b).depth, tree.node(b).bound()), (2, 42));
            assert!((tree.node(b).mean() - 0.75).abs() < 1e-9);
            assert!(tree.node(a).mean().abs() < 1e-9, "no reward yet");
            tree.node_mut(a).set_estimate(100_000);
            assert_eq!(tree.node(a).bound(), 1 + 65_535, "cut to what fits");
            assert_eq!((tree.state(b), tree.find(&place(4))), (place(4), Some(b)));
            Ok(())
        });
    }

    #[test]
    fn children_are_listed_newest_first_also_when_one_is_taken_out() {
        with_tree(|tree, place, context| {
            let a = add(tree, &place(3), START, context)?;
            let below = [4, 5, 6].map(|x| add(tree, &place(x), a, context));
            let [b, c, d] = [below[0]?, below[1]?, below[2]?];
            let listed =
                |tree: &Tree<1>, number| -> Vec<u32> { tree.children(number).map(|child| child.0).collect() };
            assert_eq!(listed(tree, a), [d, c, b]);
            let way = push(tree, START);
            assert!(tree.adopt(c, START, way), "from the middle");
            assert_eq!((listed(tree, a), listed(tree, START)), (vec![d, b], vec![c, a]));
            assert!(tree.adopt(b, START, way), "from the end");
            assert!(tree.adopt(d, START, way), "the only one");
            assert_eq!((listed(tree, a), listed(tree, START)), (vec![], vec![d, b, c, a]));
            Ok(())
        });
    }
}
