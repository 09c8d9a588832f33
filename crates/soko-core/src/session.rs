//! A game in progress: a position with its whole history.
//!
//! Undo and redo never lose anything: restarting moves the whole game into redo, and repeating the next
//! step by hand keeps what lies behind it. Only a different step cuts the old line off.

use crate::{Direction, Level, Metrics, Position, Square, Step, box_path, replay, walk::Walks};

/// One game on one level.
#[derive(Clone, Debug)]
pub struct Session {
    level: Level,
    position: Position,
    steps: Vec<Step>,
    /// Steps before this index are played, those from it on can be redone.
    done: usize,
}

impl Session {
    /// A new game.
    pub fn new(level: Level) -> Self {
        Self { position: level.start().clone(), level, steps: Vec::new(), done: 0 }
    }

    /// The level being played.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The steps played so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.done]
    }

    /// The steps that can be redone.
    pub fn redo_steps(&self) -> &[Step] {
        &self.steps[self.done..]
    }

    /// The six measures of the play so far.
    pub fn metrics(&self) -> Metrics {
        Metrics::of(self.steps())
    }

    /// Is the level solved now?
    pub fn is_solved(&self) -> bool {
        self.level.is_solved(&self.position)
    }

    /// The play so far as a verified solution, if it solves the level.
    pub fn solution(&self) -> Option<replay::Verified<replay::Solution>> {
        let directions: Vec<_> = self.steps().iter().map(|s| s.direction).collect();
        replay::replay(&self.level, &directions).ok()
    }

    /// Plays one step. `None` changes nothing.
    pub fn step(&mut self, direction: Direction) -> Option<Step> {
        let step = self.position.step(&self.level, direction)?;
        if self.steps.get(self.done) != Some(&step) {
            self.steps.truncate(self.done);
            self.steps.push(step);
        }
        self.done += 1;
        Some(step)
    }

    /// Plays several steps; stops before the first one that is blocked and says how many were played.
    pub fn play(&mut self, directions: &[Direction]) -> usize {
        directions.iter().take_while(|&&d| self.step(d).is_some()).count()
    }

    /// Steps on while the way is free of boxes.
    pub fn run(&mut self, direction: Direction) -> usize {
        let mut count = 0;
        while !self.position.boxes().contains(self.level.next(self.position.player(), direction))
            && self.step(direction).is_some()
        {
            count += 1;
        }
        count
    }

    /// Steps on until blocked, pushing what can be pushed.
    pub fn push_to_end(&mut self, direction: Direction) -> usize {
        std::iter::from_fn(|| self.step(direction)).count()
    }

    /// Walks to a square by a shortest way. False if there is none.
    pub fn walk_to(&mut self, square: Square) -> bool {
        let path = Walks::from(&self.level, &self.position).path_to(&self.level, square);
        path.map(|path| self.play(&path)).is_some()
    }

    /// Pushes a box to a square with the fewest pushes, then the fewest moves. False if there is no way.
    pub fn push_box_to(&mut self, from: Square, to: Square) -> bool {
        let path = box_path::find(&self.level, &self.position, from, to);
        path.map(|path| self.play(&path)).is_some()
    }

    /// Takes back one step.
    pub fn undo_move(&mut self) -> Option<Step> {
        let step = *self.steps().last()?;
        self.position.undo(&self.level, step);
        self.done -= 1;
        Some(step)
    }

    /// Plays the next step of the redo line.
    pub fn redo_move(&mut self) -> Option<Step> {
        let step = *self.redo_steps().first()?;
        self.step(step.direction)
    }

    /// Takes back steps up to and including the last push, or all steps if none pushed.
    pub fn undo_push(&mut self) -> bool {
        let before = self.done;
        while self.undo_move().is_some_and(|step| !step.push) {}
        self.done != before
    }

    /// Redoes steps up to and including the next push, or all steps if none pushes.
    pub fn redo_push(&mut self) -> bool {
        let before = self.done;
        while self.redo_move().is_some_and(|step| !step.push) {}
        self.done != before
    }

    /// Back to the start; everything can be redone.
    pub fn restart(&mut self) {
        while self.undo_move().is_some() {}
    }

    /// Forward to the end of the redo line.
    pub fn redo_all(&mut self) {
        while self.redo_move().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session::new(Level::parse("########\n#      #\n# @$  .#\n########").unwrap())
    }

    #[test]
    fn undo_and_redo_by_move_and_by_push() {
        let mut s = session();
        let start = s.position().clone();
        assert_eq!(s.play(&crate::lurd::parse("lrrr").unwrap()), 4);
        assert!(s.undo_push());
        assert_eq!(s.steps().len(), 3);
        assert!(s.undo_push());
        assert_eq!(s.steps().len(), 2);
        s.restart();
        assert_eq!(*s.position(), start);
        assert_eq!(s.redo_steps().len(), 4);
        assert!(s.redo_push());
        assert_eq!(s.steps().len(), 3);
        s.redo_all();
        assert_eq!(s.metrics().moves, 4);
    }

    #[test]
    fn repeating_a_step_by_hand_keeps_the_redo_line() {
        let mut s = session();
        s.play(&crate::lurd::parse("rr").unwrap());
        s.restart();
        s.step(Direction::Right);
        assert_eq!(s.redo_steps().len(), 1);
        s.restart();
        s.step(Direction::Left);
        assert!(s.redo_steps().is_empty());
    }

    #[test]
    fn gestures_play_whole_ways() {
        let mut s = session();
        let box_at = s.level().square_at(3, 2).unwrap();
        let goal = s.level().square_at(6, 2).unwrap();
        assert!(s.push_box_to(box_at, goal));
        assert!(s.is_solved());
        assert_eq!(s.solution().unwrap().lurd(), "RRR");
        s.restart();
        assert!(s.walk_to(s.level().square_at(6, 1).unwrap()));
        assert_eq!(s.steps().len(), 5);
        assert_eq!(s.run(Direction::Left), 5);
        s.restart();
        assert_eq!(s.push_to_end(Direction::Right), 3);
    }
}
