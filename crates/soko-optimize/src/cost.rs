//! What is to become less, as one number.
//!
//! All four metrics are sums over the pushes and steps of a solution, so one weight for a push and one for a step say
//! everything. Where one count decides among equals of the other, its weight is 1 and that of the first 2³²: no solution is so long that
//! the second count could outweigh one unit of the first.

use soko_solver::metric::Metric;

/// More than any count of a solution.
const MUCH: u64 = 1 << 32;

/// What a push and a step cost. A push is a step, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// Of each push, on top of the step it is.
    pub push: u64,
    /// Of each step of the player.
    pub step: u64,
}

impl Weights {
    /// The weights that make sums compare like a metric.
    pub(crate) const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Pushes => Self { push: 1, step: 0 },
            Metric::Moves => Self { push: 0, step: 1 },
            Metric::PushesThenMoves => Self { push: MUCH, step: 1 },
            Metric::MovesThenPushes => Self { push: 1, step: MUCH },
        }
    }

    /// The cost of so many pushes and so many steps, pushes included.
    #[inline]
    pub(crate) const fn cost(self, pushes: u32, moves: u32) -> u64 {
        self.push * pushes as u64 + self.step * moves as u64
    }

    /// Does it matter where exactly the player stands?
    #[inline]
    pub(crate) const fn counts_moves(self) -> bool {
        self.step > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_compare_like_the_metric() {
        let counts = [(3, 90), (4, 10), (3, 91), (5, 10), (4, 90)];
        for metric in [Metric::Pushes, Metric::Moves, Metric::PushesThenMoves, Metric::MovesThenPushes] {
            let weights = Weights::of(metric);
            for (pushes, moves) in counts {
                for (other_pushes, other_moves) in counts {
                    let expected = metric.cost(moves, pushes).cmp(&metric.cost(other_moves, other_pushes));
                    let found = weights.cost(pushes, moves).cmp(&weights.cost(other_pushes, other_moves));
                    assert_eq!(found, expected, "{metric:?}");
                }
            }
        }
    }
}
