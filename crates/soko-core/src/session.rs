//! A game in progress: a position with its whole history.
//!
//! Undo and redo never lose anything: restarting moves the whole game into redo, and repeating the next
//! step by hand keeps what lies behind it. A different step opens a new line and leaves the old one as a
//! branch: the game is a tree of [`Line`]s, one of which is the current one. Undo and redo move on that line;
//! [`Session::switch`] goes to another, and so does playing by hand a step that another line knows.
//!
//! Undo and redo have three grains: a move, a push with the walk around it, and a pushing session as
//! [`Metrics`] counts it, that is a run of pushes without a step in between.
//!
//! Memory is bounded ([`Session::MAX_STEPS`], [`Session::MAX_LINES`]): when there is more, the oldest line
//! that holds nothing of the current one is forgotten.

#[cfg(test)]
mod model;
mod timeline;

use crate::{Direction, Level, Metrics, Position, Square, Step, box_path, replay, walk::Walks};

pub use timeline::Line;
use timeline::{Limits, Timeline};

/// One game on one level.
#[derive(Clone, Debug)]
pub struct Session {
    level: Level,
    position: Position,
    timeline: Timeline,
    /// Steps of the current line before this index are played, those from it on can be redone.
    done: usize,
}

impl Session {
    /// How many steps all lines together may have; what they share counts once.
    pub const MAX_STEPS: usize = 200_000;
    /// How many lines are kept.
    pub const MAX_LINES: usize = 256;

    /// A new game.
    pub fn new(level: Level) -> Self {
        Self::within(Limits { steps: Self::MAX_STEPS, lines: Self::MAX_LINES }, level)
    }

    fn within(limits: Limits, level: Level) -> Self {
        let position = level.start().clone();
        let timeline = Timeline::new(limits, level.is_solved(&position));
        Self { level, position, timeline, done: 0 }
    }

    /// A game of one line as it was left: all its steps, and how many of them are played. `None` if a step is
    /// blocked, if there are more than [`Self::MAX_STEPS`], or if fewer than `done`.
    pub fn restore(level: Level, steps: &[Direction], done: usize) -> Option<Self> {
        let mut session = Self::new(level);
        let complete = session.play(steps) == steps.len() && done <= steps.len();
        session.jump(done);
        complete.then_some(session)
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
        &self.timeline.path()[..self.done]
    }

    /// The steps that can be redone.
    pub fn redo_steps(&self) -> &[Step] {
        &self.timeline.path()[self.done..]
    }

    /// The whole current line: the steps played and those that can be redone.
    pub fn history(&self) -> &[Step] {
        self.timeline.path()
    }

    /// All lines, the oldest first.
    pub fn lines(&self) -> Vec<Line> {
        self.timeline.lines()
    }

    /// The number of the current line.
    pub const fn current_line(&self) -> usize {
        self.timeline.current()
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

    /// Plays one step: along the current line, else along the newest line that goes on with it from here, else
    /// as something new. `None` changes nothing: the way is blocked, or the line has [`Self::MAX_STEPS`].
    pub fn step(&mut self, direction: Direction) -> Option<Step> {
        let step = self.position.step(&self.level, direction)?;
        let solved = self.is_solved();
        if !self.timeline.take(self.done, step, solved) {
            self.position.undo(&self.level, step);
            return None;
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

    /// Walks to a square by a shortest way. False if there is none, or no room for all of it.
    pub fn walk_to(&mut self, square: Square) -> bool {
        let path = Walks::from(&self.level, &self.position).path_to(&self.level, square);
        path.is_some_and(|path| self.play(&path) == path.len())
    }

    /// Pushes a box to a square with the fewest pushes, then the fewest moves. False if there is no way, or no
    /// room for all of it.
    pub fn push_box_to(&mut self, from: Square, to: Square) -> bool {
        let path = box_path::find(&self.level, &self.position, from, to);
        path.is_some_and(|path| self.play(&path) == path.len())
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

    /// Takes back the last pushing session, that is steps up to and including the last run of pushes without a
    /// step in between, or all steps if none pushed.
    pub fn undo_session(&mut self) -> bool {
        let undone = self.undo_push();
        while self.steps().last().is_some_and(|step| step.push) {
            self.undo_move();
        }
        undone
    }

    /// Redoes steps up to and including the next run of pushes without a step in between, or all steps if
    /// none pushes.
    pub fn redo_session(&mut self) -> bool {
        let redone = self.redo_push();
        while self.redo_steps().first().is_some_and(|step| step.push) {
            self.redo_move();
        }
        redone
    }

    /// Goes back or forth on the current line until this many steps are played, at most to its end.
    pub fn jump(&mut self, ply: usize) {
        while self.done > ply && self.undo_move().is_some() {}
        while self.done < ply && self.redo_move().is_some() {}
    }

    /// Goes to the point after `ply` steps of a line, which is the current one from then on. False, and nothing
    /// changed, if there is no such line or it is shorter.
    pub fn switch(&mut self, line: usize, ply: usize) -> bool {
        let Some(path) = self.timeline.path_of(line).filter(|path| ply <= path.len()) else { return false };
        let common = self.steps().iter().zip(&path).take_while(|(ours, theirs)| ours == theirs).count();
        self.jump(common);
        self.timeline.follow(line);
        self.jump(ply);
        true
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

    #[test]
    fn undo_and_redo_by_pushing_session() {
        let mut s = session();
        // The same box again after a step away: two sessions, as the metrics count them.
        s.play(&crate::lurd::parse("lrrrlrrl").unwrap());
        assert_eq!(crate::lurd::format(s.steps()), "lrRRlrRl");
        for left in ["lrRRlr", "lr", ""] {
            assert!(s.undo_session());
            assert_eq!(crate::lurd::format(s.steps()), left);
        }
        assert!(!s.undo_session());
        for made in ["lrRR", "lrRRlrR", "lrRRlrRl"] {
            assert!(s.redo_session());
            assert_eq!(crate::lurd::format(s.steps()), made);
        }
        assert!(!s.redo_session());
    }

    #[test]
    fn nothing_played_is_cut_off() {
        let mut s = session();
        s.play(&crate::lurd::parse("rrr").unwrap());
        let solved = s.position().clone();
        s.jump(1);
        s.play(&crate::lurd::parse("lu").unwrap());
        let lines = s.lines();
        assert_eq!(lines[0], Line { id: 0, parent: None, from: 0, steps: 3, pushes: 3, solved: true });
        assert_eq!(lines[1], Line { id: 1, parent: Some(0), from: 1, steps: 3, pushes: 1, solved: false });
        assert_eq!(s.current_line(), 1);
        assert!(!s.switch(0, 4) && !s.switch(2, 0));
        assert_eq!(s.steps().len(), 3);
        assert!(s.switch(0, 3));
        assert_eq!((s.current_line(), s.position()), (0, &solved));
        s.jump(0);
        s.jump(usize::MAX);
        assert!(s.is_solved());
    }

    #[test]
    fn a_game_is_restored_as_it_was_left() {
        let level = session().level().clone();
        let moves = crate::lurd::parse("lrrr").unwrap();
        let s = Session::restore(level.clone(), &moves, 3).unwrap();
        assert_eq!((s.steps().len(), s.history().len()), (3, 4));
        assert!(Session::restore(level.clone(), &moves, 5).is_none());
        assert!(Session::restore(level, &crate::lurd::parse("ll").unwrap(), 0).is_none());
    }

    #[test]
    fn a_line_of_all_steps_refuses_another() {
        let mut s = session();
        let there_and_back = [Direction::Up, Direction::Down].repeat(Session::MAX_STEPS / 2);
        assert_eq!(s.play(&there_and_back), Session::MAX_STEPS);
        let before = s.position().clone();
        assert_eq!(s.step(Direction::Up), None);
        assert!(!s.walk_to(s.level().square_at(1, 1).unwrap()));
        assert_eq!(*s.position(), before);
        assert!(s.undo_move().is_some() && s.step(Direction::Left).is_some());
        assert_eq!(s.lines().len(), 1);
    }
}
