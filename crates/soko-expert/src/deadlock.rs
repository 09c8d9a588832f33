//! What is lost, in both directions of search: tests and proofs, all of them sound.
//!
//! [`forward`] asks whether a position can still be solved, [`backward`] whether a game can have led to one. Both test a move for
//! what it can have broken, a position for deeper reasons, and learn: a [`pattern_search`] finds the few boxes by which a
//! position is lost, and every position with these boxes is lost with it. [`verify_best`] spends part of the search's time on
//! proofs about the position that looks best.

pub(crate) mod backward;
pub(crate) mod forward;
pub(crate) mod pattern_search;
pub(crate) mod verify_best;

use soko_core::Bits;

/// Boxes that are lost wherever else boxes stand, while the player is on one of some squares.
pub(crate) type Pattern<const W: usize> = (Bits<W>, Bits<W>);
