//! Pulls: pushes undone.
//!
//! The player stands beside a box, steps away from it and draws the box onto the square it leaves. Two squares in a row
//! must be free. The position that results is one from which the push back is legal, and no other is.

use soko_core::{Bits, Direction, Maze, Push, Square, State};

/// One pull of a box.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    /// Where the box stood.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Where the player stands now.
    pub player: Square,
    direction: Direction,
}

/// Calls `visit` for every pull a player in `region` can make, box by box within each direction.
#[inline]
pub fn for_each<const W: usize>(
    maze: &Maze<W>,
    boxes: &Bits<W>,
    region: &Bits<W>,
    mut visit: impl FnMut(Pull),
) {
    for direction in Direction::ALL {
        let back = direction.opposite();
        // Squares of the region with another one ahead; free squares that touch the region belong to it.
        let room = *region & maze.shift(region, back);
        for from in (*boxes & maze.shift(&room, back)).iter() {
            let to = maze.next(from, direction);
            visit(Pull { from, to, player: maze.next(to, direction), direction });
        }
    }
}

impl Pull {
    /// The push that undoes it.
    #[inline]
    pub const fn push(self) -> Push {
        Push { square: self.to, direction: self.direction.opposite() }
    }

    /// The position after it, in normal form; `region` is the player's before it.
    #[inline]
    pub fn apply<const W: usize>(self, maze: &Maze<W>, boxes: &Bits<W>, region: &Bits<W>) -> State<W> {
        let mut boxes = *boxes;
        boxes.remove(self.from);
        boxes.insert(self.to);
        let free = maze.floor().without(&boxes);
        // If the box has cut nothing, the square that it left is linked to all others beside it, as after a push.
        let region = if maze.linked_around(&free, self.to) {
            maze.region_after_push(region, &boxes, self.from, self.to)
        } else {
            maze.flood(&free, Bits::single(self.player))
        };
        State { boxes, player: region.first().unwrap_or(self.player) }
    }
}
