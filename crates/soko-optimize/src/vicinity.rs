//! Positions near a solution: vicinity search.
//!
//! A set of boxes is *near* a slice of a solution if it differs from one of the slice's own sets by a few boxes, wherever those
//! stand. Within all positions that are near, the engine looks for a cheaper way from the beginning of the slice to its end. With one box of
//! difference this already reorders what two boxes do one after another; with as many as there are it is the exact search of the slice.
//!
//! The idea of searching the vicinity of a solution is Sebastien Gouezel's, made known by the optimiser YASO of Brian Damgaard and by
//! JSoko's of Matthias Meger. They make the set of near positions first, with each relocated box on one of the few squares nearest to its own, and search
//! it afterwards. Here nothing is made in advance: a position is tested when a search meets it for the first time, with a few word
//! operations per set of the slice, beginning with those at the time of its parent. How far a box may stray needs no number, either: the
//! bound (the assignment of all boxes to the slice's last squares) lets it go as far as a cheaper solution could have it.

use soko_analysis::{Matching, PushDistances};
use soko_core::{Bits, Maze, Square, State, Unlimited};

use crate::{
    path::{Path, Slice},
    search::{Missing, Space, Step},
};

/// The space near a slice.
pub(crate) struct Vicinity<'a, const W: usize> {
    states: &'a [State<W>],
    /// Boxes in which a position may differ.
    radius: u32,
    distances: PushDistances,
    matching: Matching,
    /// The row of the box on a square of the position at hand.
    row: Vec<u16>,
    /// Pushes that the position at hand needs at least.
    needed: u32,
}

impl<'a, const W: usize> Vicinity<'a, W> {
    /// Positions that differ from the slice by so many boxes at most.
    pub(crate) fn new(maze: &Maze<W>, path: &'a Path<W>, slice: Slice, radius: u32) -> Self {
        let states = &path.states()[slice.from..=slice.to];
        let needed =
            if slice.to == path.pushes().len() { *maze.goals() } else { path.states()[slice.to].boxes };
        let Ok(distances) = PushDistances::to(maze, needed.iter().collect(), &mut Unlimited);
        let matching = Matching::new(states[0].boxes.len() as usize, needed.len() as usize);
        Self { states, radius, distances, matching, row: vec![0; 64 * W], needed: 0 }
    }

    /// Pushes that a position needs at least, `None` if its boxes cannot come to the slice's end.
    pub(crate) fn needed(&mut self, boxes: &Bits<W>, player: Square) -> Option<u32> {
        for (row, square) in boxes.iter().enumerate() {
            self.row[square.index()] = row as u16;
            self.matching.set_row(row, self.distances.row(square, player));
        }
        self.matching.solve()
    }

    fn is_near(&self, boxes: &Bits<W>, time: usize) -> bool {
        self.states.get(time).is_some_and(|state| boxes.without(&state.boxes).len() <= self.radius)
    }
}

impl<const W: usize> Space<W> for Vicinity<'_, W> {
    const TIMED: bool = false;

    fn open(&mut self, boxes: &Bits<W>, player: Square, _: u32) -> Option<(Bits<W>, Missing)> {
        self.needed = self.needed(boxes, player)?;
        Some((*boxes, Missing { pushes: self.needed, moves: self.needed }))
    }

    #[inline]
    fn judge(&mut self, step: &Step<W>, time: u32) -> Option<(u32, Missing)> {
        let row = usize::from(self.row[step.from.index()]);
        let bound = self.matching.bound_with(row, self.distances.row(step.to, step.from))?;
        let pushes = bound.max(self.needed.saturating_sub(1));
        Some((time, Missing { pushes, moves: pushes }))
    }

    #[inline]
    fn admit(&self, boxes: &Bits<W>, time: u32) -> Option<u32> {
        let time = time as usize;
        let farthest = time.max(self.states.len() - time.min(self.states.len()));
        for away in 0..=farthest {
            if self.is_near(boxes, time + away) {
                return Some((time + away) as u32);
            }
            if away > 0 && away <= time && self.is_near(boxes, time - away) {
                return Some((time - away) as u32);
            }
        }
        None
    }
}
