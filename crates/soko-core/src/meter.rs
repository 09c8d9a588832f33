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

/// Bytes written between two questions: fresh memory takes most of a nanosecond a byte.
const PIECE: usize = 1 << 20;

/// Makes a vector longer, in pieces. Halted, it is as long as it has become.
///
/// # Errors
/// The reason to end early.
pub fn fill_to<T: Clone, M: Meter + ?Sized>(
    vec: &mut Vec<T>,
    length: usize,
    value: &T,
    meter: &mut M,
) -> Result<(), M::Halt> {
    vec.reserve_exact(length.saturating_sub(vec.len()));
    let piece = (PIECE / size_of::<T>().max(1)).max(1);
    while vec.len() < length {
        if length - vec.len() > piece {
            meter.go_on()?;
        }
        vec.resize(length.min(vec.len() + piece), value.clone());
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Allows so many questions.
    struct Patience(u32);

    impl Meter for Patience {
        type Halt = ();

        fn go_on(&mut self) -> Result<(), ()> {
            self.0 = self.0.checked_sub(1).ok_or(())?;
            Ok(())
        }

        fn acquire(&mut self, _: u64) -> Result<(), ()> {
            Ok(())
        }

        fn release(&mut self, _: u64) {}
    }

    #[test]
    fn long_vectors_are_filled_in_pieces() {
        let mut vec = vec![1_u16; 3];
        assert_eq!(fill_to(&mut vec, 3 * PIECE, &7, &mut Patience(2)), Err(()));
        assert!((2 * PIECE / 2..3 * PIECE).contains(&vec.len()), "{}", vec.len());
        assert_eq!(fill_to(&mut vec, 3 * PIECE, &7, &mut Patience(9)), Ok(()));
        assert_eq!((vec.len(), vec[2], vec[3], vec[3 * PIECE - 1]), (3 * PIECE, 1, 7, 7));
        assert_eq!(fill_to(&mut vec, 5, &9, &mut Patience(0)), Ok(()), "long enough already");
        assert_eq!(vec.len(), 3 * PIECE);
    }
}
