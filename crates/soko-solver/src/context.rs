//! The player's side of the contract: counters, limits, events.
//!
//! [`Context::expand`] is called once per expansion and is nearly free: it counts, compares with the node
//! limit, and only every so often looks at the clock, the stop flag and the observer. How often adapts to
//! the player, up to once in `LONGEST_STRIDE` expansions: a look costs little more than reading the clock, and a player whose expansions
//! become a thousand times as long from one to the next is not to be late by more than so many of them. Since the
//! counters decide everything but the moment of a stop, a run without a time limit is reproducible.
//!
//! What takes long between two expansions, such as the tables of a large level, is given the context as its
//! [`Meter`]: it asks for memory before it takes it, and every time it asks whether to go on is a look.
//!
//! What a watcher asks to see (see [`Control`](crate::Control)) becomes a plain boolean at such a look. After an expansion the player
//! asks [`Context::wants_position`] and makes a position only if someone wants it. Showing changes no counter. Likewise the best
//! position of a search is told when [`Context::wants_best`] says that the pace allows it.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use soko_core::{Level, Meter, Position, Solution, Verified};

use crate::{
    Budget, Event, EventKind, Halt, Learnt, Observer, Player, Shown, Standing, Statistics, Verdict, Way,
};

/// Time between two looks at the clock that we aim for.
const LOOK: Duration = Duration::from_millis(1);
/// Shortest time between two progress events.
const PROGRESS: Duration = Duration::from_millis(100);
/// Most expansions between two looks.
const LONGEST_STRIDE: u32 = 64;

/// What someone waits to see.
#[derive(Default)]
struct Wants {
    best: bool,
    position: bool,
    table: bool,
}

/// Given to a player for one run.
pub struct Context<'a> {
    /// The counters. Set `generated`, `open` and `closed` as you go; `expanded` and `iterations` are counted
    /// by [`expand`](Self::expand).
    pub statistics: Statistics,
    seed: u64,
    threads: usize,
    budget: Budget,
    held: u64,
    observer: &'a mut dyn Observer,
    best: Option<Verified<Solution>>,
    events: u64,
    start: Instant,
    paused: Duration,
    last_look: Instant,
    last_progress: Instant,
    stride: u32,
    until_look: u32,
    observer_stopped: bool,
    wants: Wants,
}

impl<'a> Context<'a> {
    pub(crate) fn new(budget: Budget, seed: u64, threads: usize, observer: &'a mut dyn Observer) -> Self {
        let now = Instant::now();
        Self {
            statistics: Statistics::default(),
            seed,
            threads,
            budget,
            held: 0,
            observer,
            best: None,
            events: 0,
            start: now,
            paused: Duration::ZERO,
            last_look: now,
            last_progress: now,
            stride: 1,
            until_look: 1,
            observer_stopped: false,
            wants: Wants::default(),
        }
    }

    /// The seed of this run. Everything random must come from it.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many threads the player may use.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The budget of a player that has some of all the threads that work side by side: the time that is left, its part of
    /// the nodes and of the memory, and a control of its own that obeys this run's.
    pub fn share(&self, threads: u64, all: u64) -> Budget {
        let part = |left: u64| (u128::from(left) * u128::from(threads) / u128::from(all.max(1))) as u64;
        Budget {
            time: self.budget.time.map(|limit| limit.saturating_sub(self.elapsed())),
            nodes: self.budget.nodes.map(|limit| part(limit.saturating_sub(self.statistics.expanded))),
            memory: self.budget.memory.map(|limit| part(limit.saturating_sub(self.held))),
            control: self.budget.control.part(),
        }
    }

    /// Lets a player play for so many expansions. `None` if it was not done by then, or had no memory to go on: what it held is
    /// given back, and another may play.
    ///
    /// # Errors
    /// The reason to halt the whole run.
    pub fn turn(
        &mut self,
        nodes: u64,
        player: &mut dyn Player,
        level: &Level,
    ) -> Result<Option<Verdict>, Halt> {
        let (limit, held) = (self.budget.nodes, self.held);
        let end = self.statistics.expanded.saturating_add(nodes);
        self.budget.nodes = Some(limit.map_or(end, |limit| limit.min(end)));
        let verdict = player.solve(level, self);
        self.budget.nodes = limit;
        self.release(self.held - held.min(self.held));
        match verdict {
            Ok(verdict) => Ok(Some(verdict)),
            Err(Halt::Memory) => Ok(None),
            Err(Halt::Nodes) if limit.is_none_or(|limit| self.statistics.expanded < limit) => Ok(None),
            Err(halt) => Err(halt),
        }
    }

    /// Counts one expansion and says whether to go on.
    ///
    /// # Errors
    /// The reason to halt. The expansion is not counted if the node limit forbids it.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Halt> {
        self.count_expansion()?;
        self.statistics.iterations += 1;
        self.poll()
    }

    /// As [`expand`](Self::expand), for a player whose rounds hold several expansions and who counts `iterations`
    /// itself.
    ///
    /// # Errors
    /// The reason to halt. The expansion is not counted if the node limit forbids it.
    #[inline]
    pub fn expand_within_round(&mut self) -> Result<(), Halt> {
        self.count_expansion()?;
        self.poll()
    }

    #[inline]
    fn count_expansion(&mut self) -> Result<(), Halt> {
        if self.budget.nodes.is_some_and(|limit| self.statistics.expanded >= limit) {
            return Err(Halt::Nodes);
        }
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Says whether to go on without counting anything: for long stretches between two expansions.
    ///
    /// # Errors
    /// The reason to halt.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Halt> {
        self.until_look -= 1;
        if self.until_look == 0 { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        if self.budget.control.is_paused() {
            let held = Instant::now();
            self.budget.control.wait_while_paused();
            self.paused += held.elapsed();
            self.last_look = Instant::now();
        }
        let now = Instant::now();
        let since = now - self.last_look;
        self.last_look = now;
        if since < LOOK / 2 {
            self.stride = (self.stride * 2).min(LONGEST_STRIDE);
        } else if since > LOOK * 2 {
            self.stride = (self.stride / 2).max(1);
        }
        self.until_look = self.stride;
        if now - self.last_progress >= PROGRESS {
            self.last_progress = now;
            self.emit(EventKind::Progress(self.statistics));
            self.wants.best = true;
        }
        self.wants.position |= self.budget.control.take_position_request();
        self.wants.table |= self.budget.control.take_table_request();
        if self.budget.control.is_stopped() || self.observer_stopped {
            return Err(Halt::Stopped);
        }
        if self.budget.time.is_some_and(|limit| self.elapsed() >= limit) {
            return Err(Halt::Time);
        }
        Ok(())
    }

    /// Leaves time out of the account, as if the run had been paused: a watcher has held it back. The next poll is a look.
    pub fn leave_out(&mut self, waited: Duration) {
        self.paused += waited;
        self.until_look = 1;
    }

    /// Asks for memory before a table or queue grows by so many bytes.
    ///
    /// # Errors
    /// [`Halt::Memory`] if that would be over the limit; then do not grow.
    pub fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
        if self.budget.memory.is_some_and(|limit| self.held + bytes > limit) {
            return Err(Halt::Memory);
        }
        self.held += bytes;
        self.statistics.peak_memory_bytes = self.statistics.peak_memory_bytes.max(self.held);
        Ok(())
    }

    /// Builds what a search needs before it begins; with it come the bytes that it holds. What cannot be built to its end
    /// gives back what it took.
    ///
    /// # Errors
    /// The reason to halt.
    pub fn prepare<T>(&mut self, build: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<(T, u64), Halt> {
        let before = self.held;
        match build(self) {
            Ok(table) => Ok((table, self.held - before)),
            Err(halt) => {
                self.held = before;
                Err(halt)
            }
        }
    }

    /// Keeps the budget informed of something that grows and shrinks: `held` are the bytes it is known to hold, `bytes` those
    /// that it holds now.
    ///
    /// # Errors
    /// [`Halt::Memory`] if that is over the limit; then nothing is held for it any more.
    #[inline]
    pub fn hold(&mut self, held: &mut u64, bytes: u64) -> Result<(), Halt> {
        if bytes != *held {
            self.release(std::mem::take(held));
            self.acquire(bytes)?;
            *held = bytes;
        }
        Ok(())
    }

    /// Gives back memory that was acquired.
    pub const fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Keeps a solution found on the way if it is better: fewer pushes, then fewer moves.
    pub fn incumbent(&mut self, solution: &Verified<Solution>) {
        let cost = |s: &Solution| (s.metrics().pushes, s.metrics().moves);
        if self.best.as_ref().is_none_or(|best| cost(solution) < cost(best)) {
            self.emit(EventKind::Incumbent(*solution.metrics()));
            self.best = Some(solution.clone());
        }
    }

    /// Announces a new stage of the work.
    pub fn phase(&mut self, name: impl Into<String>) {
        self.emit(EventKind::Phase(name.into()));
    }

    /// Says something worth knowing.
    pub fn note(&mut self, text: impl Into<String>) {
        self.emit(EventKind::Note(text.into()));
    }

    /// Reports a point of a curve.
    pub fn metric(&mut self, name: &'static str, step: u64, value: f64) {
        self.emit(EventKind::Metric { name, step, value });
    }

    /// Is it time to tell the best position, if it is another than the one told last? Ask after every expansion.
    #[inline]
    pub const fn wants_best(&self) -> bool {
        self.wants.best
    }

    /// Tells the most promising position of the stage at work. Those that were told before need not be told again.
    #[cold]
    pub fn show_best(&mut self, standing: Standing) {
        self.wants.best = false;
        self.emit(EventKind::Best(Box::new(standing)));
    }

    /// Does a watcher wait for a position? Ask after every expansion; it costs next to nothing.
    #[inline]
    pub const fn wants_position(&self) -> bool {
        self.wants.position
    }

    /// Shows the position expanded last to a watcher that asked for it, with the way there in a search from the start.
    #[cold]
    pub fn show_position(&mut self, position: Position, way: Option<Way>) {
        self.show(Shown { position, way });
    }

    /// Shows what another player has shown.
    #[cold]
    pub fn show(&mut self, shown: Shown) {
        self.wants.position = false;
        self.emit(EventKind::Position(Box::new(shown)));
    }

    /// Does a watcher wait for what was learnt so far? For players that learn.
    #[inline]
    pub const fn wants_table(&self) -> bool {
        self.wants.table
    }

    /// Shows what was learnt so far to a watcher that asked for it.
    #[cold]
    pub fn show_table(&mut self, table: Learnt) {
        self.wants.table = false;
        self.emit(EventKind::Table(table));
    }

    /// Drops a request for a table that cannot be shown.
    pub const fn refuse_table(&mut self) {
        self.wants.table = false;
    }

    pub(crate) fn emit(&mut self, kind: EventKind) {
        let event = Event { number: self.events, seconds: self.elapsed().as_secs_f64(), kind };
        self.events += 1;
        if self.observer.event(&event) == ControlFlow::Break(()) {
            self.observer_stopped = true;
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.paused)
    }

    pub(crate) fn take_best(&mut self) -> Option<Verified<Solution>> {
        self.best.take()
    }
}

impl Meter for Context<'_> {
    type Halt = Halt;

    fn go_on(&mut self) -> Result<(), Halt> {
        self.look()
    }

    fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
        Self::acquire(self, bytes)
    }

    fn release(&mut self, bytes: u64) {
        Self::release(self, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn time_that_is_left_out_is_not_held_against_the_limit() {
        let budget = Budget { time: Some(Duration::from_nanos(1)), ..Budget::default() };
        let mut silent = Silent;
        let mut context = Context::new(budget, 1, 1, &mut silent);
        while context.elapsed() < Duration::from_nanos(1) {}
        assert_eq!(context.poll(), Err(Halt::Time));
        context.until_look = 64;
        context.leave_out(Duration::from_secs(3600));
        assert_eq!((context.elapsed(), context.until_look), (Duration::ZERO, 1));
        assert_eq!(context.poll(), Ok(()));
    }

    #[test]
    fn what_cannot_be_prepared_gives_back_what_it_took() {
        let budget = Budget { memory: Some(100), ..Budget::default() };
        let mut silent = Silent;
        let mut context = Context::new(budget, 1, 1, &mut silent);
        context.acquire(10).unwrap();
        let two_tables = |second: u64| {
            move |context: &mut Context<'_>| context.acquire(60).and_then(|()| context.acquire(second))
        };
        assert_eq!(context.prepare(two_tables(31)), Err(Halt::Memory));
        assert_eq!(context.prepare(two_tables(30)), Ok(((), 90)));
        assert_eq!(context.acquire(1), Err(Halt::Memory));
    }

    /// Takes memory and expands for ever.
    struct Endless(u64);

    impl Player for Endless {
        fn solve(&mut self, _: &Level, context: &mut Context<'_>) -> Result<Verdict, Halt> {
            context.acquire(self.0)?;
            loop {
                context.expand()?;
            }
        }
    }

    #[test]
    fn a_turn_ends_by_itself_and_the_run_by_its_limits() {
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        let budget = Budget { memory: Some(100), nodes: Some(25), ..Budget::default() };
        let mut silent = Silent;
        let mut context = Context::new(budget, 1, 1, &mut silent);
        context.acquire(30).unwrap();
        let mut turn = |nodes, bytes, expanded| {
            let verdict = context.turn(nodes, &mut Endless(bytes), &level);
            assert_eq!((context.statistics.expanded, context.held), (expanded, 30));
            verdict.map(|verdict| assert!(verdict.is_none()))
        };
        assert_eq!(turn(10, 70, 10), Ok(()), "its own end");
        assert_eq!(turn(10, 71, 10), Ok(()), "no memory for it");
        assert_eq!(turn(10, 70, 20), Ok(()), "what the first held is free");
        assert_eq!(turn(10, 70, 25), Err(Halt::Nodes), "the limit of the run");
    }

    #[test]
    fn what_grows_and_shrinks_is_held_once() {
        let budget = Budget { memory: Some(100), ..Budget::default() };
        let mut silent = Silent;
        let mut context = Context::new(budget, 1, 1, &mut silent);
        let mut table = 0;
        for bytes in [60, 90, 20] {
            assert_eq!((context.hold(&mut table, bytes), table), (Ok(()), bytes));
        }
        context.acquire(80).unwrap();
        assert_eq!((context.hold(&mut table, 21), table), (Err(Halt::Memory), 0));
        assert_eq!(context.acquire(20), Ok(()), "what was held for it is free");
    }
}
