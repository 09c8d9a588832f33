//! Every position a search has seen, once, with the action that led there and what the search notes about it.
//!
//! A node is a record of 32-bit words in chunks that never move: the packed boxes (see [`BoxIndex`]), the
//! parent's number, the player with the action that led here, and as many words of notes as the search wants
//! (none for blind search, one or three for best-first search). A node's number is its name. Nodes are
//! found by Zobrist key in hash tables of 32-bit numbers; a hit is confirmed by comparing the whole position, so
//! two positions are never merged by accident and exhausting the store is a proof.
//!
//! The tables are split into segments by the top bits of the key. A growing segment is copied alone, so the memory
//! limit is not overrun by a second copy of everything. The context is asked before every growth.
//!
//! Cost per position with up to 64 box squares: 16 bytes, 4 per word of notes, and 5.7 to 11.4 bytes of table.

use hashbrown::HashTable;
use soko_core::{Bits, Direction, Push, Square, State, zobrist};
use soko_solver::{Context, Halt};

use crate::box_index::BoxIndex;

/// Number of a node without parent.
const ROOT: u32 = u32::MAX;
/// Nodes per chunk.
const CHUNK: usize = 1 << 12;
/// Parts of the hash table.
const SEGMENTS: usize = 64;
/// Segments grow from this number of entries on.
const FIRST_ENTRIES: usize = 28;

/// The set of positions seen.
pub struct NodeStore<const W: usize> {
    box_index: BoxIndex,
    /// Words of packed boxes in a record.
    box_words: usize,
    /// Words of a record.
    words: usize,
    chunks: Vec<Vec<u32>>,
    segments: Vec<HashTable<u32>>,
    len: usize,
}

/// A position looked up: its number if it is known, and what is needed to add it if not.
pub struct Lookup<const W: usize> {
    /// The number, if the position is known.
    pub number: Option<u32>,
    packed: Bits<W>,
    key: u64,
    player: Square,
}

impl<const W: usize> NodeStore<W> {
    /// An empty store whose records have so many words of notes.
    pub fn new(box_index: BoxIndex, notes: usize) -> Self {
        let box_words = box_index.words();
        Self {
            box_index,
            box_words,
            words: box_words + 2 + notes,
            chunks: Vec::new(),
            segments: (0..SEGMENTS).map(|_| HashTable::new()).collect(),
            len: 0,
        }
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Is there no position yet?
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The position of a number.
    #[inline]
    pub fn state(&self, number: u32) -> State<W> {
        let record = self.record(number);
        State { boxes: self.box_index.unpack(&record[..self.box_words]), player: self.player(record) }
    }

    /// The notes about a position.
    #[inline]
    pub fn notes(&self, number: u32) -> &[u32] {
        &self.record(number)[self.box_words + 2..]
    }

    /// The notes about a position, to be changed.
    #[inline]
    pub fn notes_mut(&mut self, number: u32) -> &mut [u32] {
        let start = self.box_words + 2;
        &mut self.record_mut(number)[start..]
    }

    /// Looks a position up.
    #[inline]
    pub fn find(&self, state: &State<W>) -> Lookup<W> {
        let (packed, key) = self.box_index.pack(&state.boxes);
        let key = key ^ zobrist::player_key(state.player);
        let number = self.segments[segment(key)].find(key, |&number| {
            let record = self.record(number);
            self.player(record) == state.player
                && (0..self.box_words).all(|word| record[word] == half(&packed, word))
        });
        Lookup { number: number.copied(), packed, key, player: state.player }
    }

    /// Adds a position to begin from, which no action led to.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    pub fn insert_root(&mut self, state: &State<W>, context: &mut Context<'_>) -> Result<u32, Halt> {
        let nowhere = Push { square: state.player, direction: Direction::Up };
        self.insert(&self.find(state), None, nowhere, context)
    }

    /// Adds a position that was looked up and not found.
    ///
    /// # Errors
    /// The memory limit forbids growing.
    #[inline]
    pub fn insert(
        &mut self,
        found: &Lookup<W>,
        parent: Option<u32>,
        action: Push,
        context: &mut Context<'_>,
    ) -> Result<u32, Halt> {
        if self.len == self.chunks.len() * CHUNK {
            context.acquire((CHUNK * self.words * size_of::<u32>()) as u64)?;
            self.chunks.push(Vec::with_capacity(CHUNK * self.words));
        }
        let table = &self.segments[segment(found.key)];
        if table.len() == table.capacity() {
            self.grow(segment(found.key), context)?;
        }
        if self.len == ROOT as usize {
            return Err(Halt::Memory);
        }
        let number = self.len as u32;
        let chunk = self.chunks.last_mut().expect("a chunk with room was just made sure of");
        chunk.extend((0..self.box_words).map(|word| half(&found.packed, word)));
        chunk.extend([parent.unwrap_or(ROOT), arrival(found.player, action)]);
        chunk.extend((self.box_words + 2..self.words).map(|_| 0));
        self.len += 1;
        self.segments[segment(found.key)]
            .insert_unique(found.key, number, |_| unreachable!("the segment has room"));
        Ok(number)
    }

    /// Gives a position another way of getting there.
    #[inline]
    pub fn set_arrival(&mut self, number: u32, parent: u32, action: Push) {
        let at = self.box_words;
        let record = self.record_mut(number);
        let player = Square(record[at + 1] as u16);
        record[at] = parent;
        record[at + 1] = arrival(player, action);
    }

    /// The actions that led from the start to a position.
    pub fn actions_to(&self, number: u32) -> Vec<Push> {
        let mut actions = Vec::new();
        let mut record = self.record(number);
        while record[self.box_words] != ROOT {
            let packed = record[self.box_words + 1] >> 16;
            let direction = Direction::ALL[(packed & 3) as usize];
            actions.push(Push { square: Square((packed >> 2) as u16), direction });
            record = self.record(record[self.box_words]);
        }
        actions.reverse();
        actions
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        let records = self.chunks.len() * CHUNK * self.words * size_of::<u32>();
        let tables: usize = self.segments.iter().map(HashTable::allocation_size).sum();
        context.release((records + tables) as u64);
    }

    #[inline]
    fn record(&self, number: u32) -> &[u32] {
        let start = number as usize % CHUNK * self.words;
        &self.chunks[number as usize / CHUNK][start..start + self.words]
    }

    #[inline]
    fn record_mut(&mut self, number: u32) -> &mut [u32] {
        let start = number as usize % CHUNK * self.words;
        &mut self.chunks[number as usize / CHUNK][start..start + self.words]
    }

    #[inline]
    fn player(&self, record: &[u32]) -> Square {
        Square(record[self.box_words + 1] as u16)
    }

    /// Makes room in one segment.
    #[cold]
    fn grow(&mut self, segment: usize, context: &mut Context<'_>) -> Result<(), Halt> {
        let mut table = std::mem::take(&mut self.segments[segment]);
        let old = table.allocation_size() as u64;
        let asked = (2 * old).max(256);
        let granted = context.acquire(asked);
        if granted.is_ok() {
            let more = table.len().max(FIRST_ENTRIES);
            table.reserve(more, |&number| {
                let record = self.record(number);
                zobrist::key(self.box_index.squares(&record[..self.box_words]), self.player(record))
            });
            // The old table is gone, and the new one may be smaller than feared.
            context.release((asked + old).saturating_sub(table.allocation_size() as u64));
        }
        self.segments[segment] = table;
        granted
    }
}

/// The segment of a key: bits that the table inside it does not look at.
#[inline]
const fn segment(key: u64) -> usize {
    (key >> 40) as usize % SEGMENTS
}

/// One of the 32-bit words of a bitboard.
#[inline]
const fn half<const W: usize>(bits: &Bits<W>, word: usize) -> u32 {
    (bits.0[word / 2] >> (32 * (word % 2))) as u32
}

/// Player and action in one word: square numbers have 14 bits.
#[inline]
const fn arrival(player: Square, action: Push) -> u32 {
    let packed = (action.square.0 as u32) << 2 | action.direction as u32;
    player.0 as u32 | packed << 16
}
