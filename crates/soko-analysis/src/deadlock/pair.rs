//! Dead pairs: two boxes that can never both come home, whatever the others do.
//!
//! **Proof.** In [`pair_table`](crate::pair_table): leave all other boxes out of a solution, and the two have a solution
//! of their own. The table knows every position of two boxes, so a pair that it does not reach has none. It holds if
//! every box must come home; with boxes to spare the rule is silent. Goals to spare do no harm.
//!
//! **After a push.** Only pairs with the pushed box can have died, or pairs that the player has been shut out of; the
//! latter have the same boxes and a smaller region of the *whole* board, but the region of the two alone changes only
//! with a push of one of the two. So the pairs of the pushed box suffice if the position before was not lost.
//! For each square there is a bitboard of partners that are dead wherever the player is: one AND. Partners that
//! are dead for some regions only are looked at one by one, with the squares of the player that lose.
//!
//! **Cost.** CPU time to build the table and bytes held, means over the levels of two boxes or more: Microban 0.05 ms and
//! 7 kB, SokEvo 0.03 ms and 5 kB, XSokoban 1.0 ms and 138 kB (at most 564 kB). The clock ticked in steps of about
//! 4 ms, so only means are given; those of the small boards are over twenty runs.
//!
//! The pairs that a dead square explains are not in the table: squares that are dead come first.

use soko_core::{Bits, Level, Maze, Square, State};

use super::{Evidence, Rule, RuleId, Spare};
use crate::PairTable;

/// The dead pairs of a level.
#[derive(Clone, Debug)]
pub struct DeadPairs<const W: usize> {
    /// Partners of each square that are dead wherever the player is.
    always: Vec<Bits<W>>,
    /// Partners that are dead for some regions of the player.
    sometimes: Vec<Bits<W>>,
    table: PairTable<W>,
}

impl<const W: usize> DeadPairs<W> {
    /// Works out the table; `None` if the level has boxes to spare, a single box, or too many squares.
    pub fn new(level: &Level, maze: &Maze<W>) -> Option<Self> {
        if Spare::of(level).boxes > 0 || level.boxes() < 2 {
            return None;
        }
        let table = PairTable::new(level, maze)?;
        let (mut always, mut sometimes) = (vec![Bits::EMPTY; 64 * W], vec![Bits::EMPTY; 64 * W]);
        table.space().for_each_pair(|a, b, mut positions| {
            let all = positions.len();
            let dead = positions.by_ref().filter(|&position| table.is_dead(position)).count();
            if dead > 0 {
                let partners = if dead == all { &mut always } else { &mut sometimes };
                partners[a.index()].insert(b);
                partners[b.index()].insert(a);
            }
        });
        Some(Self { always, sometimes, table })
    }

    /// A box that makes a dead pair with the box on `square`.
    #[inline]
    pub fn partner(&self, boxes: &Bits<W>, square: Square, player: Square) -> Option<Square> {
        let always = self.always[square.index()] & *boxes;
        if let Some(partner) = always.first() {
            return Some(partner);
        }
        let sometimes = self.sometimes[square.index()] & *boxes;
        sometimes.iter().find(|&partner| {
            let position = self.table.space().position(square, partner, player);
            position.is_some_and(|position| self.table.is_dead(position))
        })
    }

    /// Is a position lost that was not so before a box was pushed to `to`?
    #[inline]
    pub fn lost_by_push(&self, child: &State<W>, to: Square) -> bool {
        self.partner(&child.boxes, to, child.player).is_some()
    }

    /// The first dead pair of a position.
    pub fn find(&self, state: &State<W>) -> Option<(Square, Square)> {
        let partner = |square| Some((square, self.partner(&state.boxes, square, state.player)?));
        state.boxes.iter().find_map(partner)
    }

    /// Bytes held.
    pub const fn bytes(&self) -> u64 {
        self.table.bytes() + (2 * self.always.len() * size_of::<Bits<W>>()) as u64
    }
}

/// Judges positions by their pairs.
#[derive(Clone, Debug)]
pub struct PairRule<const W: usize>(Option<DeadPairs<W>>);

impl<const W: usize> PairRule<W> {
    /// Works out the table of a level; the rule is silent if there is none.
    pub fn new(level: &Level, maze: &Maze<W>) -> Self {
        Self(DeadPairs::new(level, maze))
    }
}

impl<const W: usize> Rule<W> for PairRule<W> {
    fn id(&self) -> RuleId {
        RuleId::Pair
    }

    fn judge(&self, _: &Maze<W>, state: &State<W>, _: &Bits<W>) -> Option<Evidence<W>> {
        let (a, b) = self.0.as_ref()?.find(state)?;
        let boxes = Bits::single(a) | Bits::single(b);
        Some(Evidence { rule: RuleId::Pair, boxes, cells: Bits::EMPTY })
    }
}
