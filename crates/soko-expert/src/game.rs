//! The two games that proofs are made in: pushing boxes to the goals, and pulling them back to where they began.
//!
//! A proof ([`proof`](crate::proof)) tries everything with some of the boxes. It is the same for both games but for what is
//! asked here: which moves there are, when the boxes are home, and what is known against a position.

use soko_analysis::deadlock::Pushes;
use soko_core::{Bits, Direction, Maze, Square, State};

use crate::{
    ground::Ground,
    judge::{Boxes, Judge},
};

/// What a proof asks of a game.
pub trait Game<const W: usize> {
    /// The board.
    fn maze(&self) -> &Maze<W>;
    /// Is nothing proven by boxes that are lost, because there are boxes to spare?
    fn spares_boxes(&self) -> bool;
    /// Where the boxes should come.
    fn home(&self) -> &Bits<W>;
    /// Where the player has to be able to walk in the end.
    fn end(&self) -> Option<Square>;
    /// The boxes that can be moved in each direction, those alone that are worth it; `None` if the position is lost.
    fn movable(&mut self, state: &State<W>, region: &Bits<W>, given: Boxes) -> Option<Pushes<W>>;
    /// The player's region after the move of a box made from `region`; `boxes` are those after it.
    fn region_after(
        &self,
        region: &Bits<W>,
        boxes: &Bits<W>,
        square: Square,
        direction: Direction,
    ) -> Bits<W>;
    /// Where the player walks before it moves a box, where it stands afterwards, and what must be free besides.
    fn footing(&self, square: Square, direction: Direction) -> Footing;
    /// Is a position lost by the move that brought a box to `to`?
    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool;
    /// Moves of a lone box until it is home, or something like it.
    fn distance(&self, square: Square) -> u16;
    /// Remembers that boxes are lost while the player is in `region`.
    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>);
    /// Counts the positions that proofs look at.
    fn examined(&mut self) -> &mut u64;
}

/// Squares of the player around a move of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footing {
    /// Where it stands before the move.
    pub before: Square,
    /// Where it stands after the move.
    pub after: Square,
    /// What must be free, besides where it stands before.
    pub free: Square,
}

/// The game of pushes.
pub struct Pushing<'a, const W: usize> {
    /// What is known of it.
    pub judge: &'a mut Judge<W>,
    /// The level.
    pub ground: &'a Ground<'a, W>,
}

impl<const W: usize> Game<W> for Pushing<'_, W> {
    fn maze(&self) -> &Maze<W> {
        &self.ground.maze
    }

    fn spares_boxes(&self) -> bool {
        self.judge.spares_boxes()
    }

    fn home(&self) -> &Bits<W> {
        self.ground.maze.goals()
    }

    fn end(&self) -> Option<Square> {
        None
    }

    fn movable(&mut self, state: &State<W>, region: &Bits<W>, given: Boxes) -> Option<Pushes<W>> {
        let maze = &self.ground.maze;
        let look = self.judge.look(maze, state, *region);
        if self.judge.lost_among(maze, &look, given) {
            return None;
        }
        let only = self.judge.pi_corral_among(maze, &look, given);
        let open = maze.floor().without(&self.ground.dead);
        Some(Direction::ALL.map(|direction| {
            let alive = maze.shift(&open, direction.opposite());
            let pushable = maze.pushable(&state.boxes, region, direction) & alive;
            only.as_ref().map_or(pushable, |only| pushable & only[direction as usize])
        }))
    }

    fn region_after(
        &self,
        region: &Bits<W>,
        boxes: &Bits<W>,
        square: Square,
        direction: Direction,
    ) -> Bits<W> {
        let maze = &self.ground.maze;
        maze.region_after_push(region, boxes, square, maze.next(square, direction))
    }

    fn footing(&self, square: Square, direction: Direction) -> Footing {
        let maze = &self.ground.maze;
        let free = maze.next(square, direction);
        Footing { before: maze.next(square, direction.opposite()), after: square, free }
    }

    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool {
        self.judge.lost_by_push(&self.ground.maze, child, to)
    }

    fn distance(&self, square: Square) -> u16 {
        self.ground.to_goal(square)
    }

    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.judge.remember(boxes, region);
    }

    fn examined(&mut self) -> &mut u64 {
        &mut self.judge.examined
    }
}
