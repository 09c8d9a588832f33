//! A worker process of a bench, and the watchdog beside it.
//!
//! Players are asked to keep their limits themselves, and do. The watchdog is for those that do not: it ends a worker that
//! is well past its time, that gives no sign of life, or that holds far more memory than it may. Such a run is recorded as
//! what it would have been, out of time or out of memory, with a note; the others go on.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use soko_solver::{Control, Statistics};

use crate::{
    Outcome,
    host::resident_bytes,
    worker::{Answer, Done, Order, STOP},
};

/// How to start a worker: a program that calls [`serve`](crate::worker::serve).
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// When a worker has gone too far.
#[derive(Clone, Copy, Debug)]
pub struct Watchdog {
    /// Time beyond the limit of a run.
    pub grace: Duration,
    /// Time without a sign of life.
    pub silence: Duration,
    /// Bytes of the process beyond the limit of a run and a quarter of it.
    pub slack: u64,
}

impl Default for Watchdog {
    fn default() -> Self {
        Self { grace: Duration::from_secs(10), silence: Duration::from_secs(120), slack: 256 << 20 }
    }
}

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long a worker may take to give up an order.
const FAREWELL: Duration = Duration::from_millis(1500);
/// A worker that holds more than this after a run is replaced by a fresh one, so that runs do not inherit memory.
const CLEAN: u64 = 128 << 20;

/// What came of an order.
#[derive(Debug)]
pub(crate) enum Ending {
    /// The worker's own answer.
    Answered(Box<Done>),
    /// The watchdog ended it.
    Ended { outcome: Outcome, why: String, wall: f64, statistics: Statistics },
    /// The process is gone, or talked nonsense.
    Crashed { why: String, wall: f64, statistics: Statistics },
    /// The bench is stopped: no result.
    Stopped,
}

/// A worker that does one order after another watched by the watchdog, and is replaced when it is gone.
pub(crate) struct SupervisedWorker<'a> {
    command: &'a WorkerCommand,
    watchdog: Watchdog,
    control: &'a Control,
    worker: Option<Worker>,
}

struct Worker {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl<'a> SupervisedWorker<'a> {
    pub(crate) const fn new(command: &'a WorkerCommand, watchdog: Watchdog, control: &'a Control) -> Self {
        Self { command, watchdog, control, worker: None }
    }

    /// Has an order done.
    pub(crate) fn run(&mut self, order: &Order) -> Ending {
        let start = Instant::now();
        let crashed = |why: String| Ending::Crashed { why, wall: 0.0, statistics: Statistics::default() };
        let Ok(line) = serde_json::to_string(order) else {
            return crashed("the order cannot be written".to_owned());
        };
        let mut worker = match self.worker.take().map_or_else(|| Worker::start(self.command), Ok) {
            Ok(worker) => worker,
            Err(error) => return crashed(format!("no worker can be started: {error}")),
        };
        if worker.say(&line).is_err() {
            // It ended between two orders; a fresh one has its chance.
            match Worker::start(self.command).and_then(|mut fresh| fresh.say(&line).map(|()| fresh)) {
                Ok(fresh) => worker = fresh,
                Err(error) => return crashed(format!("the worker does not listen: {error}")),
            }
        }
        let ending = self.watch(&mut worker, order, start);
        let reusable = matches!(ending, Ending::Answered(_))
            && resident_bytes(worker.process.id()).is_none_or(|bytes| bytes < CLEAN);
        if reusable {
            self.worker = Some(worker);
        }
        ending
    }

    fn watch(&self, worker: &mut Worker, order: &Order, start: Instant) -> Ending {
        let mut statistics = Statistics::default();
        let mut last_sign = start;
        let mut asked_to_stop = None;
        let memory = order.spec.limits.memory.map(|limit| limit + limit / 4 + self.watchdog.slack);
        let time = order.spec.limits.time().map(|limit| limit + self.watchdog.grace);
        loop {
            let wall = || start.elapsed().as_secs_f64();
            match worker.answers.recv_timeout(LOOK) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(Answer::Alive(now)) => (statistics, last_sign) = (now, Instant::now()),
                    Ok(Answer::Done(done)) if done.halted.as_deref() == Some("stopped") => {
                        return Ending::Stopped;
                    }
                    Ok(Answer::Done(done)) => return Ending::Answered(done),
                    Ok(Answer::Refused(why)) => return Ending::Crashed { why, wall: wall(), statistics },
                    Err(_) => {
                        let why = "the worker talked nonsense".to_owned();
                        return Ending::Crashed { why, wall: wall(), statistics };
                    }
                },
                Err(RecvTimeoutError::Disconnected) => {
                    let wall = wall();
                    if asked_to_stop.is_some() {
                        return Ending::Stopped;
                    }
                    return Ending::Crashed { why: worker.last_words(), wall, statistics };
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.control.is_stopped() {
                match asked_to_stop {
                    None => {
                        let _ = worker.say(STOP);
                        asked_to_stop = Some(Instant::now());
                    }
                    Some(when) if when.elapsed() > FAREWELL => return Ending::Stopped,
                    Some(_) => {}
                }
                continue;
            }
            let held = resident_bytes(worker.process.id());
            if let Some((held, memory)) = held.zip(memory).filter(|(held, memory)| held > memory) {
                let why =
                    format!("the watchdog ended it: it held {} MiB of {} MiB", held >> 20, memory >> 20);
                return Ending::Ended { outcome: Outcome::MemoryLimit, why, wall: wall(), statistics };
            }
            let late = time.is_some_and(|time| start.elapsed() > time);
            if late || last_sign.elapsed() > self.watchdog.silence {
                let what = if late { "it did not keep its time limit" } else { "it gave no sign of life" };
                let why = format!("the watchdog ended it: {what}");
                return Ending::Ended { outcome: Outcome::TimeLimit, why, wall: wall(), statistics };
            }
        }
    }
}

impl Worker {
    fn start(command: &WorkerCommand) -> std::io::Result<Self> {
        let mut process = Command::new(&command.program);
        process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the bench, which tells its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut process = process.spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (orders, output) = pipes.ok_or_else(|| std::io::Error::other("no pipes"))?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, orders, answers })
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.orders.write_all(line.as_bytes())?;
        self.orders.write_all(b"\n")?;
        self.orders.flush()
    }

    /// How the process ended.
    fn last_words(&mut self) -> String {
        match self.process.wait() {
            Ok(status) => format!("the player crashed: {status}"),
            Err(error) => format!("the player crashed: {error}"),
        }
    }
}

/// A worker that is dropped is ended, whatever it does.
impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
