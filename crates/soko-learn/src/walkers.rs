//! Several agents side by side with one table, reproducible whatever the number of threads.
//!
//! Many random walks cover a graph faster than one (Alon and others 2008); the second Irvine report hopes for that, and did
//! not try it. Here the agents play in *rounds*. In a round every walker plays some episodes on a fork of the table: it
//! sees what all knew when the round began and what it has learnt itself since. Then the forks are joined, one walker
//! after the other: where values are never too low the lower one is nearer to the truth and stays, elsewhere the
//! later one. So what is learnt depends on the seed and the number of walkers alone; threads only make it faster.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use soko_core::{Level, Meter, Position, Push};
use soko_solver::{Context, Halt, Shown, Way};

use crate::{
    agent::{Agent, Episode, Plan},
    environment::Environment,
    meter::StepMeter,
    pace::Pace,
    signals::Signals,
    table::Table,
};

/// Steps after which a walker's round is over, at the end of an episode.
const ROUND: u64 = 4096;
/// Time between two looks of the thread that waits.
const LOOK: Duration = Duration::from_millis(1);

/// What a walker brings back from a round.
pub(crate) struct Harvest<T> {
    pub(crate) fork: T,
    /// Every episode, with its actions if it was solved.
    pub(crate) episodes: Vec<(Episode, Vec<Push>)>,
    pub(crate) updates: u64,
    /// Why the round was not played to its end.
    pub(crate) halted: Option<Halt>,
    steps: u64,
    bytes: u64,
}

impl<T> Harvest<T> {
    /// A round that was not played.
    const fn of_none(fork: T, halt: Halt) -> Self {
        Self { fork, episodes: Vec::new(), updates: 0, halted: Some(halt), steps: 0, bytes: 0 }
    }
}

/// The share of one round: counts for a thread that has no context.
struct Ration<'a> {
    steps: u64,
    most_steps: u64,
    bytes: u64,
    most_bytes: u64,
    signals: &'a Signals,
}

impl<'a> Ration<'a> {
    const fn of<T>(order: &Order<T>, signals: &'a Signals) -> Self {
        Self { steps: 0, most_steps: order.most_steps, bytes: 0, most_bytes: order.most_bytes, signals }
    }
}

impl Meter for Ration<'_> {
    type Halt = Halt;

    fn go_on(&mut self) -> Result<(), Halt> {
        if self.signals.is_stopped() { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
        if self.bytes + bytes > self.most_bytes {
            return Err(Halt::Memory);
        }
        self.bytes += bytes;
        Ok(())
    }

    fn release(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

impl StepMeter for Ration<'_> {
    fn step(&mut self) -> Result<(), Halt> {
        self.go_on()?;
        if self.steps >= self.most_steps {
            return Err(Halt::Nodes);
        }
        self.steps += 1;
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Halt> {
        self.go_on()
    }

    #[inline]
    fn wants_position(&self) -> bool {
        self.signals.wants_position()
    }

    fn show_position(&mut self, position: Position, way: Way) {
        self.signals.leave(Shown { position, way: Some(way) });
    }
}

/// What a round begins with.
struct Order<T> {
    base: Arc<T>,
    cost_to_beat: f64,
    most_steps: u64,
    most_bytes: u64,
}

impl<T> Clone for Order<T> {
    fn clone(&self) -> Self {
        Self { base: Arc::clone(&self.base), ..*self }
    }
}

/// Lets the walkers play round after round on as many threads as the run has. After every round `settle` is given the
/// harvests in the order of the walkers; it joins them, returns the table, and says when to end.
pub(crate) fn rounds<const W: usize, T: Table<W> + Send + Sync, R>(
    level: &Level,
    plan: &Plan,
    pace: Option<&Pace>,
    context: &mut Context<'_>,
    mut table: T,
    mut settle: impl FnMut(Vec<Harvest<T>>, Arc<T>, &mut Context<'_>) -> Result<Step<T, R>, Halt>,
) -> Result<R, Halt> {
    let walkers = plan.learning.walkers as usize;
    let threads = context.threads().clamp(1, walkers);
    let signals = Signals::default();
    thread::scope(|scope| {
        let (sender, harvests) = mpsc::channel();
        let mut orders = Vec::new();
        for thread in 0..threads {
            let (order_sender, order) = mpsc::channel::<Order<T>>();
            orders.push(order_sender);
            let (sender, signals, seed) = (sender.clone(), &signals, context.seed());
            scope.spawn(move || {
                work::<W, T>(level, plan, pace, thread, threads, seed, signals, &order, &sender);
            });
        }
        drop(sender);
        let mut cost_to_beat = f64::INFINITY;
        let ended = loop {
            let share = context.share(1, walkers as u64);
            let order = Order {
                base: Arc::new(table),
                cost_to_beat,
                most_steps: share.nodes.unwrap_or(u64::MAX),
                most_bytes: share.memory.unwrap_or(u64::MAX),
            };
            for worker in &orders {
                // A worker that is gone has panicked; the scope passes that on.
                let _ = worker.send(order.clone());
            }
            let (base, harvest) = gather(walkers, order, &harvests, &signals, pace, context);
            match settle(harvest, base, context) {
                Ok(Step::On(joined, cost)) => (table, cost_to_beat) = (joined, cost),
                Ok(Step::End(result)) => break Ok(result),
                Err(halt) => break Err(halt),
            }
        };
        signals.stop();
        ended
    })
}

/// Whether to go on after a round.
pub(crate) enum Step<T, R> {
    /// With this table, and this cost to beat.
    On(T, f64),
    /// No.
    End(R),
}

type Gathered<T> = (Arc<T>, Vec<Harvest<T>>);

/// Waits for all walkers of a round, keeping an eye on the run's limits: a halt ends the round for all.
fn gather<T>(
    walkers: usize,
    order: Order<T>,
    harvests: &mpsc::Receiver<(usize, Harvest<T>)>,
    signals: &Signals,
    pace: Option<&Pace>,
    context: &mut Context<'_>,
) -> Gathered<T> {
    let mut all: Vec<Option<Harvest<T>>> = (0..walkers).map(|_| None).collect();
    let mut missing = walkers;
    let mut halt = None;
    while missing > 0 {
        match harvests.recv_timeout(LOOK) {
            Ok((walker, harvest)) => {
                context.statistics.expanded += harvest.steps;
                all[walker] = Some(harvest);
                missing -= 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            // A walker has panicked; the scope passes that on.
            Err(mpsc::RecvTimeoutError::Disconnected) => missing = 0,
        }
        if let Some(pace) = pace.filter(|pace| pace.is_on()) {
            context.leave_out(pace.take_waited());
        }
        if halt.is_none()
            && let Err(reason) = context.poll()
        {
            halt = Some(reason);
            signals.stop();
        }
        signals.pass_on(context);
    }
    let mut all: Vec<Harvest<T>> = all.into_iter().flatten().collect();
    // Forks come and go with each round; their peak is what is held.
    let bytes = all.iter().map(|harvest| harvest.bytes).sum();
    match context.acquire(bytes) {
        Ok(()) => context.release(bytes),
        Err(reason) => halt = halt.or(Some(reason)),
    }
    if let Some(first) = all.first_mut() {
        first.halted = halt.or(first.halted);
    }
    (order.base, all)
}

/// An agent, and the bytes of its environment.
type Ready<const W: usize, T> = (Agent<W, T>, u64);

/// A thread's part: the walkers whose number is its own, modulo the threads.
#[expect(clippy::too_many_arguments, reason = "called once")]
fn work<const W: usize, T: Table<W>>(
    level: &Level,
    plan: &Plan,
    pace: Option<&Pace>,
    thread: usize,
    threads: usize,
    seed: u64,
    signals: &Signals,
    orders: &mpsc::Receiver<Order<T>>,
    harvests: &mpsc::Sender<(usize, Harvest<T>)>,
) {
    let mut agents: Vec<(usize, Option<Ready<W, T>>)> =
        (thread..plan.learning.walkers as usize).step_by(threads).map(|walker| (walker, None)).collect();
    while let Ok(order) = orders.recv() {
        let mut brought = Vec::new();
        for (walker, place) in &mut agents {
            // Not the seed of another run's only walker.
            let seed = seed.wrapping_mul(257).wrapping_add(*walker as u64 + 1);
            let mut ration = Ration::of(&order, signals);
            let ready = match place {
                Some(ready) => Ok(ready),
                None => Environment::new(level, plan.views, &mut ration).map(|environment| {
                    let mut agent = Agent::new(environment, T::fork(&order.base), plan, seed);
                    // One walker is watched, always the same.
                    agent.watch(pace.filter(|_| *walker == 0).cloned());
                    &mut *place.insert((agent, ration.bytes))
                }),
            };
            brought.push(match ready {
                Ok((agent, environment_bytes)) => {
                    ration.bytes = *environment_bytes;
                    agent.adopt(T::fork(&order.base));
                    (*walker, play(agent, &order, ration))
                }
                Err(halt) => (*walker, Harvest::of_none(T::fork(&order.base).detach(), halt)),
            });
        }
        // The table is changed next: no other reference may be left.
        drop(order);
        for harvest in brought {
            if harvests.send(harvest).is_err() {
                return;
            }
        }
    }
}

/// One walker's round.
fn play<const W: usize, T: Table<W>>(
    agent: &mut Agent<W, T>,
    order: &Order<T>,
    mut ration: Ration<'_>,
) -> Harvest<T> {
    let mut episodes = Vec::new();
    let mut halted = None;
    let before = agent.updates;
    agent.cost_to_beat = order.cost_to_beat;
    let mut lost = false;
    while ration.steps < ROUND && halted.is_none() && !lost {
        match agent.episode(&mut ration) {
            Ok(episode) => {
                lost = episode.begins_lost();
                let actions = if episode.solved { agent.trace.actions.clone() } else { Vec::new() };
                episodes.push((episode, actions));
            }
            Err(halt) => halted = Some(halt),
        }
    }
    let updates = agent.updates - before;
    Harvest {
        fork: agent.table.detach(),
        episodes,
        updates,
        halted,
        steps: ration.steps,
        bytes: ration.bytes,
    }
}
