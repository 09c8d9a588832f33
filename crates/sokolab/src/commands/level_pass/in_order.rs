//! Results that come in any order and leave in the order of their numbers.

use std::collections::BTreeMap;

/// What has come and waits for something before it.
pub(super) struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// One more, with its number from 0.
    pub(super) fn put(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next in order, if it is here.
    pub(super) fn take(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_early_waits_for_its_turn() {
        let mut results = InOrder::default();
        results.put(1, 'b');
        assert_eq!((results.take(), results.len()), (None, 1));
        results.put(0, 'a');
        results.put(3, 'd');
        assert_eq!([results.take(), results.take(), results.take()], [Some('a'), Some('b'), None]);
        results.put(2, 'c');
        assert_eq!([results.take(), results.take(), results.take()], [Some('c'), Some('d'), None]);
    }
}
