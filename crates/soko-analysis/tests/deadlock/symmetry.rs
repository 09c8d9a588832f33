//! A board turned or mirrored is the same puzzle: every rule says the same about it.

use proptest::prelude::*;
use soko_analysis::deadlock::{RuleId, explain};
use soko_core::{Level, Symmetry, check};

use crate::{boards, random_board};

/// The rules that speak.
fn verdict(level: &Level) -> Vec<RuleId> {
    explain(level, level.start()).into_iter().map(|explanation| explanation.rule).collect()
}

fn all_alike(level: &Level) -> Result<(), TestCaseError> {
    let expected = verdict(level);
    for symmetry in Symmetry::all() {
        let turned = check(&symmetry.board(level.board())).level.expect("as good as the level itself");
        prop_assert_eq!(&verdict(&turned), &expected, "{}", turned.board());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn crowded_boards(level in boards::crowded()) {
        all_alike(&level)?;
    }

    #[test]
    fn larger_boards(level in random_board::levels()) {
        all_alike(&level)?;
    }
}

#[test]
fn drawn_boards() {
    for (name, level) in boards::drawn() {
        all_alike(&level).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
}
