//! Tables of the levels that are being played, for all games of a level and for every position of them.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use soko_core::{Level, Position};

use super::table::{Bound, Table, Unfinished, Worth};
use crate::limits;

/// Attempts that are remembered.
const ATTEMPTS: usize = 64;

/// The tables, the one used last in front.
#[derive(Default)]
pub(super) struct Shelf(Mutex<Vec<Attempt>>);

/// What came of making a table.
struct Attempt {
    level: Level,
    root: Position,
    /// How many positions it was allowed.
    positions: usize,
    /// Nothing if it was too large.
    table: Option<Arc<Table>>,
}

impl Shelf {
    fn all(&self) -> MutexGuard<'_, Vec<Attempt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table that knows a position of a game, and what the position is worth.
    pub(super) fn find(&self, level: &Level, position: &Position) -> Option<(Arc<Table>, Worth)> {
        let mut all = self.all();
        let (index, worth) = all.iter().enumerate().find_map(|(index, attempt)| {
            let table = attempt.table.as_ref().filter(|_| is_same(&attempt.level, level))?;
            Some((index, table.worth(position)?))
        })?;
        let attempt = all.remove(index);
        let table = attempt.table.clone()?;
        all.insert(0, attempt);
        Some((table, worth))
    }

    /// Makes a table from a position on, unless that has been tried in vain before.
    pub(super) fn make(
        &self,
        level: &Level,
        root: &Position,
        bound: Bound,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) {
        let is_this = |attempt: &Attempt| attempt.root == *root && is_same(&attempt.level, level);
        let tried = self.all().iter().any(|attempt| is_this(attempt) && attempt.positions >= bound.positions);
        if tried {
            return;
        }
        let table = match Table::of(level, root, bound, pause) {
            Ok(table) => Some(Arc::new(table)),
            Err(Unfinished::TooLarge) => None,
            Err(Unfinished::Stopped) => return,
        };
        let mut all = self.all();
        all.retain(|attempt| !is_this(attempt));
        let attempt = Attempt { level: level.clone(), root: root.clone(), positions: bound.positions, table };
        all.insert(0, attempt);
        all.truncate(ATTEMPTS);
        let mut bytes = 0;
        all.retain(|attempt| {
            bytes += attempt.table.as_ref().map_or(0, |table| table.bytes());
            bytes <= limits::ANALYSIS_TABLES
        });
    }
}

/// Do two levels play the same, square by square?
fn is_same(one: &Level, other: &Level) -> bool {
    (one.stride(), one.floor(), one.goals(), one.start())
        == (other.stride(), other.floor(), other.goals(), other.start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(shelf: &Shelf, level: &Level, positions: usize) {
        let bound = Bound { positions, bytes: 8 << 20 };
        shelf.make(level, level.start(), bound, &mut || ControlFlow::Continue(()));
    }

    #[test]
    fn a_table_serves_its_level_and_what_was_too_large_is_not_tried_again() {
        let shelf = Shelf::default();
        let level = Level::parse("#######\n#.   .#\n# $$  #\n#  @  #\n#######").unwrap();
        let other = Level::parse("#######\n#.  . #\n# $$  #\n#  @  #\n#######").unwrap();
        make(&shelf, &level, 10);
        assert!(shelf.find(&level, level.start()).is_none());
        let mut asked = false;
        let bound = Bound { positions: 10, bytes: 8 << 20 };
        shelf.make(&level, level.start(), bound, &mut || {
            asked = true;
            ControlFlow::Break(())
        });
        assert!(!asked);
        make(&shelf, &level, 10_000);
        assert!(matches!(shelf.find(&level, level.start()), Some((_, Worth::Pushes(_)))));
        assert!(shelf.find(&other, other.start()).is_none());
    }

    #[test]
    fn the_shelf_holds_so_many_attempts_and_bytes() {
        let shelf = Shelf::default();
        for width in 0..ATTEMPTS + 10 {
            let level =
                Level::parse(&format!("#{0}####\n#@$.{1}#\n#{0}####", "#".repeat(width), " ".repeat(width)));
            make(&shelf, &level.unwrap(), 1_000);
        }
        let all = shelf.all();
        assert_eq!(all.len(), ATTEMPTS);
        let bytes: usize =
            all.iter().filter_map(|attempt| attempt.table.as_ref()).map(|table| table.bytes()).sum();
        assert!(bytes <= limits::ANALYSIS_TABLES);
    }
}
