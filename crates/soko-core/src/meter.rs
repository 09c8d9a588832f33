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

/// A computation was told to end; its meter knows why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Lends a meter as a trait object: what runs with it is compiled once, not once for every meter.
///
/// # Errors
/// The meter's reason to end early.
pub fn erased<M: Meter + ?Sized, T>(
    meter: &mut M,
    run: impl FnOnce(&mut dyn Meter<Halt = Stopped>) -> Result<T, Stopped>,
) -> Result<T, M::Halt> {
    let mut lent = Lent { meter, halt: None };
    run(&mut lent).map_err(|Stopped| lent.halt.expect("the meter alone stops a computation"))
}

struct Lent<'m, M: Meter + ?Sized> {
    meter: &'m mut M,
    halt: Option<M::Halt>,
}

impl<M: Meter + ?Sized> Lent<'_, M> {
    fn note(&mut self, answer: Result<(), M::Halt>) -> Result<(), Stopped> {
        answer.map_err(|halt| {
            self.halt = Some(halt);
            Stopped
        })
    }
}

impl<M: Meter + ?Sized> Meter for Lent<'_, M> {
    type Halt = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        let answer = self.meter.go_on();
        self.note(answer)
    }

    fn acquire(&mut self, bytes: u64) -> Result<(), Stopped> {
        let answer = self.meter.acquire(bytes);
        self.note(answer)
    }

    fn release(&mut self, bytes: u64) {
        self.meter.release(bytes);
    }
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

    /// So many bytes.
    struct Purse(u64);

    impl Meter for Purse {
        type Halt = &'static str;

        fn go_on(&mut self) -> Result<(), &'static str> {
            if self.0 == 0 { Err("nothing left") } else { Ok(()) }
        }

        fn acquire(&mut self, bytes: u64) -> Result<(), &'static str> {
            self.0 = self.0.checked_sub(bytes).ok_or("too little left")?;
            Ok(())
        }

        fn release(&mut self, bytes: u64) {
            self.0 += bytes;
        }
    }

    #[test]
    fn a_borrowed_meter_counts_and_keeps_its_reason() {
        let mut purse = Purse(10);
        assert_eq!(erased(&mut purse, |meter| meter.acquire(7).and_then(|()| meter.go_on())), Ok(()));
        assert_eq!(purse.0, 3);
        assert_eq!(erased(&mut purse, |meter| meter.acquire(7)), Err("too little left"));
        assert_eq!(
            erased(&mut purse, |meter| meter.acquire(3).and_then(|()| meter.go_on())),
            Err("nothing left")
        );
        let released = erased(&mut purse, |meter| {
            meter.release(5);
            Ok("what was computed")
        });
        assert_eq!((released, purse.0), (Ok("what was computed"), 5));
    }
}
