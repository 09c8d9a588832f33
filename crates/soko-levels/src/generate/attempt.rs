//! One attempt at a level: draft, start, proof, trimmed board, measures.
//!
//! An attempt is a function of wish, seed and number. It gives a level or says why not, and never looks at another attempt;
//! that is why attempts can be made in any order, on any number of threads, and made again.
//!
//! **The proof.** A* counts pushes and, among solutions with the fewest, moves. With moves counted the solution is one that a
//! person would play: a box is not left and taken up again without need, so its lines and changes can be trusted.
//! A* takes 1.6 ms for a room of Boxoban, on average; levels that need more than [`PROOF`] expansions are refused.
//!
//! **Trimming** comes after the proof. It closes squares on which the solution never sets foot, so the solution stays what it is, and
//! no shorter one can appear. Rooms lose their unused dead ends alone, for learners should meet floor without use.

use soko_core::{Level, LevelHash, Solution, Verified, check, identity, replay};
use soko_search::astar;
use soko_solver::{Budget, Control, Halt, Objective, Report, Silent, metric::Metric, run};

use super::{
    dice::Dice,
    plan,
    refusal::Refusal,
    start, trim,
    wish::{LevelStyle, Wish},
};

/// Positions that a proof may expand.
const PROOF: u64 = 20_000;

/// A level that meets a wish.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The attempt that made it.
    pub attempt: u64,
    /// The level.
    pub level: Level,
    /// A solution with the fewest pushes there can be and, of those, with the fewest moves. Both are proven.
    pub solution: Verified<Solution>,
    /// Boxes that the solution never pushes.
    pub idle_boxes: u32,
    /// The same for all levels that are equal up to symmetry and the player's start.
    pub family: LevelHash,
}

/// Makes one attempt.
///
/// ```
/// use soko_levels::generate::{LevelStyle, Wish, attempt};
/// use soko_solver::Control;
///
/// let wish = Wish::of(LevelStyle::Rooms);
/// let number = (0..).find(|&n| attempt(&wish, 1, n, &Control::default()).is_ok()).unwrap();
/// let made = attempt(&wish, 1, number, &Control::default()).unwrap();
/// assert_eq!(made.level.boxes(), 4);
/// ```
///
/// # Errors
/// Why it gave no level.
pub fn attempt(wish: &Wish, seed: u64, number: u64, control: &Control) -> Result<Generated, Refusal> {
    let mut dice = Dice::of_attempt(seed, number);
    let boxes = dice.between(wish.boxes.least as usize, wish.boxes.most as usize);
    let draft = plan::draft(wish, boxes, &mut dice).ok_or(Refusal::Floor)?;
    let level = start::find(draft, boxes, wish, control, &mut dice)?;
    let solution = proven(&level, control)?;
    let pushes = solution.metrics().pushes;
    if !wish.pushes.contains(pushes) {
        return Err(Refusal::Pushes(pushes));
    }
    let (level, solution) = trimmed(&level, &solution, wish)?;
    let idle_boxes = idle(&level, &solution);
    measured(wish, &solution, idle_boxes)?;
    let family = identity::family(&level);
    Ok(Generated { attempt: number, level, solution, idle_boxes, family })
}

/// The shortest solution.
fn proven(level: &Level, control: &Control) -> Result<Verified<Solution>, Refusal> {
    let mut astar = astar::Params { metric: Metric::PushesThenMoves, ..astar::Params::default() };
    let budget = Budget { nodes: Some(PROOF), control: control.clone(), ..Budget::default() };
    match run(&mut astar, level, budget, 0, 1, &mut Silent) {
        Report { solution: Some(solution), optimal: Some(Objective::PushesThenMoves), .. } => Ok(solution),
        Report { halted: Some(Halt::Stopped), .. } => Err(Refusal::Stopped),
        _ => Err(Refusal::Unproven),
    }
}

/// The level without floor that the solution does not use, if it stays as large as it should be.
fn trimmed(level: &Level, solution: &Solution, wish: &Wish) -> Result<(Level, Verified<Solution>), Refusal> {
    let rooms = wish.style == LevelStyle::Rooms;
    let board = if rooms { trim::dead_ends(level, solution) } else { trim::unused_floor(level, solution) };
    let level = check(&board).level.ok_or(Refusal::Size)?;
    let cropped = level.canonical_board();
    if plan::fills_its_board(wish) && (cropped.width(), cropped.height()) != (wish.width, wish.height) {
        return Err(Refusal::Size);
    }
    // Rooms keep their rectangle of walls.
    let level = if rooms { level } else { check(&cropped).level.ok_or(Refusal::Size)? };
    let steps: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
    let solution = replay(&level, &steps).expect("the solution uses no square that was closed");
    Ok((level, solution))
}

/// How many boxes a solution never pushes.
fn idle(level: &Level, solution: &Solution) -> u32 {
    let mut untouched = level.start().boxes().clone();
    for position in solution.positions(level) {
        for square in level.start().boxes().iter().filter(|&square| !position.boxes().contains(square)) {
            untouched.remove(square);
        }
    }
    untouched.len() as u32
}

/// Is the solution as interesting as it is to be?
fn measured(wish: &Wish, solution: &Solution, idle: u32) -> Result<(), Refusal> {
    let metrics = solution.metrics();
    let (lines, changes) = (metrics.box_lines, metrics.box_changes);
    for (bounds, count, refusal) in [
        (wish.idle, idle, Refusal::Idle(idle)),
        (wish.lines, lines, Refusal::Lines(lines)),
        (wish.changes, changes, Refusal::Changes(changes)),
    ] {
        if !bounds.contains(count) {
            return Err(refusal);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Bounds;
    use soko_core::lurd;

    #[test]
    fn boxes_that_never_move_are_idle() {
        let level = Level::parse("########\n#@$ . *#\n#   $ .#\n########").unwrap();
        let solution = replay(&level, &lurd::parse("RRlldrrrR").unwrap()).unwrap();
        assert_eq!(idle(&level, &solution), 1);
        let wish = Wish::of(LevelStyle::Rooms);
        assert_eq!(measured(&wish, &solution, 1), Err(Refusal::Idle(1)));
        assert_eq!(measured(&wish, &solution, 0), Ok(()));
        let lines = Wish { lines: Bounds::at_least(3), ..wish };
        assert_eq!(measured(&lines, &solution, 0), Err(Refusal::Lines(2)));
        let changes = Wish { changes: Bounds::at_most(1), ..wish };
        assert_eq!(measured(&changes, &solution, 0), Err(Refusal::Changes(2)));
    }

    #[test]
    fn a_stop_ends_an_attempt() {
        let control = Control::default();
        control.stop();
        let wish = Wish::of(LevelStyle::Rooms);
        let stopped = |number| attempt(&wish, 1, number, &control).is_err_and(|r| r == Refusal::Stopped);
        assert!((0..20).any(stopped));
        assert!((0..20).all(|number| attempt(&wish, 1, number, &control).is_err()));
    }
}
