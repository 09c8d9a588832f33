//! Q-tables that were sent in, for learners to go on from.
//!
//! A table is known by the SHA-256 of its file, which is also what the record of a run says that began with it. The newest few are
//! held in memory; they are the user's files and are not kept on disk.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use soko_core::identity;
use soko_learn::{Memory, MemoryError, memory::file_hash};

use crate::{library::Library, limits, problem::Problem};

/// A table that was sent in.
pub(crate) struct Uploaded {
    /// The SHA-256 of its file, in hexadecimal digits.
    pub(crate) hash: String,
    pub(crate) memory: Memory,
}

/// What a run goes on from. The name is remembered as long as the run, the table itself only until it is needed.
#[derive(Clone)]
pub(crate) struct Beginning {
    /// The SHA-256 of the table's file.
    pub(crate) hash: String,
    table: Arc<Mutex<Option<Arc<Uploaded>>>>,
}

impl Beginning {
    pub(crate) fn of(table: Arc<Uploaded>) -> Self {
        Self { hash: table.hash.clone(), table: Arc::new(Mutex::new(Some(table))) }
    }

    /// The table, which is then no longer held.
    pub(crate) fn take(&self) -> Option<Arc<Uploaded>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The newest tables that were sent in.
#[derive(Default)]
pub(crate) struct Tables(Mutex<VecDeque<Arc<Uploaded>>>);

/// A table that was sent in, as pages see it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableInfo {
    /// Its name: the SHA-256 of its file.
    table: String,
    /// Who learnt it.
    player: String,
    /// With which parameters.
    parameters: Map<String, Value>,
    /// What a row is: `cells`, `states` or `boxes`.
    kind: &'static str,
    /// Rows.
    rows: usize,
    /// Episodes played.
    episodes: u64,
    /// Values updated.
    updates: u64,
    /// Where its level stands in the library, if it does.
    level: Option<TablePlace>,
}

/// A level of the library.
#[derive(Serialize, JsonSchema)]
struct TablePlace {
    /// Its collection.
    collection: String,
    /// Its number there.
    number: usize,
}

impl Tables {
    fn held(&self) -> MutexGuard<'_, VecDeque<Arc<Uploaded>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a file in; the oldest table that no run waits for makes room.
    ///
    /// # Errors
    /// It is no table, or not all of one, or not as it was written; or runs wait for all that are held.
    pub(crate) fn take(&self, bytes: &[u8]) -> Result<Arc<Uploaded>, Problem> {
        let memory = Memory::from_bytes(bytes).map_err(|error| {
            let help = match error {
                MemoryError::Foreign => {
                    "choose a file that 'Save table' or 'sokolab learn --table' has written".to_owned()
                }
                _ => error.remedy(),
            };
            Problem::bad(error).help(help)
        })?;
        let table = Arc::new(Uploaded { hash: file_hash(bytes), memory });
        let mut held = self.held();
        if let Some(known) = held.iter().find(|known| known.hash == table.hash) {
            return Ok(Arc::clone(known));
        }
        if held.len() >= limits::TABLES_SENT_IN {
            let idle = held.iter().position(|known| Arc::strong_count(known) == 1).ok_or_else(|| {
                Problem::busy(format!("runs wait for all {} tables that are held", limits::TABLES_SENT_IN))
                    .help("wait until one of them has begun, or stop it")
            })?;
            held.remove(idle);
        }
        held.push_back(Arc::clone(&table));
        Ok(table)
    }

    /// A table that was sent in.
    ///
    /// # Errors
    /// It is not held (any more).
    pub(crate) fn find(&self, hash: &str) -> Result<Arc<Uploaded>, Problem> {
        self.held().iter().find(|table| table.hash == hash).cloned().ok_or_else(|| {
            Problem::missing("that table is not here").help("send it in again: only the newest few are held")
        })
    }
}

impl TableInfo {
    /// What there is to say about a table.
    pub(crate) fn of(table: &Uploaded, library: &Library) -> Self {
        let about = &table.memory.about;
        let level = table.memory.check().ok();
        let place = level.and_then(|level| library.with_board(&identity::exact(&level)));
        Self {
            table: table.hash.clone(),
            player: about.player.clone(),
            parameters: about.parameters.clone(),
            kind: about.kind.id(),
            rows: table.memory.rows.len(),
            episodes: about.episodes,
            updates: about.updates,
            level: place.map(|(collection, item)| TablePlace {
                collection: collection.id.clone(),
                number: item.number,
            }),
        }
    }
}
