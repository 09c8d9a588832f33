//! Learning so slowly that it can be watched, step by step.
//!
//! A [`Pace`] is a handle that a watcher shares with a run. At full speed the run reads one flag a step and nothing else. At
//! any other pace an agent waits before each step, and after it leaves a [`Scene`]: where it stands, and the update in numbers
//! ([`Lesson`]). Of scenes only the newest is kept, for what a watcher gets are states, not histories.
//!
//! **What it must not change.** The pace decides when a step is played and never which: chance, counters and tables know
//! nothing of it, so a run that was watched is the run that was not. Time spent waiting does not count, neither for the limit nor in
//! the report. With several walkers the first one is watched; the others wait for it at the end of the round.
//!
//! **Whose it is.** The pace belongs to those who watch. When the [`Onlooker`] says that there is none any more, the run goes on at
//! full speed: one that is held for ever would keep its place from others, and its limits would never end it.

use std::{
    fmt,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use soko_core::{Position, Push};

use crate::memory::Actions;

/// Slowest and fastest pace, in steps a second.
pub const STEPS_PER_SECOND: (f64, f64) = (0.1, 100.0);
/// How long a run that waits sleeps before it looks again whether anyone watches.
const NAP: Duration = Duration::from_millis(100);
/// How long it waits for a watcher to come (back), such as a page that is loaded again.
const GRACE: Duration = Duration::from_secs(15);

/// How fast a run is to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tempo {
    /// As fast as it can.
    #[default]
    Full,
    /// So many steps a second.
    Slow,
    /// Only as far as it is told.
    Step,
}

/// What a watcher wants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// How fast to go on.
    pub tempo: Tempo,
    /// Steps a second, unless at full speed.
    pub steps_per_second: f64,
    /// By steps: how many to play.
    pub steps: u32,
    /// By steps: play on to the end of the episode.
    pub to_end: bool,
}

/// Who watches.
pub trait Onlooker: Send + Sync {
    /// There is something new to see. Called on the agent's thread.
    fn look(&self);
    /// Does anyone watch?
    fn is_there(&self) -> bool;
}

/// What there is to see between two steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The episode, from 1; they count on from a table that was taken up.
    pub episode: u64,
    /// Steps of the episode that were played.
    pub steps: u32,
    /// What an action is.
    pub actions: Actions,
    /// Where the agent stands.
    pub position: Position,
    /// What can be done there.
    pub options: Vec<Open>,
    /// What was learnt from the last step; nothing at the beginning of an episode.
    pub lesson: Option<Lesson>,
    /// Why the episode is over, if it is.
    pub end: Option<End>,
    /// Steps that were then learnt once more, from the last to the first.
    pub replayed: u32,
}

/// An action that is open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Open {
    /// The action. Its square is the player's, or that of the box that is pushed.
    pub action: Push,
    /// What it is held to be worth.
    pub worth: f32,
    /// How often it was tried.
    pub visits: u32,
}

/// A step, and what was learnt from it: Q += α · (target − Q).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// What was done. Its square is the player's, or that of the box that was pushed.
    pub action: Push,
    /// It was drawn at random, not chosen for its value.
    pub random: bool,
    /// The chance of that.
    pub epsilon: f64,
    /// A box moved.
    pub pushed: bool,
    /// What was paid.
    pub reward: f64,
    /// What was paid for the change of the potential.
    pub shaping: f64,
    /// What the next situation is held to be worth; 0 at an end.
    pub next: f32,
    /// Discount γ of that.
    pub gamma: f64,
    /// What the value was drawn to.
    pub target: f32,
    /// By how much: the learning rate α.
    pub alpha: f64,
    /// The value before.
    pub before: f32,
    /// The value after.
    pub after: f32,
    /// Times that the action was tried here, this one counted.
    pub visits: u32,
}

/// Why an episode is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The level is solved.
    Solved,
    /// The position is known to be lost.
    Lost,
    /// No action is left.
    Stuck,
    /// The same situation came again too often.
    Repeats,
    /// Even the best that the values promise would take too long.
    Hopeless,
    /// Its steps are used up.
    Steps,
}

/// How things stand, for a watcher.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What was wished for last; `steps` are those that are left.
    pub wish: Wish,
    /// It waits to be told how to go on.
    pub holds: bool,
    /// What there is to see; nothing before the first step that is watched.
    pub scene: Option<Arc<Scene>>,
}

/// A handle on the pace of a run, cheap to clone.
#[derive(Clone, Default)]
pub struct Pace(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Not at full speed.
    on: AtomicBool,
    desk: Mutex<Desk>,
    changed: Condvar,
    onlooker: OnceLock<Box<dyn Onlooker>>,
}

struct Desk {
    wish: Wish,
    /// The run is held as a whole.
    paused: bool,
    /// The run is to end.
    ended: bool,
    holds: bool,
    /// When the last step was let go.
    last: Option<Instant>,
    /// When there was someone to watch.
    seen: Instant,
    /// Since when it waits, as far as that was not taken into account.
    waiting: Option<Instant>,
    /// Time waited that was not taken into account.
    waited: Duration,
    scene: Option<Arc<Scene>>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            wish: Wish::FULL,
            paused: false,
            ended: false,
            holds: false,
            last: None,
            seen: Instant::now(),
            waiting: None,
            waited: Duration::ZERO,
            scene: None,
        }
    }
}

impl Wish {
    /// Full speed.
    pub const FULL: Self = Self { tempo: Tempo::Full, steps_per_second: 4.0, steps: 0, to_end: false };

    fn interval(&self) -> Duration {
        let (least, most) = STEPS_PER_SECOND;
        let pace = if self.steps_per_second.is_nan() { most } else { self.steps_per_second };
        Duration::from_secs_f64(pace.clamp(least, most).recip())
    }

    /// May a step be played, once it is time?
    const fn allows(&self) -> bool {
        match self.tempo {
            Tempo::Full | Tempo::Slow => true,
            Tempo::Step => self.to_end || self.steps > 0,
        }
    }
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pace").field(&self.desk().wish).finish()
    }
}

impl Pace {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Names the one who is told; the first counts.
    pub fn watched_by(&self, onlooker: Box<dyn Onlooker>) {
        let _ = self.0.onlooker.set(onlooker);
    }

    /// Sets the pace from now on.
    pub fn set(&self, wish: Wish) {
        let mut desk = self.desk();
        desk.wish = wish;
        desk.seen = Instant::now();
        self.0.on.store(wish.tempo != Tempo::Full && !desk.ended, Ordering::Release);
        drop(desk);
        self.0.changed.notify_all();
    }

    /// Holds a step that waits for its turn until the run goes on.
    pub fn pause(&self, pause: bool) {
        self.desk().paused = pause;
        self.0.changed.notify_all();
    }

    /// Lets the run go to its end, whatever is wished for.
    pub fn end(&self) {
        let mut desk = self.desk();
        desk.ended = true;
        desk.wish = Wish { tempo: Tempo::Full, ..desk.wish };
        self.0.on.store(false, Ordering::Release);
        drop(desk);
        self.0.changed.notify_all();
    }

    /// How things stand.
    pub fn standing(&self) -> Standing {
        let desk = self.desk();
        Standing { wish: desk.wish, holds: desk.holds, scene: desk.scene.clone() }
    }

    /// Is a step to wait?
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.0.on.load(Ordering::Relaxed)
    }

    /// Waits until the next step may be played.
    #[cold]
    pub(crate) fn wait(&self) {
        self.desk().waiting = Some(Instant::now());
        loop {
            let watched = self.is_watched();
            let mut desk = self.desk();
            if !watched && desk.wish.tempo != Tempo::Full {
                desk.wish.tempo = Tempo::Full;
                self.0.on.store(false, Ordering::Release);
            }
            if desk.ended || desk.wish.tempo == Tempo::Full {
                break;
            }
            let holds = desk.paused || !desk.wish.allows();
            // A step that is asked for alone is played at once.
            let alone = desk.wish.tempo == Tempo::Step && !desk.wish.to_end && desk.wish.steps == 1;
            let due = desk.last.filter(|_| !alone).map(|last| last + desk.wish.interval());
            let left = due.map_or(Duration::ZERO, |due| due.saturating_duration_since(Instant::now()));
            if !holds && left.is_zero() {
                desk.wish.steps = desk.wish.steps.saturating_sub(1);
                break;
            }
            let tells = holds && !desk.holds;
            desk.holds = holds;
            if tells {
                drop(desk);
                self.look();
                continue;
            }
            let nap = if holds { NAP } else { left.min(NAP) };
            drop(self.0.changed.wait_timeout(desk, nap).unwrap_or_else(PoisonError::into_inner));
        }
        let mut desk = self.desk();
        let now = Instant::now();
        desk.holds = false;
        desk.last = Some(now);
        if let Some(since) = desk.waiting.take() {
            desk.waited += now - since;
        }
    }

    /// Shows a scene.
    #[cold]
    pub(crate) fn show(&self, scene: Scene) {
        let mut desk = self.desk();
        if scene.end.is_some() {
            desk.wish.to_end = false;
        }
        desk.scene = Some(Arc::new(scene));
        drop(desk);
        self.look();
    }

    /// Adds to the scene that is shown.
    #[cold]
    pub(crate) fn amend(&self, change: impl FnOnce(&mut Scene)) {
        if let Some(scene) = &mut self.desk().scene {
            change(Arc::make_mut(scene));
        }
        self.look();
    }

    /// Time waited since this was last asked for.
    pub(crate) fn take_waited(&self) -> Duration {
        let mut desk = self.desk();
        let now = Instant::now();
        let still = desk.waiting.replace(now).map(|since| now - since);
        if still.is_none() {
            desk.waiting = None;
        }
        std::mem::take(&mut desk.waited) + still.unwrap_or_default()
    }

    fn look(&self) {
        if let Some(onlooker) = self.0.onlooker.get() {
            onlooker.look();
        }
    }

    /// Is anyone there, or was so a moment ago?
    fn is_watched(&self) -> bool {
        let there = self.0.onlooker.get().is_none_or(|onlooker| onlooker.is_there());
        let mut desk = self.desk();
        let now = Instant::now();
        if there {
            desk.seen = now;
        }
        now.saturating_duration_since(desk.seen) < GRACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One who is there or not.
    struct There(bool);

    impl Onlooker for There {
        fn look(&self) {}
        fn is_there(&self) -> bool {
            self.0
        }
    }

    fn by_steps(steps: u32) -> Wish {
        Wish { tempo: Tempo::Step, steps, ..Wish::FULL }
    }

    #[test]
    fn a_run_that_nobody_watches_goes_on_at_full_speed() {
        let pace = Pace::default();
        pace.watched_by(Box::new(There(false)));
        pace.set(by_steps(0));
        assert!(pace.is_on());
        let long_ago = Instant::now().checked_sub(GRACE);
        pace.desk().seen = long_ago.expect("the machine runs for longer than that");
        pace.wait();
        assert!(!pace.is_on());
        assert_eq!(pace.standing().wish.tempo, Tempo::Full);
    }

    #[test]
    fn so_many_steps_are_let_go_as_were_asked_for() {
        let pace = Pace::default();
        pace.watched_by(Box::new(There(true)));
        pace.set(Wish { steps_per_second: 100.0, ..by_steps(2) });
        pace.wait();
        pace.wait();
        assert_eq!(pace.standing().wish.steps, 0);
        let other = pace.clone();
        let waiter = std::thread::spawn(move || other.wait());
        while !pace.standing().holds {
            std::thread::yield_now();
        }
        pace.end();
        waiter.join().expect("it is let go");
        assert!(!pace.is_on());
        pace.set(by_steps(0));
        assert!(!pace.is_on(), "a run that is to end is not held again");
        assert!(!pace.take_waited().is_zero() && pace.take_waited().is_zero());
    }

    #[test]
    fn a_pace_out_of_bounds_is_within_them() {
        for (told, interval) in
            [(0.0, 10.0), (-1.0, 10.0), (f64::INFINITY, 0.01), (f64::NAN, 0.01), (4.0, 0.25)]
        {
            let wish = Wish { steps_per_second: told, ..Wish::FULL };
            assert_eq!(wish.interval(), Duration::from_secs_f64(interval), "{told}");
        }
    }
}
