//! The signature of the expert: what it finds and how many positions it takes on levels of ours that call for plans.
//!
//! Runs are counted in positions, so they are the same on every machine. A change of behaviour rewrites the file with
//! `./x bless`, and the difference shows in the commit.

use std::{fmt::Write as _, path::Path};

use soko_expert::DESCRIPTOR;
use soko_formats::{ReadOptions, check_entry, read};
use soko_solver::{Budget, Silent, run};
use soko_testing::recorded;

/// Positions per level.
const NODES: u64 = 12_000;
/// The defaults, and turns so short that the strategies have several.
const SETTINGS: [&[&str]; 2] = [&[], &["turn=50", "plan=20"]];

#[test]
fn node_counts_are_as_recorded() {
    let summit = soko_levels::find("summit").expect("a collection of ours");
    let document = read(summit.text.as_bytes(), &ReadOptions::default());
    let mut text = String::from("# level, status, pushes, generated, expanded\n");
    for settings in SETTINGS {
        let _ = writeln!(text, "# settings: {settings:?}");
        let settings: Vec<_> = settings.iter().map(|&word| word.to_owned()).collect();
        for (index, entry) in (1..).zip(&document.collection.entries) {
            let Some(level) = check_entry(index, entry).level else { continue };
            let mut player = DESCRIPTOR.build(None, &settings).expect("the settings fit");
            let budget = Budget { nodes: Some(NODES), ..Budget::default() };
            let report = run(&mut *player, &level, budget, 1, 1, &mut Silent);
            let pushes = report.solution.map_or_else(|| "-".to_owned(), |s| s.metrics().pushes.to_string());
            let s = report.statistics;
            let _ = writeln!(text, "{index}, {}, {pushes}, {}, {}", report.status, s.generated, s.expanded);
        }
    }
    recorded::compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt"), &text);
}
