//! Cutting off floor that the solution does not use.
//!
//! Floor that is not even beside a square the solution uses is a promise without a secret, and so is a dead end
//! that it never enters. Both become wall; squares beside the used ones stay, as elbow room. Removing floor can
//! only remove solutions, and the solution at hand never used it: an optimal solution stays optimal.

use soko_core::{Board, Cell, Direction, Level, Solution, Square, SquareSet};

/// The level's board without the floor that a solution leaves alone.
pub(crate) fn unused_floor(level: &Level, solution: &Solution) -> Board {
    let needed = needed(level, solution);
    let mut floor = level.floor().clone();
    close_distant_floor(level, &needed, &mut floor);
    close_dead_ends(level, &needed, &mut floor);
    walled(level, &floor)
}

/// The level's board without the dead ends that a solution leaves alone.
pub(crate) fn dead_ends(level: &Level, solution: &Solution) -> Board {
    let mut floor = level.floor().clone();
    close_dead_ends(level, &needed(level, solution), &mut floor);
    walled(level, &floor)
}

/// The level's board with wall wherever a floor is left out.
fn walled(level: &Level, floor: &SquareSet) -> Board {
    let mut board = level.board().clone();
    for square in level.floor().iter().filter(|&square| !floor.contains(square)) {
        let (x, y) = level.coordinates(square);
        board.set(x, y, Cell::Wall);
    }
    board
}

/// Goals, and every square on which player or box stand at some time.
fn needed(level: &Level, solution: &Solution) -> SquareSet {
    let mut needed = level.goals().clone();
    for position in solution.positions(level) {
        needed.insert(position.player());
        position.boxes().iter().for_each(|square| needed.insert(square));
    }
    needed
}

fn close_distant_floor(level: &Level, needed: &SquareSet, floor: &mut SquareSet) {
    for square in level.floor().iter() {
        let row = [Direction::Up, Direction::Down].map(|direction| level.next(square, direction));
        let mut near = row
            .into_iter()
            .chain([square])
            .flat_map(|s| [s, level.next(s, Direction::Left), level.next(s, Direction::Right)]);
        if !near.any(|square| needed.contains(square)) {
            floor.remove(square);
        }
    }
}

fn close_dead_ends(level: &Level, needed: &SquareSet, floor: &mut SquareSet) {
    let is_end = |square, floor: &SquareSet| {
        !needed.contains(square) && neighbours(level, square).filter(|&n| floor.contains(n)).count() <= 1
    };
    loop {
        let end = floor.iter().find(|&square| is_end(square, floor));
        let Some(end) = end else { return };
        floor.remove(end);
    }
}

fn neighbours(level: &Level, square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().map(move |direction| level.next(square, direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{lurd, replay};

    fn trimmed(text: &str, moves: &str) -> String {
        let level = Level::parse(text).unwrap();
        let solution = replay(&level, &lurd::parse(moves).unwrap()).unwrap();
        unused_floor(&level, &solution).to_string()
    }

    #[test]
    fn a_dead_end_stays_only_if_it_is_used() {
        let text = "#######\n#@$  .#\n## ####\n## ####\n#######\n";
        assert_eq!(trimmed(text, "rrr"), "#######\n#@$  .#\n#######\n#######\n#######\n");
        assert_eq!(trimmed(text, "rdurr"), "#######\n#@$  .#\n## ####\n#######\n#######\n");
    }

    #[test]
    fn distant_floor_goes_and_elbow_room_stays() {
        let text = "##########\n#@$ .#   #\n#        #\n######   #\n##########\n";
        assert_eq!(trimmed(text, "rr"), "##########\n#@$ .#####\n#    #####\n##########\n##########\n");
    }
}
