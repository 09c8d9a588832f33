//! A context for tests of parts that need one.

use soko_core::Level;
use soko_solver::{Budget, Context, Halt, Player, Silent, Verdict, run};

/// Held throughout a test of memory, so that giving back too much shows, too.
const DEPOSIT: u64 = 1 << 12;

/// A player that runs a test.
struct Within<F>(F);

impl<F: FnMut(&mut Context<'_>) -> Result<(), Halt> + Send> Player for Within<F> {
    fn solve(&mut self, _: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
        (self.0)(context).map(|()| Verdict::Unsolvable)
    }
}

/// Runs a test with a context without limits.
///
/// # Panics
/// The test halts.
pub fn within(test: impl FnMut(&mut Context<'_>) -> Result<(), Halt> + Send) {
    within_budget(Budget::default(), test);
}

/// Runs a test with a context that has so much memory, all of which must have been given back in the end, and no more.
///
/// # Panics
/// The test halts, or memory is missing or too much.
pub fn within_bytes(bytes: u64, mut test: impl FnMut(&mut Context<'_>) -> Result<(), Halt> + Send) {
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
    let report = run(&mut Within(test), &level, budget, 1, 1, &mut Silent);
    assert_eq!(report.halted, None, "the test came to its end");
}
