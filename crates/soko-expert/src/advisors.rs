//! Advisors: each chooses at most one move of a position by a rule of thumb, and that move weighs nothing in the search.
//!
//! One file each. Those that only compare features serve every domain; the others know a plan or the start. The advisors are
//! those of Shoham and Schaeffer's FESS (2020) as far as they are described there; the definitions are ours where the
//! paper leaves them open.

pub(crate) mod clearer;
pub(crate) mod connectivity;
pub(crate) mod explorer;
pub(crate) mod homecoming;
pub(crate) mod hotspots;
pub(crate) mod nearest;
pub(crate) mod opener;
pub(crate) mod out_of_plan;
pub(crate) mod packing;
pub(crate) mod rooms;
pub(crate) mod unpacking;

use soko_core::State;

use crate::{features::Features, fess::Child, macro_move::MacroMove, variation::Variation};

/// A move to choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<F> {
    /// The move.
    pub(crate) macro_move: MacroMove,
    /// The features of the position it leads to.
    pub(crate) features: F,
    /// It lets the player stand at some box where it could not before.
    pub(crate) opens: bool,
}

/// The number of the choice of best rank among those that fit.
fn best<F: Features>(choices: &[Choice<F>], fits: impl Fn(&Choice<F>) -> bool) -> Option<usize> {
    least(choices, fits, |choice| choice.features.score().rank)
}

/// The number of the choice with the least key among those that fit; the first of equals.
fn least<F, K: Ord>(
    choices: &[Choice<F>],
    fits: impl Fn(&Choice<F>) -> bool,
    key: impl Fn(&Choice<F>) -> K,
) -> Option<usize> {
    let fitting = choices.iter().enumerate().filter(|(_, choice)| fits(choice));
    fitting.min_by_key(|(_, choice)| key(choice)).map(|(number, _)| number)
}

/// Does a choice weigh nothing? Where there are two at most, the first needs no advisor.
pub(crate) fn is_free(number: usize, choices: usize, advised: &[Option<usize>]) -> bool {
    advised.contains(&Some(number)) || (choices <= 2 && number == 0)
}

/// Weighs the choices of a position and varies their scores.
pub(crate) fn weigh<const W: usize, F: Features>(
    parent: &State<W>,
    choices: &[Choice<F>],
    advised: &[Option<usize>],
    variation: &Variation,
) -> Vec<Child> {
    let key = parent.key();
    let weighed = choices.iter().enumerate().map(|(number, choice)| {
        let free = is_free(number, choices.len(), advised);
        let child = Child::new(parent, key, choice.macro_move, choice.features.score(), free);
        Child { score: variation.vary(child.score, child.key), ..child }
    });
    weighed.collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use soko_core::{Bits, Level, Square};

    use super::*;
    use crate::{
        features::{backward::BackwardFeatures, forward::ForwardFeatures},
        level_tables::LevelTables,
        params::Switches,
    };

    /// Features of a position halfway.
    pub(crate) const FORWARD: ForwardFeatures =
        ForwardFeatures { packed: 3, parts: 2, barred: 2, out_of_plan: 2, hotspots: 2, distance: 50 };

    /// A move that leaves all features as they are.
    pub(crate) fn carried(from: Square, to: Square) -> Choice<ForwardFeatures> {
        Choice { macro_move: MacroMove { from, to, player: from }, features: FORWARD, opens: false }
    }

    /// Runs a test on a corridor of ten squares, two wide, with goals at its right end; `at` numbers its upper squares from 1.
    pub(crate) fn corridor(test: impl FnOnce(&LevelTables<'_, 2>, &dyn Fn(usize) -> Square)) {
        let board = "############\n#  $  $  ..#\n#@         #\n############";
        let level = Level::parse(board).unwrap();
        test(&LevelTables::new(&level), &|x| level.square_at(x, 1).unwrap());
    }

    /// Moves of the box on square 1 to squares 10, 11 …, one for each set of features.
    pub(crate) fn choices<F>(features: impl IntoIterator<Item = F>) -> Vec<Choice<F>> {
        let moves = (10..).map(|to| MacroMove { from: Square(1), to: Square(to), player: Square(0) });
        moves
            .zip(features)
            .map(|(macro_move, features)| Choice { macro_move, features, opens: false })
            .collect()
    }

    fn features(away: u8, distance: u16) -> BackwardFeatures {
        BackwardFeatures { away, parts: 1, barred: 0, distance }
    }

    #[test]
    fn the_best_rank_wins_and_the_first_of_equals() {
        let choices = choices([features(3, 9), features(2, 9), features(2, 8), features(2, 8)]);
        assert_eq!(best(&choices, |_| true), Some(2));
        assert_eq!(best(&choices, |choice| choice.features.distance == 9), Some(1));
        assert_eq!(best(&choices, |choice| choice.features.away == 0), None);
    }

    /// Each takes what betters its own feature, and nothing else.
    #[test]
    fn a_better_feature_is_taken_but_not_at_the_price_of_packing() {
        type Advise = fn(ForwardFeatures, &[Choice<ForwardFeatures>]) -> Option<usize>;
        let advisors: [(Advise, ForwardFeatures); 4] = [
            (connectivity::advise, ForwardFeatures { parts: 1, barred: 9, ..FORWARD }),
            (rooms::advise, ForwardFeatures { barred: 1, parts: 9, ..FORWARD }),
            (hotspots::advise, ForwardFeatures { hotspots: 1, parts: 9, ..FORWARD }),
            (out_of_plan::advise, ForwardFeatures { out_of_plan: 1, barred: 9, ..FORWARD }),
        ];
        for (i, (advise, _)) in advisors.into_iter().enumerate() {
            for (j, (_, better)) in advisors.into_iter().enumerate() {
                let unpacks = ForwardFeatures { packed: 2, ..better };
                let advised = advise(FORWARD, &choices([FORWARD, unpacks, better]));
                assert_eq!(advised, (i == j).then_some(2), "advisor {i}, feature {j}");
            }
        }
    }

    #[test]
    fn only_advised_moves_weigh_nothing_unless_there_are_two_at_most() {
        assert!(is_free(2, 5, &[None, Some(2)]));
        assert!(!is_free(0, 5, &[None, Some(2)]));
        assert!(is_free(0, 2, &[]));
        assert!(!is_free(1, 2, &[]));
        let parent = State { boxes: Bits::<1>::single(Square(1)), player: Square(0) };
        let variation = Variation::new(0, 0, Switches::default());
        let three = choices([features(3, 9), features(2, 9), features(2, 8)]);
        let children = weigh(&parent, &three, &[Some(1)], &variation);
        assert_eq!(children.iter().map(|child| child.weight).collect::<Vec<_>>(), [1, 0, 1]);
        for (child, choice) in children.iter().zip(&three) {
            let after = State { boxes: choice.macro_move.applied(&parent.boxes), player: Square(0) };
            assert_eq!(child.key, after.key());
            assert_eq!(child.score, choice.features.score());
        }
    }

    #[test]
    fn another_variation_gives_other_scores() {
        let parent = State { boxes: Bits::<1>::single(Square(1)), player: Square(0) };
        let many = choices((0..20).map(|distance| features(2, distance)));
        let variation = Variation::new(3, 0, Switches::default());
        let children = weigh(&parent, &many, &[], &variation);
        for (child, choice) in children.iter().zip(&many) {
            assert_eq!(child.score, variation.vary(choice.features.score(), child.key));
        }
        assert!(children.iter().zip(&many).any(|(child, choice)| child.score != choice.features.score()));
    }
}
