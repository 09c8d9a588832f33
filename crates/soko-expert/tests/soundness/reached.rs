//! What the search by pulls calls a stray against the exact set of positions that a game can reach.

use std::collections::HashSet;

use libtest_mimic::Failed;
use soko_core::{Direction, Maze, State};
use soko_expert::internals::{BackwardDeadlocks, BackwardPatterns, LevelTables};

use crate::{
    levels::{Named, complaint, proven, proven_around},
    thorough,
};

/// Positions of the largest level that is looked at.
const MOST: usize = 3_000;
/// Positions of a way or a level, at most, around whose boxes proofs are tried.
const TRIED: usize = 40;
/// Both times this much where there is time.
const THOROUGH: usize = 10;
/// Positions a proof around one box may visit.
const AROUND: usize = 200;

/// Positions that no game leads to, and how many of them were proven.
#[derive(Default)]
pub(crate) struct Tally {
    strays: usize,
    proven: usize,
}

/// No position that a game can reach is called a stray, on these levels, of which at least `expected` are small enough.
pub(crate) fn hold(levels: &[Named], expected: usize) -> Result<(), Failed> {
    let (mut small, mut all) = (0, Tally::default());
    for named in levels.iter().filter(|(_, level)| level.boxes() == level.goals().len()) {
        let tally = match named.1.squares() {
            ..=64 => one::<1>(named)?,
            65..=128 => one::<2>(named)?,
            _ => None,
        };
        small += usize::from(tally.is_some());
        let tally = tally.unwrap_or_default();
        all.strays += tally.strays;
        all.proven += tally.proven;
    }
    let Tally { strays, proven } = all;
    if small < expected || proven * 2 < strays {
        return Err(format!("{small} levels, {proven} of {strays} strays proven: too few").into());
    }
    Ok(())
}

fn one<const W: usize>(named: &Named) -> Result<Option<Tally>, Failed> {
    let tables = LevelTables::<W>::new(&named.1);
    let most = MOST * if thorough() { THOROUGH } else { 1 };
    let Some(reached) = reached(&tables.maze, &tables.start, most) else { return Ok(None) };
    let known: HashSet<_> = reached.iter().copied().collect();
    unflagged(named, &tables, &reached, |state| known.contains(state), AROUND).map(Some)
}

/// All positions that a game can reach, the player on the first square of its region; `None` if there are more than `most`.
fn reached<const W: usize>(maze: &Maze<W>, start: &State<W>, most: usize) -> Option<Vec<State<W>>> {
    let mut all = vec![maze.normal(start)];
    let mut known: HashSet<_> = all.iter().copied().collect();
    let mut next = 0;
    while let Some(&state) = all.get(next) {
        next += 1;
        let region = maze.region(&state.boxes, state.player);
        maze.for_each_push(&state.boxes, &region, |square, direction| {
            let child = maze.normal(&maze.push(&state.boxes, square, direction));
            if known.insert(child) {
                all.push(child);
            }
        });
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Does nothing call a position a stray that a game has reached, even after learning from pulls that leave these positions?
///
/// `is_reached` may be content with the positions given; others are then learned from, and prove nothing wrong.
pub(crate) fn unflagged<const W: usize>(
    named: &Named,
    tables: &LevelTables<'_, W>,
    reached: &[State<W>],
    is_reached: impl Fn(&State<W>) -> bool,
    around: usize,
) -> Result<Tally, Failed> {
    let maze = &tables.maze;
    let mut deadlocks = BackwardDeadlocks::new(tables);
    let Ok(()) = deadlocks.pair_up(tables, &mut soko_core::Unlimited);
    let mut tally = Tally::default();
    let tried = TRIED * if thorough() { THOROUGH } else { 1 };
    let step = reached.len().div_ceil(tried);
    for state in reached.iter().step_by(step) {
        let region = maze.region(&state.boxes, state.player);
        for direction in Direction::ALL {
            for square in state.boxes.iter() {
                let to = maze.next(square, direction);
                let behind = maze.next(to, direction);
                if !region.contains(to) || !region.contains(behind) {
                    continue;
                }
                let mut boxes = state.boxes;
                boxes.remove(square);
                boxes.insert(to);
                let child = maze.normal(&State { boxes, player: behind });
                if is_reached(&child) {
                    continue;
                }
                let region = maze.region(&child.boxes, child.player);
                tally.strays += 1;
                let shown = deadlocks.lost_by_pull(&child, to)
                    || !child.boxes.is_subset(&tables.reached)
                    || deadlocks.lost(tables, &child.boxes, &region);
                let domain = &mut BackwardPatterns { deadlocks: &mut deadlocks, tables };
                let found = shown || proven(domain, &child) || proven_around(domain, &child, to, around);
                tally.proven += usize::from(found);
            }
        }
    }
    for (i, state) in reached.iter().enumerate() {
        let region = maze.region(&state.boxes, state.player);
        if deadlocks.lost(tables, &state.boxes, &region) {
            return Err(complaint("a stray", named, state));
        }
        if state.boxes.iter().any(|square| deadlocks.lost_by_pull(state, square)) {
            return Err(complaint("a stray by a pull that may have come before", named, state));
        }
        let domain = &mut BackwardPatterns { deadlocks: &mut deadlocks, tables };
        if i % step == 0
            && (proven(domain, state)
                || state.boxes.iter().any(|square| proven_around(domain, state, square, around)))
        {
            return Err(complaint("proven a stray", named, state));
        }
    }
    Ok(tally)
}
