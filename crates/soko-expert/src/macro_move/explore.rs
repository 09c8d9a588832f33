//! Where one box can be carried: a search over its square and the player's region.
//!
//! **Regions without floods.** Take the box off the board: the player's region is R. With the box on a square whose free
//! neighbours are linked around it, the region is R without that square. Only squares that may cut R need a flood, which
//! spares nine of ten.

use soko_core::{Bits, BoxMove, Direction, Maze, Motion, Push, Square};

use super::MacroMove;

/// A place of the box, with the way to it.
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
pub(crate) const ALL_DIRECTIONS: u8 = 15;

const NONE: u32 = u32::MAX;

/// Explores the ways of single boxes; keeps its memory between positions.
pub struct Explorer<const W: usize> {
    stops: Vec<Stop<W>>,
    /// The last stop found on each square.
    last: Vec<u32>,
}

impl<const W: usize> Default for Explorer<W> {
    fn default() -> Self {
        Self { stops: Vec::new(), last: vec![NONE; 64 * W] }
    }
}

impl<const W: usize> Explorer<W> {
    /// Calls `visit` for every place to which the box on `from` can be carried, with the player's region there and the
    /// region it would have without the box.
    ///
    /// `forbidden` squares are never entered; `first` are the directions, as bits, that its first push may have.
    pub fn for_each<M: Motion>(
        &mut self,
        maze: &Maze<W>,
        before: (&Bits<W>, &Bits<W>),
        from: Square,
        (forbidden, first): (&Bits<W>, u8),
        mut visit: impl FnMut(Square, &Bits<W>, &Bits<W>),
    ) {
        let open = self.explore::<M>(maze, before, from, forbidden, first);
        for stop in &self.stops[1..] {
            visit(stop.square, &stop.region, &open);
        }
    }

    /// The single pushes (or pulls, each written as the push that undoes it) of a macro move, in order.
    pub fn pushes<M: Motion>(
        &mut self,
        maze: &Maze<W>,
        (boxes, region): (&Bits<W>, &Bits<W>),
        macro_move: MacroMove,
        forbidden: &Bits<W>,
    ) -> Option<Vec<Push>> {
        self.explore::<M>(maze, (boxes, region), macro_move.from, forbidden, ALL_DIRECTIONS);
        let reached =
            |stop: &Stop<W>| stop.square == macro_move.to && stop.region.contains(macro_move.player);
        let mut at = self.stops.iter().position(reached)?;
        let mut pushes = Vec::new();
        while at != 0 {
            let Stop { direction, parent, .. } = self.stops[at];
            let from = self.stops[parent as usize].square;
            pushes.push(M::push(&M::of(maze, from, direction)));
            at = parent as usize;
        }
        pushes.reverse();
        Some(pushes)
    }

    fn explore<M: Motion>(
        &mut self,
        maze: &Maze<W>,
        (boxes, region): (&Bits<W>, &Bits<W>),
        from: Square,
        forbidden: &Bits<W>,
        first: u8,
    ) -> Bits<W> {
        for stop in self.stops.drain(..) {
            self.last[stop.square.index()] = NONE;
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
            same: NONE,
        });
        let mut next = 0;
        while next < self.stops.len() {
            let Stop { square, region, .. } = self.stops[next];
            for direction in Direction::ALL {
                if next == 0 && first & 1 << direction as u8 == 0 {
                    continue;
                }
                let step = M::of(maze, square, direction);
                if allowed.contains(step.to) && region.contains(step.before) && free.contains(M::needs(&step))
                {
                    self.arrive(maze, (&free, &open), &step, next as u32);
                }
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
        &BoxMove { from, to: square, direction, after: player, .. }: &BoxMove,
        parent: u32,
    ) {
        let last = self.last[square.index()];
        let mut known = last;
        while known != NONE {
            let stop = &self.stops[known as usize];
            if stop.region.contains(player) {
                return;
            }
            known = stop.same;
        }
        let region = if maze.linked_around(free, square) {
            open.without(&Bits::single(square))
        } else {
            let region = self.stops[parent as usize].region;
            region_at(maze, free, (from, &region), square, player)
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
