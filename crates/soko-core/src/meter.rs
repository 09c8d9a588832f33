//! Limits for long computations, without a clock.
//!
//! Tables of a level may take seconds and hundreds of megabytes on boards of thousands of squares or boxes. A function that
//! can take more than about a millisecond is given a [`Meter`]: it asks before it takes memory and, at least once a
//! millisecond, whether to go on. The meter of a run knows its limits and its stop button; [`Unlimited`] knows none,
//! and what it allows cannot fail, so `let Ok(table) = Table::new(…, &mut Unlimited);` needs no error handling.

use std::convert::Infallible;

/// Says whether a computation may go on and how much memory it may take.
pub trait Meter {
    /// Why a computation has to end early.
    type Halt;

    /// Says whether to go on. Costs about as much as a look at the clock.
    ///
    /// # Errors
    /// The reason to end.
    fn go_on(&mut self) -> Result<(), Self::Halt>;

    /// Asks for memory before it is allocated.
    ///
    /// # Errors
    /// The reason to end, if that would be too much; then do not allocate.
    fn acquire(&mut self, bytes: u64) -> Result<(), Self::Halt>;

    /// Gives memory back that was acquired.
    fn release(&mut self, bytes: u64);
}

/// No limits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Meter for Unlimited {
    type Halt = Infallible;

    fn go_on(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn acquire(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }

    fn release(&mut self, _: u64) {}
}
