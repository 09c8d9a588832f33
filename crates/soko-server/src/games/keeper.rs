//! Keeps games while they are played, so that neither a stop nor a kill of the server loses more than the last moments.
//!
//! A thread of its own writes: a move is answered before it is on disk, and all games that were played in the meantime are one
//! change of the records file. When the server goes down what is left is written at once. What cannot be written is tried again,
//! and the pages of the games say so.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use super::Game;
use crate::records::Records;

/// How long games are gathered before they are written.
const PAUSE: Duration = Duration::from_millis(500);
/// How long to wait after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Writes games to the records as they are played.
pub(super) struct Keeper {
    desk: Arc<Desk>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Desk {
    tray: Mutex<Tray>,
    news: Condvar,
}

#[derive(Default)]
struct Tray {
    played: BTreeMap<u64, Arc<Mutex<Game>>>,
    /// Why the last attempt failed, if it did.
    trouble: Option<String>,
    closed: bool,
}

impl Keeper {
    /// A keeper at work.
    pub(super) fn start(records: Arc<Records>) -> Self {
        let desk = Arc::<Desk>::default();
        let thread = thread::Builder::new().name("keeper".to_owned()).spawn({
            let desk = Arc::clone(&desk);
            move || while desk.round(&records) {}
        });
        // Without a thread games are still kept when they are solved and when their page is left.
        Self { desk, thread: Mutex::new(thread.ok()) }
    }

    /// A game has changed.
    pub(super) fn note(&self, id: u64, game: Arc<Mutex<Game>>) {
        self.desk.tray().played.insert(id, game);
        self.desk.news.notify_one();
    }

    /// Why games cannot be kept at the moment, if they cannot.
    pub(super) fn trouble(&self) -> Option<String> {
        self.desk.tray().trouble.clone()
    }

    /// Writes what is left.
    pub(super) fn close(&self) {
        self.desk.tray().closed = true;
        self.desk.news.notify_one();
        // The lock is not held while the thread ends.
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // A panic there has been told; there is nothing to add.
            let _ = thread.join();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.close();
    }
}

impl Desk {
    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for games, gathers a little and writes them; false when there will be no more.
    fn round(&self, records: &Records) -> bool {
        let idle = |tray: &mut Tray| tray.played.is_empty() && !tray.closed;
        let tray = self.news.wait_while(self.tray(), idle).unwrap_or_else(PoisonError::into_inner);
        let pause = if tray.trouble.is_some() { AFTER_FAILURE } else { PAUSE };
        let open = |tray: &mut Tray| !tray.closed;
        let waited = self.news.wait_timeout_while(tray, pause, open);
        let (mut tray, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let played = std::mem::take(&mut tray.played);
        let closed = tray.closed;
        drop(tray);
        let trouble = keep(&played, records).err();
        let mut tray = self.tray();
        if trouble.is_some() {
            for (id, game) in played {
                tray.played.entry(id).or_insert(game);
            }
        }
        tray.trouble = trouble;
        !closed
    }
}

/// Writes games in one change of the file.
fn keep(played: &BTreeMap<u64, Arc<Mutex<Game>>>, records: &Records) -> Result<(), String> {
    let (mut changes, mut written) = (Vec::new(), Vec::new());
    for game in played.values() {
        let locked = game.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(change) = locked.change() {
            written.push((game, locked.progress()));
            changes.push(change);
        }
    }
    if changes.is_empty() {
        return Ok(());
    }
    records.keep(changes).map_err(|problem| problem.message().to_owned())?;
    for (game, progress) in written {
        game.lock().unwrap_or_else(PoisonError::into_inner).kept = progress;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::games::Act;

    fn played(moves: &str) -> Arc<Mutex<Game>> {
        let level = Level::parse("########\n#@ $  .#\n#      #\n########").unwrap();
        let mut game = Game::of_board(1, &level);
        game.act(&Act::Play { moves: moves.to_owned() }).unwrap();
        Arc::new(Mutex::new(game))
    }

    /// The steps that a new game of that level takes up.
    fn taken_up(records: &Records) -> usize {
        let fresh = played("");
        let mut fresh = fresh.lock().unwrap();
        fresh.resume(records);
        fresh.session.steps().len()
    }

    #[test]
    fn a_game_is_on_disk_soon_after_it_was_played_and_at_the_latest_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let records = Arc::new(Records::in_folder(folder.path()));
        let keeper = Keeper::start(Arc::clone(&records));
        let game = played("rr");
        keeper.note(1, Arc::clone(&game));
        while taken_up(&records) != 2 {
            thread::yield_now();
        }
        game.lock().unwrap().act(&Act::Play { moves: "R".to_owned() }).unwrap();
        keeper.note(1, game);
        keeper.close();
        assert_eq!((taken_up(&records), keeper.trouble()), (3, None));
    }

    #[test]
    fn what_cannot_be_written_is_told_and_not_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        std::fs::write(&file, "").unwrap();
        // A file stands where the folder would be.
        let records = Arc::new(Records::in_folder(&file));
        let keeper = Keeper::start(records);
        keeper.note(1, played("rr"));
        keeper.close();
        assert!(keeper.trouble().is_some());
        assert_eq!(keeper.desk.tray().played.len(), 1);
    }
}
