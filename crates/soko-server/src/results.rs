//! The lab's database as the workbench uses it: every run it makes goes in, and the best solutions come out.
//!
//! One connection writes, behind a lock; a run is a transaction of its own and is on disk before anybody hears of it. Which
//! levels are solved, and how well, is asked for whole tables of levels at a time, so that is also kept in memory.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
};

use soko_core::LevelHash;
use soko_lab::{
    Store, StoreError,
    store::{Best, Shortest},
};

use crate::answer::Problem;

/// The results file and what is known of its best solutions.
pub(crate) struct Results {
    store: Mutex<Store>,
    shortest: RwLock<HashMap<LevelHash, Shortest>>,
}

impl Results {
    /// Opens a results file, or makes it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut store = Store::open(path)?;
        store.check()?;
        store.mend_best()?;
        let shortest = store.all_best()?.into_iter().collect();
        Ok(Self { store: Mutex::new(store), shortest: RwLock::new(shortest) })
    }

    /// The database, for one thing at a time.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lengths of the best known solutions of a level.
    pub(crate) fn shortest(&self, level: &LevelHash) -> Option<Shortest> {
        self.shortest.read().unwrap_or_else(PoisonError::into_inner).get(level).copied()
    }

    /// The best solutions of a level.
    pub(crate) fn best(&self, level: &LevelHash) -> Result<Vec<Best>, Problem> {
        self.store().best(level).map_err(Problem::internal)
    }

    /// Takes note of a solution that was recorded.
    pub(crate) fn learn(&self, level: LevelHash, found: Shortest) {
        let mut all = self.shortest.write().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(level).or_insert(found);
        known.moves = known.moves.min(found.moves);
        known.pushes = known.pushes.min(found.pushes);
    }
}
