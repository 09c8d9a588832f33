//! A context for tests of parts that need one.

use std::ops::ControlFlow;

use soko_core::Level;
use soko_solver::{Budget, Context, Event, EventKind, Halt, Player, Report, Silent, Verdict, run};

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

/// A player that runs a test.
struct Within<F>(F, bool);

impl<F: FnMut(&mut Context<'_>) -> Result<(), Halt> + Send> Player for Within<F> {
    fn solve(&mut self, _: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        (self.0)(context)?;
        self.1 = true;
        Err(Halt::Stopped)
    }
}

/// Runs a test with a context without limits.
pub(crate) fn within(test: impl FnMut(&mut Context<'_>) -> Result<(), Halt> + Send) {
    let level = Level::parse("#####\n#@$.#\n#####").expect("a level");
    let mut player = Within(test, false);
    run(&mut player, &level, Budget::default(), 1, 1, &mut Silent);
    assert!(player.1, "the test came to its end");
}
