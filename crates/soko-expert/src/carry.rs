//! Macro moves: one box anywhere, while all others rest.
//!
//! A search over (square of the box, player's region) finds every place to which the box can be pushed, or pulled in a
//! search from the end. Two ways to one square that leave the player in different regions are two moves, for they
//! are different positions. Branching grows tenfold over single pushes and depth shrinks tenfold, and what is left is
//! the question that matters: where to put the box.
//!
//! **Regions without floods.** Take the box off the board: the player's region is R. With the box on a square whose free
//! neighbours are linked around it, the region is R without that square. Only squares that may cut R need a flood, which
//! spares nine of ten.
//!
//! Macro moves of this kind are Festival's only moves (Shoham and Schaeffer 2020).

use soko_core::{Bits, Direction, Maze, Push, Square};

/// One box carried to another square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carry {
    /// Where the box was.
    pub from: Square,
    /// Where it is now.
    pub to: Square,
    /// The lowest square of the player's region afterwards.
    pub player: Square,
}

impl Carry {
    /// The boxes after it.
    #[inline]
    pub fn applied<const W: usize>(self, boxes: &Bits<W>) -> Bits<W> {
        let mut after = *boxes;
        after.remove(self.from);
        after.insert(self.to);
        after
    }
}

/// Which way boxes go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Forwards in the game.
    Push,
    /// Backwards: pushes undone.
    Pull,
}

#[derive(Clone, Copy)]
struct Stop<const W: usize> {
    square: Square,
    region: Bits<W>,
    parent: u32,
    direction: Direction,
    /// The stop on the same square that was found before.
    same: u32,
}

/// All directions, as bits.
pub const ANY_WAY: u8 = 15;

const NOBODY: u32 = u32::MAX;

/// Explores the ways of single boxes; keeps its memory between positions.
pub struct Carrier<const W: usize> {
    stops: Vec<Stop<W>>,
    /// The last stop found on each square.
    last: Vec<u32>,
}

impl<const W: usize> Default for Carrier<W> {
    fn default() -> Self {
        Self { stops: Vec::new(), last: vec![NOBODY; 64 * W] }
    }
}

impl<const W: usize> Carrier<W> {
    /// Calls `visit` for every place to which the box on `from` can be carried, with the player's region there and the
    /// region it would have without the box.
    ///
    /// `forbidden` squares are never entered; `first` are the directions, as bits, that its first push may have.
    #[expect(clippy::too_many_arguments, reason = "a position, a box and what it may do, all of them plain")]
    pub fn for_each(
        &mut self,
        maze: &Maze<W>,
        way: Way,
        (boxes, region): (&Bits<W>, &Bits<W>),
        from: Square,
        forbidden: &Bits<W>,
        first: u8,
        mut visit: impl FnMut(Square, &Bits<W>, &Bits<W>),
    ) {
        let open = self.explore(maze, way, (boxes, region), from, forbidden, first);
        for stop in &self.stops[1..] {
            visit(stop.square, &stop.region, &open);
        }
    }

    /// The single pushes (or pulls, each written as the push that undoes it) of a carry, in order.
    pub fn pushes(
        &mut self,
        maze: &Maze<W>,
        way: Way,
        (boxes, region): (&Bits<W>, &Bits<W>),
        carry: Carry,
        forbidden: &Bits<W>,
    ) -> Option<Vec<Push>> {
        self.explore(maze, way, (boxes, region), carry.from, forbidden, ANY_WAY);
        let reached = |stop: &Stop<W>| stop.square == carry.to && stop.region.contains(carry.player);
        let mut at = self.stops.iter().position(reached)?;
        let mut pushes = Vec::new();
        while at != 0 {
            let Stop { square, direction, parent, .. } = self.stops[at];
            pushes.push(match way {
                Way::Push => Push { square: maze.next(square, direction.opposite()), direction },
                Way::Pull => Push { square, direction: direction.opposite() },
            });
            at = parent as usize;
        }
        pushes.reverse();
        Some(pushes)
    }

    fn explore(
        &mut self,
        maze: &Maze<W>,
        way: Way,
        (boxes, region): (&Bits<W>, &Bits<W>),
        from: Square,
        forbidden: &Bits<W>,
        first: u8,
    ) -> Bits<W> {
        for stop in self.stops.drain(..) {
            self.last[stop.square.index()] = NOBODY;
        }
        let mut free = maze.floor().without(boxes);
        free.insert(from);
        // The player's region with the box off the board.
        let mut open = *region;
        open.insert(from);
        let more = Direction::ALL.into_iter().any(|direction| {
            let beside = maze.next(from, direction);
            free.contains(beside) && !open.contains(beside)
        });
        if more {
            open = maze.flood(&free, open);
        }
        let allowed = free.without(forbidden);
        self.last[from.index()] = 0;
        self.stops.push(Stop {
            square: from,
            region: *region,
            parent: 0,
            direction: Direction::Up,
            same: NOBODY,
        });
        let mut next = 0;
        while next < self.stops.len() {
            let Stop { square, region, .. } = self.stops[next];
            for direction in Direction::ALL {
                if next == 0 && first & 1 << direction as u8 == 0 {
                    continue;
                }
                let to = maze.next(square, direction);
                if !allowed.contains(to) {
                    continue;
                }
                let player = match way {
                    Way::Push => {
                        if !region.contains(maze.next(square, direction.opposite())) {
                            continue;
                        }
                        square
                    }
                    Way::Pull => {
                        let beyond = maze.next(to, direction);
                        if !region.contains(to) || !free.contains(beyond) {
                            continue;
                        }
                        beyond
                    }
                };
                self.arrive(maze, (&free, &open), to, player, next as u32, direction);
            }
            next += 1;
        }
        open
    }

    /// Notes a stop, unless it is known. The box came from the square of `parent` with one push or pull.
    #[inline]
    fn arrive(
        &mut self,
        maze: &Maze<W>,
        (free, open): (&Bits<W>, &Bits<W>),
        square: Square,
        player: Square,
        parent: u32,
        direction: Direction,
    ) {
        let last = self.last[square.index()];
        let mut known = last;
        while known != NOBODY {
            let stop = &self.stops[known as usize];
            if stop.region.contains(player) {
                return;
            }
            known = stop.same;
        }
        let region = if maze.linked_around(free, square) {
            open.without(&Bits::single(square))
        } else {
            let Stop { square: before, region, .. } = self.stops[parent as usize];
            region_at(maze, free, (before, &region), square, player)
        };
        self.last[square.index()] = self.stops.len() as u32;
        self.stops.push(Stop { square, region, parent, direction, same: last });
    }
}

/// The player's region with the box on `square`, when it was on `before` and the region was `region`.
///
/// If the neighbours of `square` other than the box are linked around it, the old region without it is still of one piece, and
/// only the square that the box left can have opened anything.
#[inline]
fn region_at<const W: usize>(
    maze: &Maze<W>,
    free: &Bits<W>,
    (before, region): (Square, &Bits<W>),
    square: Square,
    player: Square,
) -> Bits<W> {
    let mut now = *free;
    now.remove(square);
    let mut then = *free;
    then.remove(before);
    if !maze.linked_around(&then, square) {
        return maze.flood(&now, Bits::single(player));
    }
    let mut seed = *region;
    seed.remove(square);
    let beside = Direction::ALL.map(|direction| maze.next(before, direction));
    if player != before && !beside.iter().any(|&beside| seed.contains(beside)) {
        return seed;
    }
    seed.insert(before);
    if beside.iter().any(|&beside| now.contains(beside) && !seed.contains(beside)) {
        seed = maze.flood(&now, seed);
    }
    seed
}
