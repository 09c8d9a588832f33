//! What the portfolios of several threads tell each other.
//!
//! Every thread has a portfolio of its own with its own strategies; nothing is locked while they search. Between two slices of a
//! turn they look at what the others have left here: boxes proven lost, which all learn, and halves of solutions for the portfolio
//! that holds the other half. Searches from the start and from the end note their positions in common perimeters, so two
//! threads meet as two strategies of one thread do.
//!
//! One portfolio alone is a team of one, and its run is reproducible. In a larger team it depends on the clock who hears what
//! when.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use soko_core::Push;

use crate::{deadlock::Pattern, strategy::perimeter::Perimeter};

/// One half of a solution.
#[derive(Clone)]
pub(crate) struct Half {
    /// The position where the halves meet.
    pub key: u64,
    /// Does it lead from the start to there, or from there to the end?
    pub from_start: bool,
    /// Its pushes.
    pub pushes: Vec<Push>,
}

/// Append-only shared list.
struct Board<T>(Mutex<Vec<T>>);

impl<T: Clone> Board<T> {
    fn list(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds own news and returns what others have added since `heard`.
    fn exchange(&self, heard: &mut usize, news: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut list = self.list();
        let others = list[*heard..].to_vec();
        list.extend(news);
        *heard = list.len();
        others
    }
}

/// Portfolios that work on one level.
pub(crate) struct Team<const W: usize> {
    /// How many there are.
    pub size: usize,
    /// Positions of both sides, as searches from the start see them.
    pub forward: Perimeter,
    /// The same, as searches from the end see them.
    pub backward: Perimeter,
    variations: AtomicU64,
    patterns: Board<Pattern<W>>,
    halves: Board<Half>,
}

/// How much one portfolio has heard.
#[derive(Default)]
pub(crate) struct Heard {
    patterns: usize,
    halves: usize,
}

impl<const W: usize> Team<W> {
    /// A team of so many.
    pub(crate) fn new(size: usize) -> Self {
        let (forward, backward) = Perimeter::pair();
        Self {
            size,
            forward,
            backward,
            variations: AtomicU64::new(0),
            patterns: Board(Mutex::default()),
            halves: Board(Mutex::default()),
        }
    }

    /// The number of a variation that was not tried yet.
    pub(crate) fn next_variation(&self) -> u64 {
        self.variations.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Tells the others what was learned, and returns what they have learned.
    pub(crate) fn exchange_patterns(&self, heard: &mut Heard, news: Vec<Pattern<W>>) -> Vec<Pattern<W>> {
        self.patterns.exchange(&mut heard.patterns, news)
    }

    /// Leaves a half for the portfolio that has the other.
    pub(crate) fn leave_half(&self, half: Half) {
        self.halves.list().push(half);
    }

    /// The halves that were left since it was last asked.
    pub(crate) fn halves_since(&self, heard: &mut Heard) -> Vec<Half> {
        self.halves.exchange(&mut heard.halves, [])
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Bits;

    use super::*;

    #[test]
    fn each_hears_what_others_leave_once_and_nothing_of_its_own() {
        let team = Team::<1>::new(2);
        let (mut one, mut other) = (Heard::default(), Heard::default());
        let pattern = |word| (Bits([word]), Bits([!word]));
        assert!(team.exchange_patterns(&mut one, vec![pattern(3), pattern(5)]).is_empty());
        assert_eq!(team.exchange_patterns(&mut other, vec![pattern(6)]), [pattern(3), pattern(5)]);
        assert_eq!(team.exchange_patterns(&mut one, Vec::new()), [pattern(6)]);
        assert!(team.exchange_patterns(&mut one, Vec::new()).is_empty());
        assert!(team.exchange_patterns(&mut other, Vec::new()).is_empty());
    }

    #[test]
    fn halves_are_left_for_all_and_variations_are_counted() {
        let team = Team::<1>::new(2);
        assert_eq!([team.next_variation(), team.next_variation()], [1, 2]);
        let (mut one, mut other) = (Heard::default(), Heard::default());
        let keys = |halves: Vec<Half>| halves.iter().map(|half| half.key).collect::<Vec<_>>();
        let half = |key| Half { key, from_start: true, pushes: Vec::new() };
        team.leave_half(half(3));
        assert_eq!(keys(team.halves_since(&mut one)), [3]);
        team.leave_half(half(4));
        assert_eq!(keys(team.halves_since(&mut one)), [4]);
        assert_eq!(keys(team.halves_since(&mut other)), [3, 4]);
        assert!(team.halves_since(&mut other).is_empty());
    }
}
