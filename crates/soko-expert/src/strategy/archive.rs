//! What is kept of a search from the start that has had its turn: how it came to each of its positions.
//!
//! The tree is given up after its turn, but the backward search may come upon a position of it much later. Then all that is
//! missing for a solution is the way there, so that is kept: a few bytes for each position. Of 51 levels of Sven's with 6 s
//! each, two more are solved thanks to this and to what lasting searches note ahead of them.

use soko_core::{Push, Pushing};
use soko_solver::Context;

use super::start::Start;
use crate::{fess::FeatureSearch, level_tables::LevelTables, macro_move::MacroMove, solution::pushes_of};

/// One position.
struct Stub {
    key: u64,
    parent: u32,
    macro_move: MacroMove,
}

/// An ended search.
pub(crate) struct Archive<const W: usize> {
    start: Start<W>,
    stubs: Vec<Stub>,
}

impl<const W: usize> Archive<W> {
    /// What is kept of a tree, which gives its memory back; `None` if even that is too much.
    pub(crate) fn of(start: Start<W>, tree: FeatureSearch<W>, context: &mut Context<'_>) -> Option<Self> {
        let stub = |number| {
            let node = tree.node(number);
            Stub { key: node.position.state.key(), parent: node.parent, macro_move: node.macro_move }
        };
        let archive = Self { start, stubs: (0..tree.len() as u32).map(stub).collect() };
        tree.release(context);
        context.acquire(archive.bytes()).ok()?;
        Some(archive)
    }

    fn bytes(&self) -> u64 {
        (self.stubs.len() * size_of::<Stub>() + self.start.pushes.len() * size_of::<Push>()) as u64
    }

    /// The pushes that lead to a position from the start of the level, if the search expanded it.
    pub(crate) fn pushes(&self, tables: &LevelTables<'_, W>, key: u64) -> Option<Vec<Push>> {
        let mut at = self.stubs.iter().position(|stub| stub.key == key)?;
        let mut moves = Vec::new();
        while self.stubs[at].parent as usize != at {
            moves.push(self.stubs[at].macro_move);
            at = self.stubs[at].parent as usize;
        }
        moves.reverse();
        Some(self.start.and(&pushes_of::<W, Pushing>(tables, (self.start.state, moves))))
    }

    /// Gives all memory back.
    pub(crate) fn release(self, context: &mut Context<'_>) {
        context.release(self.bytes());
    }
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, Maze};

    use super::*;
    use crate::{
        params::Switches,
        prepared::Prepared,
        strategy::{Progress, perimeter::Perimeter, plan::PlanStrategy},
        testing::{within, within_bytes},
        variation::Variation,
    };

    const ROOMS: &str = "\
###############
#   #   #     #
# $ $ $     ..#
#@$   $ #   ..#
# $ $   #   ..#
#   #####    .#
#####   #######";

    #[test]
    fn an_ended_search_still_tells_how_it_came_to_its_positions() {
        let level = Level::parse(ROOMS).unwrap();
        within(|context| {
            let switches = Switches { proofs: 0, ..Switches::default() };
            let prepared = Prepared::<2>::new(&level, switches, context)?;
            let tables = &prepared.tables;
            let variation = Variation::new(0, 0, switches);
            let (perimeter, _) = Perimeter::pair();
            let mut follow = PlanStrategy::new(&prepared, 30, Start::of_level(tables), variation, perimeter);
            let mut until = 0;
            let best = loop {
                until += 1;
                assert!(matches!(follow.advance(until, context)?, Progress::Paused), "not solved so soon");
                if let Some(best) = follow.best() {
                    break best;
                }
            };
            assert_eq!(reached(&tables.maze, &level, &best.pushes), best.state);
            let archive = follow.retire(context).expect("a search had begun");
            assert_eq!(archive.pushes(tables, best.state.key()), Some(best.pushes));
            assert_eq!(archive.pushes(tables, 12_345), None);
            archive.release(context);
            Ok(())
        });
    }

    fn reached(maze: &Maze<2>, level: &Level, pushes: &[Push]) -> soko_core::State<2> {
        let state = pushes
            .iter()
            .fold(maze.start(level), |state, push| maze.push(&state.boxes, push.square, push.direction));
        maze.normal(&state)
    }

    #[test]
    fn what_is_kept_is_accounted_for_and_given_back() {
        let level = Level::parse(ROOMS).unwrap();
        let tables = LevelTables::<2>::new(&level);
        let pushes = vec![Push { square: soko_core::Square(7), direction: soko_core::Direction::Up }; 5];
        within_bytes(1 << 16, |context| {
            let start = Start { pushes: pushes.clone(), ..Start::of_level(&tables) };
            let stub = |parent| Stub {
                key: u64::from(parent),
                parent,
                macro_move: MacroMove {
                    from: tables.start.player,
                    to: tables.start.player,
                    player: tables.start.player,
                },
            };
            let archive = Archive { start, stubs: vec![stub(0), stub(0), stub(1)] };
            let held = 3 * size_of::<Stub>() + 5 * size_of::<Push>();
            assert_eq!(archive.bytes(), held as u64);
            context.acquire(archive.bytes())?;
            archive.release(context);
            let tree = FeatureSearch::default();
            let kept =
                Archive::of(Start { pushes: pushes.clone(), ..Start::of_level(&tables) }, tree, context);
            assert_eq!(kept.as_ref().map(Archive::bytes), Some((5 * size_of::<Push>()) as u64));
            kept.expect("there is room").release(context);
            context.acquire((1 << 16) - 8)?;
            let tree = FeatureSearch::default();
            let start = Start { pushes: pushes.clone(), ..Start::of_level(&tables) };
            assert!(Archive::of(start, tree, context).is_none(), "no room");
            context.release((1 << 16) - 8);
            Ok(())
        });
    }
}
