//! The deadlock rules against the truth.

mod boards;
mod census;
mod games;
mod oracle;
mod rules;
mod symmetry;
mod truth;

#[path = "../../../soko-core/tests/rules/naive.rs"]
mod naive;
#[path = "../../../soko-core/tests/rules/random_board.rs"]
mod random_board;

use census::Census;
use soko_analysis::deadlock::RuleId;

/// Bits of an oracle that a level of these tests may need.
const BITS: usize = 400_000;

#[test]
fn no_rule_flags_a_solvable_position() {
    let small = |level: &soko_core::Level| oracle::size(level) <= BITS;
    let own = boards::drawn().chain(boards::built_in()).filter(|(_, level)| small(level));
    let mut census = Census::default();
    for (name, level) in own.chain(boards::random(400, BITS)) {
        census.add(&name, &level);
    }
    census.verdict().unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(census.levels >= 300 && census.positions > 1_000_000, "too little was tested: {census:?}");
    for (rule, flagged) in RuleId::ALL.iter().zip(&census.flagged) {
        assert!(*flagged > 100, "{} was hardly tested: {flagged} positions", rule.id());
    }
}
