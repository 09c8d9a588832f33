//! Won games: no position on the way to a solution is lost. Levels of any size take part.

use soko_analysis::deadlock::{RuleId, fatal_move};
use soko_core::check;

#[test]
fn no_rule_flags_a_position_of_a_won_game() {
    let mut games = 0;
    for builtin in soko_levels::BUILTINS {
        let document = soko_formats::read(builtin.text.as_bytes(), &soko_formats::ReadOptions::default());
        for entry in &document.collection.entries {
            let level = check(&entry.board).level.expect("a built-in level can be played");
            for solution in entry.solutions() {
                games += 1;
                let game: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
                let fatal = fatal_move(RuleId::ALL, &level, &game);
                assert!(fatal.is_none(), "{}: {fatal:#?}", builtin.id);
            }
        }
    }
    assert!(games > 100, "only {games} games");
}
