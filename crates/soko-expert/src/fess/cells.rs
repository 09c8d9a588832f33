//! The cells of a search in feature space, and whose turn it is.
//!
//! A cell that is new has the next turn. Every second turn goes to the cell of the best position known, the others go round.
//!
//! **What was tried**, on 17 hard levels of `XSokoban` by positions until solved: no turns for the best cell, a third of
//! the turns for the ten best, a falling share from the best cell down, no precedence for new cells, positions filed in their own
//! cells. Each is better on a few levels and worse on more.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashMap;

/// A node that waits: weight and rank of its next open move, and its number. Least first.
pub(super) type Entry = (u32, u64, u32);

/// All cells met.
#[derive(Default)]
pub(super) struct Cells {
    waiting: Vec<BinaryHeap<Reverse<Entry>>>,
    /// The place of a cell by its features.
    place: FxHashMap<u64, usize>,
    /// New cells.
    fresh: Vec<usize>,
    /// The last cell of the round.
    round: usize,
    turns: u64,
}

impl Cells {
    /// Makes sure of a cell.
    pub(super) fn open(&mut self, cell: u64) {
        if !self.place.contains_key(&cell) {
            self.place.insert(cell, self.waiting.len());
            self.fresh.push(self.waiting.len());
            self.waiting.push(BinaryHeap::new());
        }
    }

    /// Lets a node wait in a cell that was opened.
    pub(super) fn file(&mut self, cell: u64, entry: Entry) {
        self.waiting[self.place[&cell]].push(Reverse(entry));
    }

    /// Takes the lightest node of the cell whose turn it is; `best` is the cell of the best position. `None` if all are empty.
    pub(super) fn take(&mut self, best: impl FnOnce() -> u64) -> Option<u32> {
        let place = self.choose(best)?;
        let Reverse((.., number)) = self.waiting[place].pop()?;
        Some(number)
    }

    fn choose(&mut self, best: impl FnOnce() -> u64) -> Option<usize> {
        self.turns += 1;
        while let Some(place) = self.fresh.pop() {
            if !self.waiting[place].is_empty() {
                return Some(place);
            }
        }
        if self.turns.is_multiple_of(2) {
            let place = self.place[&best()];
            if !self.waiting[place].is_empty() {
                return Some(place);
            }
        }
        for _ in 0..self.waiting.len() {
            self.round = (self.round + 1) % self.waiting.len();
            if !self.waiting[self.round].is_empty() {
                return Some(self.round);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(cells: &[(u64, &[Entry])]) -> Cells {
        let mut all = Cells::default();
        for &(cell, entries) in cells {
            all.open(cell);
            for &entry in entries {
                all.file(cell, entry);
            }
        }
        all
    }

    #[test]
    fn new_cells_come_first_then_the_best_and_the_round_by_turns() {
        let many = |number: u32| [(0, 0, number); 9];
        let mut cells = filled(&[(10, &many(1)), (20, &many(2)), (30, &many(3))]);
        let order: Vec<u32> = (0..9).map(|_| cells.take(|| 20).unwrap()).collect();
        assert_eq!(order[..3], [3, 2, 1], "the newest first");
        assert_eq!(order[3..], [2, 2, 2, 3, 2, 1], "every second turn is the best cell's");
    }

    #[test]
    fn within_a_cell_the_lightest_comes_first_and_ranks_decide_among_equals() {
        let mut cells = filled(&[(1, &[(2, 0, 7), (0, 5, 8), (0, 4, 9)])]);
        let order: Vec<u32> = std::iter::from_fn(|| cells.take(|| 1)).collect();
        assert_eq!(order, [9, 8, 7]);
    }

    #[test]
    fn empty_cells_are_passed_over() {
        let mut cells = filled(&[(1, &[(0, 0, 1)]), (2, &[]), (3, &[(0, 0, 3)])]);
        cells.open(1);
        assert_eq!([cells.take(|| 2), cells.take(|| 2), cells.take(|| 2)], [Some(3), Some(1), None]);
    }
}
