//! Generated levels: floor, goals, then backwards from the solved positions to the best start.
//!
//! ```text
//! Recipe ─► floor (shape) ─► goals ─► all starts with their fewest pushes (backward)
//!                                           │  rating
//!                                           ▼
//!                           best start of all tries ─► trimmed board, optimal solution
//! ```
//!
//! The backward search is exhaustive, so the number of pushes is a proof and not an estimate. It is also why
//! generated levels are small: six boxes on forty squares are a matter of a second, ten are hopeless.

mod backward;
mod dice;
mod goals;
mod rating;
pub mod recipe;
mod shape;
mod trim;

use soko_core::{Bits, Board, Cell, Level, Maze, Push, Solution, Square, Verified, check, replay, walk, with_maze};

use backward::Backward;
use dice::Dice;
use rating::{GoalDistance, Rating};
pub use recipe::{Layout, Pattern, Recipe, RecipeError, Style};
use shape::Floor;

/// Positions kept per backward search.
const POSITIONS: usize = 400_000;
/// Goal sets tried on one floor.
const GOAL_SETS: usize = 3;
/// Starts rated per layer of one backward search.
const STARTS_PER_LAYER: usize = 24;

/// A generated level with a solution that has the fewest pushes there can be.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// An optimal solution.
    pub solution: Verified<Solution>,
    /// What the rating thinks of it; only good for comparison within one recipe.
    pub score: i64,
}

/// The best level that a recipe's tries come upon; `None` if none of them gave a level.
pub fn generate(recipe: &Recipe) -> Option<Made> {
    let mut dice = Dice::new(recipe.seed);
    let mut best: Option<Made> = None;
    for _ in 0..recipe.tries {
        let Some(floor) = Floor::random(recipe, &mut dice) else { continue };
        let plan = floor.board();
        for _ in 0..GOAL_SETS {
            let Some(board) = goals::place(&plan, recipe, &mut dice) else { continue };
            let Some(solved) = solved_level(&board, recipe.boxes) else { continue };
            let at_least = best.as_ref().map_or(i64::MIN, |made| made.score);
            let found = with_maze!(&solved, |maze| best_start(recipe, &solved, &maze, at_least));
            best = found.or(best);
        }
    }
    best
}

/// A level with the goals of the board and any boxes and player: it carries floor, goals and number of boxes
/// to the backward search.
fn solved_level(board: &Board, boxes: usize) -> Option<Level> {
    let mut board = board.clone();
    let goals: Vec<_> = board.cells().filter(|c| c.2 == Cell::Goal).collect();
    let floor: Vec<_> = board.cells().filter(|c| c.2 == Cell::Floor).collect();
    let mut places = goals.into_iter().chain(floor);
    for (x, y, cell) in places.by_ref().take(boxes) {
        board.set(x, y, cell.with_box());
    }
    let (x, y, cell) = places.next()?;
    board.set(x, y, cell.with_player());
    check(&board).level
}

/// The best-rated start of a floor, if it beats a score.
fn best_start<const W: usize>(recipe: &Recipe, solved: &Level, maze: &Maze<W>, beat: i64) -> Option<Made> {
    let backward = Backward::search(solved, maze, POSITIONS);
    let distance = GoalDistance::new(maze);
    let mut best: Option<(i64, usize, Vec<Push>)> = None;
    for pushes in recipe.at_least..=recipe.at_most.min(backward.depth()) {
        let layer = backward.layer(pushes);
        let step = layer.len().div_ceil(STARTS_PER_LAYER).max(1);
        for number in layer.step_by(step) {
            let solution = backward.solution(maze, number, pushes);
            let score = Rating::of(maze, &distance, &backward.state(number).boxes, &solution).score();
            if score > best.as_ref().map_or(beat, |b| b.0) {
                best = Some((score, number, solution));
            }
        }
    }
    let (score, number, pushes) = best?;
    let state = backward.state(number);
    let region = maze.region(&state.boxes, state.player);
    let level = start_level(solved, &state.boxes, standing_place(solved, &region)?)?;
    let (level, solution) = play(level, &pushes)?;
    let trimmed = check(&trim::dead_ends(&level, &solution)).level?;
    let trimmed = check(&trimmed.canonical_board()).level?;
    let steps: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
    let solution = replay(&trimmed, &steps).ok()?;
    Some(Made { level: trimmed, solution, score })
}

fn play(level: Level, pushes: &[Push]) -> Option<(Level, Verified<Solution>)> {
    let path = walk::connect(&level, pushes)?;
    let solution = replay(&level, &path).ok()?;
    Some((level, solution))
}

/// The square of a region nearest to its middle, beside the goals if there is one: a quiet place to begin.
fn standing_place<const W: usize>(level: &Level, region: &Bits<W>) -> Option<Square> {
    let places: Vec<_> = region.iter().map(|square| (square, level.coordinates(square))).collect();
    let count = places.len();
    let (sum_x, sum_y) = places.iter().fold((0, 0), |sum, (_, (x, y))| (sum.0 + x, sum.1 + y));
    places
        .into_iter()
        .min_by_key(|&(square, (x, y))| {
            let off_centre = (x * count).abs_diff(sum_x) + (y * count).abs_diff(sum_y);
            (level.goals().contains(square), off_centre)
        })
        .map(|(square, _)| square)
}

fn start_level<const W: usize>(solved: &Level, boxes: &Bits<W>, player: Square) -> Option<Level> {
    let mut board = solved.board().clone();
    for square in solved.floor().iter() {
        let (x, y) = solved.coordinates(square);
        let ground = board.get(x, y).cleared();
        let cell = if boxes.contains(square) {
            ground.with_box()
        } else if square == player {
            ground.with_player()
        } else {
            ground
        };
        board.set(x, y, cell);
    }
    check(&board).level
}
