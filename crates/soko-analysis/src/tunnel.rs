//! Tunnels: stretches of floor one square wide.
//!
//! A floor square with walls on both sides of one axis belongs to a tunnel along the other axis; a tunnel is a
//! longest row of such squares. What it promises:
//!
//! - a box in it can be pushed along the axis only, and nothing else will ever change that (walls do not move);
//! - the player in it can leave along the axis only.
//!
//! What it does **not** promise: that a box entering at one end must go on to the other (it may be pushed back, if
//! the player can come round), that stopping inside is pointless (a goal or a parking place), or that a box in it cuts
//! the floor. The last is known all the same and said by [`Tunnel::cuts`]: then whoever pushes a box in can only
//! push it on, which is what the tunnel macros of Rolling Stone (Junghanns and Schaeffer 2001) rest on.
//!
//! A dead end is a tunnel with one end; a bend is no tunnel square, since its walls are not opposite each other.
//! No square is in two tunnels: it would have no neighbour at all.

use soko_core::{Direction, Level, Square};

use crate::Blocks;

/// The line along which a tunnel leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Left and right: walls above and below.
    Horizontal,
    /// Up and down: walls left and right.
    Vertical,
}

impl Axis {
    /// The two directions along it, towards smaller and towards larger squares.
    pub const fn along(self) -> [Direction; 2] {
        match self {
            Self::Horizontal => [Direction::Left, Direction::Right],
            Self::Vertical => [Direction::Up, Direction::Down],
        }
    }

    /// The two directions across it.
    pub const fn across(self) -> [Direction; 2] {
        match self {
            Self::Horizontal => [Direction::Up, Direction::Down],
            Self::Vertical => [Direction::Left, Direction::Right],
        }
    }
}

/// A longest row of squares with walls on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunnel {
    axis: Axis,
    squares: Vec<Square>,
    beyond: [Option<Square>; 2],
    cuts: bool,
}

impl Tunnel {
    /// The line it follows.
    pub const fn axis(&self) -> Axis {
        self.axis
    }

    /// Its squares in rising order; never empty.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The squares just outside, in the order of [`Axis::along`]; `None` where it ends at a wall.
    pub const fn beyond(&self) -> [Option<Square>; 2] {
        self.beyond
    }

    /// Does it end at a wall?
    pub fn is_dead_end(&self) -> bool {
        self.beyond.contains(&None)
    }

    /// Does a box inside keep the player from getting to its other side, on an otherwise empty board?
    ///
    /// The squares between the ends lie on a line, so this is the same for all of them; only in the last square of a dead
    /// end has a box no other side at all.
    pub const fn cuts(&self) -> bool {
        self.cuts
    }
}

/// All tunnels of a level, horizontal ones first, each kind in rising order of their first squares.
pub fn tunnels(level: &Level) -> Vec<Tunnel> {
    tunnels_with(level, &Blocks::of_floor(level))
}

/// As [`tunnels`], with the blocks of the floor at hand.
pub fn tunnels_with(level: &Level, blocks: &Blocks) -> Vec<Tunnel> {
    let mut found = Vec::new();
    for axis in [Axis::Horizontal, Axis::Vertical] {
        let narrow = |square: Square| {
            level.floor().contains(square)
                && axis.across().iter().all(|&side| !level.floor().contains(level.next(square, side)))
        };
        let [back, forth] = axis.along();
        for first in level.floor().iter().filter(|&s| narrow(s) && !narrow(level.next(s, back))) {
            let mut squares = vec![first];
            let mut after = level.next(first, forth);
            while narrow(after) {
                squares.push(after);
                after = level.next(after, forth);
            }
            let floor = |square| Some(square).filter(|&s| level.floor().contains(s));
            let cuts = squares.iter().any(|&s| blocks.articulations().contains(s));
            found.push(Tunnel {
                axis,
                squares,
                beyond: [floor(level.next(first, back)), floor(after)],
                cuts,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_between_rooms_cuts_and_a_loop_does_not() {
        let level = Level::parse("########\n#  ##  #\n#@ $  .#\n#  ##  #\n########").unwrap();
        let at = |x, y| level.square_at(x, y).unwrap();
        let all = tunnels(&level);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].axis(), all[0].squares()), (Axis::Horizontal, &[at(3, 2), at(4, 2)][..]));
        assert_eq!(all[0].beyond(), [Some(at(2, 2)), Some(at(5, 2))]);
        assert!(all[0].cuts() && !all[0].is_dead_end());

        let ring = Level::parse("######\n#@$ .#\n# ## #\n#    #\n######").unwrap();
        let around = tunnels(&ring);
        assert_eq!(around.len(), 4, "the four sides; corners are no tunnel squares");
        assert!(around.iter().all(|tunnel| !tunnel.cuts() && !tunnel.is_dead_end()));
    }

    #[test]
    fn a_dead_end_has_one_end() {
        let level = Level::parse("#####\n#@$.#\n#   #\n## ##\n## ##\n#####").unwrap();
        let all = tunnels(&level);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].axis(), all[0].squares().len()), (Axis::Vertical, 2));
        assert_eq!(all[0].beyond(), [level.square_at(2, 2), None]);
        assert!(all[0].is_dead_end() && all[0].cuts());
    }

    #[test]
    fn a_bare_corridor_is_one_tunnel_with_two_dead_ends() {
        let level = Level::parse("######\n#@$ .#\n######").unwrap();
        let all = tunnels(&level);
        assert_eq!((all.len(), all[0].squares().len(), all[0].beyond()), (1, 4, [None, None]));
    }
}
