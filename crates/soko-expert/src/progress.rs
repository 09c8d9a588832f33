//! How far a strategy has come, and the solution that a tree holds.

use soko_core::{Push, Solution, Verified, replay, walk};

use crate::{
    carry::{Carrier, Way},
    ground::Ground,
    tree::Tree,
};

/// How far a strategy has come.
pub enum Progress {
    /// A solution.
    Solved(Verified<Solution>),
    /// It has nothing left to try.
    Exhausted,
    /// There is more to do.
    Paused,
}

/// The solution at the end of a way through a tree: from the start by pushes, or from the end by pulls, which are undone.
///
/// # Panics
/// If the way does not lead from the start to a solved position, or back.
pub fn solution<const W: usize>(
    ground: &Ground<'_, W>,
    tree: &Tree<W>,
    number: u32,
    way: Way,
) -> Verified<Solution> {
    let maze = &ground.maze;
    let forbidden = match way {
        Way::Push => ground.dead,
        Way::Pull => maze.floor().without(&ground.reached),
    };
    let mut carrier = Carrier::default();
    let mut pushes: Vec<Push> = Vec::new();
    for pair in tree.way_to(number).windows(2) {
        let state = tree.node(pair[0]).spot.state;
        let carry = tree.node(pair[1]).carry;
        let region = maze.region(&state.boxes, state.player);
        let found = carrier.pushes(maze, way, (&state.boxes, &region), carry, &forbidden);
        pushes.extend(found.expect("a move that was found is found again"));
    }
    if way == Way::Pull {
        pushes.reverse();
    }
    let path = walk::connect(ground.level, &pushes).expect("every move is legal where it is made");
    replay(ground.level, &path).expect("the last position is solved")
}
