//! How an experiment is getting on, as pages see it.

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::{Dataset, Outcome, Plan, Record};

/// How many of the newest runs are shown.
const NEWEST: usize = 12;

/// How an experiment is getting on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Progress {
    /// The experiment.
    pub(crate) name: String,
    /// `running`, `stopping` or `idle`.
    pub(crate) state: &'static str,
    #[serde(flatten)]
    runs: Runs,
    /// Runs at once.
    pub(crate) jobs: usize,
    #[serde(flatten)]
    time: Time,
    /// The contenders, in the order of the plan.
    pub(crate) contenders: Vec<Tally>,
    /// The newest runs, the newest first.
    pub(crate) newest: Vec<NewRun>,
    /// Why it ended early, if something went wrong.
    pub(crate) error: Option<String>,
}

/// How many runs.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct Runs {
    /// Runs made, those known before included.
    done: usize,
    /// Runs planned.
    planned: usize,
    /// Runs recorded since it was started.
    recorded: usize,
    /// Of these, runs that crashed.
    crashed: usize,
}

/// How long.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
struct Time {
    /// Seconds since it was started.
    seconds: f64,
    /// Seconds that it will take still, if it goes on like this.
    left_s: Option<f64>,
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

impl Progress {
    /// The beginning of a plan.
    pub(super) fn new(plan: &Plan, jobs: usize) -> Self {
        let dataset = &plan.dataset;
        let tally = |(index, contender): (usize, &soko_lab::dataset::ContenderInfo)| Tally {
            name: contender.name.clone(),
            done: 0,
            planned: dataset.trials.iter().filter(|trial| trial.contender == index).count(),
            solved: 0,
        };
        Self {
            name: dataset.name.clone(),
            state: "running",
            runs: Runs { done: 0, planned: dataset.trials.len(), recorded: 0, crashed: 0 },
            jobs,
            time: Time::default(),
            contenders: dataset.contenders.iter().enumerate().map(tally).collect(),
            newest: Vec::new(),
            error: None,
        }
    }

    /// Takes note of the runs that were made before.
    pub(super) fn begin(&mut self, before: &Dataset) {
        for trial in &before.trials {
            let Some(run) = trial.run.filter(|run| run.outcome != Outcome::Crashed) else { continue };
            self.runs.done += 1;
            let tally = &mut self.contenders[trial.contender];
            tally.done += 1;
            tally.solved += usize::from(run.solved());
        }
    }

    /// Takes note of a run that was recorded.
    pub(super) fn count(&mut self, dataset: &Dataset, trial: usize, record: &Record) {
        let trial = &dataset.trials[trial];
        self.runs.recorded += 1;
        if record.outcome == Outcome::Crashed {
            self.runs.crashed += 1;
        } else {
            self.runs.done += 1;
            let tally = &mut self.contenders[trial.contender];
            tally.done += 1;
            tally.solved += usize::from(record.solution.is_some());
        }
        let newest = NewRun {
            run: record.id().to_string(),
            level: dataset.levels[trial.level].name.label(),
            contender: dataset.contenders[trial.contender].name.clone(),
            outcome: record.outcome.id(),
            pushes: record.solution.as_ref().map(|(_, metrics)| metrics.pushes),
            seconds: record.wall,
        };
        self.newest.insert(0, newest);
        self.newest.truncate(NEWEST);
    }

    /// No more runs are to come.
    pub(super) const fn end(&mut self) {
        self.time.left_s = None;
    }

    /// Sets the time, and the time that is left.
    pub(super) fn tick(&mut self, seconds: f64) {
        self.time.seconds = seconds;
        let left = self.runs.planned.saturating_sub(self.runs.done) as f64;
        self.time.left_s = (self.runs.recorded > 0).then(|| seconds / self.runs.recorded as f64 * left);
    }
}
