//! Is a position of the search by pulls one that no game leads to? What is known, and what is learned on the way.
//!
//! The mirror image of [`Judge`](crate::judge::Judge), with less to go by: boxes that can never be pulled again and are not home, a
//! player that can never get back to where it began, pairs of boxes that the start does not lead to, and sets of boxes
//! that proofs have shown to be strays.
//!
//! **Why leaving out boxes proves something.** Take a game that leads to a position, undo it, and leave some boxes out: what remains
//! is a way by pulls (the player walks where it pulled the missing boxes) that ends with the other boxes on squares of the start
//! and the player able to walk to where it began. If trying everything with these boxes finds no such end, there is no game.
//!
//! **What it is worth.** The search for the way home alone, with 10,000 positions for each level, solves 9 levels of `XSokoban` and 16 of
//! Sasquatch I without proofs; 15 and 23 with proofs as thorough as with pushes, in half the positions; 16 and 25 with proofs
//! that grow four times as fast, in two thirds of those.

use soko_analysis::{
    deadlock::{DeadPairs, Pushes, pattern::PatternTable},
    unpullable,
};
use soko_core::{Bits, Direction, Maze, Meter, Square, State};

use crate::{
    game::{Footing, Game},
    ground::Ground,
    judge::Boxes,
};

/// What is known against positions of the search by pulls.
pub struct Strays<const W: usize> {
    /// The start in normal form.
    pub start: State<W>,
    /// Pairs of boxes that no game contains; worked out when the search begins.
    pairs: Option<DeadPairs<W>>,
    patterns: PatternTable<W>,
    /// Steps from each square to the nearest square of the start.
    near: Vec<u16>,
    /// Positions that proofs have looked at.
    pub(crate) examined: u64,
}

impl<const W: usize> Strays<W> {
    /// Nothing is learned yet.
    pub fn new(ground: &Ground<'_, W>) -> Self {
        let start = ground.maze.normal(&ground.start);
        let mut near = vec![0; 64 * W];
        for square in ground.maze.floor().iter() {
            near[square.index()] =
                start.boxes.iter().map(|home| ground.walk(home, square)).min().unwrap_or(0);
        }
        Self { start, pairs: None, patterns: PatternTable::new(64 * W), near, examined: 0 }
    }

    /// Works out the pairs of boxes that no game contains.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn pair_up<M: Meter + ?Sized>(
        &mut self,
        ground: &Ground<'_, W>,
        meter: &mut M,
    ) -> Result<(), M::Halt> {
        self.pairs = DeadPairs::unreached(ground.level, &ground.maze, meter)?;
        Ok(())
    }

    /// Bytes acquired for the pairs.
    pub fn pair_bytes(&self) -> u64 {
        self.pairs.as_ref().map_or(0, DeadPairs::bytes)
    }

    /// Is a position shown to be one that no game leads to by the pull that brought a box to `to`?
    #[inline]
    pub fn shown_by_pull(&self, child: &State<W>, to: Square) -> bool {
        self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(child, to))
            || self.patterns.find(&child.boxes, to, child.player).is_some()
    }

    /// Are there boxes, or a player in `region`, that can never get back?
    pub fn shown(&self, ground: &Ground<'_, W>, boxes: &Bits<W>, region: &Bits<W>) -> bool {
        let (held, walked) = unpullable(&ground.maze, &ground.reached, boxes, region);
        !held.is_subset(&self.start.boxes) || !walked.contains(self.start.player)
    }

    /// What proofs have shown.
    pub const fn patterns(&self) -> &PatternTable<W> {
        &self.patterns
    }
}

/// The game of pulls.
pub struct Pulling<'a, const W: usize> {
    /// What is known of it.
    pub strays: &'a mut Strays<W>,
    /// The level.
    pub ground: &'a Ground<'a, W>,
}

impl<const W: usize> Game<W> for Pulling<'_, W> {
    fn maze(&self) -> &Maze<W> {
        &self.ground.maze
    }

    fn spares_boxes(&self) -> bool {
        false
    }

    fn home(&self) -> &Bits<W> {
        &self.strays.start.boxes
    }

    fn end(&self) -> Option<Square> {
        Some(self.strays.start.player)
    }

    fn movable(&mut self, state: &State<W>, region: &Bits<W>, _: Boxes) -> Option<Pushes<W>> {
        if self.strays.shown(self.ground, &state.boxes, region) {
            return None;
        }
        let maze = &self.ground.maze;
        Some(Direction::ALL.map(|direction| {
            let back = direction.opposite();
            let room = *region & self.ground.reached & maze.shift(region, back);
            state.boxes & maze.shift(&room, back)
        }))
    }

    fn region_after(&self, _: &Bits<W>, boxes: &Bits<W>, square: Square, direction: Direction) -> Bits<W> {
        self.ground.maze.region(boxes, self.footing(square, direction).after)
    }

    fn footing(&self, square: Square, direction: Direction) -> Footing {
        let maze = &self.ground.maze;
        let before = maze.next(square, direction);
        let after = maze.next(before, direction);
        Footing { before, after, free: after }
    }

    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool {
        self.strays.shown_by_pull(child, to)
    }

    fn distance(&self, square: Square) -> u16 {
        self.strays.near[square.index()]
    }

    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.strays.patterns.insert(boxes, region);
    }

    fn examined(&mut self) -> &mut u64 {
        &mut self.strays.examined
    }
}
