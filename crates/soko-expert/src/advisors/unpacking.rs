//! Unpacking, in the search for a plan: the pull that empties the goal area with the least harm.
//!
//! If boxes can sink, one that stands on no goal goes first, then the one that leaves the floor in the fewest parts. Otherwise a
//! box is taken off its goal to a place that bars nothing, away from where others are to sink, as far as can be.

use soko_core::Bits;

use super::{Choice, least};
use crate::{features::packing::PackingFeatures, level_tables::LevelTables, variation::Variation};

/// The number of the move advised when every choice makes a box sink.
pub(crate) fn advise_sinking<const W: usize>(
    tables: &LevelTables<'_, W>,
    variation: &Variation,
    choices: &[Choice<PackingFeatures>],
) -> Option<usize> {
    let goals = tables.maze.goals();
    let off_goal = choices.iter().position(|choice| !goals.contains(choice.macro_move.from));
    off_goal.or_else(|| {
        least(
            choices,
            |_| true,
            |choice| {
                let (from, to) = (choice.macro_move.from, choice.macro_move.to);
                let shuffled = variation.shuffle(u64::from(from.0));
                (choice.features.parts, shuffled, u16::MAX - tables.steps(from, to))
            },
        )
    })
}

/// The number of the move advised when no box can sink.
pub(crate) fn advise<const W: usize>(
    tables: &LevelTables<'_, W>,
    sinks: &Bits<W>,
    now: PackingFeatures,
    choices: &[Choice<PackingFeatures>],
) -> Option<usize> {
    let fits = |choice: &Choice<PackingFeatures>| {
        choice.features.parts <= now.parts
            && choice.features.barred <= now.barred
            && choice.features.distance > now.distance
            && tables.maze.goals().contains(choice.macro_move.from)
    };
    least(choices, fits, |choice| {
        let (from, to) = (choice.macro_move.from, choice.macro_move.to);
        let far = !sinks.is_empty() && sinks.iter().all(|base| tables.is_far(base, to));
        (!far, choice.features.parts, choice.features.barred, u16::MAX - tables.steps(from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{advisors::tests::corridor, macro_move::MacroMove, params::Switches};
    use soko_core::Square;

    const NOW: PackingFeatures = PackingFeatures { left: 4, on_goals: 2, parts: 2, barred: 1, distance: 10 };

    fn pulled(from: Square, to: Square, features: PackingFeatures) -> Choice<PackingFeatures> {
        Choice { macro_move: MacroMove { from, to, player: from }, features, opens: false }
    }

    #[test]
    fn a_box_off_goal_sinks_first_then_the_one_that_joins_most() {
        corridor(|tables, at| {
            // The goals are on 9 and 10.
            let first = Variation::new(0, 0, Switches::default());
            let cuts = pulled(at(9), at(3), PackingFeatures { parts: 3, ..NOW });
            let near = pulled(at(10), at(6), NOW);
            let far = pulled(at(10), at(3), NOW);
            assert_eq!(advise_sinking(tables, &first, &[cuts, near, far]), Some(2));
            assert_eq!(
                advise_sinking(tables, &first, &[far, near, cuts, pulled(at(5), at(3), cuts.features)]),
                Some(3)
            );
        });
    }

    #[test]
    fn a_box_leaves_its_goal_far_from_the_sinks_without_harm() {
        corridor(|tables, at| {
            let farther = PackingFeatures { distance: 12, ..NOW };
            let sinks: Bits<2> = Bits::single(at(10));
            let choices = [
                pulled(at(9), at(8), farther),
                pulled(at(9), at(4), farther),
                pulled(at(9), at(3), farther),
                pulled(at(5), at(2), farther),
                pulled(at(9), at(2), NOW),
            ];
            assert_eq!(advise(tables, &sinks, NOW, &choices), Some(2), "off a goal, far and farthest");
            let mut harm = choices;
            harm[2].features.parts += 1;
            harm[1].features.barred += 1;
            assert_eq!(advise(tables, &sinks, NOW, &harm), Some(0));
            assert_eq!(advise(tables, &sinks, NOW, &choices[3..]), None);
        });
    }
}
