//! The way of `solve` and `optimize` through all levels: each result out in level order, as soon as it and those before it are
//! known. The first Ctrl-C ends it after the levels at hand.
//!
//! With several jobs, threads fetch levels from one queue and the caller's thread prints. What is done with a level ([`Work`]) is
//! kept apart from what is printed of it ([`Output`]), so the one can be shared by threads and the other needs no lock.

mod in_order;
mod queue;

use std::{
    num::NonZeroUsize,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use soko_core::{Solution, Verified};
use soko_solver::quantity::{show_duration, show_number};

use crate::{
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::{moving_line::MovingLine, progress},
    solution_file::SolutionFile,
    terminal::Terminal,
};
use in_order::InOrder;
use queue::{Item, Queue};

/// Time between two looks at the progress line while results are awaited.
const LOOK: Duration = Duration::from_millis(100);

/// What is done with each level.
pub(super) trait Work: Sync {
    /// What comes of a level.
    type Outcome: Send;

    /// What tells that Ctrl-C has been pressed.
    fn interrupt(&self) -> &Interrupt;

    /// Works on a level.
    fn work(&self, level: &LevelOfFile<'_>) -> Self::Outcome;
}

/// What is printed.
pub(super) trait Output<O> {
    /// Prints what stands before the levels of a file.
    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure>;

    /// Prints what came of a level.
    fn level(
        &mut self,
        level: &LevelOfFile<'_>,
        outcome: O,
        terminal: &mut Terminal,
    ) -> Result<Done, Failure>;

    /// Prints what stands after the last level.
    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure>;
}

/// A level and where it stands.
pub(super) struct LevelOfFile<'a> {
    pub(super) file: &'a LevelFile,
    /// How many levels of the file come before it.
    before: usize,
    pub(super) source: SourceLevel<'a>,
}

impl<'a> LevelOfFile<'a> {
    fn new(file: &'a LevelFile, before: usize) -> Self {
        Self { file, before, source: file.level(before) }
    }

    /// Its name while it is worked on.
    pub(super) fn label(&self) -> String {
        progress::label(self.before + 1, self.file.len(), self.source.title())
    }
}

/// What came of a level.
pub(super) struct Done {
    pub(super) exit: Exit,
    /// A new solution to save, with lines about it.
    pub(super) solution: Option<(Verified<Solution>, Vec<String>)>,
}

/// A pass over all levels.
pub(super) struct LevelPass<P> {
    output: P,
    /// Where solutions are saved.
    solutions: Option<SolutionFile>,
    exit: Exit,
}

impl<P> LevelPass<P> {
    pub(super) const fn new(output: P, solutions: Option<SolutionFile>) -> Self {
        Self { output, solutions, exit: Exit::Done }
    }

    /// Goes through all levels, so many at a time.
    pub(super) fn run<W: Work>(
        mut self,
        work: &W,
        source: LevelSource,
        jobs: NonZeroUsize,
        terminal: &mut Terminal,
    ) -> Result<Exit, Failure>
    where
        P: Output<W::Outcome>,
    {
        let mut queue = Queue::new(source.files());
        if jobs.get() == 1 {
            self.one_by_one(work, &mut queue, terminal)?;
        } else {
            queue = self.side_by_side(work, queue, jobs, terminal)?;
        }
        self.output.summary(terminal)?;
        if queue.untried() > 0 {
            let untried = show_number(queue.untried() as u64, "level");
            terminal.note(format!("interrupted: {untried} of this file not tried"));
        }
        if let Some(solutions) = self.solutions {
            solutions.write(terminal)?;
        }
        Ok(if work.interrupt().requested() { Exit::Interrupted } else { self.exit })
    }

    fn one_by_one<W: Work>(
        &mut self,
        work: &W,
        queue: &mut Queue<impl Iterator<Item = queue::Opened>>,
        terminal: &mut Terminal,
    ) -> Result<(), Failure>
    where
        P: Output<W::Outcome>,
    {
        while !work.interrupt().requested() {
            match queue.next() {
                Some((_, Item::File(file))) => self.file(file, terminal)?,
                Some((_, Item::Level(file, before))) => {
                    let level = LevelOfFile::new(&file, before);
                    let outcome = work.work(&level);
                    self.level(&level, outcome, terminal)?;
                }
                None => break,
            }
        }
        Ok(())
    }

    /// The same with several threads, and what they have left.
    fn side_by_side<W: Work, F: Iterator<Item = queue::Opened> + Send>(
        &mut self,
        work: &W,
        queue: Queue<F>,
        jobs: NonZeroUsize,
        terminal: &mut Terminal,
    ) -> Result<Queue<F>, Failure>
    where
        P: Output<W::Outcome>,
    {
        let queue = Mutex::new(queue);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (sender, receiver) = mpsc::channel();
        let (mut line, start) = (MovingLine::new(!terminal.is_quiet()), Instant::now());
        thread::scope(|scope| {
            for _ in 0..jobs.get() {
                let sender = sender.clone();
                scope.spawn(move || {
                    while !work.interrupt().requested()
                        && let Some((number, item)) = next()
                    {
                        let outcome = match &item {
                            Item::File(_) => None,
                            Item::Level(file, before) => Some(work.work(&LevelOfFile::new(file, *before))),
                        };
                        // The receiver is gone if printing has failed: then there is no more to do.
                        if sender.send((number, (item, outcome))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut done = InOrder::default();
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok((number, result)) => done.put(number, result),
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        line.say(start.elapsed().as_secs_f64(), &waiting(start.elapsed(), done.len()));
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                while let Some(result) = done.take() {
                    line.clear();
                    let told = match result {
                        (Item::File(file), _) => self.file(file, terminal),
                        (Item::Level(file, before), outcome) => {
                            let outcome = outcome.expect("a level has an outcome");
                            self.level(&LevelOfFile::new(&file, before), outcome, terminal)
                        }
                    };
                    if let Err(failure) = told {
                        // What is at hand is not waited for: its results have no place to go.
                        work.interrupt().control().stop();
                        return Err(failure);
                    }
                }
            }
            line.clear();
            Ok(())
        })?;
        Ok(queue.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells of a file that begins, or why it cannot.
    fn file<O>(&mut self, file: queue::Begun, terminal: &mut Terminal) -> Result<(), Failure>
    where
        P: Output<O>,
    {
        let Some(file) = terminal.opened(file, &mut self.exit) else { return Ok(()) };
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
            return Ok(());
        }
        if let Some(solutions) = &mut self.solutions {
            solutions.file(&file);
        }
        self.output.begin_file(&file.name, terminal)
    }

    /// Tells what came of a level, and keeps its solution.
    fn level<O>(
        &mut self,
        level: &LevelOfFile<'_>,
        outcome: O,
        terminal: &mut Terminal,
    ) -> Result<(), Failure>
    where
        P: Output<O>,
    {
        let done = self.output.level(level, outcome, terminal)?;
        self.exit = self.exit.max(done.exit);
        if let Some(solutions) = &mut self.solutions {
            solutions.add(level.file, level.source.entry, done.solution);
            solutions.save_if_due()?;
        }
        Ok(())
    }
}

/// How long it has taken so far, and how many results wait for one before them.
fn waiting(elapsed: Duration, results: usize) -> String {
    let time = show_duration(elapsed);
    if results == 0 { time } else { format!("{time}, {results} more done") }
}
