//! All positions of two boxes alone on the board, numbered, with the pulls between them.
//!
//! A position of two boxes is an unordered pair of squares and a *region*: a connected part of the floor that is left,
//! in which the player is. Only live squares count; a box on a dead square is lost without a partner. The regions of
//! a pair are numbered in a row, so a position is one number, and tables over pairs are plain vectors.
//!
//! **Pulls** are pushes read backwards, the edges of every retrograde search over pairs: the player beside a box steps
//! back and the box follows. They are listed once, position by position; reversed they are pushes.
//!
//! **Cost.** For n live squares n²/2 pairs. A second box that does not part its surroundings (eight squares show it)
//! leaves the regions of the first one as they are; only otherwise the board is flooded. Measured for all of a
//! space, pulls included: see [`DeadPairs`](crate::deadlock::DeadPairs).

use soko_core::{Bits, Direction, Level, Maze, Meter, Square, Stopped, meter::erased};

use crate::dead_squares;

/// More live squares than this, and there is no table.
const MOST_SQUARES: usize = 250;
/// More bytes of regions than this, and there is no table.
const MOST_BYTES: usize = 64 << 20;

const NOWHERE: u16 = u16::MAX;

/// The positions of two boxes.
#[derive(Clone, Debug)]
pub(crate) struct PairSpace<const W: usize> {
    squares: Vec<Square>,
    /// The number of a square among the live ones.
    number: Vec<u16>,
    /// The first position of each pair, and one more at the end.
    first: Vec<u32>,
    /// Where the player is in each position.
    regions: Vec<Bits<W>>,
}

/// The positions one pull, or one push, beyond every position.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    /// The first link of each position, and one more at the end.
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Links {
    /// The positions beyond a position.
    #[inline]
    pub(crate) fn from(&self, position: usize) -> &[u32] {
        &self.to[self.first[position] as usize..self.first[position + 1] as usize]
    }

    /// The same the other way round: pulls become pushes.
    pub(crate) fn reversed(&self) -> Self {
        let positions = self.first.len() - 1;
        let mut first = vec![0_u32; positions + 1];
        for &to in &self.to {
            first[to as usize + 1] += 1;
        }
        for position in 0..positions {
            first[position + 1] += first[position];
        }
        let mut next = first.clone();
        let mut back = vec![0_u32; self.to.len()];
        for position in 0..positions {
            for &to in self.from(position) {
                let slot = &mut next[to as usize];
                back[*slot as usize] = position as u32;
                *slot += 1;
            }
        }
        Self { first, to: back }
    }

    /// Which positions none of `waiting` leads to.
    pub(crate) fn unreached(&self, mut waiting: Vec<usize>) -> Vec<bool> {
        let mut unreached = vec![true; self.first.len() - 1];
        while let Some(position) = waiting.pop() {
            if std::mem::take(&mut unreached[position]) {
                waiting.extend(self.from(position).iter().map(|&to| to as usize));
            }
        }
        unreached
    }
}

impl<const W: usize> PairSpace<W> {
    /// Numbers the positions of a level, within limits; `None` if it has too many squares.
    ///
    /// # Errors
    /// The reason to end early.
    pub(crate) fn new<M: Meter + ?Sized>(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut M,
    ) -> Result<Option<Self>, M::Halt> {
        erased(meter, |meter| Self::numbered(level, maze, meter))
    }

    #[inline(never)]
    fn numbered(
        level: &Level,
        maze: &Maze<W>,
        meter: &mut dyn Meter<Halt = Stopped>,
    ) -> Result<Option<Self>, Stopped> {
        let live = maze.floor().without(&Bits::from_set(&dead_squares(level)));
        let squares: Vec<Square> = live.iter().collect();
        let pairs = squares.len() * squares.len().saturating_sub(1) / 2;
        if squares.len() > MOST_SQUARES || pairs * size_of::<Bits<W>>() > MOST_BYTES {
            return Ok(None);
        }
        let mut number = vec![NOWHERE; 64 * W];
        for (i, square) in squares.iter().enumerate() {
            number[square.index()] = i as u16;
        }
        let mut space = Self { squares, number, first: Vec::with_capacity(pairs + 1), regions: Vec::new() };
        space.find_regions(maze, meter)?;
        Ok(Some(space))
    }

    /// The pairs come in the order of [`PairSpace::pair`]: by the higher square, then by the lower.
    fn find_regions(&mut self, maze: &Maze<W>, meter: &mut dyn Meter<Halt = Stopped>) -> Result<(), Stopped> {
        let mut held = 0;
        for (i, &higher) in self.squares.iter().enumerate() {
            meter.go_on()?;
            let bytes = self.bytes();
            meter.acquire(bytes - held)?;
            held = bytes;
            let open = maze.floor().without(&Bits::single(higher));
            let mut beside = Vec::new();
            parts(maze, open, |part| beside.push(part));
            for &lower in &self.squares[..i] {
                self.first.push(self.regions.len() as u32);
                let box_at = Bits::single(lower);
                if maze.linked_around(&open, lower) {
                    let left = beside.iter().map(|part| part.without(&box_at));
                    self.regions.extend(left.filter(|part| !part.is_empty()));
                } else {
                    parts(maze, open.without(&box_at), |part| self.regions.push(part));
                }
            }
        }
        self.first.push(self.regions.len() as u32);
        meter.acquire(self.bytes() - held)
    }

    /// The positions of a pair, one per region; none if a square is dead or both are the same.
    #[inline]
    pub(crate) fn positions(&self, a: Square, b: Square) -> std::ops::Range<usize> {
        let (a, b) = (self.number[a.index()], self.number[b.index()]);
        if a == b || a == NOWHERE || b == NOWHERE {
            return 0..0;
        }
        let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
        let pair = high * (high - 1) / 2 + low;
        self.first[pair] as usize..self.first[pair + 1] as usize
    }

    /// The position of two boxes and the player.
    #[inline]
    pub(crate) fn position(&self, a: Square, b: Square, player: Square) -> Option<usize> {
        let mut positions = self.positions(a, b);
        if positions.len() == 1 {
            // The player is off both boxes, so it is in the only region.
            return positions.next();
        }
        positions.find(|&position| self.regions[position].contains(player))
    }

    /// Visits every pair of squares with its positions: the lower square first.
    pub(crate) fn for_each_pair(&self, mut visit: impl FnMut(Square, Square, std::ops::Range<usize>)) {
        let pairs = self.squares.iter().enumerate().flat_map(|(i, &high)| {
            let lower = &self.squares[..i];
            lower.iter().map(move |&low| (low, high))
        });
        for ((low, high), first) in pairs.zip(self.first.windows(2)) {
            visit(low, high, first[0] as usize..first[1] as usize);
        }
    }

    /// Lists all pulls.
    #[inline(never)]
    pub(crate) fn pulls(&self, maze: &Maze<W>) -> Links {
        let mut to = Vec::with_capacity(6 * self.regions.len());
        let mut first = Vec::with_capacity(self.regions.len() + 1);
        self.for_each_pair(|low, high, positions| {
            for region in &self.regions[positions] {
                first.push(to.len() as u32);
                for (square, other) in [(low, high), (high, low)] {
                    for side in Direction::ALL {
                        let from = maze.next(square, side);
                        let player = maze.next(from, side);
                        if !region.contains(from) || !region.contains(player) {
                            continue;
                        }
                        // A square that a pull from a goal leads to is live.
                        to.extend(self.position(from, other, player).map(|before| before as u32));
                    }
                }
            }
        });
        first.push(to.len() as u32);
        Links { first, to }
    }

    /// Bytes held.
    pub(crate) const fn bytes(&self) -> u64 {
        (self.regions.len() * size_of::<Bits<W>>()
            + self.first.len() * size_of::<u32>()
            + self.number.len() * size_of::<u16>()) as u64
    }
}

/// The connected parts of a set.
fn parts<const W: usize>(maze: &Maze<W>, set: Bits<W>, mut visit: impl FnMut(Bits<W>)) {
    let mut left = set;
    while let Some(square) = left.first() {
        let part = maze.flood(&set, Bits::single(square));
        left = left.without(&part);
        visit(part);
    }
}
