//! The perimeter: where a search from the start meets one from the end.
//!
//! Both searches note the keys of the positions they expand, and those that last also the keys of what is one move ahead.
//! A search that finds a position of the other side there has half a solution; the other half is in the other tree, or in what is
//! kept of it ([`Archive`](crate::strategy::archive::Archive)). Keys of 64 bits may deceive, so the joined solution is replayed like any other,
//! and a meeting that comes to nothing is forgotten.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;
use soko_solver::{Context, Halt};

/// Bytes of a position in a table that is between half full and full.
const PER_POSITION: u64 = 14;

/// The keys of one side.
#[derive(Clone, Default)]
pub(crate) struct Side(Arc<Mutex<FxHashSet<u64>>>);

impl Side {
    fn keys(&self) -> MutexGuard<'_, FxHashSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes positions and says how many of them are new.
    fn note(&self, keys: impl Iterator<Item = u64>) -> usize {
        let mut known = self.keys();
        let before = known.len();
        known.extend(keys);
        known.len() - before
    }

    /// The first of some positions that this side knows.
    fn first_of(&self, mut keys: impl Iterator<Item = u64>) -> Option<u64> {
        let known = self.keys();
        if known.is_empty() {
            return None;
        }
        keys.find(|key| known.contains(key))
    }

    /// How many positions it knows.
    #[cfg(test)]
    pub(crate) fn known(&self) -> usize {
        self.keys().len()
    }

    /// Drops a key that led to no solution.
    pub(crate) fn forget(&self, key: u64) {
        self.keys().remove(&key);
    }
}

/// What a search needs to meet another.
#[derive(Clone, Default)]
pub(crate) struct Perimeter {
    /// Positions of this side.
    pub ours: Side,
    /// Positions of the other side.
    pub theirs: Side,
    /// Does this side note what is one move beyond its positions, too? Only a search that keeps its tree can tell how it
    /// got there.
    pub ahead: bool,
}

impl Perimeter {
    /// The perimeters of two searches that look for each other.
    pub(crate) fn pair() -> (Self, Self) {
        let (one, other) = (Side::default(), Side::default());
        let (mine, yours) = (one.clone(), other.clone());
        (Self { ours: mine, theirs: yours, ahead: false }, Self { ours: other, theirs: one, ahead: false })
    }

    /// The same for a search that notes what is ahead of it, too.
    #[must_use]
    pub(crate) fn looking_ahead(&self) -> Self {
        Self { ahead: true, ..self.clone() }
    }

    /// Notes a position and looks for the other side there and one move beyond; the position comes first.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn meet(
        &self,
        keys: impl Iterator<Item = u64> + Clone,
        context: &mut Context<'_>,
    ) -> Result<Option<u64>, Halt> {
        let noted = self.ours.note(keys.clone().take(if self.ahead { usize::MAX } else { 1 }));
        context.acquire(PER_POSITION * noted as u64)?;
        Ok(self.theirs.first_of(keys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::within;

    #[test]
    fn two_sides_meet_where_both_have_been_or_are_about_to_be() {
        let (walks, homes) = Perimeter::pair();
        within(|context| {
            // One move beyond is not noted unless asked for.
            assert_eq!(walks.meet([1, 2].into_iter(), context), Ok(None));
            assert_eq!(homes.meet([2, 3].into_iter(), context), Ok(None));
            assert_eq!(homes.meet([4, 1].into_iter(), context), Ok(Some(1)));
            homes.theirs.forget(1);
            assert_eq!(homes.meet([4, 1].into_iter(), context), Ok(None));
            assert_eq!(walks.looking_ahead().meet([5, 6].into_iter(), context), Ok(None));
            assert_eq!(homes.meet([7, 6].into_iter(), context), Ok(Some(6)));
            Ok(())
        });
    }

    #[test]
    fn memory_is_asked_for_each_new_position() {
        let (walks, _) = Perimeter::pair();
        within(|context| {
            walks.meet([1, 2, 3].into_iter(), context)?;
            assert_eq!(context.statistics.peak_memory_bytes, PER_POSITION);
            walks.meet([1, 2, 3].into_iter(), context)?;
            assert_eq!(context.statistics.peak_memory_bytes, PER_POSITION, "known");
            walks.looking_ahead().meet([1, 2, 3].into_iter(), context)?;
            assert_eq!(context.statistics.peak_memory_bytes, 3 * PER_POSITION, "two are new");
            Ok(())
        });
    }

    #[test]
    fn a_side_counts_what_is_new_and_finds_the_first_that_it_knows() {
        let side = Side::default();
        assert_eq!(side.first_of([1, 2].into_iter()), None);
        assert_eq!(side.note([1, 2, 2].into_iter()), 2);
        assert_eq!(side.note([2, 3].into_iter()), 1);
        assert_eq!(side.first_of([9, 3, 1].into_iter()), Some(3));
        side.forget(3);
        assert_eq!(side.first_of([9, 3, 1].into_iter()), Some(1));
    }
}
