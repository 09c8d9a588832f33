//! How many pushes a position needs at least: one measure for all players, whatever they search by.
//!
//! It is the assignment bound, with tables made for the page alone. On boards where they would be slow or large there is none.

use std::time::{Duration, Instant};

use soko_analysis::AssignmentBound;
use soko_core::{Bits, Level, Maze, Meter, Position, State, with_maze};

/// How long the tables may take.
const TIME: Duration = Duration::from_millis(50);
/// How large they may be.
const BYTES: u64 = 32 << 20;

/// Estimates positions of a level.
pub(super) struct Estimate(Option<Box<dyn Estimates>>);

impl Estimate {
    /// Prepares the tables; where they would take too much nothing is estimated.
    pub(super) fn of(level: &Level) -> Self {
        with_maze!(level, few_widths, |maze| {
            let mut meter = Allowance { until: Instant::now() + TIME, left: BYTES };
            let bound = AssignmentBound::to_goals(&maze, level.boxes(), &mut meter).ok();
            Self(bound.map(|bound| tables(bound, level.boxes(), &maze)))
        })
    }

    /// The fewest pushes that a position needs; nothing if it is lost or too much to estimate.
    pub(super) fn pushes(&mut self, position: &Position) -> Option<u32> {
        self.0.as_mut()?.pushes(position)
    }
}

/// Tables of any width.
trait Estimates {
    fn pushes(&mut self, position: &Position) -> Option<u32>;
}

struct Tables<const W: usize> {
    bound: AssignmentBound,
    boxes: usize,
}

/// Tables as wide as a maze.
fn tables<const W: usize>(bound: AssignmentBound, boxes: usize, _: &Maze<W>) -> Box<dyn Estimates> {
    Box::new(Tables::<W> { bound, boxes })
}

impl<const W: usize> Estimates for Tables<W> {
    fn pushes(&mut self, position: &Position) -> Option<u32> {
        // A box may have left the board in a position from the end.
        if position.boxes().iter().count() != self.boxes {
            return None;
        }
        let state: State<W> = State { boxes: Bits::from_set(position.boxes()), player: position.player() };
        let mut meter = Allowance { until: Instant::now() + TIME, left: BYTES };
        self.bound.load(&state, &mut meter).ok().flatten()
    }
}

struct Allowance {
    until: Instant,
    left: u64,
}

impl Meter for Allowance {
    type Halt = ();

    fn go_on(&mut self) -> Result<(), ()> {
        if Instant::now() < self.until { Ok(()) } else { Err(()) }
    }

    fn acquire(&mut self, bytes: u64) -> Result<(), ()> {
        self.left = self.left.checked_sub(bytes).ok_or(())?;
        Ok(())
    }

    fn release(&mut self, bytes: u64) {
        self.left += bytes;
    }
}

#[cfg(test)]
mod tests {
    use soko_core::lurd;

    use super::*;

    #[test]
    fn a_push_nearer_is_one_push_less_and_a_lost_position_has_none() {
        let level = Level::parse("########\n#@ $  .#\n#      #\n########").unwrap();
        let mut estimate = Estimate::of(&level);
        let mut position = level.start().clone();
        assert_eq!(estimate.pushes(&position), Some(3));
        for direction in lurd::parse("rR").unwrap() {
            position.step(&level, direction);
        }
        assert_eq!(estimate.pushes(&position), Some(2));
        let lost = Level::parse("#####\n#@$ #\n#  .#\n#####").unwrap();
        assert_eq!(Estimate::of(&lost).pushes(lost.start()), None);
    }
}
