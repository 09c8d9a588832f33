//! Push-perft: the number of push sequences of a given length, as chess programs count move sequences.
//!
//! A table of these numbers is a fingerprint of the rules: any mistake in regions, pushes or undo shows up
//! as a wrong count a few plies down. Sequences go on past solved positions and nothing is merged.

use crate::{Bits, Direction, Level, Maze, Square, with_maze};

/// Number of sequences of exactly `depth` pushes from the start of the level.
pub fn push_perft(level: &Level, depth: u32) -> u64 {
    with_maze!(level, |maze| {
        let start = maze.start(level);
        count(&maze, &start.boxes, start.player, depth)
    })
}

/// Number of sequences of exactly `depth` pushes from a position. The last push of each sequence is
/// counted, not made.
pub fn count<const W: usize>(maze: &Maze<W>, boxes: &Bits<W>, player: Square, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let region = maze.region(boxes, player);
    let pushable = Direction::ALL.map(|direction| maze.pushable(boxes, &region, direction));
    if depth == 1 {
        return pushable.iter().map(|boxes| u64::from(boxes.len())).sum();
    }
    let mut total = 0;
    for (direction, pushable) in Direction::ALL.into_iter().zip(pushable) {
        for square in pushable.iter() {
            let next = maze.push(boxes, square, direction);
            total += count(maze, &next.boxes, next.player, depth - 1);
        }
    }
    total
}
