//! Sinks: where a box leaves the board in the search for a plan.
//!
//! A box *sinks* if it can be pulled to a square of the start that belongs to the largest class of such squares between which
//! boxes can be pushed to and fro, and that is well away from where the box stood.

use soko_analysis::BipartiteMatching;
use soko_core::{Bits, Square};

use crate::{fess::FessPosition, level_tables::LevelTables};

/// The largest classes of bases between which boxes can be pushed to and fro, all other boxes resting. The player must be able to
/// reach all of them; if `loose`, the largest ones of those it can reach will do.
pub(super) fn sinks<const W: usize>(
    tables: &LevelTables<'_, W>,
    position: &FessPosition<W>,
    region: &Bits<W>,
    loose: bool,
) -> Bits<W> {
    let bases: Vec<Square> = position.bases.iter().collect();
    let free = position.bases.without(&position.state.boxes);
    let targets = tables.targets(&position.state.boxes, &bases);
    let mut largest = 0;
    let mut classes = Bits::EMPTY;
    let mut seen = Bits::EMPTY;
    for (i, &base) in bases.iter().enumerate() {
        if seen.contains(base) || !free.contains(base) {
            continue;
        }
        let mut class = Bits::single(base);
        for (j, &other) in bases.iter().enumerate() {
            if free.contains(other) && targets[i].contains(other) && targets[j].contains(base) {
                class.insert(other);
            }
        }
        seen |= class;
        if loose && !class.is_subset(region) {
            continue;
        }
        if class.len() > largest {
            largest = class.len();
            classes = class;
        } else if class.len() == largest {
            classes |= class;
        }
    }
    if classes.is_subset(region) { classes } else { Bits::EMPTY }
}

/// Is one square well away from another?
pub(super) fn apart<const W: usize>(tables: &LevelTables<'_, W>, a: Square, b: Square) -> bool {
    if tables.is_far(a, b) {
        return true;
    }
    let rooms = (tables.passages.room_of(a), tables.passages.room_of(b));
    matches!(rooms, (Some(a), Some(b)) if a != b)
}

/// Can every box have come from a base of its own?
pub(super) fn all_matched<const W: usize>(
    tables: &LevelTables<'_, W>,
    matching: &mut BipartiteMatching<W>,
    boxes: &Bits<W>,
    bases: &Bits<W>,
) -> bool {
    let suits: Vec<Bits<W>> = boxes.iter().map(|square| *tables.sources_of(square) & *bases).collect();
    matching.is_possible(&suits)
}

#[cfg(test)]
mod tests {
    use soko_core::{Level, State};

    use super::*;

    /// Two boxes in a hall on the left, one in a dead end below it; the goals are to the right.
    const BOARD: &str = "###########\n#     #   #\n# $  $    #\n#     #...#\n##@########\n# $ #\n#####";

    fn with_tables(test: impl FnOnce(&LevelTables<'_, 2>, &dyn Fn(usize, usize) -> Square)) {
        let level = Level::parse(BOARD).unwrap();
        let tables = LevelTables::<2>::new(&level);
        test(&tables, &|x, y| level.square_at(x, y).unwrap());
    }

    /// The end of the game: all goals filled, the player at the start's place.
    fn ended(tables: &LevelTables<'_, 2>) -> FessPosition<2> {
        let state = State { boxes: *tables.maze.goals(), player: tables.start.player };
        FessPosition { state, bases: tables.start.boxes }
    }

    #[test]
    fn the_largest_class_that_the_player_reaches_takes_boxes() {
        with_tables(|tables, at| {
            let position = ended(tables);
            let region = tables.maze.region(&position.state.boxes, position.state.player);
            let sinks = sinks(tables, &position, &region, false);
            assert!(sinks.contains(at(2, 2)) && sinks.contains(at(5, 2)), "{sinks:?}");
            assert!(!sinks.contains(at(2, 5)), "a box never gets out of the dead end");
        });
    }

    #[test]
    fn bases_under_boxes_take_none() {
        with_tables(|tables, at| {
            let mut position = ended(tables);
            position.state.boxes = [at(2, 2), at(5, 2), at(2, 5)].into_iter().collect();
            let region = tables.maze.region(&position.state.boxes, position.state.player);
            assert!(sinks(tables, &position, &region, false).is_empty());
        });
    }

    #[test]
    fn far_squares_and_other_rooms_are_apart() {
        with_tables(|tables, at| {
            assert!(apart(tables, at(1, 1), at(9, 1)));
            assert!(!apart(tables, at(1, 1), at(3, 1)));
            assert!(apart(tables, at(5, 2), at(7, 2)), "three steps, but in another room");
        });
    }

    #[test]
    fn every_box_needs_a_base_that_it_can_have_come_from() {
        with_tables(|tables, at| {
            let mut matching = BipartiteMatching::default();
            let hall: Bits<2> = [at(2, 2), at(5, 2)].into_iter().collect();
            let goals: Bits<2> = [at(7, 3), at(8, 3)].into_iter().collect();
            assert!(all_matched(tables, &mut matching, &goals, &hall));
            assert!(!all_matched(tables, &mut matching, tables.maze.goals(), &hall), "one base too few");
            let stuck: Bits<2> = Bits::single(at(2, 5));
            assert!(!all_matched(tables, &mut matching, &Bits::single(at(7, 3)), &stuck));
        });
    }

    #[test]
    fn a_base_under_a_box_does_not_keep_others_from_taking_one() {
        with_tables(|tables, at| {
            let mut position = ended(tables);
            position.state.boxes = [at(2, 2), at(7, 3)].into_iter().collect();
            let region = tables.maze.region(&position.state.boxes, position.state.player);
            let sinks = sinks(tables, &position, &region, false);
            assert!(sinks.contains(at(5, 2)) && !sinks.contains(at(2, 2)), "{sinks:?}");
        });
    }

    #[test]
    fn what_the_player_cannot_reach_takes_boxes_from_none_but_loosely_others_do() {
        with_tables(|tables, at| {
            let mut position = ended(tables);
            // The player is shut in below; the largest class is above.
            position.state.boxes = Bits::single(at(2, 4));
            position.state.player = at(1, 5);
            let region = tables.maze.region(&position.state.boxes, position.state.player);
            assert!(sinks(tables, &position, &region, false).is_empty());
            assert_eq!(sinks(tables, &position, &region, true), Bits::single(at(2, 5)));
        });
    }
}
