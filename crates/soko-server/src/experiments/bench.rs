//! The bench of the workbench: one experiment at a time, in a thread that starts worker processes and writes what they find.
//!
//! It is the bench of `sokolab bench`, lock included: while one runs, the other is refused. Pages get its state at most twice a second,
//! the whole of it, so that it does not matter how many of them listen or since when.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;
use soko_lab::{
    Execution, Happening, Plan, Store, StoreError, Watchdog, WorkerCommand, cores, execute,
    store::{BenchLock, Shortest},
};
use soko_solver::Control;

use super::{
    Experiments,
    definition::{missing, plan},
    levels::LevelIndex,
    progress::Progress,
};
use crate::problem::Problem;

/// Time between two states sent to pages.
const PACE: Duration = Duration::from_millis(500);
/// Where the bench stands: empty, or with the experiment that runs or ran last.
#[derive(Default)]
pub(super) struct Place(Option<Running>);

struct Running {
    control: Control,
    progress: Arc<Mutex<Progress>>,
}

impl Place {
    pub(super) fn progress(&self) -> Option<Progress> {
        self.0.as_ref().map(|running| lock(&running.progress).clone())
    }
}

impl Experiments {
    /// Starts an experiment.
    ///
    /// # Errors
    /// There is none of that name, its levels are not here, another one runs, or nothing can be run here.
    pub(crate) fn start(self: &Arc<Self>, name: &str) -> Result<Progress, Problem> {
        let Some(defined) = self.find(name) else {
            let recorded = self.results.reader()?.experiments().map_err(Problem::internal)?;
            return Err(if recorded.iter().any(|one| one.name == name) {
                Problem::conflict(format!("'{name}' is recorded, but its definition is not here"))
                    .help("define it again, or use 'sokolab bench'")
            } else {
                missing(name)
            });
        };
        let Some(worker) = self.worker.clone() else {
            return Err(Problem::conflict("this server cannot start workers").help("use 'sokolab serve'"));
        };
        let mut plan = plan(&defined.definition, &LevelIndex::new(&self.library))?;
        "sokolab serve".clone_into(&mut plan.dataset.started_by);
        let mut place = self.bench();
        if let Some(other) = place.progress().filter(|progress| progress.state != "idle") {
            return Err(Problem::conflict(format!("'{}' runs already", other.name)).help("stop it, or wait"));
        }
        let held = BenchLock::take(self.results.path()).map_err(refused)?;
        let store = Store::open(self.results.path()).map_err(refused)?;
        let threads = plan.dataset.contenders.iter().map(|contender| contender.threads).max().unwrap_or(1);
        let jobs = (cores().saturating_sub(1) / threads.max(1)).max(1);
        let progress = Arc::new(Mutex::new(Progress::new(&plan, jobs)));
        let control = Control::default();
        let first = lock(&progress).clone();
        *place = Place(Some(Running { control: control.clone(), progress: Arc::clone(&progress) }));
        drop(place);
        let work = Work { experiments: Arc::clone(self), plan, progress, worker, control, jobs };
        thread::spawn(move || work.run(held, store));
        self.changed();
        self.tell(&first);
        Ok(first)
    }

    /// Stops an experiment; what was recorded stays.
    ///
    /// # Errors
    /// It does not run.
    pub(crate) fn stop(&self, name: &str) -> Result<Progress, Problem> {
        let place = self.bench();
        let running = place.0.as_ref().filter(|running| {
            let progress = lock(&running.progress);
            progress.name == name && progress.state != "idle"
        });
        let Some(running) = running else {
            return Err(Problem::conflict("this experiment does not run"));
        };
        running.control.stop();
        let mut progress = lock(&running.progress);
        progress.state = "stopping";
        let now = progress.clone();
        drop(progress);
        drop(place);
        self.tell(&now);
        Ok(now)
    }

    /// Tells pages how an experiment is getting on; `known` is told only if another has taken its place by now.
    fn tell(&self, known: &Progress) {
        // One at a time, and as it is at that moment: what is told last must be the newest, or a page shows "stopping" for ever.
        let _telling = lock(&self.telling);
        let now = || self.progress_of(&known.name);
        self.events.publish(&format!("experiment:{}", known.name), || now().unwrap_or_else(|| known.clone()));
        self.tell_list();
    }

    /// Tells pages that the list has changed.
    pub(super) fn tell_list(&self) {
        self.events.publish("experiments", || self.news());
    }

    /// What the list of experiments has to know.
    pub(crate) fn news(&self) -> News {
        let running = self.progress().filter(|progress| progress.state != "idle");
        News { changes: self.changes(), running }
    }
}

/// What the list of experiments has to know.
#[derive(Serialize)]
pub(crate) struct News {
    /// Grows with every change to the list.
    changes: u64,
    running: Option<Progress>,
}

fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::InUse(..) => {
            Problem::conflict("another bench is writing to the results file").help("wait for it")
        }
        other => Problem::conflict(format!("the results file cannot be written: {other}")),
    }
}

/// A bench at work.
struct Work {
    experiments: Arc<Experiments>,
    plan: Plan,
    progress: Arc<Mutex<Progress>>,
    worker: WorkerCommand,
    control: Control,
    jobs: usize,
}

impl Work {
    fn run(self, held: BenchLock, mut store: Store) {
        let execution = Execution {
            jobs: self.jobs,
            shard: None,
            worker: self.worker.clone(),
            watchdog: Watchdog::default(),
            control: self.control.clone(),
        };
        let start = Instant::now();
        let mut told = start;
        let mut watcher = |happening: &Happening<'_>| {
            self.saw(happening, start);
            if told.elapsed() >= PACE {
                told = Instant::now();
                let now = lock(&self.progress).clone();
                self.experiments.tell(&now);
            }
        };
        // Whatever happens, pages are told that it is over.
        let ended =
            catch_unwind(AssertUnwindSafe(|| execute(&self.plan, &mut store, &execution, &mut watcher)));
        drop((store, held));
        let mut progress = lock(&self.progress);
        progress.state = "idle";
        progress.end();
        progress.error = match ended {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the bench failed: this is a bug of Sokolab".to_owned()),
        };
        let last = progress.clone();
        drop(progress);
        self.experiments.changed();
        self.experiments.tell(&last);
    }

    fn saw(&self, happening: &Happening<'_>, start: Instant) {
        let mut progress = lock(&self.progress);
        match happening {
            Happening::Begun { before, .. } => progress.begin(before),
            Happening::Recorded { trial, record } => {
                progress.count(&self.plan.dataset, *trial, record);
                if let Some((_, metrics)) = &record.solution {
                    let found = Shortest { moves: metrics.moves, pushes: metrics.pushes };
                    self.experiments.results.learn(record.level, found);
                }
            }
            Happening::Tick => {}
        }
        progress.tick(start.elapsed().as_secs_f64());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
