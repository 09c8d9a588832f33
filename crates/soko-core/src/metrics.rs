//! The six measures of a solution that players compare.
//!
//! | measure | counts |
//! |---|---|
//! | moves | steps of the player, pushes included |
//! | pushes | steps that push a box |
//! | box lines | runs of pushes of one box in one direction; walking in between does not end a run |
//! | box changes | runs of pushes of one box in any direction |
//! | pushing sessions | runs of pushes without a step in between |
//! | player lines | runs of steps in one direction, pushing or not |
//!
//! The definitions are those of the Sokoban community (YSokoban's counters, JSoko's six metrics); in files
//! we write them in this order: moves/pushes/box lines/box changes/pushing sessions/player lines.

use std::fmt;

use crate::{Direction, Step};

/// The six measures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Metrics {
    /// Steps of the player, pushes included.
    pub moves: u32,
    /// Steps that push a box.
    pub pushes: u32,
    /// Runs of pushes of one box in one direction.
    pub box_lines: u32,
    /// Runs of pushes of one box.
    pub box_changes: u32,
    /// Runs of pushes without a step in between.
    pub pushing_sessions: u32,
    /// Runs of steps in one direction.
    pub player_lines: u32,
}

impl Metrics {
    /// Measures a sequence of legal steps. Needs no level: which box is pushed follows from the walk.
    pub fn of(steps: &[Step]) -> Self {
        let mut m = Self::default();
        let mut at = (0i32, 0i32);
        let mut previous: Option<Step> = None;
        // Where the box of the last push stands now, and which way it went.
        let mut last_box: Option<((i32, i32), Direction)> = None;
        for &step in steps {
            let (dx, dy) = step.direction.delta();
            at = (at.0 + dx, at.1 + dy);
            m.moves += 1;
            m.player_lines += u32::from(previous.is_none_or(|p| p.direction != step.direction));
            if step.push {
                let same_box = last_box.is_some_and(|(square, _)| square == at);
                let same_line = same_box && last_box.is_some_and(|(_, way)| way == step.direction);
                m.pushes += 1;
                m.box_changes += u32::from(!same_box);
                m.box_lines += u32::from(!same_line);
                m.pushing_sessions += u32::from(previous.is_none_or(|p| !p.push));
                last_box = Some(((at.0 + dx, at.1 + dy), step.direction));
            }
            previous = Some(step);
        }
        m
    }

    /// The measures in the order in which files print them.
    pub const fn as_array(&self) -> [u32; 6] {
        [self.moves, self.pushes, self.box_lines, self.box_changes, self.pushing_sessions, self.player_lines]
    }
}

/// `moves/pushes/box lines/box changes/pushing sessions/player lines`.
impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.as_array().map(|n| n.to_string()).join("/");
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> [u32; 6] {
        let step = |c: char| Step { direction: Direction::from_letter(c).unwrap(), push: c.is_uppercase() };
        Metrics::of(&text.chars().map(step).collect::<Vec<_>>()).as_array()
    }

    #[test]
    fn runs_are_counted_as_the_table_says() {
        assert_eq!(of(""), [0; 6]);
        assert_eq!(of("RRR"), [3, 3, 1, 1, 1, 1]);
        // Away and back behind the same box, same direction: one line, one change, two sessions.
        assert_eq!(of("RlrR"), [4, 2, 1, 1, 2, 3]);
        // The same box round a corner: two lines, one change.
        assert_eq!(of("RdrU"), [4, 2, 2, 1, 2, 4]);
        // Two boxes in one breath: after the first stops, the second is met at once.
        assert_eq!(of("RU"), [2, 2, 2, 2, 1, 2]);
    }
}
