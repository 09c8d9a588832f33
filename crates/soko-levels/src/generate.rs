//! Generated levels: floor, goals, then backwards from the solved positions to the best start.
//!
//! Two ways lead to a level. A [`Recipe`] describes one, and made most of the built-in levels; a [`Wish`] describes what many levels
//! have in common, and a [`Stream`] makes them, one after another.
//!
//! # One level by recipe
//!
//! ```text
//! Recipe ─► floor (shape) ─► goals ─► all starts with their fewest pushes (backward)
//!                                           │  rating
//!                                           ▼
//!                           best start of all tries ─► trimmed board, optimal solution
//! ```
//!
//! The backward search is exhaustive, so the number of pushes is a proof and not an estimate. It is also why
//! such levels are small: six boxes on forty squares are a matter of a second, ten are hopeless. Larger levels
//! are made by random games played backwards (scatter) and come with a solution, but without a proof.
//!
//! ```
//! use soko_levels::generate::{Recipe, generate};
//!
//! let recipe: Recipe =
//!     "hall plain 4x4, 2 boxes, 2 goals together, 6-14 pushes, 100 tries, seed 1".parse().unwrap();
//! let made = generate(&recipe).unwrap();
//! assert_eq!(made.level.boxes(), 2);
//! assert!((6..=14).contains(&made.solution.metrics().pushes));
//! ```
//!
//! # Many levels by wish
//!
//! ```text
//! Wish, seed, number of the attempt
//!   │  dice of its own
//!   ▼
//! draft (plan) ─► start, on this draft or on a better one (start, climb) ─► proof by A*, trimmed board, measures (attempt)
//!                                                                              │  in the order of attempts
//!                                                                              ▼
//!                                                   new up to symmetry? ─► Generated (stream)
//! ```
//!
//! Here every level is proven, whatever its size: A* finds the fewest pushes and, of those, the fewest moves. Each attempt begins with
//! a floor of its own, because many rooms teach more than many starts of one room. On one core, in seconds of that core:
//!
//! | wish | attempts a level | time a level | pushes | box changes |
//! |---|---|---|---|---|
//! | rooms 10 × 10, 4 boxes, 10 pushes or more | 2.4 | 3.0 ms | 14.4 | 6.4 |
//! | rooms 8 × 8, 3 boxes, 30 or more | 25 | 38 ms | 30.9 | 9.8 |
//! | rooms 10 × 10, 4 boxes, 40 or more | 11 | 230 ms | 41.2 | 13.4 |
//! | halls 11 × 9, 4 or 5 boxes, 7 changes or more | 9 | 47 ms | 29.4 | 8.3 |
//! | dense 8 × 7, 4 or 5 boxes, 7 changes or more | 3 | 7 ms | 19.5 | 11.2 |
//!
//! The rooms are about as hard as those of Boxoban, measured in the same way: 1,000 of its unfiltered levels have 12.2 pushes and 5.8
//! box changes on average, 300 of its medium ones 16.2 and 6.9.

mod attempt;
mod backward;
mod bounds;
mod climb;
mod dice;
mod goals;
mod ordered;
mod plan;
mod rating;
pub mod recipe;
mod refusal;
mod scatter;
mod shape;
mod start;
mod stream;
mod trim;
mod wish;

use std::ops::RangeInclusive;

use soko_core::{
    Bits, Board, Cell, Level, Maze, Push, Solution, Square, State, Verified, check, replay, with_maze,
};

pub use attempt::{Generated, attempt};
use backward::Backward;
pub use bounds::Bounds;
use dice::Dice;
use rating::{GoalDistance, Rating};
pub use recipe::{Layout, Pattern, Recipe, RecipeError, Start, Style};
pub use refusal::{Refusal, Tally};
use shape::Floor;
pub use stream::{PATIENCE, Stream};
pub use wish::{LevelStyle, Wish, WishError, size_of};

/// Positions kept per backward search.
const POSITIONS: usize = 400_000;
/// Goal sets tried on one floor.
const GOAL_SETS: usize = 3;
/// Starts rated per layer of one backward search.
const STARTS_PER_LAYER: usize = 24;
/// Random games played backwards per set of goals.
const GAMES: usize = 12;

/// A generated level with a solution.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// A solution; with the fewest pushes there can be if the start was found exactly.
    pub solution: Verified<Solution>,
    /// What the rating thinks of it; only good for comparison within one recipe.
    pub score: i64,
}

/// The best level that a recipe's tries come upon; `None` if none of them gave a level or the recipe fails its
/// [`check`](Recipe::check).
pub fn generate(recipe: &Recipe) -> Option<Made> {
    recipe.check().ok()?;
    let mut dice = Dice::new(recipe.seed);
    let mut best: Option<Made> = None;
    for _ in 0..recipe.tries {
        let Some(floor) = Floor::random(recipe, &mut dice) else { continue };
        let plan = floor.board();
        for _ in 0..GOAL_SETS {
            let Some(board) = goals::place(&plan, recipe.layout, recipe.pattern, recipe.goals, &mut dice)
            else {
                continue;
            };
            let Some(solved) = solved_level(&board, recipe.boxes) else { continue };
            let threshold = best.as_ref().map_or(i64::MIN, |made| made.score);
            let found = with_maze!(&solved, few_widths, |maze| match recipe.start {
                Start::Exact { at_least, at_most } => {
                    exact_start(&solved, &maze, at_least..=at_most, threshold)
                }
                Start::Scattered => scattered_start(&solved, &maze, &mut dice, threshold),
            });
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

/// The best-rated start with a number of pushes in a range, if it beats a score.
fn exact_start<const W: usize>(
    solved: &Level,
    maze: &Maze<W>,
    range: RangeInclusive<usize>,
    threshold: i64,
) -> Option<Made> {
    let backward = Backward::search(solved, maze, POSITIONS)?;
    let distance = GoalDistance::new(maze);
    let mut best: Option<(i64, usize, Vec<Push>)> = None;
    for pushes in *range.start()..=backward.depth().min(*range.end()) {
        let layer = backward.layer(pushes);
        let step = layer.len().div_ceil(STARTS_PER_LAYER).max(1);
        for number in layer.step_by(step) {
            let solution = backward.solution(maze, number, pushes);
            let score = Rating::of(maze, &distance, &backward.state(number).boxes, &solution).score();
            if score > best.as_ref().map_or(threshold, |b| b.0) {
                best = Some((score, number, solution));
            }
        }
    }
    let (score, number, pushes) = best?;
    finish(solved, maze, backward.state(number), &pushes, score)
}

/// The best-rated of some random games played backwards, if it beats a score.
fn scattered_start<const W: usize>(
    solved: &Level,
    maze: &Maze<W>,
    dice: &mut Dice,
    threshold: i64,
) -> Option<Made> {
    let best = scatter::best_of(GAMES, solved, maze, dice)?;
    if best.score <= threshold {
        return None;
    }
    finish(solved, maze, &best.start, &best.solution, best.score)
}

/// Sets the player down, plays the solution, trims the floor.
fn finish<const W: usize>(
    solved: &Level,
    maze: &Maze<W>,
    start: &State<W>,
    pushes: &[Push],
    score: i64,
) -> Option<Made> {
    let region = maze.region(&start.boxes, start.player);
    let level = start_level(solved, &start.boxes, standing_place(solved, &region)?)?;
    let solution = Solution::from_pushes(&level, pushes)?;
    let trimmed = check(&trim::unused_floor(&level, &solution)).level?;
    let level = check(&trimmed.canonical_board()).level?;
    let steps: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
    let solution = replay(&level, &steps).ok()?;
    Some(Made { level, solution, score })
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

#[cfg(test)]
mod tests {
    use super::*;
    use soko_solver::{Budget, Objective, Silent, run};

    fn made(line: &str) -> Made {
        generate(&line.parse().unwrap()).unwrap_or_else(|| panic!("{line} gives no level"))
    }

    #[test]
    fn exact_levels_have_the_optimum_that_is_claimed() {
        for style in ["cave plain", "hall mirror", "rooms plain", "house spin"] {
            for goals in [2, 3, 4] {
                let made = made(&format!(
                    "{style} 6x5, 3 boxes, {goals} goals apart, 3-30 pushes, 40 tries, seed 8"
                ));
                let mut bfs = soko_players::PLAYERS.find("bfs").unwrap().build(None, &[]).unwrap();
                let report = run(&mut *bfs, &made.level, Budget::default(), 0, 1, &mut Silent);
                assert_eq!(report.optimal, Some(Objective::Pushes));
                let [ours, best] = [&made.solution, &report.solution.unwrap()].map(|s| s.metrics().pushes);
                assert_eq!(ours, best, "{}", made.level.board());
                assert_eq!((made.level.boxes(), made.level.goals().len()), (3, goals));
            }
        }
    }

    #[test]
    fn scattered_levels_begin_away_from_home() {
        for goals in [6, 8, 10] {
            let made = made(&format!(
                "house plain 10x8, 8 boxes, {goals} goals together, scattered, 20 tries, seed 2"
            ));
            assert_eq!(made.level.start().boxes().common(made.level.goals()), 0);
            assert!(made.solution.metrics().pushes >= 20, "{}", made.level.board());
        }
    }

    #[test]
    fn a_recipe_out_of_range_gives_nothing() {
        let line = "hall plain 4x4, 2 boxes, 2 goals together, 6-14 pushes, 100 tries, seed 1";
        let recipe = Recipe { width: 0, ..line.parse().unwrap() };
        assert!(generate(&recipe).is_none());
    }

    #[test]
    fn too_many_ways_to_be_solved_give_nothing() {
        let line = "hall plain 20x20, 40 boxes, 20 goals apart, 6-14 pushes, 1 tries, seed 1";
        assert!(generate(&line.parse().unwrap()).is_none());
    }
}
