//! The backward strategy: a search in feature space by pulls, from the solved positions to the start.

use soko_core::{BoxMove, Motion, Pulling, Push, Solution, Verified};
use soko_solver::{Context, Halt};

use super::{
    Progress,
    guided::{GuidedSearch, Outcome},
    perimeter::Perimeter,
};
use crate::{
    domain::backward::Backward, fess::Turn, level_tables::LevelTables, params::Switches, solution::pushes_of,
    variation::Variation,
};

/// A search from the end to the start.
pub(crate) struct BackwardStrategy<'a, const W: usize> {
    tables: &'a LevelTables<'a, W>,
    search: GuidedSearch<'a, W, Backward<'a, W>>,
}

impl<'a, const W: usize> BackwardStrategy<'a, W> {
    /// Prepares the search.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn new(
        tables: &'a LevelTables<'a, W>,
        variation: Variation,
        perimeter: Perimeter,
        context: &mut Context<'_>,
    ) -> Result<Self, Halt> {
        let backward = Backward::new(tables, variation, context)?;
        let Switches { backward_proofs, lessons, .. } = variation.switches;
        let search = GuidedSearch::new(tables, backward, (backward_proofs, lessons), perimeter);
        Ok(Self { tables, search })
    }

    /// Goes on until `until` positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    pub(crate) fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Progress, Halt> {
        if self.search.tree.is_empty() {
            for root in self.search.domain.roots(context)? {
                if let Turn::Done(number) = self.search.plant(root, context)? {
                    return Ok(Progress::Solved(self.solution(number, &[])));
                }
            }
        }
        while context.statistics.expanded < until {
            match self.search.turn(context)? {
                Outcome::Done(number, rest) => return Ok(Progress::Solved(self.solution(number, &rest))),
                Outcome::Exhausted => return Ok(Progress::Exhausted),
                Outcome::Met(key) => return Ok(Progress::Met(key)),
                Outcome::Expanded(number) => {
                    if context.wants_position() {
                        self.search.show(number, None, context);
                    }
                }
            }
        }
        Ok(Progress::Paused)
    }

    /// Tells the best position unless it was told before.
    pub(crate) fn tell(&mut self, context: &mut Context<'_>) {
        self.search.tell(context);
    }

    /// The pushes that lead from a position to the end of the level, if the search knows it.
    pub(crate) fn pushes(&self, key: u64) -> Option<Vec<Push>> {
        let moves = self.search.tree.moves_to(key)?;
        Some(Pulling::in_game_order(pushes_of::<W, Pulling>(self.tables, moves)))
    }

    /// The solution that undoes the way to a node and some pulls from there.
    fn solution(&self, number: u32, rest: &[BoxMove]) -> Verified<Solution> {
        let mut pushes = pushes_of::<W, Pulling>(self.tables, self.search.tree.moves(number));
        pushes.extend(rest.iter().map(Pulling::push));
        Solution::from_pushes(self.tables.level, &Pulling::in_game_order(pushes))
            .expect("the way leads from the end to the start")
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        self.search.tree.release(context);
        self.search.domain.release(context);
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::testing::within;

    #[test]
    fn a_level_is_solved_from_its_end_and_every_position_tells_its_pushes() {
        let level = Level::parse("##########\n#      ###\n# $ $  ..#\n#@     ###\n##########").unwrap();
        within(|context| {
            let tables = LevelTables::<2>::new(&level);
            let variation = Variation::new(0, 0, Switches::default());
            let (perimeter, _) = Perimeter::pair();
            let mut strategy = BackwardStrategy::new(&tables, variation, perimeter, context)?;
            assert!(matches!(strategy.advance(1, context)?, Progress::Paused));
            let Progress::Solved(solution) = strategy.advance(u64::MAX, context)? else {
                panic!("a small level is solved");
            };
            let start = tables.maze.normal(&tables.start);
            let pushes = strategy.pushes(start.key()).expect("the start is known");
            assert_eq!(pushes.len(), solution.metrics().pushes as usize);
            assert!(Solution::from_pushes(&level, &pushes).is_some());
            assert_eq!(strategy.pushes(12_345), None);
            strategy.release(context);
            Ok(())
        });
    }
}
