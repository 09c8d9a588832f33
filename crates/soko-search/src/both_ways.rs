//! Two searches for one level, from the start and from the end; the first to finish decides.
//!
//! Each is a proof of its own: both find the least number of pushes, both prove that there is no solution when they are exhausted.
//! Which of them is faster differs from level to level. So both run, and by turns the price is at most twice the
//! expansions of the one that needs fewer, and a turn; in time it can be more, for expansions from the start cost more.
//!
//! **By turns**, on one thread: slices of equal numbers of expansions, both trees kept. The run is reproducible. When one
//! search meets the memory limit it is given up, for it was cut off in the middle of an expansion, and the other has
//! all the memory.
//!
//! **Side by side**, on two threads, see [`side_by_side()`]. Status and number of pushes are
//! reproducible; which of several best solutions is found may depend on who is first.
//!
//! The searches do not look for each other: where they meet first need not be on a best solution, so a meeting
//! alone would be no proof.

use std::collections::VecDeque;

use soko_core::{Level, Maze, Solution, Verified, with_maze};
use soko_solver::{Context, Halt, Player, Verdict, side_by_side};

use crate::{
    best_first::{self, Settings, Stage, backward},
    resumable::{self, Resumable},
};

/// Expansions per turn: enough that a tree's tables are warm, few enough that short searches are not kept waiting.
const TURN: u64 = 1 << 10;

/// Searches a level from both ends. Call it where [`backward::applies`].
///
/// # Errors
/// The reason to halt, from the context.
pub(crate) fn search(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    if context.threads() >= 2 {
        return on_threads(level, settings, context);
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
        resumable::forward(level, maze, *settings),
        resumable::backward(level, maze, *settings),
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
fn on_threads(level: &Level, settings: &Settings, context: &mut Context<'_>) -> Result<Verdict, Halt> {
    let way = |from_the_end| Box::new(OneWay { settings, from_the_end }) as Box<dyn Player + '_>;
    side_by_side(vec![way(false), way(true)], level, context)
}

#[cfg(test)]
mod tests {
    use soko_analysis::deadlock::Rules;
    use soko_solver::{Budget, Report, Silent, run};

    use super::*;

    /// A player that searches both ways, or one of them.
    struct Ways(Settings, Option<bool>);

    impl Player for Ways {
        fn solve(&mut self, level: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            match self.1 {
                Some(from_the_end) => OneWay { settings: &self.0, from_the_end }.solve(level, context),
                None => search(level, &self.0, context),
            }
        }
    }

    fn played(board: &str, way: Option<bool>, memory: Option<u64>, threads: usize) -> Report {
        let level = Level::parse(board).unwrap();
        let rules = Rules { freeze: false, pi_corral: false, corral: 0, ..Rules::default() };
        let settings = Settings { rules, ..Settings::astar(1.0) };
        let budget = Budget { memory, ..Budget::default() };
        run(&mut Ways(settings, way), &level, budget, 0, threads, &mut Silent)
    }

    const HALL: &str = "###########\n#         #\n# $ $ $ $ #\n#    @    #\n#  #. .#  #\n# .  #  . #\n#         #\n###########";

    #[test]
    fn both_take_turns_until_the_first_is_done() {
        let [forward, backward] = [false, true].map(|way| played(HALL, Some(way), None, 1).statistics);
        let both = played(HALL, None, None, 1);
        let fewer = forward.expanded.min(backward.expanded);
        let rounds = fewer.div_ceil(TURN);
        let expanded = both.statistics.expanded;
        assert!(expanded >= fewer && expanded <= 2 * rounds * TURN, "{expanded} {forward:?} {backward:?}");
        assert!(both.solution.is_some());
        assert_eq!(played(HALL, None, None, 2).status, both.status);
        if expanded > TURN {
            let known = both.statistics.open + both.statistics.closed;
            assert!(known > forward.open.min(backward.open), "positions of both are counted: {known}");
        }
    }

    #[test]
    fn with_little_memory_one_is_given_up_for_the_other() {
        // Which takes the more memory differs; some limit stops both, more stops one, much more none.
        let enough = played(HALL, None, None, 1).statistics.peak_memory_bytes;
        let statuses: Vec<bool> =
            (1..=16).map(|part| played(HALL, None, Some(enough * part / 16), 1).solution.is_some()).collect();
        assert!(statuses[15] && !statuses[0], "{statuses:?}");
        assert!(statuses.is_sorted(), "{statuses:?}");
    }
}
