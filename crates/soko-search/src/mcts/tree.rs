//! The tree of a Monte Carlo search: every position once, with its statistics.
//!
//! **Invariants.** Each position is stored at most once and found by its full content, never by hash alone. All
//! positions ever met by an expansion hang below the start, so the tree spans the explored space. A node is
//! *closed* when nothing below it waits: it was expanded (or proven lost) and all its children are closed.
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
//! **Cost.** 56 bytes per node on boards of up to 64 squares and 8 per further word, plus 5.3 to 10.7 bytes of
//! table; nodes live in chunks that never move. The context is asked before every growth.

use soko_core::{Bits, Direction, Push, Square, State};
use soko_solver::{Context, Halt};

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// Number of the start position.
pub(super) const START: u32 = 0;
/// Nodes per chunk.
const CHUNK: usize = 1 << 10;
/// Slots of the first table.
const FIRST_TABLE: usize = 1 << 11;

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

/// A stored position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const W: usize> {
    boxes: Bits<W>,
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
    player: Square,
    /// The push that led here.
    square: Square,
    direction: Direction,
    pub(super) stage: Stage,
}

impl<const W: usize> Node<W> {
    fn new(state: &State<W>, parent: u32, push: Option<Push>, depth: u32) -> Self {
        Self {
            boxes: state.boxes,
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
            player: state.player,
            square: push.map_or(state.player, |push| push.square),
            direction: push.map_or(Direction::Up, |push| push.direction),
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
    chunks: Vec<Vec<Node<W>>>,
    table: Vec<u32>,
    len: usize,
}

impl<const W: usize> Tree<W> {
    /// A tree with the start, which must be in normal form, as number 0.
    pub(super) fn new(start: &State<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        context.acquire(table_bytes(FIRST_TABLE))?;
        let mut tree = Self { chunks: Vec::new(), table: vec![NONE; FIRST_TABLE], len: 0 };
        tree.store(start, NONE, None, 0, context)?;
        Ok(tree)
    }

    /// Gives all memory back.
    pub(super) fn release(self, context: &mut Context<'_>) {
        context.release(chunk_bytes::<W>() * self.chunks.len() as u64 + table_bytes(self.table.len()));
    }

    #[inline]
    pub(super) fn node(&self, number: u32) -> &Node<W> {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node<W> {
        &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// The position of a number.
    pub(super) fn state(&self, number: u32) -> State<W> {
        let node = self.node(number);
        State { boxes: node.boxes, player: node.player }
    }

    /// The children, newest first.
    pub(super) fn children(&self, number: u32) -> impl Iterator<Item = (u32, &Node<W>)> + '_ {
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
        let mut slot = self.first_slot(state.key());
        while self.table[slot] != NONE {
            let number = self.table[slot];
            let node = self.node(number);
            if node.player == state.player && node.boxes == state.boxes {
                return Some(number);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        None
    }

    /// Adds a child that is not known yet.
    pub(super) fn add(
        &mut self,
        state: &State<W>,
        parent: u32,
        push: Push,
        context: &mut Context<'_>,
    ) -> Result<Entry, Halt> {
        if let Some(known) = self.find(state) {
            return Ok(Entry::Known(known));
        }
        let depth = self.node(parent).depth + 1;
        let number = self.store(state, parent, Some(push), depth, context)?;
        self.link(number, parent);
        Ok(Entry::New(number))
    }

    /// Remembers a lost position that hangs nowhere.
    pub(super) fn remember_lost(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<(), Halt> {
        let number = match self.find(state) {
            // A node of the tree is left to its own expansion, which keeps the count of open children.
            Some(_) => return Ok(()),
            None => self.store(state, NONE, None, 0, context)?,
        };
        self.node_mut(number).stage = Stage::Lost;
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
        node.square = push.square;
        node.direction = push.direction;
        if node.is_open() {
            self.child_closed(old_parent);
        }
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
        let mut pushes = Vec::new();
        let mut node = self.node(number);
        while node.parent != NONE {
            pushes.push(Push { square: node.square, direction: node.direction });
            node = self.node(node.parent);
        }
        pushes.reverse();
        pushes
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

    fn store(
        &mut self,
        state: &State<W>,
        parent: u32,
        push: Option<Push>,
        depth: u32,
        context: &mut Context<'_>,
    ) -> Result<u32, Halt> {
        if self.len == self.chunks.len() * CHUNK {
            context.acquire(chunk_bytes::<W>())?;
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        // Past three quarters, probes grow long.
        if (self.len + 1) * 4 > self.table.len() * 3 {
            self.grow_table(context)?;
        }
        let number = self.len as u32;
        if number == NONE {
            return Err(Halt::Memory);
        }
        let slot = self.free_slot(state.key());
        self.table[slot] = number;
        let chunk = self.chunks.last_mut().expect("a chunk with room was just made sure of");
        chunk.push(Node::new(state, parent, push, depth));
        self.len += 1;
        Ok(number)
    }

    #[cold]
    fn grow_table(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let slots = self.table.len() * 2;
        context.acquire(table_bytes(slots))?;
        let old = std::mem::replace(&mut self.table, vec![NONE; slots]);
        for number in old.into_iter().filter(|&number| number != NONE) {
            let slot = self.free_slot(self.state(number).key());
            self.table[slot] = number;
        }
        context.release(table_bytes(slots / 2));
        Ok(())
    }

    fn free_slot(&self, key: u64) -> usize {
        let mut slot = self.first_slot(key);
        while self.table[slot] != NONE {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        slot
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }
}

const fn table_bytes(slots: usize) -> u64 {
    (slots * size_of::<u32>()) as u64
}

const fn chunk_bytes<const W: usize>() -> u64 {
    (CHUNK * size_of::<Node<W>>()) as u64
}
