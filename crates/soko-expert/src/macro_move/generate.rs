//! All macro moves of a position, with what they do to the floor: the loop that every expansion begins with.
//!
//! Box after box is lifted and carried everywhere it can go. Features are worked out only when asked for, so a search that drops
//! a move at once pays nothing for it. A halt ends the loop between two places.

use std::marker::PhantomData;

use soko_core::{Bits, Maze, Motion, Square, State};
use soko_solver::{Context, Halt};

use super::{Explorer, MacroMove};
use crate::{
    features::{access::gives_access, connectivity::Connectivity},
    level_tables::{LevelTables, rooms::Passages},
};

/// Makes moves; keeps its memory between positions.
#[derive(Default)]
pub(crate) struct Generator<const W: usize> {
    explorer: Explorer<W>,
    connectivity: Connectivity<W>,
}

/// One move, with what it changes.
pub(crate) struct Candidate<'m, const W: usize, M> {
    /// The box and where it goes.
    pub(crate) macro_move: MacroMove,
    /// All boxes afterwards.
    pub(crate) boxes: Bits<W>,
    /// The player's region afterwards, and what it would be without the box.
    region: &'m Bits<W>,
    open: &'m Bits<W>,
    /// Boxes and region before.
    before: (&'m Bits<W>, &'m Bits<W>),
    maze: &'m Maze<W>,
    passages: &'m Passages<W>,
    connectivity: &'m Connectivity<W>,
    motion: PhantomData<M>,
}

impl<const W: usize, M: Motion> Candidate<'_, W, M> {
    /// Parts of the floor afterwards.
    #[inline]
    pub(crate) fn parts(&self) -> u8 {
        self.connectivity.parts_at(self.maze, self.macro_move.to, self.open, self.region)
    }

    /// Barred passages afterwards.
    #[inline]
    pub(crate) fn barred(&self) -> u8 {
        self.connectivity.barred_at(self.maze, self.passages, self.macro_move.to)
    }

    /// Can the player stand at some box where it could not before?
    #[inline]
    pub(crate) fn opens(&self) -> bool {
        gives_access::<W, M>(self.maze, self.before, (&self.boxes, self.region))
    }
}

impl<const W: usize> Generator<W> {
    /// Parts of the floor and barred passages of a position.
    pub(crate) fn divide(&mut self, tables: &LevelTables<'_, W>, boxes: &Bits<W>) -> (u8, u8) {
        self.connectivity.set(&tables.maze, &tables.passages, boxes);
        (self.connectivity.parts(), self.connectivity.barred())
    }

    /// Calls `visit` for every move of a position. `forbidden` squares are never entered; `first` says in which directions, as
    /// bits, a box may go first.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn for_each<M: Motion>(
        &mut self,
        tables: &LevelTables<'_, W>,
        state: &State<W>,
        (forbidden, first): (&Bits<W>, impl Fn(Square) -> u8),
        context: &mut Context<'_>,
        mut visit: impl FnMut(&Candidate<'_, W, M>),
    ) -> Result<(), Halt> {
        let LevelTables { maze, passages, .. } = tables;
        let boxes = state.boxes;
        let region = maze.region(&boxes, state.player);
        self.connectivity.set(maze, passages, &boxes);
        for from in boxes.iter() {
            let mut halt = context.poll();
            let first = first(from);
            if first == 0 {
                continue;
            }
            self.connectivity.lift(maze, passages, from);
            let connectivity = &self.connectivity;
            let before = (&boxes, &region);
            self.explorer.for_each::<M>(maze, before, from, (forbidden, first), |to, region, open| {
                if halt.is_err() {
                    return;
                }
                halt = context.poll();
                let macro_move = MacroMove { from, to, player: region.first().unwrap_or(state.player) };
                let boxes = macro_move.applied(&boxes);
                let motion = PhantomData;
                visit(&Candidate {
                    macro_move,
                    boxes,
                    region,
                    open,
                    before,
                    maze,
                    passages,
                    connectivity,
                    motion,
                });
            });
            halt?;
        }
        Ok(())
    }
}
