//! The best solutions known of an experiment's levels, from whatever experiment of the results file they came.

use soko_lab::{Dataset, Store, StoreError};

use crate::{Cell, Table};

/// One row per level and metric; levels without a solution have none.
///
/// # Errors
/// The results file cannot be read.
pub fn best(dataset: &Dataset, store: &Store) -> Result<Table, StoreError> {
    let columns = ["level", "place", "fewest", "pushes", "moves", "run", "solution"];
    let mut table = Table::new("best", "The best solutions known", columns);
    for (i, (level, label)) in dataset.levels.iter().zip(dataset.labels()).enumerate() {
        for best in store.best(&level.hash)? {
            table.row([
                Cell::from(&label).of(None, Some(i)),
                Cell::from(level.name.place()),
                Cell::from(best.metric),
                Cell::from(best.pushes.to_string()),
                Cell::from(best.moves.to_string()),
                Cell::from(best.run.short()),
                Cell::from(best.solution),
            ]);
        }
    }
    Ok(table)
}
