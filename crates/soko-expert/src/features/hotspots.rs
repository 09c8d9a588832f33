//! Hotspots: boxes that stand in the way of others.
//!
//! A box on y *blocks* a box on x if x alone on the board reaches fewer goals with y as a wall than without. A box that
//! blocks some other box of the position is a hotspot; the fewer, the more freedom is left. Feature and advisor of Shoham and
//! Schaeffer's FESS (2020).
//!
//! One search with pulls from every goal answers it for all x at once; it is made for a square y when a box first
//! stands there, and kept.

use soko_analysis::lone_box::goals_reached;
use soko_core::{Bits, Square};

use crate::level_tables::LevelTables;

/// Larger floors have no hotspots: a search per square with floods of the whole board takes too long.
const MOST_FLOOR: u32 = 600;

/// Which squares lose goals by a box on a square.
pub(crate) struct Hotspots<const W: usize> {
    free: Box<[Bits<W>]>,
    blocked: Vec<Option<Bits<W>>>,
}

impl<const W: usize> Hotspots<W> {
    /// Prepares the table.
    pub(crate) fn new(tables: &LevelTables<'_, W>) -> Self {
        Self { free: goals_reached(&tables.maze), blocked: vec![None; 64 * W] }
    }

    /// How many boxes block others.
    pub(crate) fn count(&mut self, tables: &LevelTables<'_, W>, boxes: &Bits<W>) -> u8 {
        if boxes.len() < 2 || tables.maze.floor().len() > MOST_FLOOR {
            return 0;
        }
        let mut count = 0;
        for square in boxes.iter() {
            let blocked = self.blocked(tables, square);
            count += u32::from(!(blocked & *boxes).is_empty());
        }
        count.min(255) as u8
    }

    /// Squares from which fewer goals are reached while a box stands on `square`.
    fn blocked(&mut self, tables: &LevelTables<'_, W>, square: Square) -> Bits<W> {
        if let Some(known) = self.blocked[square.index()] {
            return known;
        }
        let table = goals_reached(&tables.maze.walled(&Bits::single(square)));
        let mut blocked = Bits::EMPTY;
        for x in tables.maze.floor().iter().filter(|&x| x != square) {
            let mut before = self.free[x.index()];
            before.remove(square);
            if table[x.index()] != before {
                blocked.insert(x);
            }
        }
        self.blocked[square.index()] = Some(blocked);
        blocked
    }
}
