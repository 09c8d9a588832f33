//! The detectors against the exact set of solvable positions.
//!
//! One set of deadlock tests sees a whole level: first every push out of a solvable position, lost or not, so that it learns from
//! what is lost, then every solvable position again, which nothing that it has learned may match.

use std::collections::HashSet;

use libtest_mimic::Failed;
use soko_analysis::deadlock::{Detector, Rules, immobile};
use soko_core::{Bits, State, check};
use soko_expert::{
    DESCRIPTOR,
    internals::{ForwardDeadlocks, ForwardPatterns, LevelTables},
};
use soko_solver::{Budget, Silent, Status, run};

use crate::{
    levels::{Named, complaint, deadlocks, proven_around, shown_lost},
    thorough,
    truth::Truth,
};

/// Solvable positions of the largest level that is looked at.
const MOST: usize = 3_000;
/// Positions of a level around whose boxes proofs are tried; the others have to do without.
const TRIED: usize = 100;
/// Both times this much where there is time.
const THOROUGH: usize = 10;
/// Positions a proof around one box may visit.
const AROUND: usize = 200;

/// Positions of a level from which the expert plays.
const PLAYED: usize = 8;
/// Positions it may expand: more than there are.
const NODES: u64 = 200_000;

/// What was looked at.
#[derive(Default)]
struct Tally {
    levels: usize,
    lost: usize,
    proven: usize,
    /// Solvable positions in which a PI-corral narrows the choice.
    corrals: usize,
}

/// No detector flags a solvable position of these levels, of which at least `expected` are small enough.
pub(crate) fn hold(levels: &[Named], expected: usize) -> Result<(), Failed> {
    let mut tally = Tally::default();
    for named in levels {
        match named.1.squares() {
            ..=64 => one::<1>(named, &mut tally)?,
            65..=128 => one::<2>(named, &mut tally)?,
            _ => {}
        }
    }
    let Tally { levels, lost, proven, corrals } = tally;
    if levels < expected || proven * 3 < lost * 2 || corrals < 100 {
        let counts =
            format!("{levels} levels, {proven} of {lost} lost positions proven, {corrals} PI-corrals");
        return Err(format!("{counts}: too few").into());
    }
    Ok(())
}

fn one<const W: usize>(named: &Named, tally: &mut Tally) -> Result<(), Failed> {
    let level = &named.1;
    let tables = LevelTables::<W>::new(level);
    let maze = &tables.maze;
    let times = if thorough() { THOROUGH } else { 1 };
    let Some(truth) = Truth::of(maze, level.boxes() as u32, MOST * times) else { return Ok(()) };
    tally.levels += 1;
    let spared = level.boxes() > level.goals().len();
    let mut deadlocks = deadlocks(&tables);
    let detector = Detector::new(level, &Rules::default());
    let mut seen = HashSet::new();
    for state in &truth.all {
        let region = maze.region(&state.boxes, state.player);
        let still =
            if spared { Bits::EMPTY } else { immobile(maze, &detector, &tables.dead, &state.boxes, &region) };
        if !still.is_subset(maze.goals()) {
            return Err(complaint("an immobile box off goal", named, state));
        }
        let only = deadlocks.pi_corral(maze, state);
        let mut kept = only.is_none() || maze.is_solved(&state.boxes);
        let mut bad = None;
        maze.for_each_push(&state.boxes, &region, |square, direction| {
            let child = maze.normal(&maze.push(&state.boxes, square, direction));
            let to = maze.next(square, direction);
            if truth.contains(&child) {
                kept |= only.as_ref().is_some_and(|only| only[direction as usize].contains(square));
                if still.contains(square) {
                    bad = Some(("an immobile box moves to this", child));
                } else if deadlocks.lost_by_push(maze, &child, to) {
                    bad = Some(("lost by push", child));
                }
            } else if seen.insert((child, to)) {
                tally.lost += 1;
                let proven = deadlocks.lost_by_push(maze, &child, to)
                    || deadlocks.lost(maze, &child)
                    || shown_lost(&mut deadlocks, &tables, &child)
                    || proven_around(
                        &mut ForwardPatterns { deadlocks: &mut deadlocks, tables: &tables },
                        &child,
                        to,
                        AROUND,
                    );
                tally.proven += usize::from(proven);
            }
        });
        if let Some((what, child)) = bad {
            return Err(complaint(what, named, &child));
        }
        if !kept {
            return Err(complaint("a PI-corral leaves no push that keeps it solvable", named, state));
        }
        tally.corrals += usize::from(only.is_some());
    }
    verdicts(named, &tables, &truth)?;
    let step = truth.all.len().div_ceil(TRIED * times);
    for (i, state) in truth.all.iter().enumerate() {
        if let Some(what) = flagged(&mut deadlocks, &tables, state, i % step == 0) {
            return Err(complaint(what, named, state));
        }
    }
    Ok(())
}

/// The expert itself solves the level from some of the positions that can be won.
fn verdicts<const W: usize>(
    named: &Named,
    tables: &LevelTables<'_, W>,
    truth: &Truth<W>,
) -> Result<(), Failed> {
    for state in truth.all.iter().step_by(truth.all.len().div_ceil(PLAYED)) {
        let board = named.1.draw(&tables.maze.position(state));
        let Some(level) = check(&board).level else { continue };
        let mut player = DESCRIPTOR.build(None, &[]).map_err(|error| error.to_string())?;
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let status = run(&mut *player, &level, budget, 1, 1, &mut Silent).status;
        if status != Status::Solved {
            return Err(complaint(&format!("the expert says {status}"), named, state));
        }
    }
    Ok(())
}

/// What calls a position lost.
fn flagged<const W: usize>(
    deadlocks: &mut ForwardDeadlocks<W>,
    tables: &LevelTables<'_, W>,
    state: &State<W>,
    around: bool,
) -> Option<&'static str> {
    let maze = &tables.maze;
    if state.boxes.iter().any(|square| deadlocks.lost_by_push(maze, state, square)) {
        return Some("lost by a push that may have come before");
    }
    if deadlocks.lost(maze, state) {
        return Some("lost");
    }
    if shown_lost(deadlocks, tables, state) {
        return Some("proven lost");
    }
    if around
        && state
            .boxes
            .iter()
            .any(|square| proven_around(&mut ForwardPatterns { deadlocks, tables }, state, square, AROUND))
    {
        return Some("lost around a box");
    }
    None
}
