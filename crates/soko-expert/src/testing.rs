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
    within_budget(Budget::default(), test);
}

/// Held throughout a test of memory, so that giving back too much shows, too.
const DEPOSIT: u64 = 1 << 12;

/// Runs a test with a context that has so much memory, all of which must have been given back in the end, and no more.
pub(crate) fn within_bytes(bytes: u64, mut test: impl FnMut(&mut Context<'_>) -> Result<(), Halt> + Send) {
    let budget = Budget { memory: Some(bytes + DEPOSIT), ..Budget::default() };
    within_budget(budget, |context| {
        context.acquire(DEPOSIT)?;
        test(context)?;
        context.acquire(bytes).expect("all memory was given back");
        assert_eq!(context.acquire(1), Err(Halt::Memory), "more was given back than taken");
        Ok(())
    });
}

fn within_budget(budget: Budget, test: impl FnMut(&mut Context<'_>) -> Result<(), Halt> + Send) {
    let level = Level::parse("#####\n#@$.#\n#####").expect("a level");
    let mut player = Within(test, false);
    run(&mut player, &level, budget, 1, 1, &mut Silent);
    assert!(player.1, "the test came to its end");
}
