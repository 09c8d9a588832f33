//! Minimum-cost matching of boxes and goals: the lower bound of the search, and a deadlock rule.
//!
//! Every needed box must end on a goal of its own, so the cheapest assignment of boxes to goals, by the push
//! distances of lone boxes, bounds the pushes from below. If there is no assignment at all (a *bipartite
//! deadlock*), the position is lost.
//!
//! **Square by construction.** With more boxes than goals the missing columns cost nothing (a spare box may
//! stay anywhere); with more goals than boxes the missing rows cost nothing.
//!
//! **Incremental.** The method is the primal-dual one (Kuhn 1955, shortest augmenting paths as in Jonker and
//! Volgenant 1987). Its dual numbers are reused: `u` for rows, `v` for columns with `u + v ≤ cost`
//! everywhere, and their sum is a lower bound for *any* assignment.
//! - A fresh solve starts from the columns' numbers of the last one. Neighbouring positions differ in a row or
//!   two, so nearly all rows are matched at once and the rest take one augmentation each, O(n²).
//! - When one row changes, [`Matching::bound_with`] gives in O(n) the bound that keeps all other numbers:
//!   never above the new optimum, nearly always equal to it. [`Matching::replace`] finds the exact value
//!   with one augmentation.
//!
//! **Limits.** Thousands of boxes take n² numbers, and a first solve up to n³ steps, so both ask a [`Meter`].

use soko_core::{Meter, Unlimited};

/// What an impossible pair costs: more than any sum of real distances, less than an overflow.
const FORBIDDEN: i32 = 1 << 29;
/// How far the columns' numbers may lie apart before a solve starts from nothing.
const WIDEST: i32 = 1 << 22;

/// Columns of the rows that are augmented between two questions whether to go on.
const PATIENCE: usize = 1_000;

/// Bytes of the costs of a problem of this size: all else is small beside them.
const fn bytes(size: usize) -> u64 {
    (size * size * size_of::<i32>()) as u64
}

/// An assignment problem that is solved again and again with small changes.
#[derive(Clone, Debug)]
pub struct Matching {
    /// Rows and columns, dummies included.
    size: usize,
    /// Columns that are real goals.
    goals: usize,
    /// Rows that are real boxes.
    boxes: usize,
    cost: Vec<i32>,
    /// Dual numbers of the rows.
    row_dual: Vec<i32>,
    /// Dual numbers of the columns.
    column_dual: Vec<i32>,
    row_of: Vec<u32>,
    column_of: Vec<u32>,
    scratch: Scratch,
}

/// Working memory of one augmentation.
#[derive(Clone, Debug, Default)]
struct Scratch {
    slack: Vec<i32>,
    came_from: Vec<u32>,
    done: Vec<bool>,
}

const UNMATCHED: u32 = u32::MAX;

impl Matching {
    /// A problem for so many boxes and goals.
    pub fn new(boxes: usize, goals: usize) -> Self {
        let Ok(matching) = Self::metered(boxes, goals, &mut Unlimited);
        matching
    }

    /// A problem for so many boxes and goals, if there is memory for it.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn metered<M: Meter + ?Sized>(boxes: usize, goals: usize, meter: &mut M) -> Result<Self, M::Halt> {
        let size = boxes.max(goals);
        meter.go_on()?;
        meter.acquire(bytes(size))?;
        Ok(Self {
            size,
            goals,
            boxes,
            cost: vec![0; size * size],
            row_dual: vec![0; size],
            column_dual: vec![0; size],
            row_of: vec![UNMATCHED; size],
            column_of: vec![UNMATCHED; size],
            scratch: Scratch { slack: vec![0; size], came_from: vec![0; size], done: vec![false; size] },
        })
    }

    /// Sets the distances of one box to all goals; `u16::MAX` is impossible.
    #[inline]
    pub fn set_row(&mut self, row: usize, distances: &[u16]) {
        let start = row * self.size;
        for (cost, &pushes) in self.cost[start..start + self.goals].iter_mut().zip(distances) {
            *cost = cost_of(pushes);
        }
    }

    /// The least sum, or `None` if no full assignment exists.
    pub fn solve(&mut self) -> Option<u32> {
        let Ok(sum) = self.solve_metered(&mut Unlimited);
        sum
    }

    /// The least sum within limits, or `None` if no full assignment exists.
    ///
    /// # Errors
    /// The reason to end early; the next solve begins anew.
    pub fn solve_metered<M: Meter + ?Sized>(&mut self, meter: &mut M) -> Result<Option<u32>, M::Halt> {
        self.row_of.fill(UNMATCHED);
        self.column_of.fill(UNMATCHED);
        self.settle_columns();
        let mut work = 0;
        let mut ask = |size: usize| {
            work += size;
            if work <= PATIENCE {
                return Ok(());
            }
            work = 0;
            meter.go_on()
        };
        for row in 0..self.size {
            // One glance at every column, where an augmentation looks at some of them many times.
            ask(self.size / 16)?;
            if !self.take_cheapest(row) {
                return Ok(None);
            }
        }
        for row in 0..self.size {
            if self.column_of[row] != UNMATCHED {
                continue;
            }
            ask(self.size)?;
            if !self.augment(row) {
                return Ok(None);
            }
        }
        Ok(Some(self.value()))
    }

    /// A lower bound for the problem in which one box has other distances, `None` if that box has nowhere to go.
    ///
    /// Call it after [`solve`](Self::solve) has found a value.
    #[inline]
    pub fn bound_with(&self, row: usize, distances: &[u16]) -> Option<u32> {
        let mut least = self.column_dual[self.goals..].iter().map(|v| -v).min().unwrap_or(i32::MAX);
        for (&pushes, &v) in distances.iter().zip(&self.column_dual) {
            least = least.min(cost_of(pushes) - v);
        }
        if least >= FORBIDDEN / 2 {
            return None;
        }
        Some((self.dual_sum() - self.row_dual[row] + least).max(0) as u32)
    }

    /// Changes one row and solves again: one augmentation.
    ///
    /// Call it after [`solve`](Self::solve) or `replace` has found a value.
    pub fn replace(&mut self, row: usize, distances: &[u16]) -> Option<u32> {
        self.set_row(row, distances);
        let column = std::mem::replace(&mut self.column_of[row], UNMATCHED);
        self.row_of[column as usize] = UNMATCHED;
        let possible = self.take_cheapest(row) && (self.column_of[row] != UNMATCHED || self.augment(row));
        possible.then(|| self.value())
    }

    /// The goal that the last solution gives to a box; `None` for a spare box.
    pub fn goal_of(&self, row: usize) -> Option<usize> {
        Some(self.column_of[row] as usize).filter(|&column| column < self.goals)
    }

    /// Bytes acquired when it was made.
    pub const fn bytes(&self) -> u64 {
        bytes(self.size)
    }

    /// How many boxes and goals.
    pub const fn shape(&self) -> (usize, usize) {
        (self.boxes, self.goals)
    }

    /// Augmentations lower nearly all columns' numbers; over millions of solves they would run off.
    fn settle_columns(&mut self) {
        let highest = self.column_dual.iter().copied().max().unwrap_or(0);
        let lowest = self.column_dual.iter().copied().min().unwrap_or(0);
        if highest - lowest > WIDEST {
            self.column_dual.fill(0);
        } else {
            self.column_dual.iter_mut().for_each(|v| *v -= highest);
        }
    }

    /// The sum of the last solution.
    #[inline]
    pub fn value(&self) -> u32 {
        self.dual_sum().max(0) as u32
    }

    #[inline]
    fn dual_sum(&self) -> i32 {
        self.row_dual.iter().sum::<i32>() + self.column_dual.iter().sum::<i32>()
    }

    /// Gives an unmatched row its dual number, and its cheapest column if that is free; false if the row has only
    /// forbidden columns.
    #[inline]
    fn take_cheapest(&mut self, row: usize) -> bool {
        let costs = &self.cost[row * self.size..(row + 1) * self.size];
        let mut best = (i32::MAX, 0);
        for (column, (cost, v)) in costs.iter().zip(&self.column_dual).enumerate() {
            if cost - v < best.0 {
                best = (cost - v, column);
            }
        }
        let (dual, column) = best;
        self.row_dual[row] = dual;
        if self.row_of[column] == UNMATCHED {
            self.row_of[column] = row as u32;
            self.column_of[row] = column as u32;
        }
        dual < FORBIDDEN / 2
    }

    /// Gives an unmatched row a column by a shortest alternating path; false if every path is forbidden.
    fn augment(&mut self, start: usize) -> bool {
        let size = self.size;
        let Scratch { slack, came_from, done } = &mut self.scratch;
        slack.fill(i32::MAX);
        done.fill(false);
        let (mut row, mut distance) = (start, 0);
        let mut previous = UNMATCHED;
        let free = loop {
            let costs = &self.cost[row * size..(row + 1) * size];
            let offset = distance - self.row_dual[row];
            let (mut least, mut nearest) = (i32::MAX, 0);
            for column in 0..size {
                if done[column] {
                    continue;
                }
                let through = costs[column] - self.column_dual[column] + offset;
                if through < slack[column] {
                    slack[column] = through;
                    came_from[column] = previous;
                }
                if slack[column] < least {
                    (least, nearest) = (slack[column], column);
                }
            }
            if least >= FORBIDDEN / 2 {
                return false;
            }
            distance = least;
            done[nearest] = true;
            previous = nearest as u32;
            match self.row_of[nearest] {
                UNMATCHED => break nearest,
                next => row = next as usize,
            }
        };
        // Shift the dual numbers along everything closer than the free column.
        self.row_dual[start] += distance;
        for column in (0..size).filter(|&column| done[column] && column != free) {
            self.column_dual[column] -= distance - slack[column];
            self.row_dual[self.row_of[column] as usize] += distance - slack[column];
        }
        // Pass the columns along the path.
        let mut column = free;
        loop {
            let previous = came_from[column];
            let row = if previous == UNMATCHED { start as u32 } else { self.row_of[previous as usize] };
            self.row_of[column] = row;
            self.column_of[row as usize] = column as u32;
            if previous == UNMATCHED {
                return true;
            }
            column = previous as usize;
        }
    }
}

#[inline]
const fn cost_of(pushes: u16) -> i32 {
    if pushes == u16::MAX { FORBIDDEN } else { pushes as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All assignments, one after another.
    fn naive(rows: &[Vec<u16>], goals: usize) -> Option<u32> {
        fn place(rows: &[Vec<u16>], used: &mut Vec<bool>, spare: usize) -> Option<u32> {
            let Some((row, rest)) = rows.split_first() else { return Some(0) };
            let mut best = if spare > 0 { place(rest, used, spare - 1) } else { None };
            for goal in 0..used.len() {
                if !used[goal] && row[goal] != u16::MAX {
                    used[goal] = true;
                    if let Some(sum) = place(rest, used, spare) {
                        let sum = sum + u32::from(row[goal]);
                        best = Some(best.map_or(sum, |b| b.min(sum)));
                    }
                    used[goal] = false;
                }
            }
            best
        }
        // With more boxes than goals, exactly the surplus stays unmatched.
        place(rows, &mut vec![false; goals], rows.len().saturating_sub(goals))
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }

        fn row(&mut self, goals: usize) -> Vec<u16> {
            (0..goals).map(|_| if self.below(4) == 0 { u16::MAX } else { self.below(12) as u16 }).collect()
        }
    }

    #[test]
    fn equals_trying_all_assignments_also_after_changes() {
        let mut random = Random(1);
        let (mut solved, mut tight, mut bounds) = (0, 0, 0);
        for _ in 0..3000 {
            let (boxes, goals) = (1 + random.below(6) as usize, 1 + random.below(6) as usize);
            let mut rows: Vec<_> = (0..boxes).map(|_| random.row(goals)).collect();
            let mut matching = Matching::new(boxes, goals);
            for (i, row) in rows.iter().enumerate() {
                matching.set_row(i, row);
            }
            let mut value = matching.solve();
            assert_eq!(value, naive(&rows, goals), "{rows:?}");
            for _ in 0..5 {
                if value.is_none() {
                    break;
                }
                solved += 1;
                let changed = random.below(boxes as u64) as usize;
                rows[changed] = random.row(goals);
                let bound = matching.bound_with(changed, &rows[changed]);
                let exact = naive(&rows, goals);
                assert!(exact.is_none() || bound.is_some_and(|b| b <= exact.unwrap()), "{rows:?}");
                bounds += 1;
                tight += usize::from(bound == exact);
                let mut copy = matching.clone();
                assert_eq!(copy.replace(changed, &rows[changed]), exact, "{rows:?}");
                matching.set_row(changed, &rows[changed]);
                value = matching.solve();
                assert_eq!(value, exact, "{rows:?}");
            }
        }
        assert!(solved > 1000, "{solved}");
        assert!(tight * 10 > bounds, "the cheap bound is rarely exact: {tight} of {bounds}");
    }

    #[test]
    fn says_who_goes_where() {
        let mut matching = Matching::new(3, 2);
        for (i, row) in [[5, 9], [1, u16::MAX], [2, 3]].iter().enumerate() {
            matching.set_row(i, row);
        }
        assert_eq!(matching.solve(), Some(4));
        assert_eq!([0, 1, 2].map(|row| matching.goal_of(row)), [None, Some(0), Some(1)]);
        assert_eq!(matching.shape(), (3, 2));
    }
}
