//! Levels and runs for tests.

use std::ops::ControlFlow;

use soko_core::Level;
use soko_solver::{Budget, Event, EventKind, Report, run};
pub(crate) use soko_testing::within::{within, within_bytes};

/// A level of our own that calls for plans, by its number from 1.
pub(crate) fn summit(number: usize) -> Level {
    let collection = soko_levels::find("summit").expect("a collection of ours");
    let document = soko_formats::read(collection.text.as_bytes(), &soko_formats::ReadOptions::default());
    let entry = &document.collection.entries[number - 1];
    soko_formats::check_entry(number, entry).level.expect("a level of ours is valid")
}

/// A goal room that cannot be filled, which takes the exact search more than its first turn to show, so others have theirs.
pub(crate) const UNFILLABLE: &str = "\
#############
#   #   #...#
# $ $ $    .#
#@$ # $ #...#
# $ $   #####
#   #####
#####";

/// A goal room of three squares in a row behind a corridor: the innermost goal has to be filled first.
pub(crate) const ROOM: &str = "\
##############
#     ########
# $ $    ...##
#@ $  ########
#     ########
##############";

/// Lets the expert play a level within so many positions; `watch` is called with every event.
pub(crate) fn played(
    level: &Level,
    settings: &[&str],
    nodes: u64,
    threads: usize,
    mut watch: impl FnMut(&EventKind),
) -> Report {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let mut player = crate::DESCRIPTOR.build(None, &settings).expect("settings that fit");
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    run(&mut *player, level, budget, 1, threads, &mut |event: &Event| {
        watch(&event.kind);
        ControlFlow::Continue(())
    })
}
