//! Shortening a solution piece by piece.
//!
//! Take a stretch of the solution and search for fewer pushes from its first position to its last. The stretch
//! is a level of its own whose goals are the squares on which the boxes stand at the end, so the search needs
//! no change. Repeat with stretches of several lengths until none gets shorter. The result is no proof, but it
//! takes out the boxes that are moved twice for nothing.

use soko_core::{Direction, Level, Solution, Verified, check, replay};

use crate::astar::{Outcome, solve};

/// Lengths of the stretches in pushes.
const STRETCHES: [usize; 5] = [12, 25, 45, 80, 140];
/// Positions known per search.
const LIMIT: usize = 30_000;

/// A solution with as many pushes or fewer.
pub(crate) fn improve(level: &Level, solution: Verified<Solution>) -> Verified<Solution> {
    let mut best = solution;
    loop {
        let pushes = best.metrics().pushes;
        for stretch in STRETCHES {
            best = pass(level, best, stretch);
        }
        if best.metrics().pushes == pushes {
            return best;
        }
    }
}

/// Tries every stretch of one length, in steps of a third.
fn pass(level: &Level, solution: Verified<Solution>, stretch: usize) -> Verified<Solution> {
    let mut best = solution;
    let mut first = 0;
    while first < best.metrics().pushes as usize {
        match shorter(level, &best, first, stretch) {
            Some(better) => best = better,
            None => first += stretch / 3,
        }
    }
    best
}

/// The solution with the stretch that begins after `first` pushes replaced by a shorter one.
fn shorter(level: &Level, solution: &Solution, first: usize, stretch: usize) -> Option<Verified<Solution>> {
    let steps = solution.steps();
    // Cut just before a push, so that the player stands behind the box.
    let pushes: Vec<usize> = (0..steps.len()).filter(|&i| steps[i].push).collect();
    let from = pushes[first];
    let last = (first + stretch).min(pushes.len());
    let to = pushes.get(last).copied().unwrap_or(steps.len());
    let mut positions = solution.positions(level).skip(from);
    let start = positions.next()?;
    let end = if to == from { start.clone() } else { positions.nth(to - from - 1)? };

    let mut board = level.draw(&start);
    for square in level.floor().iter() {
        let (x, y) = level.coordinates(square);
        let ground =
            if end.boxes().contains(square) { soko_core::Cell::Goal } else { soko_core::Cell::Floor };
        let cell = board.get(x, y);
        board.set(
            x,
            y,
            if cell.has_box() {
                ground.with_box()
            } else if cell.has_player() {
                ground.with_player()
            } else {
                ground
            },
        );
    }
    let piece = check(&board).level?;
    let Outcome::Solved(found) = solve(&piece, 10, LIMIT) else { return None };
    if found.metrics().pushes as usize >= last - first {
        return None;
    }
    // The player may end elsewhere: only a replay of the whole tells whether the rest still fits.
    let head = steps[..from].iter().map(|s| s.direction);
    let mut path: Vec<Direction> = head.chain(found.steps().iter().map(|s| s.direction)).collect();
    let mut replayed = soko_core::Session::new(level.clone());
    if replayed.play(&path) != path.len() {
        return None;
    }
    // Walk to where the old solution stood, then go on as before.
    if to < steps.len() {
        let before = path.len();
        if !replayed.walk_to(end.player()) {
            return None;
        }
        path.extend(replayed.steps()[before..].iter().map(|s| s.direction));
        path.extend(steps[to..].iter().map(|s| s.direction));
    }
    replay(level, &path).ok()
}
