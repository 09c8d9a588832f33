//! The strategy that searches the way home.

use soko_solver::{Context, Halt};

use crate::{
    carry::Way,
    ground::Ground,
    homeward::Homeward,
    progress::{Progress, solution},
    taste::Taste,
    tree::{Tree, Turn},
};

/// A search from the end to the start.
pub struct Retrace<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    tree: Tree<W>,
    homeward: Homeward<'a, W>,
}

impl<'a, const W: usize> Retrace<'a, W> {
    /// Prepares the search.
    pub fn new(ground: &'a Ground<'a, W>, taste: Taste) -> Self {
        Self { ground, tree: Tree::default(), homeward: Homeward::new(ground, taste) }
    }

    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        if self.tree.is_empty() {
            for root in self.homeward.roots() {
                if let Turn::Done(number) = self.tree.plant(root, &mut self.homeward, context)? {
                    return Ok(Progress::Solved(solution(self.ground, &self.tree, number, Way::Pull)));
                }
            }
        }
        while context.statistics.expanded < until {
            match self.tree.turn(&mut self.homeward, context)? {
                Turn::Done(number) => {
                    return Ok(Progress::Solved(solution(self.ground, &self.tree, number, Way::Pull)));
                }
                Turn::Exhausted => return Ok(Progress::Exhausted),
                Turn::Expanded(number) => {
                    if context.wants_position() {
                        let state = self.tree.node(number).spot.state;
                        context.show_position(self.ground.maze.position(&state));
                    }
                }
            }
        }
        Ok(Progress::Paused)
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        self.tree.release(context);
    }
}
