//! Loops: a position met twice, and everything between for nothing.
//!
//! Solutions put together from macro moves now and then undo what they have done. The last meeting of each position is remembered, and the path goes
//! on from there. Two positions are the same if the boxes are and the player can walk from one to the other.

use rustc_hash::FxHashMap;
use soko_core::{Maze, Push, State};

use crate::path::Path;

/// The pushes of a path without its loops.
pub(crate) fn without_loops<const W: usize>(maze: &Maze<W>, path: &Path<W>) -> Vec<Push> {
    let states: Vec<State<W>> = path.states().iter().map(|state| maze.normal(state)).collect();
    let last: FxHashMap<&State<W>, usize> = states.iter().zip(0..).collect();
    let mut pushes = Vec::with_capacity(path.pushes().len());
    let mut at = last[&states[0]];
    while let Some(&push) = path.pushes().get(at) {
        pushes.push(push);
        if maze.is_solved(&states[at + 1].boxes) {
            break;
        }
        at = last[&states[at + 1]];
    }
    pushes
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, lurd, replay};

    use super::*;
    use crate::path::pushes_of;

    #[test]
    fn what_is_undone_is_left_out() {
        let level = Level::parse("#########\n#       #\n# @$  . #\n#       #\n#########").unwrap();
        let maze = Maze::<1>::new(&level);
        // Two to the right, one back, two forth.
        let solution = replay(&level, &lurd::parse("RRurrdLulldRR").unwrap()).unwrap();
        let path = Path::new(&maze, &maze.start(&level), pushes_of(&level, &solution)).unwrap();
        assert_eq!((path.pushes().len(), without_loops(&maze, &path).len()), (5, 3));
    }
}
