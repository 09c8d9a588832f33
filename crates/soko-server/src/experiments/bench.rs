//! The bench of the workbench: one experiment at a time, in a thread that starts worker processes and writes what they find.
//!
//! It is the bench of `sokolab bench`, lock included: while one runs, the other is refused. Pages hear of it at most twice a second,
//! and what they hear is the whole state, so that it does not matter how many of them listen or since when.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::{
    Execution, Happening, Outcome, Plan, Record, Store, StoreError, Watchdog, WorkerCommand, cores, execute,
    store::{BenchLock, Shortest},
};
use soko_solver::Control;

use super::missing;
use crate::{answer::Problem, app::App};

/// Time between two states that pages hear of.
const PACE: Duration = Duration::from_millis(500);
/// How many of the newest runs are shown.
const NEWEST: usize = 12;

/// How an experiment is getting on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Progress {
    /// The experiment.
    pub(crate) name: String,
    /// `running`, `stopping` or `idle`.
    pub(crate) state: &'static str,
    /// Runs made, those known before included.
    pub(crate) done: usize,
    /// Runs planned.
    pub(crate) planned: usize,
    /// Runs recorded since it was started.
    pub(crate) recorded: usize,
    /// Of these, runs that crashed.
    pub(crate) crashed: usize,
    /// Runs at once.
    pub(crate) jobs: usize,
    /// Seconds since it was started.
    pub(crate) seconds: f64,
    /// Seconds that it will take still, if it goes on like this.
    pub(crate) left_s: Option<f64>,
    /// The contenders, in the order of the plan.
    pub(crate) contenders: Vec<Tally>,
    /// The newest runs, the newest first.
    pub(crate) newest: Vec<NewRun>,
    /// Why it ended early, if something went wrong.
    pub(crate) error: Option<String>,
}

/// How a contender is getting on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Tally {
    /// Its name.
    name: String,
    /// Runs made.
    done: usize,
    /// Runs planned.
    planned: usize,
    /// Runs that solved their level.
    solved: usize,
}

/// A run that was just recorded.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NewRun {
    /// Its name.
    run: String,
    /// The level.
    level: String,
    /// The contender.
    contender: String,
    /// How it ended.
    outcome: &'static str,
    /// Pushes of the solution.
    pushes: Option<u32>,
    /// Wall-clock seconds.
    seconds: f64,
}

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

/// Starts an experiment.
///
/// # Errors
/// There is none of that name, its levels are not here, another one runs, or nothing can be run here.
pub(crate) fn start(app: &App, name: &str) -> Result<Progress, Problem> {
    let experiments = app.experiments();
    let Some(defined) = experiments.find(name) else {
        let recorded = experiments.read_results()?.experiments().map_err(Problem::internal)?;
        return Err(if recorded.iter().any(|one| one.name == name) {
            Problem::conflict(format!("'{name}' is recorded, but its definition is not here"))
                .help("define it again, or use 'sokolab bench'")
        } else {
            missing(name)
        });
    };
    let Some(worker) = experiments.worker.clone() else {
        return Err(Problem::conflict("this server cannot start workers").help("use 'sokolab serve'"));
    };
    let mut plan = super::plan(&defined.definition, &app.library())?;
    "sokolab serve".clone_into(&mut plan.dataset.started_by);
    let mut place = experiments.bench();
    if let Some(other) = place.progress().filter(|progress| progress.state != "idle") {
        return Err(Problem::conflict(format!("'{}' runs already", other.name)).help("stop it, or wait"));
    }
    let held = BenchLock::take(&experiments.results).map_err(refused)?;
    let store = Store::open(&experiments.results).map_err(refused)?;
    let threads = plan.dataset.contenders.iter().map(|contender| contender.threads).max().unwrap_or(1);
    let jobs = (cores().saturating_sub(1) / threads.max(1)).max(1);
    let progress = Arc::new(Mutex::new(blank(&plan, jobs)));
    let control = Control::default();
    let first = lock(&progress).clone();
    *place = Place(Some(Running { control: control.clone(), progress: Arc::clone(&progress) }));
    drop(place);
    let work = Work { app: app.clone(), plan, progress, worker, control, jobs };
    thread::spawn(move || work.run(held, store));
    experiments.changed();
    publish(app, &first);
    Ok(first)
}

/// Stops an experiment; what was recorded stays.
///
/// # Errors
/// It does not run.
pub(crate) fn stop(app: &App, name: &str) -> Result<Progress, Problem> {
    let place = app.experiments().bench();
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
    publish(app, &now);
    Ok(now)
}

fn refused(error: StoreError) -> Problem {
    match error {
        StoreError::InUse(..) => {
            Problem::conflict("another bench is writing to the results file").help("wait for it")
        }
        other => Problem::conflict(format!("the results file cannot be written: {other}")),
    }
}

/// Tells pages how an experiment is getting on; `known` is told only if another has taken its place by now.
fn publish(app: &App, known: &Progress) {
    // One at a time, and as it is at that moment: what is told last must be the newest, or a page shows "stopping" for ever.
    let _telling = lock(&app.experiments().telling);
    let now = || app.experiments().progress().filter(|progress| progress.name == known.name);
    app.bus().publish(&format!("experiment:{}", known.name), || now().unwrap_or_else(|| known.clone()));
    app.bus().publish("experiments", || News::of(app));
}

/// What the list of experiments has to know.
#[derive(Serialize)]
pub(crate) struct News {
    /// Grows with every change to the list.
    changes: u64,
    running: Option<Progress>,
}

impl News {
    pub(crate) fn of(app: &App) -> Self {
        let running = app.experiments().progress().filter(|progress| progress.state != "idle");
        Self { changes: app.experiments().changes(), running }
    }
}

fn blank(plan: &Plan, jobs: usize) -> Progress {
    let dataset = &plan.dataset;
    let tally = |(index, contender): (usize, &soko_lab::dataset::ContenderInfo)| Tally {
        name: contender.name.clone(),
        done: 0,
        planned: dataset.trials.iter().filter(|trial| trial.contender == index).count(),
        solved: 0,
    };
    Progress {
        name: dataset.name.clone(),
        state: "running",
        done: 0,
        planned: dataset.trials.len(),
        recorded: 0,
        crashed: 0,
        jobs,
        seconds: 0.0,
        left_s: None,
        contenders: dataset.contenders.iter().enumerate().map(tally).collect(),
        newest: Vec::new(),
        error: None,
    }
}

/// A bench at work.
struct Work {
    app: App,
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
                publish(&self.app, &now);
            }
        };
        // Whatever happens, pages are told that it is over.
        let ended =
            catch_unwind(AssertUnwindSafe(|| execute(&self.plan, &mut store, &execution, &mut watcher)));
        drop((store, held));
        let mut progress = lock(&self.progress);
        progress.state = "idle";
        progress.left_s = None;
        progress.error = match ended {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the bench failed: this is a bug of Sokolab".to_owned()),
        };
        let last = progress.clone();
        drop(progress);
        self.app.experiments().changed();
        publish(&self.app, &last);
    }

    fn saw(&self, happening: &Happening<'_>, start: Instant) {
        let mut progress = lock(&self.progress);
        progress.seconds = start.elapsed().as_secs_f64();
        match happening {
            Happening::Begun { before, .. } => {
                for trial in &before.trials {
                    let Some(run) = trial.run.filter(|run| run.outcome != Outcome::Crashed) else { continue };
                    progress.done += 1;
                    let tally = &mut progress.contenders[trial.contender];
                    tally.done += 1;
                    tally.solved += usize::from(run.solved());
                }
            }
            Happening::Recorded { trial, record } => {
                self.count(&mut progress, *trial, record);
                if let (Some((_, metrics)), level) = (&record.solution, record.level) {
                    let found = Shortest { moves: metrics.moves, pushes: metrics.pushes };
                    self.app.results().learn(level, found);
                }
            }
            Happening::Tick => {}
        }
        let left = progress.planned.saturating_sub(progress.done) as f64;
        progress.left_s = (progress.recorded > 0).then(|| progress.seconds / progress.recorded as f64 * left);
    }

    fn count(&self, progress: &mut Progress, trial: usize, record: &Record) {
        let dataset = &self.plan.dataset;
        let trial = &dataset.trials[trial];
        progress.recorded += 1;
        if record.outcome == Outcome::Crashed {
            progress.crashed += 1;
        } else {
            progress.done += 1;
            let tally = &mut progress.contenders[trial.contender];
            tally.done += 1;
            tally.solved += usize::from(record.solution.is_some());
        }
        let newest = NewRun {
            run: record.id().to_string(),
            level: dataset.levels[trial.level].label(),
            contender: dataset.contenders[trial.contender].name.clone(),
            outcome: record.outcome.id(),
            pushes: record.solution.as_ref().map(|(_, metrics)| metrics.pushes),
            seconds: record.wall,
        };
        progress.newest.insert(0, newest);
        progress.newest.truncate(NEWEST);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
