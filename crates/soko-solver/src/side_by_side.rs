//! Several players at one level, each on threads of its own; the first to finish decides.
//!
//! Each gets a part of the nodes and of the memory that are left, by its number of threads, and all of the time. The thread of the
//! caller does not play: it adds up the counters, keeps asking the context, passes on what the players tell, and stops all of them
//! when one has solved the level or proven that it has no solution. The position shown is one of the first player
//! that still plays.
//!
//! A caller who would rather have a proof may wait for it: a solution that is not proven best is kept, and the race goes on for
//! as long as the caller says.

use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use soko_core::Level;

use crate::{
    Context, Control, Event, EventKind, Halt, Player, Report, Shown, Statistics, Status, Verdict, run,
};

/// Time between two looks at the context while the threads work.
const LOOK: Duration = Duration::from_millis(10);

/// What a player's thread sends.
enum News {
    /// An event that is passed on.
    Told(EventKind),
    /// The end of its run.
    Done(Box<Report>),
}

/// A player in a race.
pub struct Racer<'a> {
    /// Who plays.
    pub player: Box<dyn Player + 'a>,
    /// Threads that it may use.
    pub threads: usize,
}

/// Lets players play side by side, on a thread each.
///
/// # Errors
/// The reason to halt, from the context or from a player.
pub fn side_by_side(
    players: Vec<Box<dyn Player + '_>>,
    level: &Level,
    context: &mut Context<'_>,
) -> Result<Verdict, Halt> {
    let racers = players.into_iter().map(|player| Racer { player, threads: 1 }).collect();
    race(racers, level, context, |_| false)
}

/// Lets players play side by side. When a solution is found that is not proven best, `wait` is asked from time to time, with the
/// counters of all racers, whether to go on and wait for a proof.
///
/// # Errors
/// The reason to halt, from the context or from a player.
pub fn race(
    racers: Vec<Racer<'_>>,
    level: &Level,
    context: &mut Context<'_>,
    wait: impl Fn(&[Statistics]) -> bool,
) -> Result<Verdict, Halt> {
    let all = racers.len();
    let threads = racers.iter().map(|racer| racer.threads as u64).sum();
    let budgets: Vec<_> = racers.iter().map(|racer| context.share(racer.threads as u64, threads)).collect();
    let controls: Vec<Control> = budgets.iter().map(|budget| budget.control.clone()).collect();
    let counters: Vec<Mutex<Statistics>> = racers.iter().map(|_| Mutex::default()).collect();
    let shown: Mutex<Option<Shown>> = Mutex::new(None);
    let (seed, before) = (context.seed(), context.statistics);
    let (sender, receiver) = mpsc::channel::<(usize, News)>();
    thread::scope(|scope| {
        for (number, (Racer { mut player, threads }, budget)) in racers.into_iter().zip(budgets).enumerate() {
            let (sender, counter, shown) = (sender.clone(), &counters[number], &shown);
            scope.spawn(move || {
                let mut observer = |event: &Event| {
                    match &event.kind {
                        EventKind::Progress(statistics) => *open(counter) = *statistics,
                        EventKind::Position(position) => *open(shown) = Some((**position).clone()),
                        EventKind::Phase(_) | EventKind::Note(_) | EventKind::Best(_) => {
                            // The receiver is gone only if the caller's thread has panicked.
                            let _ = sender.send((number, News::Told(event.kind.clone())));
                        }
                        _ => {}
                    }
                    ControlFlow::Continue(())
                };
                let report = run(&mut *player, level, budget, seed, threads, &mut observer);
                let _ = sender.send((number, News::Done(Box::new(report))));
            });
        }
        drop(sender);
        let mut verdict = None;
        let mut halt = None;
        let mut halts = vec![None; all];
        let mut asked = None;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok((_, News::Told(kind))) => context.emit(kind),
                Ok((number, News::Done(report))) => {
                    *open(&counters[number]) = report.statistics;
                    halts[number] = report.halted;
                    if let Some(found) = verdict_of(*report) {
                        // A proof is worth more than the solution that came before it.
                        if verdict.is_none() || is_proven(&found) {
                            verdict = Some(found);
                        }
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            let now: Vec<_> = counters.iter().map(|counter| *open(counter)).collect();
            context.statistics =
                before.then(now.iter().fold(Statistics::default(), |sum, counters| sum.and(*counters)));
            match &verdict {
                Some(Verdict::Solved { solution, optimal: None }) if wait(&now) => {
                    context.incumbent(solution);
                }
                Some(_) => controls.iter().for_each(Control::stop),
                None => {}
            }
            if halt.is_none()
                && let Err(reason) = context.poll()
            {
                halt = Some(reason);
                controls.iter().for_each(Control::stop);
            }
            if context.wants_position() {
                let first = halts.iter().position(Option::is_none).unwrap_or(0);
                if let Some(position) = open(&shown).take() {
                    context.show(position);
                    asked = None;
                } else if asked.replace(first) != Some(first) {
                    controls[first].show_position();
                }
            }
        }
        verdict.ok_or_else(|| halt.or(halts.into_iter().flatten().next()).unwrap_or(Halt::Stopped))
    })
}

/// What the lock guards; what a thread that panicked has left is as good as any.
fn open<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Is there nothing better to be found?
const fn is_proven(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Solved { optimal: None, .. })
}

/// What a report proves.
fn verdict_of(report: Report) -> Option<Verdict> {
    match (report.status, report.solution) {
        (Status::Solved, Some(solution)) => Some(Verdict::Solved { solution, optimal: report.optimal }),
        (Status::Unsolvable, _) => Some(Verdict::Unsolvable),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{lurd, replay};

    use super::*;
    use crate::{Budget, Objective, Silent};

    const LEVEL: &str = "#######\n#@ $ .#\n#######";

    /// Expands so many positions and then says what it was told to say; works for ever without a verdict.
    struct After(u32, Option<bool>);

    impl Player for After {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            context.note(format!("after {}", self.0));
            for _ in 0..self.0 {
                context.expand()?;
            }
            match self.1 {
                Some(true) => {
                    let moves = lurd::parse("rRR").expect("letters");
                    let solution = replay(level, &moves).expect("a solution");
                    Ok(Verdict::Solved { solution, optimal: None })
                }
                Some(false) => Ok(Verdict::Unsolvable),
                None => loop {
                    context.expand()?;
                },
            }
        }
    }

    /// All of them together as one player.
    struct Together(Vec<(u32, Option<bool>)>);

    impl Player for Together {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            let player = |&(after, verdict): &_| Box::new(After(after, verdict)) as Box<dyn Player>;
            side_by_side(self.0.iter().map(player).collect(), level, context)
        }
    }

    fn play(players: &[(u32, Option<bool>)], budget: Budget, observer: &mut dyn crate::Observer) -> Report {
        let level = Level::parse(LEVEL).expect("a level");
        run(&mut Together(players.to_vec()), &level, budget, 1, players.len(), observer)
    }

    #[test]
    fn the_first_verdict_ends_players_that_would_work_for_ever() {
        let solved = play(&[(0, None), (1_000, Some(true))], Budget::default(), &mut Silent);
        assert_eq!(solved.status, Status::Solved);
        assert!(solved.statistics.expanded >= 1_000, "the counters are those of all");
        let proven = play(&[(0, None), (10, Some(false)), (0, None)], Budget::default(), &mut Silent);
        assert_eq!(proven.status, Status::Unsolvable);
    }

    #[test]
    fn every_player_has_an_equal_part_of_the_nodes() {
        let budget = Budget { nodes: Some(3_000), ..Budget::default() };
        let report = play(&[(0, None), (0, None), (0, None)], budget, &mut Silent);
        assert_eq!((report.status, report.statistics.expanded), (Status::NodeLimit, 3_000));
    }

    /// Finds a solution, proven or not, after so many expansions.
    struct Finds {
        after: u64,
        proven: bool,
    }

    impl Player for Finds {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            for _ in 0..self.after {
                context.expand()?;
            }
            let moves = lurd::parse("rRR").expect("letters");
            let solution = replay(level, &moves).expect("a solution");
            Ok(Verdict::Solved { solution, optimal: self.proven.then_some(Objective::Pushes) })
        }
    }

    /// A quick player, and one that proves, for which a caller waits so many expansions long.
    struct WithProof {
        proof_after: u64,
        patience: u64,
    }

    impl Player for WithProof {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            context.turn(100, &mut After(1_000, None), level)?;
            let quick = Finds { after: 10, proven: false };
            let prover = Finds { after: self.proof_after, proven: true };
            let racer = |player| Racer { player: Box::new(player) as Box<dyn Player>, threads: 1 };
            race(vec![racer(quick), racer(prover)], level, context, |counters| {
                counters[1].expanded < self.patience
            })
        }
    }

    fn raced(proof_after: u64, patience: u64, budget: Budget) -> (Report, usize) {
        let level = Level::parse(LEVEL).expect("a level");
        let mut incumbents = 0;
        let mut observer = |event: &Event| {
            incumbents += usize::from(matches!(event.kind, EventKind::Incumbent(_)));
            ControlFlow::Continue(())
        };
        let report = run(&mut WithProof { proof_after, patience }, &level, budget, 1, 2, &mut observer);
        (report, incumbents)
    }

    #[test]
    fn a_proof_is_waited_for_as_long_as_the_caller_says() {
        let (report, _) = raced(100_000, u64::MAX, Budget::default());
        assert_eq!(report.optimal, Some(Objective::Pushes));
        assert_eq!(report.statistics.expanded, 100 + 10 + 100_000, "with the turn before the race");
        let (report, incumbents) = raced(u64::MAX, 0, Budget::default());
        assert_eq!((report.status, report.optimal, incumbents), (Status::Solved, None, 0));
        let (report, incumbents) = raced(u64::MAX, 50_000, Budget::default());
        assert_eq!((report.status, report.optimal, incumbents), (Status::Solved, None, 1));
        assert!(report.statistics.expanded > 50_000);
    }

    #[test]
    fn what_was_found_survives_the_limit_that_ends_the_wait() {
        let budget = Budget { nodes: Some(10_000), ..Budget::default() };
        let (report, _) = raced(u64::MAX, u64::MAX, budget);
        assert_eq!((report.status, report.optimal), (Status::Solved, None));
    }

    #[test]
    fn what_players_tell_is_passed_on() {
        let mut notes = Vec::new();
        let mut observer = |event: &Event| {
            if let EventKind::Note(note) = &event.kind {
                notes.push(note.clone());
            }
            ControlFlow::Continue(())
        };
        play(&[(7, None), (5_000, Some(true))], Budget::default(), &mut observer);
        notes.sort();
        assert_eq!(notes, ["after 5000", "after 7"]);
    }
}
