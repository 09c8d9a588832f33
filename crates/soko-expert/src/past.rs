//! What is kept of a walk that has had its turn: how it came to each of its positions.
//!
//! The tree of a walk is given up after its turn, but the way home may come upon a position of it much later. Then all that is
//! missing for a solution is how the walk had come there, so that is kept: a few bytes for each position. Of 25 levels
//! of Sven's, one was met in this way and would have been lost.

use soko_core::Push;
use soko_solver::Context;

use crate::{
    carry::{Carry, Way},
    ground::Ground,
    origin::Origin,
    progress::pushes_of,
    tree::Tree,
};

/// One position.
struct Stub {
    key: u64,
    parent: u32,
    carry: Carry,
}

/// A walk that has had its turn.
pub struct Past<const W: usize> {
    origin: Origin<W>,
    stubs: Vec<Stub>,
}

impl<const W: usize> Past<W> {
    /// What is kept of a tree, which gives its memory back; `None` if even that is too much.
    pub fn of(origin: Origin<W>, tree: Tree<W>, context: &mut Context<'_>) -> Option<Self> {
        let stub = |number| {
            let node = tree.node(number);
            Stub { key: node.spot.state.key(), parent: node.parent, carry: node.carry }
        };
        let past = Self { origin, stubs: (0..tree.len() as u32).map(stub).collect() };
        tree.release(context);
        context.acquire(past.bytes()).ok()?;
        Some(past)
    }

    fn bytes(&self) -> u64 {
        (self.stubs.len() * size_of::<Stub>() + self.origin.pushes.len() * size_of::<Push>()) as u64
    }

    /// The pushes that lead to a position from the start of the level, if the walk expanded it.
    pub fn pushes(&self, ground: &Ground<'_, W>, key: u64) -> Option<Vec<Push>> {
        let mut at = self.stubs.iter().position(|stub| stub.key == key)?;
        let mut moves = Vec::new();
        while self.stubs[at].parent as usize != at {
            moves.push(self.stubs[at].carry);
            at = self.stubs[at].parent as usize;
        }
        moves.reverse();
        Some(self.origin.and(&pushes_of(ground, Way::Push, (self.origin.state, moves))))
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        context.release(self.bytes());
    }
}
