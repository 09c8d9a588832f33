//! What is kept of a walk that has had its turn: how it came to each of its positions.
//!
//! The tree of a walk is given up after its turn, but the way home may come upon a position of it much later. Then all that is
//! missing for a solution is how the walk had come there, so that is kept: a few bytes for each position. Of 51 levels
//! of Sven's with 6 s each, two more are solved thanks to this and to what lasting searches note ahead of them.

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

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use soko_core::{Level, Maze, Unlimited};

    use super::*;
    use crate::{
        follow::Follow, knowledge::Knowledge, lore::Lore, perimeter::Perimeter, progress::Progress,
        taste::Taste, testing::within,
    };

    const ROOMS: &str = "\
###############
#   #   #     #
# $ $ $     ..#
#@$   $ #   ..#
# $ $   #   ..#
#   #####    .#
#####   #######";

    #[test]
    fn a_walk_of_the_past_still_tells_how_it_came_to_its_positions() {
        let level = Level::parse(ROOMS).unwrap();
        within(|context| {
            let ground = Ground::<2>::new(&level);
            let knowledge = Knowledge { doubts: 0, ..Knowledge::default() };
            let lore = Rc::new(RefCell::new(Lore::new(&ground, knowledge, &mut Unlimited).unwrap()));
            let taste = Taste::new(0, 0, knowledge);
            let (perimeter, _) = Perimeter::pair();
            let mut follow = Follow::new(&ground, lore, 30, Origin::start(&ground), taste, perimeter);
            let mut until = 0;
            let best = loop {
                until += 1;
                assert!(matches!(follow.advance(until, context)?, Progress::Paused), "not solved so soon");
                if let Some(best) = follow.best() {
                    break best;
                }
            };
            assert_eq!(reached(&ground.maze, &level, &best.pushes), best.state);
            let past = follow.retire(context).expect("a walk had begun");
            assert_eq!(past.pushes(&ground, best.state.key()), Some(best.pushes));
            assert_eq!(past.pushes(&ground, 12_345), None);
            past.release(context);
            Ok(())
        });
    }

    fn reached(maze: &Maze<2>, level: &Level, pushes: &[Push]) -> soko_core::State<2> {
        let state = pushes
            .iter()
            .fold(maze.start(level), |state, push| maze.push(&state.boxes, push.square, push.direction));
        maze.normal(&state)
    }
}
