//! The detectors along solutions of real levels.
//!
//! Every position on the way to a solution can be won, so nothing may call it lost, and every one was reached from the start, so
//! the search for plans may not call it out of reach. The tests learn first: from pushes that leave the way, of which many
//! are lost. What it has learned must not match the way itself.

use libtest_mimic::Failed;
use soko_analysis::deadlock::{DeadPairs, Detector, Rules, immobile};
use soko_core::{Bits, Motion, Pulling, Solution, Square, State};
use soko_expert::{
    DESCRIPTOR,
    internals::{ForwardDeadlocks, ForwardPatterns, LevelTables, is_lost_to_plans},
};
use soko_search::astar;
use soko_solver::{Budget, Descriptor, Silent, run};

use crate::{
    levels::{Named, complaint, deadlocks, proven_around, shown_lost},
    reached, thorough,
};

/// Files of the shared collection, every which level of them is played, and how many solutions there are at least.
pub(crate) const FILES: [(&str, usize, usize); 4] = [
    ("large_test_suite/Microban_155.xsb", 1, 150),
    ("large_test_suite/XSokoban_90.xsb", 5, 10),
    ("large_test_suite/Sasquatch_50.xsb", 5, 3),
    ("large_test_suite/Sven_1623.xsb", 60, 12),
];

/// Words of the positions.
const W: usize = 8;
/// The players, and how many positions they may expand.
const PLAYERS: [(Descriptor, u64); 2] = [(astar::DESCRIPTOR, 1_000), (DESCRIPTOR, 4_000)];
/// So many times as many where there is time.
const THOROUGH: u64 = 10;
/// Positions of a way, at most, around whose boxes proofs are tried.
const TRIED: usize = 40;
/// Positions a proof may visit.
const PROOF: usize = 50;

/// Nothing flags a position on a solution of these levels; at least `expected` solutions are found.
pub(crate) fn hold(levels: &[Named], expected: usize) -> Result<(), Failed> {
    let mut solutions = 0;
    for named in levels.iter().filter(|(_, level)| level.squares() <= 64 * W) {
        for (descriptor, nodes) in PLAYERS {
            let mut player = descriptor.build(None, &[]).map_err(|error| error.to_string())?;
            let nodes = if thorough() { nodes * THOROUGH } else { nodes };
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let report = run(&mut *player, &named.1, budget, 1, 1, &mut Silent);
            if let Some(solution) = &report.solution {
                along(named, solution)?;
                solutions += 1;
            }
        }
    }
    if solutions < expected { Err(format!("only {solutions} solutions").into()) } else { Ok(()) }
}

/// A position on the way, and where the push before it brought a box.
struct Place {
    state: State<W>,
    to: Option<Square>,
}

fn places(tables: &LevelTables<'_, W>, solution: &Solution) -> Vec<Place> {
    let maze = &tables.maze;
    let mut state = tables.start;
    let mut places = vec![Place { state: maze.normal(&state), to: None }];
    for step in solution.steps() {
        let next = maze.next(state.player, step.direction);
        if state.boxes.contains(next) {
            state = maze.push(&state.boxes, next, step.direction);
            places.push(Place { state: maze.normal(&state), to: Some(maze.next(next, step.direction)) });
        } else {
            state.player = next;
        }
    }
    places
}

fn along(named: &Named, solution: &Solution) -> Result<(), Failed> {
    let tables = LevelTables::<W>::new(&named.1);
    let places = places(&tables, solution);
    if !places.last().is_some_and(|place| tables.maze.is_solved(&place.state.boxes)) {
        return Err(format!("{} is not solved", named.0).into());
    }
    if named.1.boxes() == named.1.goals().len() {
        forwards(named, &tables, &places)?;
        backwards(named, &tables, &places)?;
    }
    Ok(())
}

fn forwards(named: &Named, tables: &LevelTables<'_, W>, places: &[Place]) -> Result<(), Failed> {
    let (maze, detector) = (&tables.maze, Detector::new(&named.1, &Rules::default()));
    let mut deadlocks = deadlocks(tables);
    let step = places.len().div_ceil(TRIED);
    for place in places.iter().step_by(step) {
        learn(&mut deadlocks, tables, &place.state);
    }
    let mut resting = None;
    for (i, Place { state, to }) in places.iter().enumerate() {
        let wrong = |what| Err(complaint(what, named, state));
        let region = maze.region(&state.boxes, state.player);
        // A box that never moves again stands where it stood before.
        if resting.is_some_and(|still: Bits<W>| !still.is_subset(&state.boxes)) {
            return wrong("an immobile box has moved");
        }
        let still = immobile(maze, &detector, &tables.dead, &state.boxes, &region);
        resting = Some(still);
        if !still.is_subset(maze.goals()) {
            return wrong("an immobile box off goal");
        }
        if to.is_some_and(|to| deadlocks.lost_by_push(maze, state, to)) {
            return wrong("lost by push");
        }
        if deadlocks.lost(maze, state) {
            return wrong("lost");
        }
        if i % step == 0 {
            if shown_lost(&mut deadlocks, tables, state) {
                return wrong("proven lost");
            }
            if state.boxes.iter().any(|square| {
                proven_around(
                    &mut ForwardPatterns { deadlocks: &mut deadlocks, tables },
                    state,
                    square,
                    PROOF,
                )
            }) {
                return wrong("lost around a box");
            }
        }
    }
    Ok(())
}

/// Looks at every push from a position.
fn learn(deadlocks: &mut ForwardDeadlocks<W>, tables: &LevelTables<'_, W>, state: &State<W>) {
    let maze = &tables.maze;
    let region = maze.region(&state.boxes, state.player);
    maze.for_each_push(&state.boxes, &region, |square, direction| {
        let child = maze.normal(&maze.push(&state.boxes, square, direction));
        let to = maze.next(square, direction);
        if !deadlocks.lost_by_push(maze, &child, to) && !deadlocks.lost(maze, &child) {
            proven_around(&mut ForwardPatterns { deadlocks, tables }, &child, to, PROOF);
        }
    });
}

fn backwards(named: &Named, tables: &LevelTables<'_, W>, places: &[Place]) -> Result<(), Failed> {
    let Ok(strays) = DeadPairs::unreached(&named.1, &tables.maze, &mut soko_core::Unlimited);
    let ends = Pulling::roots(&tables.maze, &tables.start);
    if !places.last().is_some_and(|place| ends.contains(&place.state)) {
        return Err(format!("searches from the end of {} do not begin where it ends", named.0).into());
    }
    for Place { state, .. } in places.iter().rev() {
        if is_lost_to_plans(tables, state) {
            return Err(complaint("out of reach", named, state));
        }
        if !state.boxes.is_subset(&tables.reached) {
            return Err(complaint("a box where none can come", named, state));
        }
        if strays.as_ref().is_some_and(|strays| strays.find(state).is_some()) {
            return Err(complaint("two boxes that no game contains", named, state));
        }
    }
    let states: Vec<_> = places.iter().map(|place| place.state).collect();
    reached::unflagged(named, tables, &states, |state| states.contains(state), PROOF).map(drop)
}
