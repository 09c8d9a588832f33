//! The deadlock rules on levels and won games of others.
//!
//! The files are not part of the repository ([`soko_testing::shared`]).

#[path = "deadlock/census.rs"]
mod census;
#[path = "deadlock/oracle.rs"]
mod oracle;
#[path = "deadlock/shared.rs"]
mod shared;

use std::{path::Path, process::ExitCode};

use census::Census;
use libtest_mimic::{Arguments, Failed};
use soko_analysis::deadlock::{RuleId, fatal_move};
use soko_core::check;
use soko_testing::shared::trial;

/// Bits of an oracle that a level of these tests may need.
const BITS: usize = 500_000;

fn main() -> ExitCode {
    let trials = vec![
        trial("no rule flags a solvable position", solvable_positions),
        trial("nor a position of a won game", won_games),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn solvable_positions(root: &Path) -> Result<(), Failed> {
    let mut census = Census::default();
    for (name, level) in shared::small(root, BITS).into_iter().take(60) {
        census.add(&name, &level);
    }
    census.verdict()?;
    assert!(census.levels == 60, "only {} levels are small enough", census.levels);
    Ok(())
}

/// The first game of each level, whatever its size.
fn won_games(root: &Path) -> Result<(), Failed> {
    let mut games = 0;
    for (name, document) in shared::documents(root) {
        for entry in &document.collection.entries {
            let Some(level) = check(&entry.board).level else { continue };
            for solution in entry.solutions().take(1) {
                let game: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
                if let Some(fatal) = fatal_move(RuleId::ALL, &level, &game) {
                    return Err(
                        format!("{name}: {:?}\n{}", fatal.explanations, level.draw(&fatal.position)).into()
                    );
                }
                games += 1;
            }
        }
    }
    assert!(games > 40, "only {games} games");
    Ok(())
}
