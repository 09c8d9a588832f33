//! Where the cells of a board came from.
//!
//! A diagnostic about a cell must point at the character that drew it. Most boards are blocks of
//! consecutive lines and need two numbers; boards from run-length encoding, tabs or coordinate lists carry
//! their own tables.

/// The source of a board: maps its cells to lines and columns of the file, both from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place(Source);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// Row `y` is line `line + y`, cell `x` is column `column + x`.
    Block { line: u32, column: u32 },
    /// One row each, in any place.
    Rows(Box<[Row]>),
    /// Single cells (sorted by row, then column); all others belong to the first position.
    Cells { first: (u32, u32), cells: Box<[CellPlace]> },
}

/// Column and row of a cell, from 0, and line and column of its source, from 1.
pub(crate) type CellPlace = ((u32, u32), (u32, u32));

/// The source of one row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// Cell `x` is column `column + x`.
    Straight { line: u32, column: u32 },
    /// Cell `x` is column `columns[x]`; cells beyond are at the end.
    Table { line: u32, columns: Box<[u32]> },
}

/// Lines and columns fit in 32 bits because the input's length does; a longer one is cut off before.
pub(crate) fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Place {
    /// A board drawn on consecutive lines, its first cell at `line` and `column` (from 1).
    pub fn block(line: usize, column: usize) -> Self {
        Self(Source::Block { line: narrow(line), column: narrow(column) })
    }

    pub(crate) fn rows(rows: Vec<Row>) -> Self {
        Self(Source::Rows(rows.into_boxed_slice()))
    }

    /// `cells` maps (column, row) of the board, from 0, to (line, column) of the file.
    pub(crate) fn cells(first: (usize, usize), cells: Vec<CellPlace>) -> Self {
        let mut cells = cells;
        cells.sort_by_key(|&((x, y), _)| (y, x));
        cells.dedup_by_key(|cell| cell.0);
        Self(Source::Cells { first: (narrow(first.0), narrow(first.1)), cells: cells.into_boxed_slice() })
    }

    /// Line and column, both from 1, of the cell at column `x` and row `y`, both from 0.
    pub fn of(&self, x: usize, y: usize) -> (usize, usize) {
        match &self.0 {
            Source::Block { line, column } => (*line as usize + y, *column as usize + x),
            Source::Rows(rows) => match rows.get(y).or(rows.last()) {
                Some(Row::Straight { line, column }) => (*line as usize, *column as usize + x),
                Some(Row::Table { line, columns }) => {
                    let column = columns.get(x).or(columns.last()).map_or(1, |&c| c as usize);
                    (*line as usize, column)
                }
                None => (1, 1),
            },
            Source::Cells { first, cells } => {
                let key = (narrow(y), narrow(x));
                let found = cells.binary_search_by_key(&key, |&((x, y), _)| (y, x));
                let (line, column) = found.map_or(*first, |i| cells[i].1);
                (line as usize, column as usize)
            }
        }
    }

    /// Where the board begins.
    pub fn start(&self) -> (usize, usize) {
        match &self.0 {
            Source::Cells { first, .. } => (first.0 as usize, first.1 as usize),
            _ => self.of(0, 0),
        }
    }
}

/// The beginning of the file: for boards made in code.
impl Default for Place {
    fn default() -> Self {
        Self::block(1, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_on() {
        assert_eq!(Place::block(7, 3).of(2, 4), (11, 5));
        assert_eq!(Place::default().start(), (1, 1));
    }

    #[test]
    fn rows_may_stand_anywhere() {
        let columns = vec![5, 5, 5, 6].into_boxed_slice();
        let place = Place::rows(vec![Row::Straight { line: 9, column: 1 }, Row::Table { line: 9, columns }]);
        assert_eq!(place.of(3, 0), (9, 4));
        assert_eq!(place.of(2, 1), (9, 5));
        assert_eq!(place.of(99, 1), (9, 6));
        assert_eq!(place.of(0, 99), (9, 5));
    }

    #[test]
    fn listed_cells_are_found_and_the_others_are_at_the_start() {
        let place = Place::cells((2, 1), vec![((4, 1), (3, 5)), ((0, 0), (2, 3))]);
        assert_eq!((place.of(4, 1), place.of(0, 0), place.of(1, 1)), ((3, 5), (2, 3), (2, 1)));
    }
}
