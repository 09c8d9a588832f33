//! Is a position of the backward search one that no game leads to? What is known, and what is learned on the way.
//!
//! The mirror image of [`forward`](super::forward), with less to go by: boxes that can never be pulled again and are not at the
//! start, a player that can never get back to where it began, pairs of boxes that the start does not lead to, and sets of
//! boxes that proofs have shown to be unreachable.
//!
//! **Why leaving out boxes proves something.** Take a game that leads to a position, undo it, and leave some boxes out: what remains
//! is a way by pulls (the player walks where it pulled the missing boxes) that ends with the other boxes on squares of the start
//! and the player able to walk to where it began. If trying everything with these boxes finds no such end, there is no game.
//!
//! **What it is worth.** The backward search alone, with 10,000 positions for each level, solves 9 levels of `XSokoban` and 16 of
//! Sasquatch I without proofs; 15 and 23 with proofs as thorough as with pushes, in half the positions; 16 and 25 with proofs
//! that grow four times as fast, in two thirds of those.

use soko_analysis::{
    deadlock::{DeadPairs, Pushes, pattern::PatternTable},
    unpullable,
};
use soko_core::{Bits, Direction, Maze, Meter, Motion, Pulling, Square, State};

use super::pattern_search::{Boxes, PatternDomain};
use crate::level_tables::LevelTables;

/// What is known against positions of the search by pulls.
pub struct BackwardDeadlocks<const W: usize> {
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

impl<const W: usize> BackwardDeadlocks<W> {
    /// Nothing is learned yet.
    pub fn new(tables: &LevelTables<'_, W>) -> Self {
        let start = tables.maze.normal(&tables.start);
        let mut near = vec![0; 64 * W];
        for square in tables.maze.floor().iter() {
            near[square.index()] =
                start.boxes.iter().map(|home| tables.steps(home, square)).min().unwrap_or(0);
        }
        Self { start, pairs: None, patterns: PatternTable::new(64 * W), near, examined: 0 }
    }

    /// Works out the pairs of boxes that no game contains.
    ///
    /// # Errors
    /// The reason to end early.
    pub fn pair_up<M: Meter + ?Sized>(
        &mut self,
        tables: &LevelTables<'_, W>,
        meter: &mut M,
    ) -> Result<(), M::Halt> {
        self.pairs = DeadPairs::unreached(tables.level, &tables.maze, meter)?;
        Ok(())
    }

    /// Bytes acquired for the pairs.
    pub fn pair_bytes(&self) -> u64 {
        self.pairs.as_ref().map_or(0, DeadPairs::bytes)
    }

    /// Is a position shown to be one that no game leads to by the pull that brought a box to `to`?
    #[inline]
    pub fn lost_by_pull(&self, child: &State<W>, to: Square) -> bool {
        self.pairs.as_ref().is_some_and(|pairs| pairs.lost_by_push(child, to))
            || self.patterns.find(&child.boxes, to, child.player).is_some()
    }

    /// Are there boxes, or a player in `region`, that can never get back?
    pub fn lost(&self, tables: &LevelTables<'_, W>, boxes: &Bits<W>, region: &Bits<W>) -> bool {
        let (held, walked) = unpullable(&tables.maze, &tables.reached, boxes, region);
        !held.is_subset(&self.start.boxes) || !walked.contains(self.start.player)
    }

    /// What proofs have shown.
    pub const fn patterns(&self) -> &PatternTable<W> {
        &self.patterns
    }
}

/// Pattern search by pulls.
pub struct BackwardPatterns<'a, const W: usize> {
    /// What is known of it.
    pub deadlocks: &'a mut BackwardDeadlocks<W>,
    /// The level.
    pub tables: &'a LevelTables<'a, W>,
}

impl<const W: usize> PatternDomain<W> for BackwardPatterns<'_, W> {
    type Motion = Pulling;

    fn maze(&self) -> &Maze<W> {
        &self.tables.maze
    }

    fn spares_boxes(&self) -> bool {
        false
    }

    fn targets(&self) -> &Bits<W> {
        &self.deadlocks.start.boxes
    }

    fn end(&self) -> Option<Square> {
        Some(self.deadlocks.start.player)
    }

    fn movable(&mut self, state: &State<W>, region: &Bits<W>, _: Boxes) -> Option<Pushes<W>> {
        if self.deadlocks.lost(self.tables, &state.boxes, region) {
            return None;
        }
        let maze = &self.tables.maze;
        Some(Direction::ALL.map(|direction| {
            let possible = maze.shift(&self.tables.reached, direction.opposite());
            Pulling::movable(maze, &state.boxes, region, direction) & possible
        }))
    }

    fn lost_by_move(&self, child: &State<W>, to: Square) -> bool {
        self.deadlocks.lost_by_pull(child, to)
    }

    fn distance(&self, square: Square) -> u16 {
        self.deadlocks.near[square.index()]
    }

    fn remember(&mut self, boxes: Bits<W>, region: Bits<W>) {
        self.deadlocks.patterns.insert(boxes, region);
    }

    fn examined(&mut self) -> &mut u64 {
        &mut self.deadlocks.examined
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Unlimited};

    use super::*;

    /// A hall with a dead end on the right that holds the goals.
    const BOARD: &str = "##########\n#      ###\n# $ $  ..#\n#@     ###\n##########";

    fn with_rules(
        board: &str,
        test: impl FnOnce(&mut BackwardDeadlocks<2>, &LevelTables<'_, 2>, &dyn Fn(usize, usize) -> Square),
    ) {
        let level = Level::parse(board).unwrap();
        let tables = LevelTables::new(&level);
        let mut rules = BackwardDeadlocks::new(&tables);
        test(&mut rules, &tables, &|x, y| level.square_at(x, y).unwrap());
    }

    fn state(tables: &LevelTables<'_, 2>, boxes: &[Square], player: Square) -> State<2> {
        tables.maze.normal(&State { boxes: boxes.iter().copied().collect(), player })
    }

    #[test]
    fn a_box_that_is_never_pulled_again_has_to_be_back() {
        with_rules(BOARD, |rules, tables, at| {
            let lost = |boxes: &[Square], player| {
                let state = state(tables, boxes, player);
                rules.lost(tables, &state.boxes, &tables.maze.region(&state.boxes, state.player))
            };
            assert!(!lost(&[at(7, 2), at(8, 2)], at(1, 1)), "all goals filled");
            assert!(!lost(&[at(2, 2), at(4, 2)], at(1, 1)), "the start");
            assert!(lost(&[at(7, 2), at(4, 2)], at(8, 2)), "the player is shut in");
        });
        // There is no room above the niche to pull the box out.
        with_rules("########\n#@$ $ .#\n###.####\n########", |rules, tables, at| {
            let end = state(tables, &[at(3, 2), at(6, 1)], at(1, 1));
            assert!(rules.lost(tables, &end.boxes, &tables.maze.region(&end.boxes, end.player)));
        });
    }

    #[test]
    fn what_is_learned_loses_other_positions() {
        with_rules(BOARD, |rules, tables, at| {
            let child = state(tables, &[at(3, 2), at(5, 2)], at(1, 1));
            assert!(!rules.lost_by_pull(&child, at(5, 2)));
            assert!(rules.patterns().is_empty());
            let mut patterns = BackwardPatterns { deadlocks: rules, tables };
            patterns.remember(Bits::single(at(5, 2)), Bits::single(child.player));
            assert!(patterns.lost_by_move(&child, at(5, 2)));
            assert!(!patterns.lost_by_move(&child, at(3, 2)), "not by the other box");
            *patterns.examined() += 3;
            assert_eq!((rules.patterns().len(), rules.examined), (1, 3));
            let elsewhere = State { player: at(6, 3), ..child };
            assert!(!rules.lost_by_pull(&elsewhere, at(5, 2)), "the player is elsewhere");
        });
    }

    #[test]
    fn pairs_that_no_game_contains_are_worked_out_when_asked_for() {
        with_rules(BOARD, |rules, tables, at| {
            let corner = state(tables, &[at(7, 2), at(8, 2)], at(1, 1));
            assert_eq!(rules.pair_bytes(), 0);
            let Ok(()) = rules.pair_up(tables, &mut Unlimited);
            assert!(rules.pair_bytes() > 0);
            assert!(!rules.lost_by_pull(&corner, at(8, 2)), "the end is reached");
            // One box has to be pushed in before the other can stand in the door with the player beyond it.
            let beyond = State { boxes: [at(2, 2), at(7, 2)].into_iter().collect(), player: at(8, 2) };
            assert!(rules.lost_by_pull(&beyond, at(7, 2)), "the player never gets behind a box in the door");
        });
    }

    #[test]
    fn the_domain_of_patterns_goes_back_to_the_start() {
        with_rules(BOARD, |rules, tables, at| {
            let start = rules.start;
            assert_eq!(start, tables.maze.normal(&tables.start));
            let mut patterns = BackwardPatterns { deadlocks: rules, tables };
            assert!(!patterns.spares_boxes());
            assert_eq!((*patterns.targets(), patterns.end()), (start.boxes, Some(start.player)));
            let distances =
                [at(2, 2), at(3, 2), at(6, 2), at(8, 2), at(1, 1)].map(|square| patterns.distance(square));
            assert_eq!(distances, [0, 1, 2, 4, 2], "steps to the nearest");
            let end = state(tables, &[at(7, 2), at(8, 2)], at(1, 1));
            let region = tables.maze.region(&end.boxes, end.player);
            let movable = patterns.movable(&end, &region, Boxes::All).expect("not lost");
            let ways: Vec<u32> = movable.iter().map(Bits::len).collect();
            assert_eq!(ways, [0, 0, 0, 1], "the outer box, to the left");
            let shut = state(tables, &[at(7, 2), at(4, 2)], at(8, 2));
            let region = tables.maze.region(&shut.boxes, shut.player);
            assert!(patterns.movable(&shut, &region, Boxes::All).is_none());
        });
    }
}
