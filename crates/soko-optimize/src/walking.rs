//! Shortest walks on bitboards: a wave that grows by one step at a time.
//!
//! Between two pushes a search wants the distances from the player to a handful of squares. The wave is grown as a whole, a few word
//! operations per step, until it has met all of them.

use soko_core::{Bits, Direction, Maze, Square};

/// All squares of `free` one step beside `wave`.
#[inline]
fn grown<const W: usize>(maze: &Maze<W>, wave: &Bits<W>, free: &Bits<W>) -> Bits<W> {
    let sides = maze.shift(wave, Direction::Up) | maze.shift(wave, Direction::Down);
    (sides | maze.shift(wave, Direction::Left) | maze.shift(wave, Direction::Right)) & *free
}

/// Calls `visit` with every wanted square the player can walk to, nearest first, and its distance.
#[inline]
pub(crate) fn for_each_distance<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    player: Square,
    wanted: &Bits<W>,
    mut visit: impl FnMut(Square, u32),
) {
    let mut free = maze.floor().without(boxes);
    let mut wave = Bits::single(player);
    let mut left = *wanted;
    let mut steps = 0;
    while !wave.is_empty() {
        let met = wave & left;
        if !met.is_empty() {
            met.iter().for_each(|square| visit(square, steps));
            left = left.without(&met);
            if left.is_empty() {
                return;
            }
        }
        free = free.without(&wave);
        wave = grown(maze, &wave, &free);
        steps += 1;
    }
}

/// The number of steps from one square to another around the boxes.
pub(crate) fn steps<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    from: Square,
    to: Square,
) -> Option<u32> {
    let mut found = None;
    for_each_distance(maze, boxes, from, &Bits::single(to), |_, steps| found = Some(steps));
    found
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Walks};

    use super::*;

    #[test]
    fn the_wave_is_as_long_as_the_flood_says() {
        let level =
            Level::parse("########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n########").unwrap();
        let maze = Maze::<1>::new(&level);
        let start = maze.start(&level);
        let walks = Walks::from(&level, level.start());
        for square in level.floor().iter() {
            assert_eq!(steps(&maze, &start.boxes, start.player, square), walks.distance(square));
        }
    }
}
