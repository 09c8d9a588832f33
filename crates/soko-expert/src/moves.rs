//! All moves of a position, with what they do to the floor: the loop that every feature search begins with.
//!
//! Box after box is lifted and carried everywhere it can go. What a place costs to judge is worked out only when asked for, so a
//! search that drops a move at once pays nothing for it. A halt ends the loop between two places.

use soko_core::{Bits, Maze, Square, State};
use soko_solver::{Context, Halt};

use crate::{
    carry::{Carrier, Carry, Way},
    features::{Divisions, opens},
    ground::Ground,
    passages::Passages,
};

/// Makes moves; keeps its memory between positions.
#[derive(Default)]
pub struct Moves<const W: usize> {
    carrier: Carrier<W>,
    divisions: Divisions<W>,
}

/// One move.
pub struct Found<'m, const W: usize> {
    /// The box and where it goes.
    pub carry: Carry,
    /// All boxes afterwards.
    pub boxes: Bits<W>,
    /// The player's region afterwards, and what it would be without the box.
    region: &'m Bits<W>,
    open: &'m Bits<W>,
    before: (&'m Bits<W>, &'m Bits<W>),
    way: Way,
    maze: &'m Maze<W>,
    passages: &'m Passages<W>,
    divisions: &'m Divisions<W>,
}

impl<const W: usize> Found<'_, W> {
    /// Parts of the floor afterwards.
    #[inline]
    pub fn parts(&self) -> u8 {
        self.divisions.parts_at(self.maze, self.carry.to, self.open, self.region)
    }

    /// Barred passages afterwards.
    #[inline]
    pub fn barred(&self) -> u8 {
        self.divisions.barred_at(self.maze, self.passages, self.carry.to)
    }

    /// Can the player stand at some box where it could not before?
    #[inline]
    pub fn opens(&self) -> bool {
        opens(self.maze, self.before, (&self.boxes, self.region), self.way == Way::Pull)
    }
}

impl<const W: usize> Moves<W> {
    /// Parts of the floor and barred passages of a position.
    pub fn divide(&mut self, ground: &Ground<'_, W>, boxes: &Bits<W>) -> (u8, u8) {
        self.divisions.set(&ground.maze, &ground.passages, boxes);
        (self.divisions.parts(), self.divisions.barred())
    }

    /// Calls `visit` for every move of a position. `forbidden` squares are never entered; `first` says in which directions, as
    /// bits, a box may go first.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn find(
        &mut self,
        ground: &Ground<'_, W>,
        (way, state): (Way, &State<W>),
        (forbidden, first): (&Bits<W>, impl Fn(Square) -> u8),
        context: &mut Context<'_>,
        mut visit: impl FnMut(&Found<'_, W>),
    ) -> Result<(), Halt> {
        let Ground { maze, passages, .. } = ground;
        let boxes = state.boxes;
        let region = maze.region(&boxes, state.player);
        self.divisions.set(maze, passages, &boxes);
        for from in boxes.iter() {
            let mut halt = context.poll();
            let first = first(from);
            if first == 0 {
                continue;
            }
            self.divisions.lift(maze, passages, from);
            let divisions = &self.divisions;
            let before = (&boxes, &region);
            self.carrier.for_each(maze, way, before, from, forbidden, first, |to, region, open| {
                if halt.is_err() {
                    return;
                }
                halt = context.poll();
                let carry = Carry { from, to, player: region.first().unwrap_or(state.player) };
                let boxes = carry.applied(&boxes);
                visit(&Found { carry, boxes, region, open, before, way, maze, passages, divisions });
            });
            halt?;
        }
        Ok(())
    }
}
