//! Replaying: the only source of solutions.
//!
//! A solver *proposes* directions; [`replay`] applies the rules one step at a time and, if the level's aim is
//! reached at the end, hands out a [`Verified<Solution>`]. The wrapper has no other constructor, so a value
//! of that type is the proof that the rules were kept.

use std::ops::Deref;

use crate::{Direction, Level, Metrics, Position, Push, Step, lurd, walk};

/// The steps of a solution and their measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    steps: Vec<Step>,
    metrics: Metrics,
}

impl Solution {
    /// The solution that some pushes are, joined by shortest walks; `None` if they are none.
    pub fn from_pushes(level: &Level, pushes: &[Push]) -> Option<Verified<Self>> {
        replay(level, &walk::connect(level, pushes)?).ok()
    }

    /// The steps from the start.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The six measures.
    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// In LURD notation, pushes in upper case.
    pub fn lurd(&self) -> String {
        lurd::format(&self.steps)
    }

    /// The positions from the start to the solved one, one more than there are steps.
    pub fn positions<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = Position> + 'a {
        let mut position = level.start().clone();
        let later = self.steps.iter().map(move |step| {
            position.step(level, step.direction);
            position.clone()
        });
        std::iter::once(level.start().clone()).chain(later)
    }
}

/// Proof that the replayer has checked the value inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// The value without its proof.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Why a sequence of directions is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A step runs into a wall or a box that cannot give way.
    #[error("move {} ({}) is blocked", .index + 1, .direction.letter())]
    Blocked {
        /// Index of the step, from 0.
        index: usize,
        /// Which way it wanted to go.
        direction: Direction,
    },
    /// All steps are legal, but the level is not solved after them.
    #[error("after all {moves} moves the level is not solved: {home} of {needed} boxes are on goals")]
    Unsolved {
        /// Number of steps.
        moves: usize,
        /// Boxes on goals at the end.
        home: usize,
        /// Boxes on goals needed.
        needed: usize,
    },
}

/// Applies directions from the start of a level.
///
/// # Errors
/// The first blocked step, or that the level is not solved after the last one.
pub fn replay(level: &Level, directions: &[Direction]) -> Result<Verified<Solution>, ReplayError> {
    let (steps, end) = walk_through(level, directions)?;
    if !level.is_solved(&end) {
        return Err(ReplayError::Unsolved {
            moves: steps.len(),
            home: end.boxes().common(level.goals()),
            needed: level.needed(),
        });
    }
    let metrics = Metrics::of(&steps);
    Ok(Verified(Solution { steps, metrics }))
}

/// Applies directions and says where they lead, solved or not.
///
/// # Errors
/// The first blocked step.
pub fn walk_through(level: &Level, directions: &[Direction]) -> Result<(Vec<Step>, Position), ReplayError> {
    let mut position = level.start().clone();
    let mut steps = Vec::with_capacity(directions.len());
    for (index, &direction) in directions.iter().enumerate() {
        let step = position.step(level, direction).ok_or(ReplayError::Blocked { index, direction })?;
        steps.push(step);
    }
    Ok((steps, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str, moves: &str) -> Result<String, ReplayError> {
        let level = Level::parse(text).unwrap();
        replay(&level, &lurd::parse(moves).unwrap()).map(|s| s.lurd())
    }

    #[test]
    fn case_is_recomputed() {
        assert_eq!(outcome("######\n# @$.#\n######", "LRr").unwrap(), "lrR");
    }

    #[test]
    fn blocked_and_unfinished_are_told_apart() {
        let text = "######\n# @$.#\n######";
        let blocked = ReplayError::Blocked { index: 0, direction: Direction::Up };
        assert_eq!(outcome(text, "u"), Err(blocked));
        assert_eq!(outcome(text, "l"), Err(ReplayError::Unsolved { moves: 1, home: 0, needed: 1 }));
    }

    #[test]
    fn surplus_boxes_need_all_goals_and_surplus_goals_all_boxes() {
        assert_eq!(outcome("########\n#@$. $ #\n########", "r").unwrap(), "R");
        assert_eq!(outcome("########\n#@$. . #\n########", "r").unwrap(), "R");
    }
}
