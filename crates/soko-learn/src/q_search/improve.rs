//! A shorter solution: rounds of learning in the neighbourhood of the best one, as long as they gain.
//!
//! Each round knows the positions of the best solution and how many pushes lead to each, tries what lies beside
//! them and takes over every shorter way; see [`shorten`]. The first round that gains nothing is the last.

use soko_core::{Level, Maze, Push, Solution, Verified};
use soko_search::{
    box_index::BoxIndex,
    mcts::{estimate::Estimate, shorten::shorten},
};
use soko_solver::{Context, Halt};

/// A solution replayed by the rules.
pub(super) fn verified(level: &Level, pushes: &[Push]) -> Verified<Solution> {
    Solution::from_pushes(level, pushes).expect("legal pushes to a solved position")
}

/// The best solution found, never longer than the given one; each round has so many expansions.
pub(super) fn improve<const W: usize>(
    level: &Level,
    maze: &Maze<W>,
    box_index: &BoxIndex,
    pushes: Vec<Push>,
    effort: u64,
    context: &mut Context<'_>,
) -> Result<Verified<Solution>, Halt> {
    let mut best = verified(level, &pushes);
    context.incumbent(&best);
    let mut pushes = pushes;
    let mut estimate = Estimate::new(level, maze, true, context)?;
    let bytes = estimate.bytes();
    let mut round = 0;
    while effort > 0 && !pushes.is_empty() {
        let before = pushes.len();
        pushes =
            shorten(box_index.clone(), maze, &maze.start(level), pushes, effort, &mut estimate, context)?;
        round += 1;
        context.metric("pushes", round, pushes.len() as f64);
        if pushes.len() == before {
            break;
        }
        best = verified(level, &pushes);
        context.incumbent(&best);
    }
    context.release(bytes);
    Ok(best)
}
