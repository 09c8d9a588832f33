//! The lab's database as the workbench uses it: every run it makes goes in, and the best solutions come out.
//!
//! One connection writes, behind a lock; a run is a transaction of its own and is on disk before a page is told of it. Which
//! levels are solved, and how well, is asked for whole tables of levels at a time, so that is also kept in memory.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
};

use soko_core::LevelHash;
use soko_lab::{
    Dataset, Store, StoreError,
    store::{Best, Shortest, StoredRun},
};

use crate::problem::Problem;

/// The results file and what is known of best solutions.
pub(crate) struct Results {
    path: PathBuf,
    store: Mutex<Store>,
    shortest: RwLock<HashMap<LevelHash, BySolver>>,
}

/// The lengths of the best solutions of a level, those of the user apart from those of players.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct BySolver {
    /// Played by hand.
    pub(crate) mine: Option<Shortest>,
    /// Found by players.
    pub(crate) players: Option<Shortest>,
}

impl BySolver {
    /// The best of both.
    pub(crate) fn best(self) -> Option<Shortest> {
        match (self.mine, self.players) {
            (Some(one), Some(other)) => Some(shorter(one, other)),
            (one, other) => one.or(other),
        }
    }
}

fn shorter(one: Shortest, other: Shortest) -> Shortest {
    Shortest { moves: one.moves.min(other.moves), pushes: one.pushes.min(other.pushes) }
}

impl Results {
    /// Opens a results file, or makes it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut store = Store::open(path)?;
        store.check()?;
        store.repair_best()?;
        let of_players = |found| BySolver { mine: None, players: Some(found) };
        let shortest =
            store.all_best()?.into_iter().map(|(level, found)| (level, of_players(found))).collect();
        Ok(Self { path: path.to_owned(), store: Mutex::new(store), shortest: RwLock::new(shortest) })
    }

    /// The database, for one thing at a time.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The database over a connection of its own, to read: a long report holds up no writer.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn reader(&self) -> Result<Store, Problem> {
        Store::read(&self.path).map_err(Problem::internal)
    }

    /// A run by its name or the first digits of it.
    ///
    /// # Errors
    /// There is none, or several.
    pub(crate) fn run(&self, name: &str) -> Result<StoredRun, Problem> {
        self.reader()?.run(name).map_err(refused)
    }

    /// The newest experiment of that name as it was recorded, if it was.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn dataset(&self, name: &str) -> Result<Option<Dataset>, Problem> {
        match self.reader()?.dataset(Some(name)) {
            Ok(dataset) => Ok(Some(dataset)),
            Err(StoreError::NoExperiment(..)) => Ok(None),
            Err(error) => Err(Problem::internal(error)),
        }
    }

    /// The lengths of the best known solutions of a level.
    pub(crate) fn shortest(&self, level: &LevelHash) -> Option<Shortest> {
        self.by_solver(level).best()
    }

    /// The same, those of the user apart from those of players.
    pub(crate) fn by_solver(&self, level: &LevelHash) -> BySolver {
        self.shortest.read().unwrap_or_else(PoisonError::into_inner).get(level).copied().unwrap_or_default()
    }

    /// The best solutions of a level.
    pub(crate) fn best(&self, level: &LevelHash) -> Result<Vec<Best>, Problem> {
        self.store().best(level).map_err(Problem::internal)
    }

    /// Takes note of a solution of a player that was recorded.
    pub(crate) fn learn(&self, level: LevelHash, found: Shortest) {
        self.note(level, |known| &mut known.players, found);
    }

    /// Takes note of a solution played by hand.
    pub(crate) fn learn_mine(&self, level: LevelHash, found: Shortest) {
        self.note(level, |known| &mut known.mine, found);
    }

    fn note(
        &self,
        level: LevelHash,
        whose: impl FnOnce(&mut BySolver) -> &mut Option<Shortest>,
        found: Shortest,
    ) {
        let mut all = self.shortest.write().unwrap_or_else(PoisonError::into_inner);
        let known = whose(all.entry(level).or_default());
        *known = Some(known.map_or(found, |known| shorter(known, found)));
    }
}

/// A run that is not there is the client's mistake, anything else is not.
fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::NoRun(_, run) => Problem::missing(format!("there is no run '{run}'"))
            .help("it is in another results file, or was never recorded; the lab has all there are"),
        StoreError::ManyRuns(_, run) => {
            Problem::conflict(format!("'{run}' fits several runs")).help("give more digits of its name")
        }
        other => Problem::internal(other),
    }
}
