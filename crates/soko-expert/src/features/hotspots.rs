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

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    #[test]
    fn a_box_in_the_only_way_of_others_is_a_hotspot() {
        let board =
            "###########\n#    #    #\n#    #    #\n# $ $   . #\n#    #  . #\n#@   #    #\n###########";
        let level = Level::parse(board).unwrap();
        let tables = LevelTables::<2>::new(&level);
        let mut hotspots = Hotspots::new(&tables);
        let at = |x, y| level.square_at(x, y).unwrap();
        let mut count = |squares: &[Square]| {
            let boxes = squares.iter().copied().collect();
            let once = hotspots.count(&tables, &boxes);
            assert_eq!(hotspots.count(&tables, &boxes), once, "the same from memory");
            once
        };
        let door = at(5, 3);
        assert_eq!(count(&[door, at(2, 3)]), 1, "the door is barred to the other");
        assert_eq!(count(&[door]), 0, "no other is there");
        assert_eq!(count(&[at(2, 3), at(3, 2)]), 0, "there is room");
        assert_eq!(count(&[door, at(8, 2)]), 0, "the other is past it");
        assert_eq!(count(&[door, at(4, 3), at(2, 3)]), 2, "before the door is as good as in it");
    }

    #[test]
    fn what_a_box_blocks_loses_goals_but_the_one_it_stands_on() {
        let level = Level::parse("########\n#@$  ..#\n########").unwrap();
        let tables = LevelTables::<2>::new(&level);
        let mut hotspots = Hotspots::new(&tables);
        let at = |x| level.square_at(x, 1).unwrap();
        let blocked = hotspots.blocked(&tables, at(5));
        assert_eq!(
            blocked.iter().collect::<Vec<_>>(),
            [at(2), at(3), at(4)],
            "the goal beyond is lost to them"
        );
        assert!(hotspots.blocked(&tables, at(6)).is_empty(), "the last goal is in the way of none");
    }

    #[test]
    fn large_floors_have_none() {
        let row = format!("#{}#", " ".repeat(40));
        let wall = "#".repeat(42);
        let first = format!("#@ $ $ ..{}#", " ".repeat(32));
        let rows = [vec![wall.clone(), first], vec![row; 15], vec![wall]].concat();
        let level = Level::parse(&rows.join("\n")).unwrap();
        let tables = LevelTables::<16>::new(&level);
        assert!(tables.maze.floor().len() > MOST_FLOOR);
        assert_eq!(Hotspots::new(&tables).count(&tables, &tables.start.boxes), 0);
    }
}
