//! The clearer: moves the box nearest to the zone out of plan away from it, as far as can be, by a move that can be undone.
//!
//! It is asked only while a box is out of plan: the way out of the zone must be clear.

use soko_core::{Bits, Square};

use super::{Choice, least};
use crate::{features::forward::ForwardFeatures, level_tables::LevelTables};

/// The number of the move advised.
pub(crate) fn advise<const W: usize>(
    tables: &LevelTables<'_, W>,
    zone: &Bits<W>,
    now: ForwardFeatures,
    choices: &[Choice<ForwardFeatures>],
) -> Option<usize> {
    if zone.is_empty() || now.out_of_plan == 0 {
        return None;
    }
    let steps = |square: Square| zone.iter().map(|z| tables.steps(z, square)).min().unwrap_or(0);
    let fits = |choice: &Choice<ForwardFeatures>| {
        let (from, to) = (choice.macro_move.from, choice.macro_move.to);
        choice.features.packed >= now.packed
            && choice.features.parts <= now.parts
            && tables.targets_of(to).contains(from)
            && !zone.contains(from)
            && steps(to) > steps(from)
    };
    least(choices, fits, |choice| (steps(choice.macro_move.from), u16::MAX - steps(choice.macro_move.to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advisors::tests::{FORWARD, carried, corridor};

    #[test]
    fn the_nearest_box_outside_goes_farthest_from_the_zone() {
        corridor(|tables, at| {
            let zone: Bits<2> = [at(8), at(9)].into_iter().collect();
            let choices =
                [carried(at(3), at(2)), carried(at(6), at(5)), carried(at(6), at(4)), carried(at(8), at(4))];
            assert_eq!(advise(tables, &zone, FORWARD, &choices), Some(2));
            assert_eq!(advise(tables, &zone, FORWARD, &choices[3..]), None, "the one in the zone is not it");
            assert_eq!(advise(tables, &Bits::EMPTY, FORWARD, &choices), None);
            let none_out = ForwardFeatures { out_of_plan: 0, ..FORWARD };
            assert_eq!(advise(tables, &zone, none_out, &choices), None);
            let stuck = [carried(at(6), at(1))];
            assert_eq!(advise(tables, &zone, FORWARD, &stuck), None, "it could not come back from the wall");
        });
    }
}
