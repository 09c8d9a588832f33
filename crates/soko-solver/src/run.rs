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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use soko_core::{lurd, replay};

    use super::*;
    use crate::{Event, Halt, Silent};

    const LEVEL: &str = "#######\n#@ $ .#\n#######";

    /// Finds solutions on the way, then works until it is told to halt.
    struct Anytime(&'static [&'static str]);

    impl Player for Anytime {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            for moves in self.0 {
                let directions = lurd::parse(moves).expect("letters of ours");
                context.incumbent(&replay(level, &directions).expect("a solution of ours"));
            }
            loop {
                context.expand()?;
            }
        }
    }

    fn play(found: &'static [&'static str], observer: &mut dyn Observer) -> Report {
        let level = Level::parse(LEVEL).expect("a board of ours");
        let budget = Budget { nodes: Some(10), ..Budget::default() };
        run(&mut Anytime(found), &level, budget, 7, 1, observer)
    }

    #[test]
    fn a_solution_found_on_the_way_survives_the_halt() {
        let report = play(&["rlrrr", "rrr", "rlrrr"], &mut Silent);
        assert_eq!(report.status, Status::Solved);
        assert_eq!(report.solution.map(|s| s.lurd()).as_deref(), Some("rRR"));
        assert_eq!((report.optimal, report.halted, report.seed), (None, Some(Halt::Nodes), 7));
    }

    #[test]
    fn only_better_solutions_are_told() {
        let mut told = Vec::new();
        let mut observer = |event: &Event| {
            if let EventKind::Incumbent(metrics) = event.kind {
                told.push(metrics.moves);
            }
            ControlFlow::Continue(())
        };
        play(&["rlrrr", "rrr", "rlrrr"], &mut observer);
        assert_eq!(told, [5, 3]);
    }

    #[test]
    fn without_a_solution_the_halt_is_the_status() {
        let report = play(&[], &mut Silent);
        assert_eq!((report.status, report.statistics.expanded), (Status::NodeLimit, 10));
        assert!(report.solution.is_none());
    }
}
