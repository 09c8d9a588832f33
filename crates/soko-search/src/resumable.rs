//! Searches that can be left and taken up again: what a portfolio is made of.
//!
//! A search is put together when it begins, not before: its tables take time and memory, and a level may be solved before
//! its first turn.

use soko_core::{Level, Maze, Solution, Verified};
use soko_solver::{Context, Halt};

pub use crate::best_first::Stage;
use crate::best_first::{
    Backward, Forward, Settings,
    engine::{Domain, Engine},
};

/// A search that can be left and taken up again.
pub trait Resumable {
    /// Files the positions it begins from. Searches of [`forward`] and [`backward`] begin once, however often this is called.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt>;

    /// Goes on until it has ended, or until so many positions are expanded in the whole run.
    ///
    /// # Errors
    /// The reason to halt, from the context.
    fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt>;

    /// Positions waiting, and positions done with.
    fn counts(&self) -> (u64, u64);

    /// The solution that a number of [`Stage::Solved`] stands for.
    fn solution(&self, number: u32) -> Verified<Solution>;

    /// Gives all memory back.
    fn release(self: Box<Self>, context: &mut Context<'_>);
}

/// A search from the start.
pub fn forward<'a, const W: usize>(
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: Settings,
) -> Box<dyn Resumable + 'a> {
    NotBegun::boxed(move |context| {
        let domain = Forward::new(level, maze, &settings, context)?;
        Ok(Box::new(Engine::new(domain, maze, &settings)))
    })
}

/// A search from the end; only where [`backward::applies`](crate::best_first::backward::applies).
pub fn backward<'a, const W: usize>(
    level: &'a Level,
    maze: &'a Maze<W>,
    settings: Settings,
) -> Box<dyn Resumable + 'a> {
    NotBegun::boxed(move |context| {
        let domain = Backward::new(level, maze, context)?;
        Ok(Box::new(Engine::new(domain, maze, &settings)))
    })
}

/// Puts a search together.
type Build<'a> = Box<dyn FnOnce(&mut Context<'_>) -> Result<Box<dyn Resumable + 'a>, Halt> + 'a>;

/// A search that is put together when it begins.
struct NotBegun<'a> {
    build: Option<Build<'a>>,
    search: Option<Box<dyn Resumable + 'a>>,
    /// Bytes of the tables that it was put together with.
    prepared_bytes: u64,
}

impl<'a> NotBegun<'a> {
    fn boxed(
        build: impl FnOnce(&mut Context<'_>) -> Result<Box<dyn Resumable + 'a>, Halt> + 'a,
    ) -> Box<dyn Resumable + 'a> {
        Box::new(Self { build: Some(Box::new(build)), search: None, prepared_bytes: 0 })
    }
}

impl Resumable for NotBegun<'_> {
    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        let Some(build) = self.build.take() else { return Ok(()) };
        let (search, bytes) = context.prepare(build)?;
        self.prepared_bytes = bytes;
        self.search.insert(search).begin(context)
    }

    fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
        self.search.as_mut().expect("it has begun").advance(until, context)
    }

    fn counts(&self) -> (u64, u64) {
        self.search.as_ref().map_or((0, 0), |search| search.counts())
    }

    fn solution(&self, number: u32) -> Verified<Solution> {
        self.search.as_ref().expect("it has begun").solution(number)
    }

    fn release(self: Box<Self>, context: &mut Context<'_>) {
        if let Some(search) = self.search {
            search.release(context);
        }
        context.release(self.prepared_bytes);
    }
}

impl<const W: usize, D: Domain<W>> Resumable for Engine<'_, W, D> {
    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Halt> {
        Self::begin(self, context)
    }

    fn advance(&mut self, until: u64, context: &mut Context<'_>) -> Result<Stage, Halt> {
        Self::advance(self, until, context)
    }

    fn counts(&self) -> (u64, u64) {
        Self::counts(self)
    }

    fn solution(&self, number: u32) -> Verified<Solution> {
        Self::solution(self, number)
    }

    fn release(self: Box<Self>, context: &mut Context<'_>) {
        Self::release(*self, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_testing::within::within_bytes;

    #[test]
    fn a_search_begins_when_asked_to_and_is_taken_up_where_it_was_left() {
        let level = Level::parse("########\n#      #\n# $ $  #\n#@  .. #\n#      #\n########").unwrap();
        let maze = Maze::<1>::new(&level);
        let settings = Settings::astar(1.0);
        for from_the_end in [false, true] {
            within_bytes(1 << 22, |context| {
                let build = if from_the_end { backward } else { forward };
                let mut search = build(&level, &maze, settings);
                assert_eq!(search.counts(), (0, 0), "nothing is built yet");
                search.begin(context)?;
                let (waiting, done) = search.counts();
                assert!(waiting >= 1 && done == 0);
                assert_eq!(search.advance(2, context)?, Stage::Paused);
                assert_eq!(context.statistics.expanded, 2);
                let before = search.counts();
                assert!(before.1 >= 2 && before.0 > 0, "{before:?}");
                search.begin(context)?;
                assert_eq!(search.counts(), before, "it begins but once");
                let Stage::Solved(number) = search.advance(u64::MAX, context)? else { panic!("solvable") };
                assert_eq!(search.solution(number).metrics().pushes, 5);
                search.release(context);
                Ok(())
            });
        }
    }

    #[test]
    fn a_search_that_never_began_holds_nothing() {
        within_bytes(1 << 10, |context| {
            let mut halted = NotBegun::boxed(|context| {
                context.acquire(100)?;
                Err(Halt::Stopped)
            });
            assert_eq!(halted.begin(context), Err(Halt::Stopped));
            assert_eq!(halted.counts(), (0, 0));
            halted.release(context);
            Ok(())
        });
    }
}
