//! What all requests share: every part of the workbench, put together once.
//!
//! A part gets what it needs when it is made and knows neither the whole nor the routes.

use std::sync::{Arc, OnceLock};

use soko_lab::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    catalogue::Catalogue,
    events::Events,
    experiments::Experiments,
    games::Games,
    guard::Doorkeeper,
    jobs::Jobs,
    library::Library,
    limits::{self, Bucket},
    options::Options,
    problem::Problem,
    records::Records,
    results::Results,
    solutions::Solutions,
    tables::Tables,
    user_library::{self, UserLibrary},
};

/// A handle to everything; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

struct Parts {
    door: Arc<Doorkeeper>,
    library: Arc<Library>,
    user_library: UserLibrary,
    catalogue: Arc<Catalogue>,
    results: Arc<Results>,
    solutions: Arc<Solutions>,
    experiments: Arc<Experiments>,
    games: Games,
    events: Arc<Events>,
    jobs: Arc<Jobs>,
    tables: Tables,
    /// Limits how often levels are sent in.
    uploads: Bucket,
    /// Limits how much heavy work goes on at once.
    heavy: Arc<Semaphore>,
    /// Limits how many drawings are searched for a solution at once.
    trials: Arc<Semaphore>,
    /// Limits how many hints are searched for at once.
    thinking: Arc<Semaphore>,
    openapi: OnceLock<String>,
}

impl App {
    /// Opens everything.
    ///
    /// # Errors
    /// The results file cannot be used.
    pub(crate) fn new(options: Options) -> Result<Self, StoreError> {
        let events = Arc::new(Events::default());
        let results = Arc::new(Results::open(&options.results)?);
        let (folder, imported) = user_library::kept(&options.data);
        let library = Arc::new(Library::with_imported(options.opened, imported));
        let catalogue =
            Arc::new(Catalogue::new(Arc::clone(&library), Arc::clone(&results), Arc::clone(&events)));
        let records = Arc::new(Records::in_folder(&options.data));
        records.tell(&library, &results);
        let solutions = Arc::new(Solutions::new(Arc::clone(&records), Arc::clone(&results)));
        let jobs =
            Jobs::new(options.capacity, Arc::clone(&results), Arc::clone(&catalogue), Arc::clone(&events));
        let experiments = Experiments::new(
            (&options.data, options.worker),
            Arc::clone(&library),
            Arc::clone(&results),
            Arc::clone(&events),
        );
        Ok(Self(Arc::new(Parts {
            door: Arc::new(Doorkeeper::new(options.access, &options.data)),
            user_library: UserLibrary::new(folder, Arc::clone(&library), Arc::clone(&catalogue)),
            games: Games::new(
                Arc::clone(&library),
                records,
                Arc::clone(&results),
                Arc::clone(&solutions),
                Arc::clone(&events),
            ),
            library,
            catalogue,
            results,
            solutions,
            experiments: Arc::new(experiments),
            events,
            jobs: Arc::new(jobs),
            tables: Tables::default(),
            uploads: Bucket::new(10.0, 40.0),
            heavy: Arc::new(Semaphore::new(limits::HEAVY)),
            trials: Arc::new(Semaphore::new(limits::TRIALS_AT_ONCE)),
            thinking: Arc::new(Semaphore::new(limits::HINTS)),
            openapi: OnceLock::new(),
        })))
    }

    pub(crate) fn games(&self) -> &Games {
        &self.0.games
    }

    pub(crate) fn door(&self) -> &Arc<Doorkeeper> {
        &self.0.door
    }

    pub(crate) fn events(&self) -> &Arc<Events> {
        &self.0.events
    }

    pub(crate) fn jobs(&self) -> &Arc<Jobs> {
        &self.0.jobs
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.0.tables
    }

    pub(crate) fn results(&self) -> &Results {
        &self.0.results
    }

    pub(crate) fn solutions(&self) -> &Solutions {
        &self.0.solutions
    }

    pub(crate) fn experiments(&self) -> &Arc<Experiments> {
        &self.0.experiments
    }

    pub(crate) fn library(&self) -> &Library {
        &self.0.library
    }

    pub(crate) fn user_library(&self) -> &UserLibrary {
        &self.0.user_library
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.0.catalogue
    }

    /// Says that levels were sent in.
    ///
    /// # Errors
    /// Too many at once.
    pub(crate) fn upload(&self) -> Result<(), Problem> {
        self.0.uploads.take()
    }

    /// A place to search a drawing for a solution.
    ///
    /// # Errors
    /// All of them are taken.
    pub(crate) fn trial_seat(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.0.trials).try_acquire_owned().map_err(|_| {
            let message = format!("{} drawings are being checked already", limits::TRIALS_AT_ONCE);
            Problem::busy(message).help("try again when one of them is done")
        })
    }

    /// Does heavy work away from the threads that answer requests.
    ///
    /// # Errors
    /// The work's own, or that it panicked.
    pub(crate) async fn heavy<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        self.work(&self.0.heavy, work).await
    }

    /// Searches for a hint: the same, but so long that it must not hold up other heavy work.
    ///
    /// # Errors
    /// The work's own, or that it panicked.
    pub(crate) async fn think<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        self.work(&self.0.thinking, work).await
    }

    async fn work<R: Send + 'static>(
        &self,
        gate: &Arc<Semaphore>,
        work: impl FnOnce(&Self) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let permit = Arc::clone(gate).acquire_owned().await;
        let permit = permit.map_err(|_| Problem::busy("the server is going down"))?;
        let app = self.clone();
        tokio::task::spawn_blocking(move || {
            let result = work(&app);
            drop(permit);
            result
        })
        .await
        .map_err(|_| Problem::internal("the work failed: this is a bug of Sokolab"))?
    }

    /// The description of the API, once it is [described](Self::describe).
    pub(crate) fn openapi(&self) -> &str {
        self.0.openapi.get().map_or("{}", String::as_str)
    }

    /// Says what the API is.
    pub(crate) fn describe(&self, openapi: String) {
        let _ = self.0.openapi.set(openapi);
    }
}
