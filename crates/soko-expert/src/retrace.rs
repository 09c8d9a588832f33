//! The strategy that searches the way home.

use soko_core::{Push, Solution, State, Verified};
use soko_solver::{Context, Halt};

use crate::{
    carry::{Carry, Way},
    doubt::Doubt,
    ground::Ground,
    homeward::Homeward,
    perimeter::Perimeter,
    progress::{Progress, pushes_of, solution},
    taste::Taste,
    telling::Telling,
    tree::{Tree, Turn},
};

/// A search from the end to the start.
pub struct Retrace<'a, const W: usize> {
    ground: &'a Ground<'a, W>,
    tree: Tree<W>,
    homeward: Homeward<'a, W>,
    perimeter: Perimeter,
    telling: Telling,
    doubt: Doubt,
    /// Positions of proofs for each turn of the search.
    doubts: u32,
}

impl<'a, const W: usize> Retrace<'a, W> {
    /// Prepares the search.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn new(
        ground: &'a Ground<'a, W>,
        taste: Taste,
        perimeter: Perimeter,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        Ok(Self {
            ground,
            tree: Tree::default(),
            homeward: Homeward::new(ground, taste, context)?,
            perimeter,
            telling: Telling::default(),
            doubt: Doubt::default(),
            doubts: taste.knowledge.home_doubts,
        })
    }

    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        if self.tree.is_empty() {
            for root in self.homeward.roots(context)? {
                if let Turn::Done(number) = self.tree.plant(root, &mut self.homeward, context)? {
                    return Ok(Progress::Solved(self.solution(number, &[])));
                }
            }
        }
        while context.statistics.expanded < until {
            match self.tree.turn(&mut self.homeward, context)? {
                Turn::Done(number) => {
                    return Ok(Progress::Solved(self.solution(number, &[])));
                }
                Turn::Exhausted => return Ok(Progress::Exhausted),
                Turn::Expanded(number) => {
                    let found =
                        self.doubt.examine(&mut self.tree, &mut self.homeward, self.doubts, context)?;
                    if let Some((number, rest)) = found {
                        return Ok(Progress::Solved(self.solution(number, &rest)));
                    }
                    if let Some(key) = self.perimeter.meet(self.tree.keys_around(number), context)? {
                        return Ok(Progress::Met(key));
                    }
                    if context.wants_best() {
                        self.tell(context);
                    }
                    if context.wants_position() {
                        let state = self.tree.node(number).spot.state;
                        context.show_position(self.ground.maze.position(&state));
                    }
                }
            }
        }
        Ok(Progress::Paused)
    }

    /// Tells the best position unless it was told before.
    pub fn tell(&mut self, context: &mut Context<'_>) {
        self.telling.tell(self.ground, &self.tree, &self.homeward, context);
    }

    /// The solution that undoes some pulls from a node and then the way to it.
    fn solution(&self, number: u32, rest: &[Push]) -> Verified<Solution> {
        let undone = rest.iter().rev().map(|pull| Push {
            square: self.ground.maze.next(pull.square, pull.direction),
            direction: pull.direction.opposite(),
        });
        let pushes: Vec<Push> = undone.chain(self.undone(self.tree.moves(number))).collect();
        solution(self.ground, &pushes).expect("the way leads from the end to the start")
    }

    /// The pushes that lead from a position to the end of the level, if the search knows it.
    pub fn pushes(&self, key: u64) -> Option<Vec<Push>> {
        Some(self.undone(self.tree.moves_to(key)?))
    }

    /// The pushes that undo moves from the end.
    fn undone(&self, moves: (State<W>, Vec<Carry>)) -> Vec<Push> {
        let mut pushes = pushes_of(self.ground, Way::Pull, moves);
        pushes.reverse();
        pushes
    }

    /// Gives all memory back.
    pub fn release(self, context: &mut Context<'_>) {
        self.tree.release(context);
        self.homeward.release(context);
    }
}
