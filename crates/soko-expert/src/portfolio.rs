//! The strategies of one thread: they take turns and keep their trees.
//!
//! | strategy | what it is | good for |
//! |---|---|---|
//! | exact | A* from the start, a few hundred positions at first | tiny levels, proofs that there is no solution |
//! | plan | a packing plan from the end, followed from the start ([`PlanStrategy`]) | levels with goal rooms: nearly all of the classics |
//! | again | the same with another variation, begun anew after each turn | levels on which the first one takes a wrong turn |
//! | further | the same from the best position of the search before | levels that need another plan halfway |
//! | backward | a search in feature space by pulls to the very start ([`BackwardStrategy`]) | levels without a goal room |
//! | pull | weighted A* by single pulls | small dense levels |
//! | push | weighted A* by single pushes | small levels with long ways |
//!
//! Who has a seat and how long its turns are is in [`schedule`], what happens when two strategies meet in [`meeting`], what
//! several threads tell each other in [`threads`].
//!
//! **What was tried.** Of 48 solutions of classics that took longer than half a second, restarts found 22, *plan* 12, *backward* 8,
//! *pull* 5 and *push* 1. The searches by single steps in the perimeter: no meetings found.

mod meeting;
mod schedule;
mod seat;
pub(crate) mod threads;

use std::collections::VecDeque;

use soko_core::{Level, Maze};
use soko_solver::{Context, Halt, Verdict};

use self::{
    seat::{Member, Seat},
    threads::{Heard, Team},
};
use crate::{
    level_tables::MOST_FLOOR,
    params::Params,
    prepared::Prepared,
    strategy::{Progress, archive::Archive},
};

/// Expansions between two looks at what the team has left.
const SLICE: u64 = 1_000;

/// All strategies of one thread.
struct Portfolio<'a, const W: usize> {
    level: &'a Level,
    maze: &'a Maze<W>,
    /// Missing where boxes and goals are not equal in number, or the level is too large for them or for the memory limit.
    prepared: Option<&'a Prepared<'a, W>>,
    params: Params,
    seats: VecDeque<Seat<'a, W>>,
    /// Searches that have given up their seats.
    archives: Vec<Archive<W>>,
    team: &'a Team<W>,
    heard: Heard,
}

/// Are there tables for a level, and so more strategies than single pushes and pulls?
pub(crate) fn has_tables(level: &Level) -> bool {
    level.boxes() == level.goals().len() && level.floor().len() <= MOST_FLOOR as usize
}

/// Builds what the portfolio can do without; nothing if the memory limit forbids it.
fn if_there_is_room<T>(
    context: &mut Context<'_>,
    build: impl FnOnce(&mut Context<'_>) -> Result<T, Halt>,
) -> Result<Option<T>, Halt> {
    match context.prepare(build) {
        Ok((done, _)) => Ok(Some(done)),
        Err(Halt::Memory) => Ok(None),
        Err(halt) => Err(halt),
    }
}

/// Solves a level as one of a team, by its number in there.
///
/// # Errors
/// The reason to halt, from the context.
pub(crate) fn solve<const W: usize>(
    level: &Level,
    params: Params,
    (team, number): (&Team<W>, usize),
    context: &mut Context<'_>,
) -> Result<Verdict, Halt> {
    let maze = Maze::<W>::new(level);
    let prepared = if has_tables(level) {
        context.phase("tables");
        if_there_is_room(context, |context| Prepared::new(level, params.switches, context))?
    } else {
        None
    };
    let mut portfolio = Portfolio {
        level,
        maze: &maze,
        prepared: prepared.as_ref(),
        params,
        seats: VecDeque::new(),
        archives: Vec::new(),
        team,
        heard: Heard::default(),
    };
    portfolio.seat_all(number, context)?;
    portfolio.run(context)
}

impl<'a, const W: usize> Portfolio<'a, W> {
    /// Lets the strategies take turns until one has solved the level.
    fn run(&mut self, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        while let Some(mut seat) = self.seats.pop_front() {
            if std::mem::take(&mut seat.waits) {
                self.seats.push_back(seat);
                continue;
            }
            context.phase(seat.name);
            let until = context.statistics.expanded.saturating_add(seat.turn);
            let progress = self.turn(&mut seat, until, context);
            seat.tell(context);
            match progress {
                Ok(Progress::Solved(solution)) => return Ok(Verdict::Solved { solution, optimal: None }),
                Ok(Progress::Exhausted) => {
                    // A complete search that is exhausted is a proof; a search in feature space is none.
                    if matches!(seat.member, Member::Search(_)) {
                        return Ok(Verdict::Unsolvable);
                    }
                    if seat.further > 0 {
                        // Where it began was lost, which says nothing about the start.
                        self.seat_again(context.seed());
                    }
                    self.archives.extend(seat.retire(context));
                }
                Ok(Progress::Paused | Progress::Met(_)) => self.go_on(seat, context),
                Err(Halt::Memory) => {
                    self.archives.extend(seat.retire(context));
                    self.archives.drain(..).for_each(|archive| archive.release(context));
                }
                Err(halt) => return Err(halt),
            }
        }
        Err(Halt::Memory)
    }

    /// One turn, in slices; between two of them meetings are settled and the team is heard.
    fn turn(
        &mut self,
        seat: &mut Seat<'a, W>,
        until: u64,
        context: &mut Context<'_>,
    ) -> Result<Progress, Halt> {
        loop {
            let slice = context.statistics.expanded.saturating_add(SLICE).min(until);
            match seat.advance(slice, context)? {
                Progress::Met(key) => {
                    if let Some(solution) = self.join(&seat.member, key) {
                        return Ok(Progress::Solved(solution));
                    }
                }
                Progress::Paused if context.statistics.expanded < until => {}
                progress => return Ok(progress),
            }
            if let Some(solution) = self.hear(&seat.member) {
                return Ok(Progress::Solved(solution));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use soko_solver::{EventKind, Report, Status};

    use super::*;
    use crate::testing::{self, UNFILLABLE, summit, within};

    /// Two rooms with a door between them, the goals at the back of the second.
    pub(super) const DOOR: &str =
        "############\n#     #    #\n# $ $      #\n#@    #  . #\n#     #  . #\n############";

    /// Lends a test a portfolio without seats, one of a team of so many.
    pub(super) fn with_portfolio(
        board: &str,
        params: Params,
        size: usize,
        mut test: impl FnMut(&mut Portfolio<'_, 2>, &mut Context<'_>) -> Result<(), Halt> + Send,
    ) {
        let level = Level::parse(board).unwrap();
        let maze = Maze::new(&level);
        within(|context| {
            let team = Team::new(size);
            let prepared = Prepared::new(&level, params.switches, context)?;
            let mut portfolio = Portfolio {
                level: &level,
                maze: &maze,
                prepared: Some(&prepared),
                params,
                seats: VecDeque::new(),
                archives: Vec::new(),
                team: &team,
                heard: Heard::default(),
            };
            test(&mut portfolio, context)
        });
    }

    /// The phases of a run, and its report.
    fn played(level: &Level, settings: &[&str], nodes: u64, threads: usize) -> (Vec<String>, Report) {
        let mut phases = Vec::new();
        let report = testing::played(level, settings, nodes, threads, |event| {
            if let EventKind::Phase(name) = event {
                phases.push(name.clone());
            }
        });
        (phases, report)
    }

    #[test]
    fn strategies_take_turns_in_their_order_and_restarts_go_further() {
        let (phases, _) = played(&summit(1), &["turn=20", "plan=10", "proofs=0"], 8_000, 1);
        let rounds: Vec<_> = phases.split(|phase| phase == "exact").map(|round| round.join(" ")).collect();
        assert_eq!(rounds[..2], ["tables", "plan again backward"], "{phases:?}");
        assert!(rounds[2].ends_with("backward pull push"), "single steps from the second round: {phases:?}");
        assert!(rounds[2].contains("further") || rounds[2].contains("again"), "{phases:?}");
    }

    #[test]
    fn what_is_switched_off_has_no_turn() {
        let (phases, _) = played(
            &Level::parse(UNFILLABLE).unwrap(),
            &["restarts=false", "backward=false", "single_steps=false", "turn=50"],
            2_000,
            1,
        );
        assert!(
            phases.iter().all(|phase| ["tables", "exact", "plan"].contains(&phase.as_str())),
            "{phases:?}"
        );
    }

    #[test]
    fn several_threads_solve_what_one_solves() {
        let level = summit(4);
        for threads in [1, 2, 3] {
            for settings in [&[][..], &["restarts=false"], &["single_steps=false"]] {
                let (_, report) = played(&level, settings, 100_000, threads);
                assert_eq!(report.status, Status::Solved, "{threads} threads, {settings:?}");
                assert!(report.solution.is_some());
            }
        }
    }

    #[test]
    fn several_threads_prove_what_one_proves() {
        let text = "########\n#@ $   #\n#  #  .#\n#$ #####\n#. #\n####";
        for threads in [1, 2] {
            let (_, report) = played(&Level::parse(text).unwrap(), &[], 200_000, threads);
            assert_eq!(report.status, Status::Unsolvable, "{threads} threads");
        }
    }

    #[test]
    fn boxes_to_spare_leave_the_searches_that_need_no_plan() {
        let text = "#########\n#   #   #\n# $$  . #\n#@  #   #\n#########";
        let (phases, report) = played(&Level::parse(text).unwrap(), &[], 10_000, 1);
        assert_eq!(report.status, Status::Solved);
        assert!(
            !phases.contains(&"plan".to_owned()) && !phases.contains(&"backward".to_owned()),
            "{phases:?}"
        );
    }
}
