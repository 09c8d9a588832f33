//! The perimeter: where a search from the start meets one from the end.
//!
//! Both searches note the keys of the positions they expand. Whoever finds a position of the other side one move ahead has
//! half a solution, and the other half is in the other tree. Keys of 64 bits may deceive, so the joined solution is
//! replayed like any other, and a meeting that comes to nothing is forgotten.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

/// The keys of one side.
#[derive(Clone, Default)]
pub struct Side(Arc<Mutex<FxHashSet<u64>>>);

impl Side {
    fn keys(&self) -> MutexGuard<'_, FxHashSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, keys: impl Iterator<Item = u64>) {
        self.keys().extend(keys);
    }

    /// The first of some positions that this side knows.
    fn first_of(&self, mut keys: impl Iterator<Item = u64>) -> Option<u64> {
        let known = self.keys();
        if known.is_empty() {
            return None;
        }
        keys.find(|key| known.contains(key))
    }

    /// Forgets a position at which nobody met.
    pub fn forget(&self, key: u64) {
        self.keys().remove(&key);
    }
}

/// What a search needs to meet another.
#[derive(Clone, Default)]
pub struct Perimeter {
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
    pub fn pair() -> (Self, Self) {
        let (one, other) = (Side::default(), Side::default());
        let (mine, yours) = (one.clone(), other.clone());
        (Self { ours: mine, theirs: yours, ahead: false }, Self { ours: other, theirs: one, ahead: false })
    }

    /// The same for a search that notes what is ahead of it, too.
    pub fn looking_ahead(&self) -> Self {
        Self { ahead: true, ..self.clone() }
    }

    /// Notes a position and looks for the other side there and one move beyond; the position comes first.
    pub fn meet(&self, keys: impl Iterator<Item = u64> + Clone) -> Option<u64> {
        self.ours.note(keys.clone().take(if self.ahead { usize::MAX } else { 1 }));
        self.theirs.first_of(keys)
    }
}
