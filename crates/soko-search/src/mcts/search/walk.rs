//! The simulation: a random walk in push space that leaves nothing behind but its end.
//!
//! It ends in one of the five ways of the thesis: in a deadlock, in a position without successors (which is
//! remembered as lost), in a cycle that cannot be avoided (which is not), in a solution, or at its length, where
//! the estimate of the last position is its value. A cycle is a return to a position of this walk or of
//! the line of play that led to it.

use soko_core::{Direction, Push, State};
use soko_solver::{Best, Halt};

use super::{super::tree::Stage, Search};

/// How a walk ended.
pub(super) enum Walk {
    /// Solved, by these pushes.
    Solved(Vec<Push>),
    /// With this many pushes to go at least; `None` if it is lost or runs in circles.
    Ended(Option<u32>),
}

impl<const W: usize> Search<'_, '_, W> {
    /// Walks on from a leaf of the tree.
    pub(super) fn walk(&mut self, from: u32) -> Result<Walk, Halt> {
        let mut state = self.tree.state(from);
        let mut line = vec![state];
        let mut pushes = Vec::new();
        loop {
            let Some(value) = self.estimate.load(&state, self.context)? else {
                return Ok(Walk::Ended(None));
            };
            if pushes.len() as u32 == self.walk_length {
                return Ok(Walk::Ended(Some(value)));
            }
            self.count_expansion()?;
            let mut ways = self.ways(&state)?;
            if ways.is_empty() {
                self.tree.remember_lost(&state, self.context)?;
                return Ok(Walk::Ended(None));
            }
            let next = loop {
                let Some(push) = self.choose_way(&mut ways) else {
                    return Ok(Walk::Ended(None));
                };
                let child = self.maze.push(&state.boxes, push.square, push.direction);
                self.context.statistics.generated += 1;
                let child = self.maze.normal(&child);
                if !line.contains(&child) && !self.leads_to(&child, from) {
                    pushes.push(push);
                    break child;
                }
            };
            if self.maze.is_solved(&next.boxes) {
                return Ok(Walk::Solved(pushes));
            }
            if self.tree.find(&next).is_some_and(|known| self.tree.node(known).stage == Stage::Lost) {
                return Ok(Walk::Ended(None));
            }
            line.push(next);
            state = next;
        }
    }

    /// All pushes of the loaded position with their estimates.
    fn ways(&mut self, state: &State<W>) -> Result<Vec<(Push, Option<u32>)>, Halt> {
        let region = self.maze.region(&state.boxes, state.player);
        let mut ways = Vec::new();
        for direction in Direction::ALL {
            for square in self.maze.pushable(&state.boxes, &region, direction).iter() {
                // Thousands of boxes have thousands of pushes, each with a bound over all goals.
                self.context.poll()?;
                let push = Push { square, direction };
                let child = self.maze.push(&state.boxes, square, direction);
                let value = self.estimate.after(self.maze, push, &child);
                if value.is_some() || !self.params.prune_lost {
                    ways.push((push, value));
                }
            }
        }
        Ok(ways)
    }

    /// Takes one way out: any, or one of least estimate.
    fn choose_way(&mut self, ways: &mut Vec<(Push, Option<u32>)>) -> Option<Push> {
        if ways.is_empty() {
            return None;
        }
        let index = if self.dice.chance(self.params.walk_randomness) {
            self.dice.below(ways.len())
        } else {
            let mut best = Best::new();
            for (i, (_, value)) in ways.iter().enumerate() {
                best.offer(-value.map_or(f64::INFINITY, f64::from), i, &mut self.dice);
            }
            best.take()?
        };
        Some(ways.swap_remove(index).0)
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Square;

    use super::{
        super::{super::tree::START, tests::with_search},
        *,
    };
    use crate::mcts::Params;

    const CORRIDOR: &str = "########\n#@$   .#\n########";

    fn params(walk_per_box: f64) -> Params {
        Params { walk_per_box, walk_randomness: 0.0, ..Params::default() }
    }

    #[test]
    fn a_walk_ends_at_its_length_or_with_a_solution() {
        for (length, left) in [(0.0, 4), (1.0, 3), (3.0, 1)] {
            with_search(CORRIDOR, &params(length), |search| {
                assert!(matches!(search.walk(START)?, Walk::Ended(Some(value)) if value == left));
                assert_eq!(search.context.statistics.expanded, length as u64);
                assert_eq!(search.context.statistics.generated, 1 + length as u64);
                Ok(())
            });
        }
        with_search(CORRIDOR, &params(4.0), |search| {
            assert!(matches!(search.walk(START)?, Walk::Solved(pushes) if pushes.len() == 4));
            Ok(())
        });
    }

    #[test]
    fn a_position_without_ways_is_remembered_as_lost() {
        // The box is pushed into the dead end, from where it never comes back.
        let text = "#######\n#@$  ##\n###.###\n#######";
        with_search(text, &Params { prune_lost: true, ..params(9.0) }, |search| {
            let start = search.tree.state(START);
            assert!(matches!(search.walk(START)?, Walk::Ended(None)));
            assert_eq!(search.tree.find(&start), Some(START));
            Ok(())
        });
    }

    #[test]
    fn the_way_of_least_estimate_is_taken_out_or_any() {
        let push = |number| Push { square: Square(number), direction: Direction::Up };
        let all = [(push(1), Some(5)), (push(2), None), (push(3), Some(2)), (push(4), Some(3))];
        with_search(CORRIDOR, &params(1.0), |search| {
            let mut ways = all.to_vec();
            let order: Vec<_> = std::iter::from_fn(|| search.choose_way(&mut ways)).collect();
            assert_eq!(order, [push(3), push(4), push(1), push(2)]);
            assert!(ways.is_empty());
            Ok(())
        });
        with_search(CORRIDOR, &Params { walk_randomness: 1.0, ..params(1.0) }, |search| {
            let mut first: Vec<u16> = (0..50)
                .filter_map(|_| search.choose_way(&mut all.to_vec()))
                .map(|push| push.square.0)
                .collect();
            first.sort_unstable();
            first.dedup();
            assert_eq!(first, [1, 2, 3, 4]);
            Ok(())
        });
    }

    #[test]
    fn lost_ways_are_left_out_if_asked_for() {
        // To the left and up the box is lost.
        let text = "######\n#    #\n# $@ #\n#   .#\n######";
        for (prune_lost, expected) in [(true, 2), (false, 4)] {
            with_search(text, &Params { prune_lost, ..params(1.0) }, |search| {
                let start = search.tree.state(START);
                search.estimate.load(&start, search.context)?;
                let ways = search.ways(&start)?;
                assert_eq!(ways.len(), expected);
                assert_eq!(ways.iter().filter(|way| way.1.is_some()).count(), 2);
                Ok(())
            });
        }
    }
}
