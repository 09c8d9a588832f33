//! A number of pushes that no solution can undercut.
//!
//! Each box needs at least the pushes it would need alone on the board; each goal takes one box. The cheapest
//! assignment of boxes to goals is therefore a lower bound (Junghanns and Schaeffer 2001). With surplus boxes
//! every goal must be served, with surplus goals every box: the smaller side is assigned completely.
//!
//! The assignment is found by shortest augmenting paths with potentials (Kuhn 1955, in the form of Jonker and
//! Volgenant 1987), O(n²·m) for n rows and m columns.

use std::collections::VecDeque;

use soko_analysis::Sides;
use soko_core::{Direction, Level, Square};

/// No way to the goal.
pub(crate) const NEVER: u32 = u32::MAX;

/// Pushes of a lone box from every square to every goal.
pub(crate) struct LowerBound {
    /// By goal, then by square.
    distance: Vec<Vec<u32>>,
}

impl LowerBound {
    pub(crate) fn new(level: &Level) -> Self {
        let sides = Sides::new(level);
        Self { distance: level.goals().iter().map(|goal| distances(level, &sides, goal)).collect() }
    }

    /// The bound for a set of boxes; `None` if too few of them can reach goals.
    pub(crate) fn of(&self, boxes: &[Square]) -> Option<u32> {
        let (n, m) = (boxes.len(), self.distance.len());
        if n <= m {
            assign(n, m, |row, column| self.distance[column][boxes[row].index()])
        } else {
            assign(m, n, |row, column| self.distance[row][boxes[column].index()])
        }
    }
}

/// Fewest pushes of a lone box to one goal, for the better side of the player. Pulls backwards through
/// (square, side).
fn distances(level: &Level, sides: &Sides, goal: Square) -> Vec<u32> {
    let mut by_side = vec![[NEVER; 4]; level.squares()];
    let mut queue = VecDeque::new();
    let reach = |square: Square, side, pushes, by_side: &mut Vec<[u32; 4]>, queue: &mut VecDeque<_>| {
        for other in Direction::ALL {
            let known = &mut by_side[square.index()][other as usize];
            if *known == NEVER && sides.connected(square, side, other) {
                *known = pushes;
                queue.push_back((square, other));
            }
        }
    };
    for side in Direction::ALL {
        reach(goal, side, 0, &mut by_side, &mut queue);
    }
    while let Some((square, side)) = queue.pop_front() {
        let pushes = by_side[square.index()][side as usize] + 1;
        let from = level.next(square, side);
        if level.floor().contains(from) && level.floor().contains(level.next(from, side)) {
            reach(from, side, pushes, &mut by_side, &mut queue);
        }
    }
    let mut nearest: Vec<u32> =
        by_side.iter().map(|sides| sides.iter().copied().min().unwrap_or(NEVER)).collect();
    nearest[goal.index()] = 0;
    nearest
}

/// The cheapest assignment of all `n` rows to different columns of `m ≥ n`; `None` if there is none.
fn assign(n: usize, m: usize, cost: impl Fn(usize, usize) -> u32) -> Option<u32> {
    // Far above any sum of real costs, far below overflow: a forbidden pair is taken only if unavoidable.
    const FORBIDDEN: i64 = 1 << 32;
    let cost = |row: usize, column: usize| match cost(row, column) {
        NEVER => FORBIDDEN,
        pushes => i64::from(pushes),
    };
    // Row and column 0 are sentinels.
    let mut row_potential = vec![0; n + 1];
    let mut column_potential = vec![0; m + 1];
    let mut row_of = vec![0; m + 1];
    let mut previous = vec![0; m + 1];
    for row in 1..=n {
        row_of[0] = row;
        let mut column = 0;
        let mut slack = vec![i64::MAX; m + 1];
        let mut used = vec![false; m + 1];
        while row_of[column] != 0 {
            used[column] = true;
            let from = row_of[column];
            let (mut delta, mut next) = (i64::MAX, 0);
            for j in (1..=m).filter(|&j| !used[j]) {
                let reduced = cost(from - 1, j - 1) - row_potential[from] - column_potential[j];
                if reduced < slack[j] {
                    slack[j] = reduced;
                    previous[j] = column;
                }
                if slack[j] < delta {
                    (delta, next) = (slack[j], j);
                }
            }
            for j in 0..=m {
                if used[j] {
                    row_potential[row_of[j]] += delta;
                    column_potential[j] -= delta;
                } else if slack[j] != i64::MAX {
                    slack[j] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[previous[column]];
            column = previous[column];
        }
    }
    let total: i64 = (1..=m).filter(|&j| row_of[j] != 0).map(|j| cost(row_of[j] - 1, j - 1)).sum();
    u32::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest assignment by trying all of them.
    fn tried(n: usize, taken: &mut Vec<usize>, m: usize, cost: &dyn Fn(usize, usize) -> u32) -> Option<u32> {
        let row = taken.len();
        if row == n {
            return Some(0);
        }
        let mut best = None;
        for column in 0..m {
            if taken.contains(&column) || cost(row, column) == NEVER {
                continue;
            }
            taken.push(column);
            let total = tried(n, taken, m, cost).map(|rest| rest + cost(row, column));
            taken.pop();
            best = best.into_iter().chain(total).min();
        }
        best
    }

    #[test]
    fn assignments_are_the_cheapest() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        let mut impossible = 0;
        for round in 0..300 {
            let (n, m) = (1 + round % 5, 5 + round % 2);
            let table: Vec<u32> =
                (0..n * m).map(|_| if random() % 2 == 0 { NEVER } else { random() % 20 }).collect();
            let cost = |row: usize, column: usize| table[row * m + column];
            let expected = tried(n, &mut Vec::new(), m, &cost);
            impossible += usize::from(expected.is_none());
            assert_eq!(assign(n, m, cost), expected, "{n} of {m}: {table:?}");
        }
        assert!((10..290).contains(&impossible), "{impossible}");
    }
}
