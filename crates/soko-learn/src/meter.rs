//! The limits of an agent: those of its run, or of its share of a run.

use soko_core::{Meter, Position};
use soko_solver::{Context, Halt, Way};

use crate::pace::Pace;

/// The limits of an agent, with its steps counted: a run's context, or a walker's share of it.
pub(crate) trait StepMeter: Meter<Halt = Halt> {
    /// Counts a step of the agent.
    fn step(&mut self) -> Result<(), Halt>;
    /// Says whether to go on without counting anything, in a short loop.
    fn poll(&mut self) -> Result<(), Halt> {
        Ok(())
    }
    /// Does a watcher wait for a position?
    fn wants_position(&self) -> bool {
        false
    }
    /// Shows it one.
    fn show_position(&mut self, _: Position, _: Way) {}
    /// Leaves out of the account what a watcher has held the run back.
    fn leave_out(&mut self, _: &Pace) {}
}

impl StepMeter for Context<'_> {
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        self.expand_within_round()
    }

    fn poll(&mut self) -> Result<(), Halt> {
        Context::poll(self)
    }

    #[inline]
    fn wants_position(&self) -> bool {
        Context::wants_position(self)
    }

    fn show_position(&mut self, position: Position, way: Way) {
        Context::show_position(self, position, Some(way));
    }

    fn leave_out(&mut self, pace: &Pace) {
        Context::leave_out(self, pace.take_waited());
    }
}
