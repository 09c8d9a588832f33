//! Carrying out a plan: jobs to workers, results to the database.
//!
//! ```text
//! plan − done ──► queue ──► supervised worker ──► worker process
//!                             │
//!                  ending ◄───┘
//!                    │
//!                    ▼  replayed, then one transaction per run
//!                  store
//! ```
//!
//! One thread per worker, and the caller's thread alone writes. Whatever ends the bench (Ctrl-C, a kill, a full disk), what was
//! recorded stays, and the same command later does the rest.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;
use soko_core::{Level, Metrics, lurd, replay};
use soko_solver::{Control, Objective, RunSpec, Statistics, Status};

use crate::{
    Dataset, Outcome, Plan, Record, Setup, Shard, Store, StoreError,
    dataset::{HostInfo, Trial},
    host::{load, this_host},
    store::now_ms,
    watchdog::{Ending, SupervisedWorker, Watchdog, WorkerCommand},
    worker::Order,
};

/// How a plan is to be carried out.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How many jobs run at once.
    pub jobs: usize,
    /// Which part of the plan.
    pub shard: Option<Shard>,
    /// How to start workers.
    pub worker: WorkerCommand,
    /// When to end them.
    pub watchdog: Watchdog,
    /// Stops everything.
    pub control: Control,
}

/// Something to show.
#[derive(Debug)]
pub enum Happening<'a> {
    /// The plan is written down.
    Begun {
        /// The experiment with the runs that were found in the database.
        before: &'a Dataset,
        /// The trials of this bench, by their place in the plan.
        mine: &'a [usize],
    },
    /// A run was recorded.
    Recorded {
        /// Its place in the plan.
        trial: usize,
        /// What came of it.
        record: &'a Record,
    },
    /// Time goes by.
    Tick,
}

/// What was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Executed {
    /// Runs recorded now.
    pub recorded: usize,
    /// Jobs that had been done before.
    pub skipped: usize,
    /// Jobs left undone because the bench was stopped.
    pub left: usize,
    /// Runs that crashed.
    pub crashed: usize,
    /// Runs that the watchdog ended.
    pub watchdog: usize,
}

/// Time between two [`Happening::Tick`]s.
const TICK: Duration = Duration::from_millis(100);

/// Carries out what is not done yet.
///
/// # Errors
/// The database takes no more. What it had taken before stays.
pub fn execute(
    plan: &Plan,
    store: &mut Store,
    execution: &Execution,
    watcher: &mut dyn FnMut(&Happening<'_>),
) -> Result<Executed, StoreError> {
    store.enrol(plan)?;
    let before = store.dataset_of(plan)?.unwrap_or_default();
    let mine = plan.shard(execution.shard);
    watcher(&Happening::Begun { before: &before, mine: &mine });
    let mut seen = HashSet::new();
    let mine = mine.into_iter().filter(|&i| seen.insert(plan.dataset.trials[i].job));
    // A crash is no answer: such a job is tried again.
    let answered = |i: &usize| {
        let run = before.trials.get(*i).and_then(|trial| trial.run);
        run.is_some_and(|run| run.outcome != Outcome::Crashed)
    };
    let (done, open): (VecDeque<usize>, VecDeque<usize>) = mine.partition(answered);
    let mut sum = Executed { skipped: done.len(), left: open.len(), ..Executed::default() };
    let workers = execution.jobs.clamp(1, open.len().max(1));
    let (queue, host) = (Mutex::new(open), this_host());
    let control = execution.control.part();
    thread::scope(|scope| {
        let (sender, inbox) = mpsc::channel();
        for _ in 0..workers {
            let (sender, queue, host, control) = (sender.clone(), &queue, &host, &control);
            scope.spawn(move || {
                let mut worker = SupervisedWorker::new(&execution.worker, execution.watchdog, control);
                while let Some(trial) = next(queue, control) {
                    if let Some(record) = play(plan, trial, &mut worker, host)
                        && sender.send((trial, record)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let written = keep_records(store, &inbox, &mut sum, watcher);
        if written.is_err() {
            control.stop();
        }
        written
    })?;
    Ok(sum)
}

/// Writes what comes in until the channel closes.
fn keep_records(
    store: &mut Store,
    inbox: &mpsc::Receiver<(usize, Record)>,
    sum: &mut Executed,
    watcher: &mut dyn FnMut(&Happening<'_>),
) -> Result<(), StoreError> {
    loop {
        match inbox.recv_timeout(TICK) {
            Ok((trial, record)) => {
                store.record(&record)?;
                sum.recorded += 1;
                sum.left -= 1;
                sum.crashed += usize::from(record.outcome == Outcome::Crashed);
                sum.watchdog += usize::from(record.watchdog);
                watcher(&Happening::Recorded { trial, record: &record });
            }
            Err(mpsc::RecvTimeoutError::Timeout) => watcher(&Happening::Tick),
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

fn next(queue: &Mutex<VecDeque<usize>>, control: &Control) -> Option<usize> {
    if control.is_stopped() {
        return None;
    }
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// Has one trial played; nothing if the bench was stopped meanwhile.
fn play(plan: &Plan, trial: usize, worker: &mut SupervisedWorker<'_>, host: &HostInfo) -> Option<Record> {
    let Trial { level, contender, seed, repetition, job, .. } = plan.dataset.trials[trial];
    let (limits, contender) = (plan.dataset.limits, &plan.dataset.contenders[contender]);
    let board = &plan.boards[level];
    let order = Order {
        board: board.clone(),
        spec: RunSpec {
            player: contender.player.clone(),
            values: serde_json::from_str(&contender.parameters).unwrap_or_default(),
            limits,
            seed,
            threads: contender.threads,
        },
    };
    let (started_ms, load, start) = (now_ms(), load(), Instant::now());
    let mut record = Record {
        job,
        level: plan.dataset.levels[level].hash,
        setup: Setup::of(contender, limits, &plan.dataset.program),
        seed,
        repetition,
        host: host.clone(),
        load,
        started_ms,
        outcome: Outcome::Crashed,
        optimal: None,
        solution: None,
        wall: 0.0,
        cpu: None,
        statistics: Statistics::default(),
        watchdog: false,
        note: None,
        events: String::new(),
    };
    let short_log = |kind: &str, why: &str| {
        json!([{ "at": 0.0, "kind": "started" }, { "at": start.elapsed().as_secs_f64(), "kind": kind, "text": why }])
            .to_string()
    };
    match worker.run(&order) {
        Ending::Stopped => return None,
        Ending::Crashed { why, wall, statistics } => {
            record.events = short_log("crashed", &why);
            Record { wall, statistics, note: Some(why), ..record }
        }
        Ending::Ended { outcome, why, wall, statistics } => {
            record.events = short_log("ended", &why);
            Record { outcome, wall, statistics, watchdog: true, note: Some(why), ..record }
        }
        Ending::Answered(done) => {
            record.events = done.events.to_string();
            record = Record { wall: done.wall, cpu: done.cpu, statistics: done.statistics, ..record };
            match judge(&done.status, done.solution.as_deref(), board) {
                Ok((outcome, solution)) => {
                    let optimal = done.optimal.as_deref().and_then(Objective::find);
                    Record { outcome, optimal, solution, ..record }
                }
                Err(why) => Record { note: Some(why), ..record },
            }
        }
    }
    .into()
}

/// Believes a worker as far as the rules do.
fn judge(
    status: &str,
    solution: Option<&str>,
    board: &str,
) -> Result<(Outcome, Option<(String, Metrics)>), String> {
    let outcome = Status::find(status)
        .and_then(Outcome::of)
        .ok_or_else(|| format!("the worker ended with status '{status}'"))?;
    if outcome != Outcome::Solved {
        return Ok((outcome, None));
    }
    let verified = || {
        let level = Level::parse(board).ok()?;
        replay(&level, &lurd::parse(solution?).ok()?).ok()
    };
    match verified() {
        Some(solution) => Ok((outcome, Some((solution.lurd(), *solution.metrics())))),
        None => Err("the solution did not survive the replay".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn only_what_the_rules_confirm_is_accepted() {
        let (outcome, solution) = judge("solved", Some("R"), BOARD).unwrap();
        assert_eq!(
            (outcome, solution.map(|(lurd, m)| (lurd, m.pushes))),
            (Outcome::Solved, Some(("R".into(), 1)))
        );
        assert_eq!(judge("unsolvable", None, BOARD).unwrap().0, Outcome::Unsolvable);
        for (status, solution) in
            [("solved", None), ("solved", Some("L")), ("solved", Some("?")), ("stopped", None), ("odd", None)]
        {
            assert!(judge(status, solution, BOARD).is_err(), "{status} {solution:?}");
        }
    }
}
