//! Shortening a solution piece by piece.
//!
//! Take a stretch of the solution and search for fewer pushes from its first position to its last. The stretch
//! is a level of its own whose goals are the squares on which the boxes stand at the end, so the search needs
//! no change. Repeat with stretches of several lengths until none gets shorter. The result is no proof, but it
//! takes out the boxes that are moved twice for nothing.

use soko_core::{Cell, Direction, Level, Position, Session, Solution, Verified, check};

use crate::search::astar;

/// Lengths of the stretches in pushes.
const STRETCHES: [usize; 5] = [12, 25, 45, 80, 140];
/// Positions expanded per search.
const LIMIT: u64 = 10_000;

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
    let steps: Vec<Direction> = solution.steps().iter().map(|step| step.direction).collect();
    // Cut just before pushes, where the player stands behind a box.
    let pushes: Vec<usize> = (0..steps.len()).filter(|&i| solution.steps()[i].push).collect();
    let last = (first + stretch).min(pushes.len());
    let from = pushes[first];
    let to = pushes.get(last).copied().unwrap_or(steps.len());
    let mut positions = solution.positions(level).skip(from);
    let start = positions.next()?;
    let end = positions.nth(to - from - 1)?;
    let found = astar(&piece(level, &start, &end)?, 1.0, LIMIT).solution?;
    if found.metrics().pushes as usize >= last - first {
        return None;
    }
    let mut game = Session::new(level.clone());
    game.play(&steps[..from]);
    game.play(&found.steps().iter().map(|step| step.direction).collect::<Vec<_>>());
    // The player may have ended on the wrong side of a box, from where the rest cannot be played.
    if to < steps.len() && !game.walk_to(end.player()) {
        return None;
    }
    game.play(&steps[to..]);
    game.solution()
}

/// The level that leads from one position to another.
fn piece(level: &Level, start: &Position, end: &Position) -> Option<Level> {
    let mut board = level.draw(start);
    for square in level.floor().iter() {
        let (x, y) = level.coordinates(square);
        let ground = if end.boxes().contains(square) { Cell::Goal } else { Cell::Floor };
        let cell = match board.get(x, y) {
            cell if cell.has_box() => ground.with_box(),
            cell if cell.has_player() => ground.with_player(),
            _ => ground,
        };
        board.set(x, y, cell);
    }
    check(&board).level
}
