//! The one way to change a position.
//!
//! [`Position::step`] applies the rules, returns what happened, and that value undoes it exactly. Nothing
//! allocates: a learner may call these tens of millions of times a second.

use crate::{Direction, Level, Position};

/// One legal step: which way, and whether it pushed a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Which way the player went.
    pub direction: Direction,
    /// Did a box move along?
    pub push: bool,
}

impl Position {
    /// Steps in a direction, pushing a box if one is in the way and can give way.
    /// `None` changes nothing: a wall, two boxes, or a box against a wall.
    #[inline]
    pub fn step(&mut self, level: &Level, direction: Direction) -> Option<Step> {
        let to = level.next(self.player, direction);
        if !level.floor().contains(to) {
            return None;
        }
        let push = self.boxes.contains(to);
        if push {
            let beyond = level.next(to, direction);
            if !level.floor().contains(beyond) || self.boxes.contains(beyond) {
                return None;
            }
            self.boxes.remove(to);
            self.boxes.insert(beyond);
        }
        self.player = to;
        Some(Step { direction, push })
    }

    /// Takes back the step that led here.
    #[inline]
    pub fn undo(&mut self, level: &Level, step: Step) {
        let from = level.next(self.player, step.direction.opposite());
        if step.push {
            self.boxes.remove(level.next(self.player, step.direction));
            self.boxes.insert(self.player);
        }
        self.player = from;
    }
}
