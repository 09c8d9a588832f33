//! FESS: search in feature space (Yaron Shoham and Jonathan Schaeffer 2020).
//!
//! Every position has a [`Score`]: a *cell*, which is its tuple of important features, and a *rank*, the lexicographic order of
//! all features. A position is filed in the cell of the best position on its way, so a step back does not open a new cell.
//! Every cell keeps its positions ordered by the weight of their next open move: an advisor's move weighs nothing, every
//! other move one, and the weights of a way add up. So weight counts the moves that no advisor chose.
//!
//! The search goes round the cells ([`cells`]). One turn takes the lightest open move of a cell, tests the position it leads to
//! for deadlock, scores all moves from there and files them ([`search`]).
//!
//! The search knows nothing of Sokoban but positions and macro moves; what is scored, advised and lost is the business of a
//! [`Domain`].

mod cells;
mod node;
mod search;

use soko_core::{Bits, Square, State, zobrist};
use soko_solver::{Context, Feature, Halt};

pub(crate) use self::{
    node::Node,
    search::{FeatureSearch, Turn},
};
use crate::{features::Score, macro_move::MacroMove};

/// A position of a search in feature space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FessPosition<const W: usize> {
    /// Boxes and the player on the lowest square of its region.
    pub(crate) state: State<W>,
    /// Squares of the start that no box has been brought back to; used by the search for plans alone.
    pub(crate) bases: Bits<W>,
}

impl<const W: usize> FessPosition<W> {
    /// A position of a search that keeps all boxes on the board.
    pub(crate) const fn of(state: State<W>) -> Self {
        Self { state, bases: Bits::EMPTY }
    }

    /// The position after a move.
    pub(crate) fn after(&self, child: &Child) -> Self {
        let mut after = *self;
        after.state.boxes.remove(child.macro_move.from);
        after.state.player = child.macro_move.player;
        if child.sinks {
            after.bases.remove(child.macro_move.to);
        } else {
            after.state.boxes.insert(child.macro_move.to);
        }
        after
    }
}

/// A position to begin from: itself, its key and its score.
pub(crate) type Root<const W: usize> = (FessPosition<W>, u64, Score);

/// A move with the score of where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The move.
    pub(crate) macro_move: MacroMove,
    /// The box leaves the board for good; in the search for plans alone.
    pub(crate) sinks: bool,
    /// 0 if an advisor chose it, otherwise 1.
    pub(crate) weight: u8,
    /// The key of the position it leads to.
    pub(crate) key: u64,
    /// The score of that position.
    pub(crate) score: Score,
}

impl Child {
    /// A move from a position that keeps all boxes on the board; `free` if it weighs nothing.
    pub(crate) fn new<const W: usize>(
        parent: &State<W>,
        parent_key: u64,
        macro_move: MacroMove,
        score: Score,
        free: bool,
    ) -> Self {
        let boxes = zobrist::box_key(macro_move.from) ^ zobrist::box_key(macro_move.to);
        let player = zobrist::player_key(parent.player) ^ zobrist::player_key(macro_move.player);
        Self { macro_move, sinks: false, weight: u8::from(!free), key: parent_key ^ boxes ^ player, score }
    }
}

/// The moves from a position, or the reason to halt.
pub(crate) type Children = Result<Vec<Child>, Halt>;

/// What is searched.
pub(crate) trait Domain<const W: usize> {
    /// Does the search go from the end, by pulls?
    const BACKWARD: bool;

    /// Scores and weighs all moves from a position.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn expand(&mut self, at: &FessPosition<W>, score: Score, context: &mut Context<'_>) -> Children;

    /// Is there no point in going on from here? `to` is where the last move ended.
    fn is_lost(&mut self, position: &FessPosition<W>, to: Square) -> bool;

    /// How many reasons for being lost were learned so far, in the whole run.
    fn lessons(&self) -> u32 {
        0
    }

    /// Is a position lost for a reason that was learned after the first so many?
    fn is_lost_by_lessons(&self, _: &FessPosition<W>, _after: u32) -> bool {
        false
    }

    /// Is this what was sought?
    fn is_done(&self, position: &FessPosition<W>) -> bool;

    /// The features behind a score by name, in order of importance.
    fn describe(&self, score: Score) -> Vec<Feature>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_carries_a_box_or_takes_it_off_the_board() {
        let boxes: Bits<1> = [Square(3), Square(5)].into_iter().collect();
        let bases: Bits<1> = [Square(9), Square(11)].into_iter().collect();
        let position = FessPosition { state: State { boxes, player: Square(1) }, bases };
        let macro_move = MacroMove { from: Square(3), to: Square(9), player: Square(2) };
        let score = Score { cell: 0, rank: 0 };
        let child = Child::new(&position.state, position.state.key(), macro_move, score, true);
        let after = position.after(&child);
        let carried: Bits<1> = [Square(5), Square(9)].into_iter().collect();
        assert_eq!(after, FessPosition { state: State { boxes: carried, player: Square(2) }, bases });
        assert_eq!((child.key, child.weight, child.sinks), (after.state.key(), 0, false));
        assert_eq!(Child::new(&position.state, 0, macro_move, score, false).weight, 1);
        let sunk = position.after(&Child { sinks: true, ..child });
        let state = State { boxes: Bits::single(Square(5)), player: Square(2) };
        assert_eq!(sunk, FessPosition { state, bases: Bits::single(Square(11)) });
    }
}
