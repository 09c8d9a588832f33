//! How far a strategy has come, and the solution that a tree holds.

use soko_core::{Push, Solution, State, Verified, replay, walk};

use crate::{
    carry::{Carrier, Carry, Way},
    ground::Ground,
};

/// How far a strategy has come.
pub enum Progress {
    /// A solution.
    Solved(Verified<Solution>),
    /// It has nothing left to try.
    Exhausted,
    /// There is more to do.
    Paused,
    /// A position with this key is known to this side and the other.
    Met(u64),
}

/// The pushes that some moves from a position consist of: pushes of the game, or pulls, each written as the push that undoes it.
///
/// # Panics
/// If a move cannot be made.
pub fn pushes_of<const W: usize>(
    ground: &Ground<'_, W>,
    way: Way,
    (mut state, moves): (State<W>, Vec<Carry>),
) -> Vec<Push> {
    let maze = &ground.maze;
    let forbidden = match way {
        Way::Push => ground.dead,
        Way::Pull => maze.floor().without(&ground.reached),
    };
    let mut explorer = Carrier::default();
    let mut pushes: Vec<Push> = Vec::new();
    for carry in moves {
        let region = maze.region(&state.boxes, state.player);
        let found = explorer.pushes(maze, way, (&state.boxes, &region), carry, &forbidden);
        pushes.extend(found.expect("a move that was found is found again"));
        state = State { boxes: carry.applied(&state.boxes), player: carry.player };
    }
    pushes
}

/// The solution that some pushes are, if they are one.
pub fn solution<const W: usize>(ground: &Ground<'_, W>, pushes: &[Push]) -> Option<Verified<Solution>> {
    let path = walk::connect(ground.level, pushes)?;
    replay(ground.level, &path).ok()
}
