//! What all requests share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde_json::value::RawValue;
use soko_lab::StoreError;
use tokio::sync::Semaphore;

use crate::{
    Options,
    answer::Problem,
    bus::Bus,
    experiments::Experiments,
    games::{Games, Records, shortest},
    guard::Doorkeeper,
    jobs::Jobs,
    library::Library,
    limits::{self, Bucket},
    results::Results,
    shelf::Shelf,
};

/// A handle to everything; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

struct Parts {
    door: Doorkeeper,
    library: RwLock<Library>,
    shelf: Shelf,
    results: Results,
    experiments: Experiments,
    records: Records,
    games: Games,
    bus: Arc<Bus>,
    jobs: Jobs,
    /// Limits how often levels are sent in.
    uploads: Bucket,
    /// Limits how much heavy work goes on at once.
    heavy: Arc<Semaphore>,
    openapi: Mutex<Arc<str>>,
}

impl App {
    /// Opens everything.
    ///
    /// # Errors
    /// The results file cannot be used.
    pub(crate) fn new(options: Options) -> Result<Self, StoreError> {
        let results = Results::open(&options.results)?;
        let (shelf, imported) = Shelf::open(&options.data);
        let experiments = Experiments::new(options.results, &options.data, options.worker);
        Ok(Self(Arc::new(Parts {
            door: Doorkeeper::new(options.hosts, options.token),
            library: RwLock::new(Library::with_imported(options.opened, imported)),
            shelf,
            results,
            experiments,
            records: Records::in_folder(&options.data),
            games: Games::default(),
            bus: Arc::default(),
            jobs: Jobs::new(options.jobs, options.memory),
            uploads: Bucket::new(10.0, 40.0),
            heavy: Arc::new(Semaphore::new(limits::HEAVY)),
            openapi: Mutex::new("{}".into()),
        }))
        .with_records())
    }

    /// Takes the solutions played by hand into what is known of the levels.
    fn with_records(self) -> Self {
        let book = self.0.records.book();
        for item in self.library().collections().iter().flat_map(|collection| &collection.items) {
            if let Ok((level, hash)) = &item.level
                && let Some(best) = shortest(&book.record(level, *hash).0)
            {
                self.0.results.learn(*hash, best);
            }
        }
        self
    }

    pub(crate) fn games(&self) -> &Games {
        &self.0.games
    }

    pub(crate) fn records(&self) -> &Records {
        &self.0.records
    }

    pub(crate) fn door(&self) -> &Doorkeeper {
        &self.0.door
    }

    pub(crate) fn bus(&self) -> &Arc<Bus> {
        &self.0.bus
    }

    pub(crate) fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    pub(crate) fn results(&self) -> &Results {
        &self.0.results
    }

    pub(crate) fn experiments(&self) -> &Experiments {
        &self.0.experiments
    }

    pub(crate) fn library(&self) -> RwLockReadGuard<'_, Library> {
        self.0.library.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The imported collections on disk.
    pub(crate) fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    pub(crate) fn library_mut(&self) -> RwLockWriteGuard<'_, Library> {
        self.0.library.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that levels were sent in.
    ///
    /// # Errors
    /// Too many at once.
    pub(crate) fn upload(&self) -> Result<(), Problem> {
        self.0.uploads.take()
    }

    /// Does heavy work away from the threads that answer requests.
    ///
    /// # Errors
    /// The work's own, or that it panicked.
    pub(crate) async fn heavy<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let permit = Arc::clone(&self.0.heavy).acquire_owned().await;
        let permit = permit.map_err(|_| Problem::busy("the server is going down"))?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        })
        .await
        .map_err(|_| Problem::internal("the work failed: this is a bug of Sokolab"))?
    }

    /// The present state of a topic of the stream.
    pub(crate) fn state(&self, topic: &str) -> Option<Box<RawValue>> {
        crate::routes::state(self, topic)
    }

    pub(crate) fn openapi(&self) -> MutexGuard<'_, Arc<str>> {
        self.0.openapi.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
