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
//! A search that keeps the cheapest assignment anyway gets this verdict from [`Matching`](crate::Matching); here no
//! costs are needed, and the failed search for a partner ([`BipartiteMatching`]) is the proof.

use soko_core::{Bits, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::{BipartiteMatching, PushDistances, push_distance::UNREACHABLE};

/// Which boxes reach which goals.
#[derive(Clone, Debug)]
pub(super) struct Bipartite {
    distances: PushDistances,
    boxes_to_spare: bool,
}

impl Bipartite {
    /// Works out the push distances.
    pub(super) fn new<const W: usize>(level: &Level, maze: &Maze<W>) -> Self {
        Self { distances: PushDistances::new(maze), boxes_to_spare: Spare::of(level).boxes > 0 }
    }
}

impl<const W: usize> Rule<W> for Bipartite {
    fn id(&self) -> RuleId {
        RuleId::Bipartite
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let goals = self.distances.goals();
        let reaches =
            |square: Square, goal: usize| self.distances.row(square, state.player)[goal] != UNREACHABLE;
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let (members, suits): (&[Square], Vec<Bits<W>>) = if self.boxes_to_spare {
            let suits = (0..goals.len())
                .map(|goal| boxes.iter().copied().filter(|&square| reaches(square, goal)).collect());
            (goals, suits.collect())
        } else {
            let suits = boxes.iter().map(|&square| {
                (0..goals.len()).filter(|&goal| reaches(square, goal)).map(|goal| goals[goal]).collect()
            });
            (&boxes, suits.collect())
        };
        let shortage = BipartiteMatching::default().shortage(&suits)?;
        let members = shortage.members.iter().map(|&member| members[member]).collect();
        let (boxes, cells) =
            if self.boxes_to_spare { (shortage.squares, members) } else { (members, shortage.squares) };
        Some(Evidence { rule: RuleId::Bipartite, boxes, cells })
    }
}
