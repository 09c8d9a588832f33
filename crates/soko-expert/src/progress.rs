//! How far a strategy has come, and the solution that a tree holds.

use soko_core::{Push, Solution, Verified, replay, walk};

use crate::{
    carry::{Carrier, Carry, Way},
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
    /// A move from this node leads to a position of the other side, with this key.
    Met(u32, u64),
}

/// The pushes of a way through a tree, from its root: pushes of the game, or pulls, each written as the push that undoes it.
///
/// # Panics
/// If the tree holds a move that cannot be made.
pub fn pushes_to<const W: usize>(
    ground: &Ground<'_, W>,
    tree: &Tree<W>,
    number: u32,
    last: Option<Carry>,
    way: Way,
) -> Vec<Push> {
    let maze = &ground.maze;
    let forbidden = match way {
        Way::Push => ground.dead,
        Way::Pull => maze.floor().without(&ground.reached),
    };
    let nodes = tree.way_to(number);
    let carries = nodes[1..].iter().map(|&number| tree.node(number).carry).chain(last);
    let mut explorer = Carrier::default();
    let mut pushes: Vec<Push> = Vec::new();
    for (&from, carry) in nodes.iter().zip(carries) {
        let state = tree.node(from).spot.state;
        let region = maze.region(&state.boxes, state.player);
        let found = explorer.pushes(maze, way, (&state.boxes, &region), carry, &forbidden);
        pushes.extend(found.expect("a move that was found is found again"));
    }
    pushes
}

/// The solution that some pushes are, if they are one.
pub fn solution<const W: usize>(ground: &Ground<'_, W>, pushes: &[Push]) -> Option<Verified<Solution>> {
    let path = walk::connect(ground.level, pushes)?;
    replay(ground.level, &path).ok()
}
