//! Features of positions that searches in both directions share.

use soko_core::{Bits, Direction, Maze};

/// Into how many parts the boxes divide the free floor.
pub fn components<const W: usize>(maze: &Maze<W>, free: &Bits<W>) -> u8 {
    let mut left = *free;
    let mut count = 0_u8;
    while let Some(square) = left.first() {
        left = left.without(&maze.flood(&left, Bits::single(square)));
        count = count.saturating_add(1);
    }
    count
}

/// Does a move let the player stand at a box where it could not stand before, with room to move that box?
///
/// `before` is the region before the move, `boxes` and `region` are those after it; `unmoved` are the boxes that did not
/// move. `reach` is 1 for pushes (the box must have room ahead) and −1 for pulls (the player must have room behind).
pub fn opens<const W: usize>(
    maze: &Maze<W>,
    (boxes_before, before): (&Bits<W>, &Bits<W>),
    (boxes, region): (&Bits<W>, &Bits<W>),
    pulls: bool,
) -> bool {
    let gained = region.without(before).without(boxes_before);
    if gained.is_empty() {
        return false;
    }
    let unmoved = *boxes & *boxes_before;
    let free = maze.floor().without(boxes);
    Direction::ALL.into_iter().any(|direction| {
        let beside = unmoved & maze.shift(&gained, direction);
        let room = if pulls {
            // The player stands one step behind and needs one more.
            maze.shift(&maze.shift(&free, direction), direction)
        } else {
            maze.shift(&free, direction.opposite())
        };
        !(beside & room).is_empty()
    })
}
