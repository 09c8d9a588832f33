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

#[cfg(test)]
mod tests {
    use soko_core::{Level, Maze};

    use super::*;
    use soko_testing::within::within_bytes;

    const MEMORY: u64 = 1 << 22;

    /// A hall of 120 squares: two boxes have thousands of places.
    fn hall() -> Level {
        let row = format!("#{}#", " ".repeat(12));
        let rows = [vec!["#".repeat(14), "#@$$......  .#".replace('.', " ")], vec![row; 8]].concat();
        let last = ["# ..         #".to_owned(), "#".repeat(14)];
        Level::parse(&[rows, last.to_vec()].concat().join("\n")).expect("a board of ours")
    }

    /// All positions of two boxes with the player on the first free square.
    fn positions(maze: &Maze<3>) -> Vec<State<3>> {
        let floor: Vec<Square> = maze.floor().iter().collect();
        let pairs = floor.iter().enumerate().flat_map(|(i, &a)| floor[i + 1..].iter().map(move |&b| (a, b)));
        let state = |(a, b)| {
            let boxes: Bits<3> = [a, b].into_iter().collect();
            State { boxes, player: maze.floor().without(&boxes).first().expect("floor") }
        };
        pairs.map(state).collect()
    }

    fn push(number: usize) -> Push {
        Push { square: Square(number as u16 % 150), direction: Direction::ALL[number % 4] }
    }

    /// Lends a test a store with so many words of notes, the level and its positions.
    fn with_store(
        notes: usize,
        mut test: impl FnMut(&mut NodeStore<3>, &[State<3>], &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = hall();
        let maze = Maze::<3>::new(&level);
        let states = positions(&maze);
        within_bytes(MEMORY, |context| {
            let mut store = NodeStore::new(BoxIndex::of(maze.floor()), notes);
            test(&mut store, &states, context)?;
            store.release(context);
            Ok(())
        });
    }

    #[test]
    fn thousands_of_positions_are_kept_apart_and_found_again() {
        with_store(1, |store, states, context| {
            assert!(store.is_empty());
            assert!(states.len() > CHUNK, "more than one chunk: {}", states.len());
            for (i, state) in states.iter().enumerate() {
                let found = store.find(state);
                assert_eq!(found.number, None);
                let number = store.insert(&found, (i > 0).then(|| i as u32 - 1), push(i), context)?;
                assert_eq!((number as usize, store.len(), store.is_empty()), (i, i + 1, false));
                assert_eq!(store.notes(number), [0]);
                store.notes_mut(number)[0] = 7 * number;
            }
            for (i, state) in states.iter().enumerate() {
                assert_eq!(store.find(state).number, Some(i as u32));
                assert_eq!(store.state(i as u32), *state);
                assert_eq!(store.notes(i as u32), [7 * i as u32]);
                let elsewhere = State { player: Square(state.player.0 + 1), ..*state };
                assert_eq!(store.find(&elsewhere).number, None, "the player counts");
            }
            let last = states.len() - 1;
            let way: Vec<Push> = (1..=last).map(push).collect();
            assert_eq!(store.actions_to(last as u32), way);
            Ok(())
        });
    }

    #[test]
    fn a_root_has_no_way_and_another_way_leaves_all_else_as_it_was() {
        with_store(2, |store, states, context| {
            let root = store.insert_root(&states[0], context)?;
            let other = store.insert_root(&states[1], context)?;
            assert_eq!((root, other), (0, 1));
            assert!(store.actions_to(other).is_empty());
            let child = store.insert(&store.find(&states[2]), Some(root), push(5), context)?;
            store.notes_mut(child).copy_from_slice(&[8, 9]);
            let next = store.insert(&store.find(&states[3]), Some(other), push(6), context)?;
            store.set_arrival(child, next, push(7));
            assert_eq!(store.actions_to(child), [push(6), push(7)]);
            assert_eq!((store.state(child), store.notes(child)), (states[2], &[8, 9][..]));
            assert_eq!(store.find(&states[2]).number, Some(child));
            assert_eq!(store.len(), 4);
            Ok(())
        });
    }

    #[test]
    fn without_memory_nothing_is_added_and_nothing_lost() {
        with_store(0, |store, states, context| {
            let mut taken = 0;
            while context.acquire(1 << 10).is_ok() {
                taken += 1 << 10;
            }
            assert_eq!(store.insert_root(&states[0], context), Err(Halt::Memory));
            context.release(taken);
            for state in &states[..2_000] {
                store.insert_root(state, context)?;
            }
            let mut taken = 0;
            while context.acquire(64).is_ok() {
                taken += 64;
            }
            let full = states[2_000..].iter().position(|state| store.insert_root(state, context).is_err());
            let known = 2_000 + full.expect("some segment has to grow");
            assert_eq!(store.len(), known);
            for (i, state) in states[..known + 50].iter().enumerate() {
                assert_eq!(store.find(state).number, (i < known).then_some(i as u32), "{i}");
            }
            context.release(taken);
            Ok(())
        });
    }

    #[test]
    fn a_position_costs_what_is_promised() {
        with_store(0, |store, states, context| {
            for state in &states[..CHUNK] {
                store.insert_root(state, context)?;
            }
            // 120 squares take four words, player and parent two; the table has from 4 to 8 entries for 7 to 3.5 positions.
            let records = (CHUNK * 6 * 4) as u64;
            let tables: usize = store.segments.iter().map(HashTable::allocation_size).sum();
            assert_eq!(store.chunks.len(), 1);
            assert!((CHUNK * 5..CHUNK * 13).contains(&tables), "{tables}");
            assert_eq!(context.statistics.peak_memory_bytes.min(records), records);
            assert!(
                store.segments.iter().all(|table| table.len() > CHUNK / SEGMENTS / 3),
                "all segments are used"
            );
            Ok(())
        });
    }
}
