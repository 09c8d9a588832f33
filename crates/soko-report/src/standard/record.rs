//! A row that brings its columns along.
//!
//! Which columns a table has depends on the options. When every row is a list of named cells, a column and its cells are
//! left out at one place and cannot slip against each other.

use crate::{
    Cell, Table,
    numbers::{optional, range, significant},
    stats::Estimate,
};

/// A row as named cells.
#[derive(Default)]
pub(super) struct Record(Vec<(String, Cell)>);

impl Record {
    /// Adds a cell.
    pub(super) fn put(&mut self, column: impl Into<String>, cell: impl Into<Cell>) {
        self.0.push((column.into(), cell.into()));
    }

    /// Adds two cells: a value, and its interval.
    pub(super) fn put_estimate(&mut self, column: &str, estimate: Option<Estimate>) {
        self.put(column, optional(estimate.map(|estimate| estimate.value)));
        self.put(format!("{column} 95 %"), range(estimate.map(|estimate| estimate.interval), significant));
    }

    /// Makes the cells from `first` on those of a contender's runs.
    pub(super) fn of_contender(mut self, contender: usize, first: usize) -> Self {
        for (_, cell) in self.0.iter_mut().skip(first) {
            *cell = std::mem::take(cell).of(Some(contender), None);
        }
        self
    }
}

/// The table of such rows, all of which have the same columns; nothing without rows.
pub(super) fn table(id: &str, caption: &str, records: Vec<Record>) -> Option<Table> {
    let columns: Vec<String> = records.first()?.0.iter().map(|(column, _)| column.clone()).collect();
    let mut table = Table::new(id, caption, columns);
    for record in records {
        table.row(record.0.into_iter().map(|(_, cell)| cell));
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_from_the_rows() {
        let mut record = Record::default();
        record.put("contender", "astar");
        record.put("solved", "3");
        let table = table("t", "T", vec![record.of_contender(4, 1)]).unwrap();
        assert_eq!(table.columns(), ["contender", "solved"]);
        assert_eq!(table.rows()[0][0].runs, None);
        assert_eq!(table.rows()[0][1], Cell::from("3").of(Some(4), None));
        assert!(super::table("t", "T", Vec::new()).is_none());
    }
}
