//! Cutting off floor that nobody needs.
//!
//! A dead end that the solution never enters is a promise without a secret. It becomes wall, and so does
//! what was only its entrance. Removing floor can only remove solutions, and the solution at hand never used
//! it: an optimal solution stays optimal.

use soko_core::{Cell, Direction, Level, Solution};

/// The level's board without the dead ends that a solution leaves alone.
pub(crate) fn dead_ends(level: &Level, solution: &Solution) -> soko_core::Board {
    let mut needed = level.goals().clone();
    for square in level.start().boxes().iter() {
        needed.insert(square);
    }
    for position in solution.positions(level) {
        needed.insert(position.player());
        for square in position.boxes().iter() {
            needed.insert(square);
        }
    }
    let mut floor = level.floor().clone();
    let mut board = level.board().clone();
    loop {
        let exits = |square| Direction::ALL.into_iter().filter(|&d| floor.contains(level.next(square, d))).count();
        let Some(end) = floor.iter().find(|&square| !needed.contains(square) && exits(square) <= 1) else {
            return board;
        };
        floor.remove(end);
        let (x, y) = level.coordinates(end);
        board.set(x, y, Cell::Wall);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{lurd, replay};

    #[test]
    fn unused_dead_ends_go_and_used_ones_stay() {
        let level = Level::parse("#########\n#@ $ .###\n##### # #\n##### # #\n#####   #\n#########").unwrap();
        let solution = replay(&level, &lurd::parse("rrr").unwrap()).unwrap();
        let trimmed = dead_ends(&level, &solution);
        assert_eq!(trimmed.to_string(), "#########\n#@ $ .###\n#########\n#########\n#########\n#########\n");
        let solution = replay(&level, &lurd::parse("rrrllr").unwrap()).unwrap();
        assert_eq!(dead_ends(&level, &solution), trimmed);
    }
}
