//! A position in the tree of a search in feature space.

use super::{Child, FessPosition};
use crate::{features::Score, macro_move::MacroMove};

/// A position that was expanded.
pub(crate) struct Node<const W: usize> {
    /// The position.
    pub(crate) position: FessPosition<W>,
    /// Its score.
    pub(crate) score: Score,
    /// The node it was reached from; a root is its own parent.
    pub(crate) parent: u32,
    /// The move that led here.
    pub(crate) macro_move: MacroMove,
    /// The box of that move left the board.
    pub(crate) sinks: bool,
    /// Moves that no advisor chose, on the way here.
    pub(super) weight: u32,
    /// The best score on the way; its cell is the one the node is filed in.
    pub(super) best: Score,
    pub(super) children: Box<[Child]>,
    /// The first child not yet tried.
    pub(super) next: u32,
    /// Proven to lead nowhere.
    pub(super) pruned: bool,
    /// Lessons that were held against it.
    pub(super) lessons: u32,
    /// Number of prunings and lessons at which neither it nor any node on the way was pruned.
    pub(super) sound: u32,
}
