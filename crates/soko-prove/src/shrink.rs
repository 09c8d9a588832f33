//! Makes a counterexample smaller, as long as the claim stays false.
//!
//! Settings are taken away, the way to the claim is made straight, floor is turned into wall, and boxes and goals
//! are taken away in pairs. What is left is easier to understand. A change is kept if the same kind of fault comes
//! up again; the number of runs is bounded.

use crate::{
    counterexample::Counterexample,
    oracle::{Board, cell, each},
    shape::Case,
    trial::{Route, Setup, play},
};

/// Runs that one counterexample may take.
const RUNS: usize = 300;

/// Nodes of the oracle.
const NODES: usize = 200_000;

/// The smaller counterexample.
pub(crate) fn shrink(found: &Counterexample) -> Counterexample {
    let Some(kind) = found.fault.as_ref().map(|fault| fault.kind) else { return found.clone() };
    let mut runs = 0;
    let mut is_still_false = |text: &str, setup: &Setup| {
        runs += 1;
        let case = (runs <= RUNS).then(|| Case::of(text, NODES).ok()).flatten()?;
        play(&case, setup).fault.filter(|fault| fault.kind == kind)
    };
    let mut best = found.clone();
    let mut attempt = |text: String, setup: Setup, best: &mut Counterexample| {
        let fault = is_still_false(&text, &setup);
        let smaller = fault.is_some();
        if smaller {
            *best = Counterexample { text, setup, fault, source: best.source.clone() };
        }
        smaller
    };
    let simpler: [fn(&mut Setup); 4] = [
        |setup| setup.route = Route::Straight,
        |setup| setup.memory = None,
        |setup| setup.threads = 1,
        |setup| setup.settings.preset = None,
    ];
    for simplify in simpler {
        let mut setup = best.setup.clone();
        simplify(&mut setup);
        attempt(best.text.clone(), setup, &mut best);
    }
    for number in (0..best.setup.settings.changes.len()).rev() {
        let mut setup = best.setup.clone();
        setup.settings.changes.remove(number);
        attempt(best.text.clone(), setup, &mut best);
    }
    let Ok(mut board) = Board::read(&best.text) else { return best };
    for (boxes, goals) in
        each(board.boxes).flat_map(|b| each(board.goals).map(move |g| (b, g))).collect::<Vec<_>>()
    {
        let (without_box, without_goal) = (board.boxes & !cell(boxes), board.goals & !cell(goals));
        if without_box == board.boxes || without_goal == board.goals {
            continue;
        }
        let mut fewer = board.clone();
        (fewer.boxes, fewer.goals) = (without_box, without_goal);
        if attempt(fewer.text(), best.setup.clone(), &mut best) {
            board = fewer;
        }
    }
    for at in each(board.open & !board.boxes & !board.goals & !cell(board.player)) {
        let mut narrower = board.clone();
        narrower.open &= !cell(at);
        if attempt(narrower.text(), best.setup.clone(), &mut best) {
            board = narrower;
        }
    }
    best
}
