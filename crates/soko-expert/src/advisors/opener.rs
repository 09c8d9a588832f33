//! The opener: carries the box nearest to the plan's next square away from it, as far as can be.
//!
//! It is asked only where no move furthers the plan: then a box in the way is the likely reason.

use soko_core::Square;

use super::{Choice, least};
use crate::{features::forward::ForwardFeatures, level_tables::LevelTables};

/// The number of the move advised; `target` is the next square of the plan.
pub(crate) fn advise<const W: usize>(
    tables: &LevelTables<'_, W>,
    target: Option<Square>,
    now: ForwardFeatures,
    choices: &[Choice<ForwardFeatures>],
) -> Option<usize> {
    let target = target?;
    if choices.iter().any(|choice| choice.features.packed > now.packed) {
        return None;
    }
    let steps = |choice: &Choice<_>| {
        (tables.steps(target, choice.macro_move.from), tables.steps(target, choice.macro_move.to))
    };
    let fits = |choice: &Choice<ForwardFeatures>| {
        let (features, (before, after)) = (&choice.features, steps(choice));
        features.packed >= now.packed
            && features.parts <= now.parts
            && features.barred <= now.barred
            && after >= before
    };
    least(choices, fits, |choice| {
        let (before, after) = steps(choice);
        (before, u16::MAX - after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::{FORWARD, carried, corridor};

    #[test]
    fn the_nearest_box_goes_farthest_away() {
        corridor(|tables, at| {
            let target = Some(at(8));
            // Boxes on 6 and 3; the target is on 8.
            let choices =
                [carried(at(3), at(1)), carried(at(6), at(5)), carried(at(6), at(4)), carried(at(6), at(7))];
            assert_eq!(advise(tables, target, FORWARD, &choices), Some(2));
            assert_eq!(advise(tables, target, FORWARD, &choices[3..]), None, "nearer is no help");
            assert_eq!(advise(tables, None, FORWARD, &choices), None, "all steps hold");
            let mut packs = choices;
            packs[0].features.packed += 1;
            assert_eq!(advise(tables, target, FORWARD, &packs), None, "the plan goes on without it");
            let mut harm = choices;
            harm[2].features.parts += 1;
            assert_eq!(advise(tables, target, FORWARD, &harm), Some(1));
        });
    }
}
