//! Running one player on one level.

use soko_core::Level;

use crate::{Budget, Context, EventKind, Observer, Player, Report, Status, Verdict};

/// Lets a player play within a budget and reports how it went. Emits `Started` first and `Finished` last.
pub fn run(
    player: &mut dyn Player,
    level: &Level,
    budget: Budget,
    seed: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> Report {
    let mut context = Context::new(budget, seed, threads, observer);
    context.emit(EventKind::Started);
    let verdict = player.solve(level, &mut context);
    let elapsed = context.elapsed();
    let best = context.take_best();
    let halted = verdict.as_ref().err().copied();
    let (status, solution, optimal) = match verdict {
        Ok(Verdict::Solved { solution, optimal }) => (Status::Solved, Some(solution), optimal),
        Ok(Verdict::Unsolvable) => (Status::Unsolvable, None, None),
        Err(_) if best.is_some() => (Status::Solved, best, None),
        Err(halt) => (halt.into(), None, None),
    };
    let report = Report { status, solution, optimal, halted, statistics: context.statistics, elapsed, seed };
    context.emit(EventKind::Progress(report.statistics));
    context.emit(EventKind::Finished(Box::new(report.clone())));
    report
}
