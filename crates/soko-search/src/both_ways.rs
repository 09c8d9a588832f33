//! Two searches for one level, from the start and from the end; the first to finish decides.
//!
//! Each is a proof of its own: both find the least number of pushes, both prove that there is no solution when they run dry.
//! Which of them is faster differs from level to level. So both run, and by turns the price is at most twice the
//! expansions of the one that needs fewer, and a turn; in time it can be more, for expansions from the start cost more.
//!
//! **By turns**, on one thread: slices of equal numbers of expansions, both trees kept. The run is reproducible. When one
//! search meets the memory limit it is given up, for it was cut off in the middle of an expansion, and the other has
//! all the memory.
//!
//! **Side by side**, on two threads: each gets half of the nodes and of the memory. The thread of the caller does not search;
//! it adds up the counters, keeps asking the context, and passes on what it says. Whoever wants to see a position sees
//! one of the search from the start, as long as that goes on. Status and number of pushes are
//! reproducible; which of several best solutions is found may depend on who is first.
//!
//! The searches do not look for each other: where they meet first need not be on a best solution, so a meeting
//! alone would be no proof.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use soko_core::{Level, Maze, Position, Solution, Verified, with_maze};
use soko_solver::{Context, Event, EventKind, Halt, Player, Report, Statistics, Status, Verdict, run};

use crate::{
    backward,
    best_first::{self, Settings, Stage},
    resumable::{self, Resumable},
};

/// Expansions per turn: enough that a tree's tables are warm, few enough that short searches are not kept waiting.
const TURN: u64 = 1 << 10;
/// Time between two looks at the context while the threads work.
const LOOK: Duration = Duration::from_millis(10);

/// Searches a level from both ends. Call it where [`backward::applies`].
///
/// # Errors
/// The reason to halt, from the context.
pub fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    if context.threads() >= 2 {
        return side_by_side(level, settings, context);
    }
    Ok(settings.verdict(with_maze!(level, |maze| by_turns(level, &maze, settings, context)?)))
}

/// Both searches on this thread.
fn by_turns<const W: usize>(
    level: &Level,
    maze: &Maze<W>,
    settings: &Settings,
    context: &mut Context<'_>,
) -> Result<Option<Verified<Solution>>, Halt> {
    let mut waiting: VecDeque<Box<dyn Resumable + '_>> = VecDeque::from([
        resumable::forward(level, maze, settings),
        resumable::backward(level, maze, settings),
    ]);
    for engine in &mut waiting {
        engine.begin(context)?;
    }
    while let Some(mut engine) = waiting.pop_front() {
        let alone = waiting.is_empty();
        let until = if alone { u64::MAX } else { context.statistics.expanded.saturating_add(TURN) };
        let ended = engine.advance(until, context);
        let (open, closed) = engine.counts();
        let (more_open, more_closed) = waiting.front().map_or((0, 0), |other| other.counts());
        context.statistics.open = open + more_open;
        context.statistics.closed = closed + more_closed;
        match ended {
            Ok(Stage::Solved(number)) => return Ok(Some(engine.solution(number))),
            Ok(Stage::Exhausted) => return Ok(None),
            Ok(Stage::Paused) => waiting.push_back(engine),
            Err(Halt::Memory) if !alone => engine.release(context),
            Err(halt) => return Err(halt),
        }
    }
    unreachable!("the last search goes on until it ends or halts")
}

/// One of the two searches, as a player of its own.
struct OneWay<'a> {
    settings: &'a Settings,
    from_the_end: bool,
}

impl Player for OneWay<'_> {
    fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        if self.from_the_end {
            backward::search(level, self.settings, context)
        } else {
            best_first::search(level, self.settings, context)
        }
    }
}

/// Each search on a thread of its own.
fn side_by_side(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let budgets = [context.share(2), context.share(2)];
    let controls = budgets.each_ref().map(|budget| budget.control.clone());
    let counters = [Mutex::new(Statistics::default()), Mutex::new(Statistics::default())];
    let note = |way: usize, statistics| {
        *counters[way].lock().unwrap_or_else(PoisonError::into_inner) = statistics;
    };
    let sum = || {
        let [one, other] = counters.each_ref().map(|c| *c.lock().unwrap_or_else(PoisonError::into_inner));
        one.and(other)
    };
    let shown: Mutex<Option<Position>> = Mutex::new(None);
    let seed = context.seed();
    let (sender, receiver) = mpsc::channel::<(usize, Report)>();
    thread::scope(|scope| {
        for (way, budget) in budgets.into_iter().enumerate() {
            let (sender, note, shown) = (sender.clone(), &note, &shown);
            scope.spawn(move || {
                let mut observer = |event: &Event| {
                    match &event.kind {
                        EventKind::Progress(statistics) => note(way, *statistics),
                        EventKind::Position(position) => {
                            *shown.lock().unwrap_or_else(PoisonError::into_inner) =
                                Some((**position).clone());
                        }
                        _ => {}
                    }
                    ControlFlow::Continue(())
                };
                let mut player = OneWay { settings, from_the_end: way == 1 };
                let report = run(&mut player, level, budget, seed, 1, &mut observer);
                // Nobody listens any more only if the caller's thread has panicked.
                let _ = sender.send((way, report));
            });
        }
        drop(sender);
        let mut verdict = None;
        let mut halt = None;
        let mut halts = [None; 2];
        let mut asked = None;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok((way, report)) => {
                    note(way, report.statistics);
                    halts[way] = report.halted;
                    if let Some(found) = verdict_of(report) {
                        verdict.get_or_insert(found);
                        controls.iter().for_each(soko_solver::Control::stop);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            context.statistics = sum();
            if halt.is_none()
                && let Err(reason) = context.poll()
            {
                halt = Some(reason);
                controls.iter().for_each(soko_solver::Control::stop);
            }
            if context.wants_position() {
                let way = usize::from(halts[0].is_some());
                if let Some(position) = shown.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    context.show_position(position);
                    asked = None;
                } else if asked.replace(way) != Some(way) {
                    controls[way].show_position();
                }
            }
        }
        let [front, back] = halts;
        verdict.ok_or_else(|| halt.or(front).or(back).unwrap_or(Halt::Stopped))
    })
}

/// What a report proves.
fn verdict_of(report: Report) -> Option<Verdict> {
    match (report.status, report.solution) {
        (Status::Solved, Some(solution)) => Some(Verdict::Solved { solution, optimal: report.optimal }),
        (Status::Unsolvable, _) => Some(Verdict::Unsolvable),
        _ => None,
    }
}
