//! The search for a packing plan: pulling boxes off the goals until they are gone.
//!
//! It is FESS with the features of [`features::packing`](crate::features::packing). If some box can sink, nothing else is tried.

use soko_analysis::{BipartiteMatching, unpullable};
use soko_core::{Bits, Motion, Pulling, Square, zobrist};
use soko_solver::{Context, Feature};

use super::sink::{all_matched, apart, sinks};
use crate::{
    advisors::{Choice, connectivity, explorer, is_free, rooms, unpacking},
    features::{Features, Score, connectivity::components, packing::PackingFeatures},
    fess::{Child, Children, Domain, FessPosition, Root},
    level_tables::LevelTables,
    macro_move::{ALL_DIRECTIONS, Generator, MacroMove},
    variation::Variation,
};

/// The domain of the search for a plan.
pub(crate) struct PackingSearch<'a, const W: usize> {
    tables: &'a LevelTables<'a, W>,
    generator: Generator<W>,
    matching: BipartiteMatching<W>,
    choices: Vec<Choice<PackingFeatures>>,
    /// Where the boxes come from.
    bases: Bits<W>,
    variation: Variation,
}

impl<'a, const W: usize> PackingSearch<'a, W> {
    /// Prepares a search for a plan that takes the boxes from `bases`.
    pub(crate) fn new(tables: &'a LevelTables<'a, W>, bases: Bits<W>, variation: Variation) -> Self {
        Self {
            tables,
            generator: Generator::default(),
            matching: BipartiteMatching::default(),
            choices: Vec::new(),
            bases,
            variation,
        }
    }

    /// The solved positions, one for each region in which the player may end.
    pub(crate) fn roots(&self) -> Vec<Root<W>> {
        let roots = Pulling::roots(&self.tables.maze, &self.tables.start);
        let root = |state| {
            let position = FessPosition { state, bases: self.bases };
            (position, key(&position), self.features(&position.state.boxes, 0).score())
        };
        roots.into_iter().map(root).collect()
    }

    /// The features of some boxes, counted from scratch.
    fn features(&self, boxes: &Bits<W>, distance: u16) -> PackingFeatures {
        let LevelTables { maze, passages, .. } = self.tables;
        PackingFeatures {
            left: boxes.len() as u16,
            on_goals: (*boxes & *maze.goals()).len() as u16,
            parts: components(maze, &maze.floor().without(boxes)),
            barred: passages.barred(maze, boxes),
            distance,
        }
    }

    /// Keeps the moves that make a box sink, if there are any: then all choices do.
    fn sink(&mut self, position: &FessPosition<W>, sinks: &Bits<W>) -> bool {
        let mut sinking = Vec::new();
        let mut sunk: Bits<W> = Bits::EMPTY;
        for i in 0..self.choices.len() {
            let MacroMove { from, to, .. } = self.choices[i].macro_move;
            if !sinks.contains(to) || sunk.contains(from) || !apart(self.tables, from, to) {
                continue;
            }
            let (mut boxes, mut bases) = (position.state.boxes, position.bases);
            boxes.remove(from);
            bases.remove(to);
            if all_matched(self.tables, &mut self.matching, &boxes, &bases) {
                sunk.insert(from);
                sinking.push(self.sunk(position, &self.choices[i]));
            }
        }
        if sinking.is_empty() {
            return false;
        }
        self.choices = sinking;
        true
    }

    /// The choice once its box has left the board.
    fn sunk(&self, position: &FessPosition<W>, choice: &Choice<PackingFeatures>) -> Choice<PackingFeatures> {
        let mut boxes = position.state.boxes;
        boxes.remove(choice.macro_move.from);
        let region = self.tables.maze.region(&boxes, position.state.player);
        let player = region.first().unwrap_or(position.state.player);
        Choice {
            macro_move: MacroMove { player, ..choice.macro_move },
            features: self.features(&boxes, choice.features.distance),
            ..*choice
        }
    }
}

/// The key of a position: boxes, player and bases.
fn key<const W: usize>(position: &FessPosition<W>) -> u64 {
    let bases = position.bases.iter().fold(0_u64, |key, base| key ^ zobrist::box_key(base).rotate_left(17));
    position.state.key() ^ bases
}

impl<const W: usize> Domain<W> for PackingSearch<'_, W> {
    const BACKWARD: bool = true;

    fn expand(&mut self, at: &FessPosition<W>, score: Score, context: &mut Context<'_>) -> Children {
        let tables = self.tables;
        let boxes = at.state.boxes;
        let possible = at.bases.iter().fold(Bits::EMPTY, |all, base| all | *tables.targets_of(base));
        let forbidden = tables.maze.floor().without(&possible);
        let now = PackingFeatures::of(score);
        self.choices.clear();
        let choices = &mut self.choices;
        let limits = (&forbidden, |_| ALL_DIRECTIONS);
        self.generator.for_each::<Pulling>(tables, &at.state, limits, context, |candidate| {
            let MacroMove { from, to, .. } = candidate.macro_move;
            let features = PackingFeatures {
                left: boxes.len() as u16,
                on_goals: (candidate.boxes & *tables.maze.goals()).len() as u16,
                parts: candidate.parts(),
                barred: candidate.barred(),
                distance: now
                    .distance
                    .saturating_add(tables.to_goal(to))
                    .saturating_sub(tables.to_goal(from)),
            };
            choices.push(Choice { macro_move: candidate.macro_move, features, opens: candidate.opens() });
        })?;
        let region = tables.maze.region(&boxes, at.state.player);
        let sinks = sinks(tables, at, &region, self.variation.loose);
        let sinking = self.sink(at, &sinks);
        let choices = &self.choices;
        let advised = if sinking {
            [unpacking::advise_sinking(tables, &self.variation, choices), None, None, None]
        } else {
            [
                unpacking::advise(tables, &sinks, now, choices),
                connectivity::advise(now, choices),
                rooms::advise(now, choices),
                explorer::advise(now, choices),
            ]
        };
        let weighed = choices.iter().enumerate().map(|(number, choice)| {
            let weight = u8::from(!is_free(number, choices.len(), &advised));
            let (macro_move, score) = (choice.macro_move, choice.features.score());
            let mut child = Child { macro_move, sinks: sinking, weight, key: 0, score };
            child.key = key(&at.after(&child));
            child
        });
        Ok(weighed.collect())
    }

    fn is_lost(&mut self, position: &FessPosition<W>, _: Square) -> bool {
        let LevelTables { maze, reached, .. } = self.tables;
        let boxes = &position.state.boxes;
        let (held, _) = unpullable(maze, reached, boxes, &maze.region(boxes, position.state.player));
        !held.is_subset(&position.bases)
            || !all_matched(self.tables, &mut self.matching, boxes, &position.bases)
    }

    fn is_done(&self, position: &FessPosition<W>) -> bool {
        position.state.boxes.is_empty()
    }

    fn describe(&self, score: Score) -> Vec<Feature> {
        let (now, boxes) = (PackingFeatures::of(score), self.tables.maze.goals().len());
        vec![
            Feature::of("boxes taken away", boxes.saturating_sub(u32::from(now.left)), boxes),
            Feature::new("boxes on goals", now.on_goals),
            Feature::new("parts of the floor", now.parts),
            Feature::new("barred passages", now.barred),
        ]
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::{
        fess::{FeatureSearch, Turn},
        packing::plan::Plan,
        params::Switches,
        testing::{ROOM, within},
    };

    fn planned(text: &str, effort: usize) -> (Level, Plan, bool) {
        let level = Level::parse(text).unwrap();
        let (mut plan, mut complete) = (Plan::default(), false);
        within(|context| {
            let tables = LevelTables::<2>::new(&level);
            let variation = Variation::new(0, 0, Switches::default());
            let mut packing = PackingSearch::new(&tables, tables.start.boxes, variation);
            let mut tree = FeatureSearch::default();
            for root in packing.roots() {
                tree.plant(root, &mut packing, context)?;
            }
            while tree.len() < effort && !complete {
                match tree.turn(&mut packing, context)? {
                    Turn::Done(_) => complete = true,
                    Turn::Exhausted => break,
                    Turn::Expanded(_) => {}
                }
            }
            plan = Plan::of(&tree, tree.best());
            Ok(())
        });
        (level, plan, complete)
    }

    #[test]
    fn a_goal_room_is_packed_from_the_inside() {
        let (level, plan, complete) = planned(ROOM, 100);
        assert!(complete);
        assert_eq!(plan.initial, 0, "all boxes came from outside");
        let order: Vec<_> = plan.steps.iter().map(|step| level.coordinates(step.to).0).collect();
        assert_eq!(order, [11, 10, 9], "{plan:?}");
        assert!(plan.steps.iter().all(|step| step.until.is_none()), "no box has to wait");
    }

    #[test]
    fn a_position_is_lost_if_a_box_can_have_come_from_no_base() {
        let level = Level::parse(ROOM).unwrap();
        let tables = LevelTables::<2>::new(&level);
        let variation = Variation::new(0, 0, Switches::default());
        let mut packing = PackingSearch::new(&tables, tables.start.boxes, variation);
        let (root, ..) = packing.roots()[0];
        assert!(!packing.is_lost(&root, root.state.player));
        assert!(!packing.is_done(&root));
        let fewer = FessPosition { bases: Bits::EMPTY, ..root };
        assert!(packing.is_lost(&fewer, root.state.player), "no base is left");
        let mut empty = root;
        empty.state.boxes = Bits::EMPTY;
        assert!(packing.is_done(&empty));
    }

    fn with_packing(
        board: &str,
        mut test: impl FnMut(
            &mut PackingSearch<'_, 2>,
            &dyn Fn(usize, usize) -> Square,
            &mut Context<'_>,
        ) -> Result<(), soko_solver::Halt>
        + Send,
    ) {
        let level = Level::parse(board).unwrap();
        let tables = LevelTables::<2>::new(&level);
        within(|context| {
            let variation = Variation::new(0, 0, Switches::default());
            let mut packing = PackingSearch::new(&tables, tables.start.boxes, variation);
            test(&mut packing, &|x, y| level.square_at(x, y).unwrap(), context)
        });
    }

    #[test]
    fn a_root_has_all_goals_filled_and_all_bases_free() {
        with_packing(ROOM, |packing, _, _| {
            let roots = packing.roots();
            assert_eq!(roots.len(), 1);
            let (position, key_of, score) = roots[0];
            let features = PackingFeatures::of(score);
            let expected =
                PackingFeatures { left: 3, on_goals: 3, parts: 1, barred: features.barred, distance: 0 };
            assert_eq!(features, expected);
            assert_eq!((position.bases, key_of), (packing.bases, key(&position)));
            let told: Vec<_> = packing.describe(score).iter().map(ToString::to_string).collect();
            let names = ["boxes taken away 0 of 3", "boxes on goals 3", "parts of the floor 1"];
            assert_eq!(told[..3], names);
            Ok(())
        });
    }

    #[test]
    fn a_key_tells_bases_and_boxes_apart() {
        with_packing(ROOM, |packing, at, _| {
            let (root, ..) = packing.roots()[0];
            let without = |base| {
                let mut position = root;
                position.bases.remove(base);
                key(&position)
            };
            let keys = [key(&root), without(at(2, 2)), without(at(4, 2)), root.state.key()];
            assert!((0..4).all(|i| (0..i).all(|j| keys[i] != keys[j])), "{keys:?}");
            Ok(())
        });
    }

    #[test]
    fn a_box_that_can_sink_does_and_leaves_the_board() {
        with_packing(ROOM, |packing, at, context| {
            let (root, _, score) = packing.roots()[0];
            let children = packing.expand(&root, score, context)?;
            assert!(!children.is_empty());
            assert!(children.iter().all(|child| child.sinks), "nothing else is tried");
            assert_eq!(children.len(), 1, "the outermost box, once");
            let child = &children[0];
            assert_eq!((child.macro_move.from, child.weight), (at(9, 2), 0));
            assert!(root.bases.contains(child.macro_move.to));
            let after = root.after(child);
            assert_eq!((after.state.boxes.len(), after.bases.len()), (2, 2));
            assert_eq!(child.key, key(&after));
            let features = PackingFeatures::of(child.score);
            assert_eq!((features.left, features.on_goals), (2, 2));
            assert_eq!(features.distance, packing.tables.to_goal(child.macro_move.to));
            let region = packing.tables.maze.region(&after.state.boxes, root.state.player);
            assert_eq!(Some(child.macro_move.player), region.first());
            Ok(())
        });
    }

    #[test]
    fn after_a_box_has_sunk_the_player_is_in_the_region_without_it() {
        with_packing(ROOM, |packing, at, _| {
            let (root, ..) = packing.roots()[0];
            let (from, to) = (at(9, 2), at(2, 2));
            let macro_move = MacroMove { from, to, player: from };
            let features = packing.features(&root.state.boxes, 7);
            let sunk = packing.sunk(&root, &Choice { macro_move, features, opens: true });
            let mut boxes = root.state.boxes;
            boxes.remove(from);
            let first = packing.tables.maze.region(&boxes, root.state.player).first().unwrap();
            assert_ne!(first, from);
            assert_eq!(sunk.macro_move, MacroMove { from, to, player: first });
            assert_eq!((sunk.features, sunk.opens), (packing.features(&boxes, 7), true));
            Ok(())
        });
    }

    #[test]
    fn where_none_can_sink_boxes_are_moved_about() {
        // Everything is near, in one room.
        with_packing("########\n#      #\n# $$.. #\n#@     #\n########", |packing, at, context| {
            let (root, _, score) = packing.roots()[0];
            let children = packing.expand(&root, score, context)?;
            assert!(!children.is_empty());
            for child in &children {
                assert!(!child.sinks);
                let after = root.after(child);
                assert_eq!((after.state.boxes.len(), after.bases), (2, root.bases));
                assert_eq!(child.key, key(&after));
                let features = PackingFeatures::of(child.score);
                let on_goals = (after.state.boxes & *packing.tables.maze.goals()).len();
                assert_eq!((features.left, u32::from(features.on_goals)), (2, on_goals));
                let distance: u16 =
                    after.state.boxes.iter().map(|square| packing.tables.to_goal(square)).sum();
                assert_eq!(features.distance, distance);
            }
            assert!(children.iter().any(|child| child.weight == 0), "one is advised");
            assert!(
                children.iter().all(|child| child.macro_move.to != at(1, 1)),
                "no box can have been there"
            );
            Ok(())
        });
    }
}
