//! A run outside of any experiment, recorded like one of them.
//!
//! A run of the workbench is worth as much as a run of a bench, so it is recorded in the same table under the same kind
//! of name: if an experiment later asks for exactly this run, it finds it done. Two things differ. It is not tried again, so a run that was stopped by hand is recorded as what it is
//! ([`Outcome::Stopped`]; experiments do not see those). And the player may share its process with others, so
//! processor time, which the system counts per process, is left out.

use std::{collections::BTreeMap, ops::ControlFlow, time::Instant};

use serde_json::{Value, json};
use soko_core::LevelHash;
use soko_solver::{Event, EventKind, Limits, Observer, Report, RunSpec, Statistics, Status};

use crate::{
    JobId, Outcome, PROGRAM, Record, Setup,
    event_log::EventLog,
    host::{load, this_host},
    plan::name_of_job,
    store::now_ms,
};

/// The name under which runs of the optimiser are recorded. It is no player: it needs a solution to begin with.
pub const OPTIMIZER: &str = "optimizer";

/// The value that says that a learner went on from a table: the SHA-256 of its file. It is no parameter of any player, and
/// makes the run another one than that which begins with nothing.
pub const BEGAN_WITH_TABLE: &str = "began_with_table";

/// What is to be run.
#[derive(Clone, Debug)]
pub struct StandaloneRun {
    level: LevelHash,
    setup: Setup,
    seed: u64,
}

impl StandaloneRun {
    /// A run of a player.
    pub fn new(level: LevelHash, spec: &RunSpec) -> Self {
        // Sorted, so that equal settings are one text.
        let sorted: BTreeMap<_, _> = spec.values.iter().collect();
        let setup = Setup {
            player: spec.player.clone(),
            parameters: serde_json::to_string(&sorted).unwrap_or_default(),
            threads: spec.threads,
            limits: spec.limits,
            program: PROGRAM.to_owned(),
        };
        Self { level, setup, seed: spec.seed }
    }

    /// A run of a learner that goes on from a table, whose file has this SHA-256.
    pub fn going_on(level: LevelHash, spec: &RunSpec, table: &str) -> Self {
        let mut values = spec.values.clone();
        values.insert(BEGAN_WITH_TABLE.to_owned(), json!(table));
        Self::new(level, &RunSpec { values, ..spec.clone() })
    }

    /// A run of the optimiser: what is to become less, and the solution it begins with in LURD.
    pub fn optimization(level: LevelHash, metric: &str, solution: &str, limits: Limits, seed: u64) -> Self {
        let parameters = [("metric", metric), ("solution", solution)];
        let values = parameters.map(|(name, value)| (name.to_owned(), json!(value))).into_iter().collect();
        Self::new(level, &RunSpec { limits, seed, ..RunSpec::of(OPTIMIZER, values) })
    }

    /// The name of the job, the same as in a plan.
    pub fn job(&self) -> JobId {
        name_of_job(&self.level, &self.setup, self.seed, 1)
    }

    /// Begins to record, now.
    pub fn begin(self) -> Recording {
        Recording {
            run: self,
            log: EventLog::default(),
            statistics: Statistics::default(),
            started_ms: now_ms(),
            load: load(),
            start: Instant::now(),
        }
    }
}

/// Records a run while it goes on: give it every event.
#[derive(Debug)]
pub struct Recording {
    run: StandaloneRun,
    log: EventLog,
    statistics: Statistics,
    started_ms: i64,
    load: Option<f64>,
    start: Instant,
}

impl Observer for Recording {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        if let EventKind::Progress(statistics) = event.kind {
            self.statistics = statistics;
        }
        self.log.event(event)
    }
}

impl Recording {
    /// The record of a run that ended with a report, or of one that broke down and why.
    pub fn finish(self, ending: Result<&Report, String>) -> Record {
        let job = self.run.job();
        let StandaloneRun { level, setup, seed } = self.run;
        let record = Record {
            job,
            level,
            setup,
            seed,
            repetition: 1,
            host: this_host(),
            load: self.load,
            started_ms: self.started_ms,
            outcome: Outcome::Crashed,
            optimal: None,
            solution: None,
            wall: self.start.elapsed().as_secs_f64(),
            cpu: None,
            statistics: self.statistics,
            watchdog: false,
            note: None,
            events: String::new(),
        };
        match ending {
            Ok(report) => Record {
                outcome: outcome(report.status),
                optimal: report.optimal,
                solution: report.solution.as_ref().map(|solution| (solution.lurd(), *solution.metrics())),
                wall: report.elapsed.as_secs_f64(),
                statistics: report.statistics,
                events: self.log.finish().to_string(),
                ..record
            },
            Err(why) => {
                let mut events = self.log.finish();
                if let Value::Array(events) = &mut events {
                    events.push(json!({ "at": record.wall, "kind": "crashed", "text": why }));
                }
                Record { events: events.to_string(), note: Some(why), ..record }
            }
        }
    }
}

fn outcome(status: Status) -> Outcome {
    match status {
        Status::Stopped => Outcome::Stopped,
        other => Outcome::of(other).unwrap_or(Outcome::Crashed),
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, identity};
    use soko_players::PLAYERS;
    use soko_solver::{Budget, run};

    use super::*;
    use crate::{
        Store,
        plan::tests::{levels, plan},
    };

    fn standalone(level: &Level, limits: Limits) -> StandaloneRun {
        let spec = RunSpec::new(&PLAYERS, "astar", None, &[]).unwrap();
        StandaloneRun::new(identity::exact(level), &RunSpec { limits, ..spec })
    }

    fn play(level: &Level, limits: Limits, budget: Budget) -> Record {
        let mut player = PLAYERS.find("astar").unwrap().build(None, &[]).unwrap();
        let mut recording = standalone(level, limits).begin();
        let report = run(&mut *player, level, budget, 1, 1, &mut recording);
        recording.finish(Ok(&report))
    }

    #[test]
    fn an_experiment_that_asks_for_the_same_run_finds_it_done() {
        let plan = plan("[[players]]\nplayer = \"astar\"\n");
        let level = levels().remove(0).level;
        assert_eq!(plan.dataset.trials[0].job, standalone(&level, plan.dataset.limits).job());
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("results.db")).unwrap();
        let record = play(&level, plan.dataset.limits, Budget::default());
        let run = store.record_standalone(&level, &record).unwrap();
        store.enrol(&plan).unwrap();
        let dataset = store.dataset_of(&plan).unwrap().unwrap();
        assert_eq!(dataset.trials[0].run.map(|run| (run.id, run.outcome)), Some((run, Outcome::Solved)));
        assert!(dataset.trials[1].run.is_none());
        assert_eq!(store.best(&record.level).unwrap().len(), 2);
    }

    #[test]
    fn a_stopped_run_is_recorded_and_no_experiment_counts_it() {
        let plan = plan("[[players]]\nplayer = \"astar\"\n");
        let level = levels().remove(0).level;
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("results.db")).unwrap();
        let budget = Budget::default();
        budget.control.stop();
        let run = store.record_standalone(&level, &play(&level, plan.dataset.limits, budget)).unwrap();
        store.enrol(&plan).unwrap();
        assert_eq!(store.run(&run.to_string()).unwrap().info.outcome, Outcome::Stopped);
        assert!(store.dataset_of(&plan).unwrap().unwrap().trials[0].run.is_none());
        assert_eq!(store.experiments().unwrap()[0].made, 0);
        let protocol = crate::protocol::text(&store.run(&run.to_string()).unwrap());
        assert!(protocol.contains("stopped by hand"), "{protocol}");
    }

    #[test]
    fn a_run_that_broke_down_says_why() {
        let level = levels().remove(1).level;
        let record =
            standalone(&level, Limits::default()).begin().finish(Err("index out of bounds".to_owned()));
        assert_eq!((record.outcome, record.note.as_deref()), (Outcome::Crashed, Some("index out of bounds")));
        assert!(record.events.contains("\"crashed\""));
    }
}
