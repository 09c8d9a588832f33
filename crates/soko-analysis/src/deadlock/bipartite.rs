//! Boxes that cannot all have a goal of their own, or goals that cannot all have a box.
//!
//! **Proof.** In the end `min(boxes, goals)` boxes stand on different goals, so with nothing or goals to spare every box
//! has a goal of its own, and with boxes to spare every goal has a box of its own. Each of these boxes got there
//! by a play that, all other boxes left out, is a legal play of the lone box from its square and the player's present
//! side of it. So the pairs of the end are pairs that the [push distances](crate::PushDistances) allow. If a set of
//! boxes can reach fewer goals than it has members (a set of goals be reached by fewer boxes), there is no such
//! end, and by Hall's theorem (1935) this is the only way in which the pairing can fail.
//!
//! The evidence is that set and its too few partners: with boxes to spare, `cells` is the set of goals and
//! `boxes` are the partners; otherwise `boxes` is the set and `cells` the goals within reach.
//!
//! **Cost.** One alternating search per member of the smaller side (Kuhn 1955), nearly all of which end at once.
//! A search that keeps the cheapest assignment anyway gets this verdict from [`Matching`](crate::Matching); here no
//! costs are needed, and the failed search itself is the proof.

use soko_core::{Bits, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::{PushDistances, push_distance::UNREACHABLE};

/// Which boxes reach which goals.
#[derive(Clone, Debug)]
pub struct Bipartite {
    distances: PushDistances,
    boxes_to_spare: bool,
}

impl Bipartite {
    /// Works out the push distances.
    pub fn new<const W: usize>(level: &Level, maze: &Maze<W>) -> Self {
        Self { distances: PushDistances::new(maze), boxes_to_spare: Spare::of(level).boxes > 0 }
    }
}

const NOBODY: usize = usize::MAX;

/// Members of the left side that have too few partners on the right, and those partners; `None` if everybody on
/// the left can have a partner of its own.
fn unmatchable(
    left: usize,
    right: usize,
    allowed: impl Fn(usize, usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut partner = vec![NOBODY; right];
    let mut came_from = vec![NOBODY; right];
    for start in 0..left {
        came_from.fill(NOBODY);
        // Everybody who would have to find another partner, and the partners in question.
        let mut asked = vec![start];
        let mut seen = Vec::new();
        let mut next = 0;
        let free = 'search: loop {
            let Some(&member) = asked.get(next) else { return Some((asked, seen)) };
            next += 1;
            for other in (0..right).filter(|&other| allowed(member, other)) {
                if came_from[other] == NOBODY {
                    came_from[other] = member;
                    if partner[other] == NOBODY {
                        break 'search other;
                    }
                    seen.push(other);
                    asked.push(partner[other]);
                }
            }
        };
        // Hand the partners on along the way back to the start.
        let mut other = free;
        loop {
            let member = came_from[other];
            let given_up = partner.iter().position(|&taken_by| taken_by == member);
            partner[other] = member;
            match given_up {
                Some(previous) => other = previous,
                None => break,
            }
        }
    }
    None
}

impl<const W: usize> Rule<W> for Bipartite {
    fn id(&self) -> RuleId {
        RuleId::Bipartite
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let rows: Vec<&[u16]> =
            boxes.iter().map(|&square| self.distances.row(square, state.player)).collect();
        let goals = self.distances.goals();
        let reaches = |a: usize, goal: usize| rows[a][goal] != UNREACHABLE;
        let (some_boxes, some_goals) = if self.boxes_to_spare {
            let (some_goals, some_boxes) = unmatchable(goals.len(), boxes.len(), |goal, a| reaches(a, goal))?;
            (some_boxes, some_goals)
        } else {
            unmatchable(boxes.len(), goals.len(), reaches)?
        };
        let set = |members: Vec<usize>, squares: &[Square]| {
            members.into_iter().fold(Bits::EMPTY, |all, i| all | Bits::single(squares[i]))
        };
        Some(Evidence {
            rule: RuleId::Bipartite,
            boxes: set(some_boxes, &boxes),
            cells: set(some_goals, goals),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries all ways to give everybody a partner.
    fn naive(table: &[u32], used: u32) -> bool {
        let Some((row, rest)) = table.split_first() else { return true };
        (0..32).filter(|i| row & !used & 1 << i != 0).any(|i| naive(rest, used | 1 << i))
    }

    #[test]
    fn agrees_with_trying_all_pairings_and_names_a_set_with_too_few_partners() {
        let mut seed = 1u64;
        let mut failures = 0;
        for _ in 0..5000 {
            let mut random = |n: u32| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as u32 % n
            };
            let (left, right) = (1 + random(6), 1 + random(6));
            let table: Vec<u32> = (0..left).map(|_| random(1 << right) & random(1 << right)).collect();
            let failed = unmatchable(left as usize, right as usize, |a, b| table[a] >> b & 1 == 1);
            assert_eq!(failed.is_none(), naive(&table, 0), "{table:?}");
            if let Some((set, partners)) = failed {
                failures += 1;
                let all = set.iter().fold(0, |all, &member| all | table[member]);
                assert_eq!(all, partners.iter().fold(0, |all, &partner| all | 1 << partner));
                assert!(partners.len() < set.len());
            }
        }
        assert!((500..4500).contains(&failures), "{failures}");
    }
}
