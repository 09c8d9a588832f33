//! Learned deadlock patterns: sets of boxes that lose wherever they occur.
//!
//! A pattern is a set of boxes and a set of player squares such that these boxes alone, with the player on one of these
//! squares, can never come home. A position that contains the boxes and has its player there is lost, too, for
//! more boxes only take possibilities away (the proof is in [`super::corral`]).
//!
//! Patterns are filed under each of their boxes. After a push to a square only the patterns of that square can have
//! come true, and each test is one subset comparison and one bit.

use soko_core::{Bits, Square};

/// Patterns kept; more are not taken.
const MOST: usize = 1 << 13;
/// Patterns looked at per square.
const MOST_PER_SQUARE: usize = 1 << 9;

/// Boxes that lose while the player is on one of some squares.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<const W: usize> {
    /// The boxes.
    pub boxes: Bits<W>,
    /// Where the player is.
    pub players: Bits<W>,
}

impl<const W: usize> Pattern<W> {
    /// Does a position contain it?
    #[inline]
    pub(crate) fn is_in(&self, boxes: &Bits<W>, player: Square) -> bool {
        self.boxes.is_subset(boxes) && self.players.contains(player)
    }
}

/// Patterns by square.
#[derive(Clone, Debug)]
pub struct PatternTable<const W: usize> {
    patterns: Vec<Pattern<W>>,
    of_square: Vec<Vec<u16>>,
}

impl<const W: usize> PatternTable<W> {
    /// No patterns yet, for squares below `squares`.
    pub fn new(squares: usize) -> Self {
        Self { patterns: Vec::new(), of_square: vec![Vec::new(); squares] }
    }

    /// Adds a proven pattern, unless the table is full.
    pub fn insert(&mut self, boxes: Bits<W>, players: Bits<W>) {
        let full = boxes.iter().any(|square| self.of_square[square.index()].len() >= MOST_PER_SQUARE);
        if full || self.patterns.len() >= MOST {
            return;
        }
        let number = self.patterns.len() as u16;
        self.patterns.push(Pattern { boxes, players });
        for square in boxes.iter() {
            self.of_square[square.index()].push(number);
        }
    }

    /// A pattern with a box on `to` that a position contains.
    #[inline]
    pub fn find(&self, boxes: &Bits<W>, to: Square, player: Square) -> Option<&Pattern<W>> {
        self.of_square[to.index()]
            .iter()
            .map(|&number| &self.patterns[usize::from(number)])
            .find(|pattern| pattern.is_in(boxes, player))
    }

    /// Any pattern that a position contains.
    pub(crate) fn find_anywhere(&self, boxes: &Bits<W>, player: Square) -> Option<&Pattern<W>> {
        boxes.iter().find_map(|square| self.find(boxes, square, player))
    }

    /// Does a position contain one that was added after the first so many?
    pub fn any_since(&self, count: usize, boxes: &Bits<W>, player: Square) -> bool {
        self.patterns
            .get(count..)
            .is_some_and(|added| added.iter().any(|pattern| pattern.is_in(boxes, player)))
    }

    /// How many.
    pub const fn len(&self) -> usize {
        self.patterns.len()
    }

    /// None yet?
    pub const fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.patterns.len() * size_of::<Pattern<W>>()) as u64
    }
}
