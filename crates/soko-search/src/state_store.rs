//! Every position a search has seen, once, with the push that led there.
//!
//! Nodes live in chunks that never move, so growing costs no copy and no second copy's memory; a node's
//! number is its name. An open-addressing table of 32-bit numbers finds them by Zobrist key with linear
//! probing. A hit is confirmed by comparing the whole position: two positions are never merged by accident,
//! so exhausting the store is a proof.
//!
//! Cost per position: the node (24 bytes for boards of up to 64 squares, 8 more per further word) and between
//! 5.3 and 10.7 bytes of table. The context is asked before every growth, so a memory limit is kept.

use soko_core::{Bits, Direction, Push, Square, State};
use soko_solver::{Context, Halt};

/// A stored position.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    boxes: Bits<W>,
    parent: u32,
    player: Square,
    /// The push that led here: where the box stood, and which way it went.
    square: Square,
    direction: Direction,
}

/// Number of a node without parent.
const ROOT: u32 = u32::MAX;
/// Free slot of the table.
const FREE: u32 = u32::MAX;
/// Nodes per chunk.
const CHUNK: usize = 1 << 12;
/// Slots of the first table.
const FIRST_TABLE: usize = 1 << 12;

/// The set of positions seen.
pub struct StateStore<const W: usize> {
    chunks: Vec<Vec<Node<W>>>,
    table: Vec<u32>,
    len: usize,
}

impl<const W: usize> StateStore<W> {
    /// A store that holds the start position as number 0. The position must be in normal form.
    ///
    /// # Errors
    /// The memory limit does not even allow the first table.
    pub fn new(start: &State<W>, context: &mut Context<'_>) -> Result<Self, Halt> {
        context.acquire(table_bytes(FIRST_TABLE))?;
        let mut store = Self { chunks: Vec::new(), table: vec![FREE; FIRST_TABLE], len: 0 };
        let node = Node {
            boxes: start.boxes,
            parent: ROOT,
            player: start.player,
            square: start.player,
            direction: Direction::Up,
        };
        store.insert_node(start.key(), node, context)?;
        Ok(store)
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// A store is never empty: it begins with the start position.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The position of a number.
    #[inline]
    pub fn get(&self, number: u32) -> State<W> {
        let node = self.node(number);
        State { boxes: node.boxes, player: node.player }
    }

    /// Adds a position in normal form that `push` makes of `parent`. `None` if it was known.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    #[inline]
    pub fn insert(
        &mut self,
        state: &State<W>,
        parent: u32,
        push: Push,
        context: &mut Context<'_>,
    ) -> Result<Option<u32>, Halt> {
        let node = Node {
            boxes: state.boxes,
            parent,
            player: state.player,
            square: push.square,
            direction: push.direction,
        };
        self.insert_node(state.key(), node, context)
    }

    /// The pushes that led from the start to a position.
    pub fn pushes_to(&self, number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut node = self.node(number);
        while node.parent != ROOT {
            pushes.push(Push { square: node.square, direction: node.direction });
            node = self.node(node.parent);
        }
        pushes.reverse();
        pushes
    }

    #[inline]
    fn node(&self, number: u32) -> &Node<W> {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    fn insert_node(
        &mut self,
        key: u64,
        node: Node<W>,
        context: &mut Context<'_>,
    ) -> Result<Option<u32>, Halt> {
        let mut slot = self.first_slot(key);
        while self.table[slot] != FREE {
            let known = self.node(self.table[slot]);
            if known.player == node.player && known.boxes == node.boxes {
                return Ok(None);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        if self.len == self.chunks.len() * CHUNK {
            context.acquire((CHUNK * size_of::<Node<W>>()) as u64)?;
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let number = self.len as u32;
        if number == ROOT {
            return Err(Halt::Memory);
        }
        self.chunks.last_mut().expect("a chunk with room was just made sure of").push(node);
        self.table[slot] = number;
        self.len += 1;
        // Past three quarters, probes grow long.
        if self.len * 4 > self.table.len() * 3 {
            self.grow_table(context)?;
        }
        Ok(Some(number))
    }

    #[cold]
    fn grow_table(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let slots = self.table.len() * 2;
        context.acquire(table_bytes(slots))?;
        let old = std::mem::replace(&mut self.table, vec![FREE; slots]);
        for number in old.into_iter().filter(|&n| n != FREE) {
            let mut slot = self.first_slot(self.get(number).key());
            while self.table[slot] != FREE {
                slot = (slot + 1) & (slots - 1);
            }
            self.table[slot] = number;
        }
        context.release(table_bytes(slots / 2));
        Ok(())
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }
}

const fn table_bytes(slots: usize) -> u64 {
    (slots * size_of::<u32>()) as u64
}
