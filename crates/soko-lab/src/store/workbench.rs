//! The jobs of the workbench: numbers that are given once, and what pages saw of them last.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

impl Store {
    /// Gives a number to a new job. Of older ones only the newest `most` are remembered.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn number_job(&mut self, most: usize) -> Result<u64, StoreError> {
        let write = |connection: &mut rusqlite::Connection| {
            let transaction = connection.transaction()?;
            transaction.execute("INSERT INTO workbench_job (line, state) VALUES ('null', 'null')", [])?;
            let number = transaction.last_insert_rowid();
            transaction.execute(
                "DELETE FROM workbench_job WHERE number <= ?",
                [number.saturating_sub(most as i64)],
            )?;
            transaction.commit()?;
            Ok(number as u64)
        };
        write(&mut self.connection).map_err(|error| StoreError::of(&self.path, error))
    }

    /// Keeps what pages see of a job: in a list, and all of it, as JSON.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_job(&mut self, number: u64, line: &str, state: &str) -> Result<(), StoreError> {
        self.connection
            .execute(
                "UPDATE workbench_job SET line = ?, state = ? WHERE number = ?",
                params![line, state, number as i64],
            )
            .map(drop)
            .map_err(|error| self.failed(error))
    }

    /// The jobs that are remembered, the newest first: number and line.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn jobs(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let read = || {
            let sql = "SELECT number, line FROM workbench_job ORDER BY number DESC";
            let mut query = self.connection.prepare(sql)?;
            let rows = query.query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// What pages saw of a job last, if it is remembered.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn job(&self, number: u64) -> Result<Option<String>, StoreError> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.connection
            .query_row("SELECT state FROM workbench_job WHERE number = ?", [number], |row| row.get(0))
            .optional()
            .map_err(|error| self.failed(error))
    }

    /// Forgets a job; its number is not given again.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn forget_job(&mut self, number: u64) -> Result<(), StoreError> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        self.connection
            .execute("DELETE FROM workbench_job WHERE number = ?", [number])
            .map(drop)
            .map_err(|error| self.failed(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_once_and_the_newest_jobs_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.db");
        let mut store = Store::open(&path).unwrap();
        assert_eq!([1, 2, 3].map(|_| store.number_job(2).unwrap()), [1, 2, 3]);
        store.keep_job(3, "3", "[3]").unwrap();
        assert_eq!(store.jobs().unwrap(), [(3, "3".to_owned()), (2, "null".to_owned())]);
        store.forget_job(3).unwrap();
        drop(store);
        let mut store = Store::open(&path).unwrap();
        assert_eq!((store.number_job(2).unwrap(), store.job(3).unwrap()), (4, None));
        store.keep_job(4, "4", "[4]").unwrap();
        assert_eq!(store.job(4).unwrap().as_deref(), Some("[4]"));
        assert_eq!(store.job(u64::MAX).unwrap(), None);
    }
}
