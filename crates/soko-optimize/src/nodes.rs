//! The positions a search has met, found again by key.
//!
//! Positions are told apart by their 64-bit key alone. Two of them might be merged by accident once in a life, and nothing would be lost: what a search
//! finds is played through before it is believed, and no proof rests on it. So a table entry is one word, half of the key and the node's number, and
//! a miss touches nothing else.

use soko_core::{Bits, Direction, Push, Square};
use soko_solver::{Context, Halt};

/// Number of no node.
pub(crate) const NONE: u32 = u32::MAX;
/// Entries of the smallest table.
const FIRST_ENTRIES: usize = 1 << 10;
/// Nodes for which memory is asked at once.
const CHUNK: usize = 1 << 10;

/// A position of a search and the way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const W: usize> {
    /// The boxes.
    pub boxes: Bits<W>,
    /// Key of the boxes alone.
    pub box_key: u64,
    /// Key of the whole position.
    pub key: u64,
    /// Cost of the way.
    pub cost: u64,
    /// The position before.
    pub parent: u32,
    /// A space's notion of how far things have gone.
    pub time: u32,
    /// The player's square, or the lowest of its region.
    pub player: Square,
    /// The push that led here, packed.
    pub push: u16,
    /// Already expanded?
    pub done: bool,
}

/// A push in 16 bits: square numbers have 14.
#[inline]
pub(crate) const fn packed(push: Push) -> u16 {
    push.square.0 << 2 | push.direction as u16
}

/// The push in 16 bits.
#[inline]
pub(crate) const fn unpacked(push: u16) -> Push {
    Push { square: Square(push >> 2), direction: Direction::ALL[(push & 3) as usize] }
}

/// All nodes of one search.
pub(crate) struct Nodes<const W: usize> {
    list: Vec<Node<W>>,
    /// Upper half of the key and number plus one; zero is free.
    table: Vec<u64>,
    bytes: u64,
}

impl<const W: usize> Nodes<W> {
    /// No node yet.
    ///
    /// # Errors
    /// The memory limit forbids even an empty table.
    pub(crate) fn new(context: &mut Context<'_>) -> Result<Self, Halt> {
        let bytes = (FIRST_ENTRIES * size_of::<u64>()) as u64;
        context.acquire(bytes)?;
        Ok(Self { list: Vec::new(), table: vec![0; FIRST_ENTRIES], bytes })
    }

    /// A node by number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Node<W> {
        &self.list[number as usize]
    }

    /// A node by number, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> &mut Node<W> {
        &mut self.list[number as usize]
    }

    /// The number of the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let entry = self.table[at];
            if entry == 0 {
                return None;
            }
            let number = entry as u32 - 1;
            if entry >> 32 == key >> 32 && self.list[number as usize].key == key {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node that [`find`](Self::find) did not find.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    #[inline]
    pub(crate) fn insert(&mut self, node: Node<W>, context: &mut Context<'_>) -> Result<u32, Halt> {
        let number = self.push(node, context)?;
        if self.list.len() * 2 > self.table.len() {
            self.grow(context)?;
        } else {
            enter(&mut self.table, node.key, number);
        }
        Ok(number)
    }

    /// Adds a node that lookups do not find.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    #[inline]
    pub(crate) fn push(&mut self, node: Node<W>, context: &mut Context<'_>) -> Result<u32, Halt> {
        if self.list.len().is_multiple_of(CHUNK) {
            // Twice the size for the vector's spare room, and an entry of the queue for each.
            let bytes = (CHUNK * (2 * size_of::<Node<W>>() + 2 * size_of::<(u64, u32)>())) as u64;
            context.acquire(bytes)?;
            self.bytes += bytes;
        }
        if self.list.len() >= NONE as usize - 1 {
            return Err(Halt::Memory);
        }
        self.list.push(node);
        Ok(self.list.len() as u32 - 1)
    }

    /// The pushes that led to a node.
    pub(crate) fn pushes_to(&self, mut number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        while self.get(number).parent != NONE {
            pushes.push(unpacked(self.get(number).push));
            number = self.get(number).parent;
        }
        pushes.reverse();
        pushes
    }

    /// Gives the memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.bytes);
    }

    #[cold]
    fn grow(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let old = (self.table.len() * size_of::<u64>()) as u64;
        context.acquire(2 * old)?;
        let mut table = vec![0; 2 * self.table.len()];
        for (number, node) in self.list.iter().enumerate() {
            enter(&mut table, node.key, number as u32);
        }
        self.table = table;
        context.release(old);
        self.bytes += old;
        Ok(())
    }
}

#[inline]
fn enter(table: &mut [u64], key: u64, number: u32) {
    let mask = table.len() - 1;
    let mut at = key as usize & mask;
    while table[at] != 0 {
        at = (at + 1) & mask;
    }
    table[at] = key >> 32 << 32 | u64::from(number + 1);
}
