//! Searches that can be left and taken up again: what a portfolio is made of.

use soko_core::{Level, Maze, Solution, Verified};
use soko_solver::{Context, Halt};

pub use crate::best_first::Stage;
use crate::{
    backward,
    best_first::{self, Settings},
};

/// A search that can be left and taken up again.
pub trait Resumable {
    /// Files the positions it begins from.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt>;

    /// Goes on until it has ended, or until so many positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt>;

    /// Positions waiting, and positions done with.
    fn counts(&self) -> (u64, u64);

    /// The solution that a number of [`Stage::Solved`] stands for.
    fn solution(&self, number: u32) -> Verified<Solution>;

    /// Gives all memory back.
    fn release(self: Box<Self>, context: &mut Context<'_>);
}

/// A search from the start.
pub fn forward<'a, const W: usize>(
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: &Settings,
) -> Box<dyn Resumable + 'a> {
    Box::new(best_first::Engine::new(level, maze, settings))
}

/// A search from the end; only where [`backward::applies`].
pub fn backward<'a, const W: usize>(
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: &Settings,
) -> Box<dyn Resumable + 'a> {
    Box::new(backward::Engine::new(level, maze, settings))
}

macro_rules! resumable {
    ($($engine:ident)+) => {$(
        impl<const W: usize> Resumable for $engine::Engine<'_, W> {
            fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
                Self::begin(self, context)
            }

            fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
                Self::advance(self, until, context)
            }

            fn counts(&self) -> (u64, u64) {
                Self::counts(self)
            }

            fn solution(&self, number: u32) -> Verified<Solution> {
                Self::solution(self, number)
            }

            fn release(self: Box<Self>, context: &mut Context<'_>) {
                Self::release(*self, context);
            }
        }
    )+};
}

resumable!(best_first backward);
