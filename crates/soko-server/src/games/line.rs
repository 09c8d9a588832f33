//! Ways to a solution, and how a game that comes to one of their positions goes on.
//!
//! A position is boxes and the player's region: a game that has walked elsewhere, or has come to a position of the way by other
//! moves, walks to where the way goes on. A way is replayed whenever it is asked, in some microseconds, so that it takes no memory
//! but its moves.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use soko_core::{Direction, Level, Position, walk::Walks};

/// Ways that a game remembers, the newest.
const LINES: usize = 4;
/// Steps of a way that is remembered.
const STEPS: usize = 20_000;

/// A way from a position to a solution.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where it begins.
    start: Position,
    moves: Vec<Direction>,
    /// Are fewer pushes impossible?
    proven: bool,
}

/// How a game goes on to a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rest {
    /// The steps.
    pub(crate) moves: Vec<Direction>,
    /// The pushes among them.
    pub(crate) pushes: u32,
    /// Are fewer pushes impossible?
    pub(crate) proven: bool,
}

impl Line {
    pub(crate) const fn new(start: Position, moves: Vec<Direction>, proven: bool) -> Self {
        Self { start, moves, proven }
    }

    /// What the way does after a position, if it comes through it.
    pub(crate) fn rest(&self, level: &Level, position: &Position) -> Option<Rest> {
        let mut replayed = self.start.clone();
        let (mut made, mut walks) = (0_u32, None);
        // Where the way comes through the position: the last time, and there as late as possible, before the next push.
        let mut through: Option<(usize, u32)> = None;
        let mut way_there = Vec::new();
        for index in 0..=self.moves.len() {
            if replayed.boxes() == position.boxes() {
                let walks = walks.get_or_insert_with(|| Walks::from(level, position));
                let pushes_next = index < self.moves.len() && {
                    let to = level.next(replayed.player(), self.moves[index]);
                    replayed.boxes().contains(to)
                };
                let ends = index == self.moves.len();
                if (pushes_next || ends)
                    && let Some(path) = walks.path_to(level, replayed.player())
                {
                    through = Some((index, made));
                    way_there = path;
                }
            }
            if let Some(&direction) = self.moves.get(index) {
                made += u32::from(replayed.step(level, direction)?.push);
            }
        }
        let (index, before) = through?;
        if !level.is_solved(&replayed) {
            return None;
        }
        way_there.extend(&self.moves[index..]);
        Some(Rest { moves: way_there, pushes: made - before, proven: self.proven })
    }
}

/// The ways that were found for a game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lines(Arc<Mutex<VecDeque<Arc<Line>>>>);

impl Lines {
    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Line>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a way; the oldest makes room.
    pub(crate) fn add(&self, line: Line) {
        if line.moves.len() <= STEPS {
            let mut all = self.all();
            all.push_front(Arc::new(line));
            all.truncate(LINES);
        }
    }

    /// The best way on from a position: of those of equal length a proven one.
    pub(crate) fn rest(&self, level: &Level, position: &Position) -> Option<Rest> {
        let all: Vec<_> = self.all().iter().cloned().collect();
        best(all.iter().filter_map(|line| line.rest(level, position)))
    }
}

/// The best of several ways.
pub(crate) fn best(all: impl Iterator<Item = Rest>) -> Option<Rest> {
    all.min_by_key(|rest| (rest.pushes, !rest.proven, rest.moves.len()))
}

#[cfg(test)]
mod tests {
    use soko_core::lurd;

    use super::*;

    fn after(level: &Level, moves: &str) -> Position {
        let mut position = level.start().clone();
        for direction in lurd::parse(moves).unwrap() {
            position.step(level, direction).unwrap();
        }
        position
    }

    fn rest(line: &Line, level: &Level, moves: &str) -> Option<(String, u32)> {
        let position = after(level, moves);
        let rest = line.rest(level, &position)?;
        let mut end = position;
        let steps: Vec<_> = rest.moves.iter().map(|&d| end.step(level, d).unwrap()).collect();
        assert!(level.is_solved(&end));
        Some((lurd::format(&steps), rest.pushes))
    }

    #[test]
    fn a_way_serves_all_positions_it_comes_through_wherever_the_player_stands() {
        let level = Level::parse("########\n#      #\n# @$  .#\n#  $  .#\n########").unwrap();
        let line = Line::new(level.start().clone(), lurd::parse("rrrllldrrr").unwrap(), true);
        assert_eq!(rest(&line, &level, ""), Some(("RRRllldRRR".to_owned(), 6)));
        assert_eq!(rest(&line, &level, "ulrr").map(|rest| rest.1), Some(6), "walked elsewhere");
        assert_eq!(rest(&line, &level, "rrru").map(|rest| rest.1), Some(3), "on the way, but aside");
        assert_eq!(rest(&line, &level, "drrr"), None, "the other box first");
        let blocked = Line::new(level.start().clone(), lurd::parse("lll").unwrap(), false);
        let unsolved = Line::new(level.start().clone(), lurd::parse("rrr").unwrap(), false);
        assert_eq!((rest(&blocked, &level, ""), rest(&unsolved, &level, "")), (None, None));
    }

    #[test]
    fn the_shortest_way_known_is_taken_and_the_oldest_forgotten() {
        let level = Level::parse("########\n#      #\n# @$  .#\n#      #\n########").unwrap();
        let lines = Lines::default();
        let line = |moves: &str| Line::new(level.start().clone(), lurd::parse(moves).unwrap(), false);
        lines.add(line("rrr"));
        lines.add(line("ulddrurrr"));
        assert_eq!(lines.rest(&level, level.start()).map(|rest| rest.pushes), Some(3));
        for _ in 0..10 {
            lines.add(line("rrr"));
        }
        assert_eq!(lines.all().len(), LINES);
        lines.add(Line::new(level.start().clone(), vec![Direction::Up; STEPS + 1], false));
        assert!(lines.all().iter().all(|line| line.moves.len() == 3));
    }
}
