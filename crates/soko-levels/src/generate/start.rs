//! Where the boxes of a level begin.
//!
//! Two ways, by the number of ways to put the boxes on the floor:
//!
//! * **All starts**, up to [`PLACEMENTS`] of them: the exhaustive backward search knows the fewest pushes of every start. Of a
//!   few in the wished range the rating picks the best.
//! * **Random games** played backwards, on larger floors: a box is pulled to one of the squares it can be pulled to, then the
//!   next. The best-rated game of a few gives the start, and A* finds its fewest pushes.
//!
//! Random games rarely need more than seven pushes a box. Where more are asked for, and for dense levels, all starts are looked at
//! up to [`MORE_PLACEMENTS`].
//!
//! No box begins on a goal: it would be a box less to think about, or one that has to leave for no visible reason.

use soko_core::{Level, Maze, Push, State, with_maze};
use soko_solver::Control;

use super::{
    backward::Backward,
    climb::{Climb, Draft},
    dice::Dice,
    rating::{GoalDistance, Rating},
    refusal::Refusal,
    scatter, solved_level, standing_place, start_level,
    wish::{LevelStyle, Wish},
};

/// Ways to put the boxes on the floor up to which all starts are looked at.
const PLACEMENTS: u64 = 12_000;
/// The same where random games are not good enough.
const MORE_PLACEMENTS: u64 = 60_000;
/// Pushes per box that random games reach often enough.
const PUSHES_OF_GAMES: u32 = 7;
/// Positions kept per backward search.
const POSITIONS: usize = 400_000;
/// Starts rated per backward search.
const STARTS: usize = 32;
/// Random games per attempt.
const GAMES: usize = 4;
/// Changes made to a dense draft even if its starts are far enough: 40 of them bring 19.5 pushes instead
/// of 15.8.
const DENSE_STEPS: usize = 40;

/// A level on a draft's floor and goals, or on a better draft's.
pub(crate) fn find(
    draft: Draft,
    boxes: usize,
    wish: &Wish,
    control: &Control,
    dice: &mut Dice,
) -> Result<Level, Refusal> {
    let dense = wish.style == LevelStyle::Dense;
    let many = dense || wish.pushes.least > PUSHES_OF_GAMES * boxes as u32;
    let limit = if many { MORE_PLACEMENTS } else { PLACEMENTS };
    let few = |solved: &Level| placements(solved.floor().len(), boxes) <= limit;
    let solved = solved_level(&draft.board(), boxes).ok_or(Refusal::Floor)?;
    if !few(&solved) {
        return with_maze!(&solved, few_widths, |maze| of_games(&solved, &maze, dice));
    }
    let climb = Climb { steps: if dense { DENSE_STEPS } else { 0 }, height: wish.pushes.least.max(1) };
    let height = |draft: &Draft| {
        let solved = solved_level(&draft.board(), boxes).filter(few)?;
        Some((depth(&solved), solved))
    };
    let solved = climb.up(draft, height, control, dice)?;
    with_maze!(&solved, few_widths, |maze| of_all(&solved, &maze, wish, dice))
}

/// How many ways there are to put boxes on squares.
fn placements(squares: usize, boxes: usize) -> u64 {
    let (squares, boxes) = (squares as u64, boxes as u64);
    (0..boxes).fold(1, |ways: u64, i| ways.saturating_mul(squares.saturating_sub(i)) / (i + 1))
}

/// The fewest pushes of the farthest start.
fn depth(solved: &Level) -> u32 {
    with_maze!(solved, few_widths, |maze| Backward::search(solved, &maze, POSITIONS)
        .map_or(0, |all| all.depth() as u32))
}

/// The best of some starts with a number of pushes in the range.
fn of_all<const W: usize>(
    solved: &Level,
    maze: &Maze<W>,
    wish: &Wish,
    dice: &mut Dice,
) -> Result<Level, Refusal> {
    let backward = Backward::search(solved, maze, POSITIONS).ok_or(Refusal::Start)?;
    let least = wish.pushes.least.max(1) as usize;
    let most = backward.depth().min(wish.pushes.most as usize);
    if least > most {
        return Err(Refusal::Pushes(backward.depth() as u32));
    }
    let distance = GoalDistance::new(maze);
    let mut best: Option<(i64, State<W>)> = None;
    for _ in 0..STARTS {
        // The farther of two layers: long solutions are rarer.
        let pushes = dice.between(least, most).max(dice.between(least, most));
        let layer = backward.layer(pushes);
        let number = layer.start + dice.below(layer.len());
        let state = backward.state(number);
        if !(state.boxes & *maze.goals()).is_empty() {
            continue;
        }
        let solution: Vec<Push> = backward.solution(maze, number, pushes);
        let score = Rating::of(maze, &distance, &state.boxes, &solution).score();
        if best.is_none_or(|best| score > best.0) {
            best = Some((score, *state));
        }
    }
    begun(solved, maze, &best.ok_or(Refusal::Start)?.1)
}

/// The best of some games played backwards.
fn of_games<const W: usize>(solved: &Level, maze: &Maze<W>, dice: &mut Dice) -> Result<Level, Refusal> {
    let best = scatter::best_of(GAMES, solved, maze, dice).ok_or(Refusal::Start)?;
    begun(solved, maze, &best.start)
}

/// The level that begins with a position.
fn begun<const W: usize>(solved: &Level, maze: &Maze<W>, state: &State<W>) -> Result<Level, Refusal> {
    let region = maze.region(&state.boxes, state.player);
    let player = standing_place(solved, &region).ok_or(Refusal::Start)?;
    start_level(solved, &state.boxes, player).ok_or(Refusal::Start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_counted_without_overflow() {
        assert_eq!(placements(20, 3), 1_140);
        assert_eq!(placements(3, 4), 0);
        assert!(placements(400, 16) > MORE_PLACEMENTS);
    }
}
