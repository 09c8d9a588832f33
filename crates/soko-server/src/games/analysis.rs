//! Analysis beside the game: while one plays, the workbench thinks about the position.
//!
//! A page that watches `analysis:GAME` gets what is known of the newest position of that game, as a state that becomes better:
//!
//! ```text
//! at once      rules: is it lost, which pushes lose      known solutions: a way on, an upper bound
//! then         a table of all that can follow, if it is small: exact, for the position and for every push
//!              a search of the default player: a way on, or the proof that there is none
//!              a larger table; A* for the proof that fewer pushes are impossible
//! ```
//!
//! One thread does what comes at once, so that no game waits for the deep thoughts of another; few do the rest, at the lowest
//! priority. A position is thought about for some seconds at most and only while some page watches; the next position of the game
//! ends it. What was found serves the positions that follow: ways to a solution belong to the game (`line.rs`), tables to
//! the level (`analysis/shelf.rs`).

mod insight;
mod shelf;
mod table;
mod thought;

use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

use soko_core::Push;
use soko_lab::cores;
use soko_solver::Control;

use self::{insight::Insight, shelf::Shelf};
use super::advice::Situation;
use crate::{events::Events, library::Library, limits, solutions::Solutions};

pub(crate) use insight::Analysis;

/// All analyses.
pub(crate) struct Analyses {
    room: Arc<Room>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// What the threads share.
struct Room {
    desk: Mutex<Desk>,
    news: Condvar,
    shelf: Shelf,
    events: Arc<Events>,
    library: Arc<Library>,
    solutions: Arc<Solutions>,
}

#[derive(Default)]
struct Desk {
    all: BTreeMap<u64, Slot>,
    /// Games that are to be looked at.
    quick: VecDeque<u64>,
    /// Games that are to be thought about.
    deep: VecDeque<u64>,
    clock: u64,
    closed: bool,
}

/// The analysis of one game.
struct Slot {
    task: Task,
    insight: Insight,
    stage: Stage,
    /// When it was last asked for.
    used: u64,
}

/// A position to be analysed.
#[derive(Clone)]
struct Task {
    game: u64,
    situation: Arc<Situation>,
    control: Control,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Waits or is being worked on.
    Thinking,
    /// Ended before its time because no page watched.
    Resting,
    Done,
}

impl Analyses {
    pub(crate) fn new(events: Arc<Events>, library: Arc<Library>, solutions: Arc<Solutions>) -> Self {
        let room = Room {
            desk: Mutex::default(),
            news: Condvar::new(),
            shelf: Shelf::default(),
            events,
            library,
            solutions,
        };
        Self { room: Arc::new(room), threads: Mutex::default() }
    }

    /// Does a page watch the analysis of a game?
    pub(crate) fn is_watched(&self, game: u64) -> bool {
        self.room.events.is_watched(&topic(game))
    }

    /// Takes the position of a game in the place of the one before, and says what is known of it.
    pub(crate) fn ask(&self, game: u64, situation: Situation) -> Analysis {
        let analysis = self.room.take(game, Arc::new(situation));
        self.start();
        analysis
    }

    /// A best push of a position and the pushes to go with it, if a table knows them.
    pub(crate) fn best_push(&self, situation: &Situation) -> Option<(Push, u32)> {
        let (level, position) = (&situation.level, &situation.position);
        let (table, _) = self.room.shelf.find(level, position)?;
        let insight = Insight { worth: Some(Arc::new(table.pushes(position)?)), ..Insight::default() };
        Some((*insight.best(level, position).first()?, insight.pushes().0?))
    }

    /// Starts the threads, when the first analysis is asked for.
    fn start(&self) {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if !threads.is_empty() || self.room.desk().closed {
            return;
        }
        let deep = (cores() / 2).clamp(1, limits::ANALYSTS);
        for number in 0..=deep {
            let room = Arc::clone(&self.room);
            let name = if number == 0 { "look".to_owned() } else { format!("think {number}") };
            let thread = thread::Builder::new().name(name).stack_size(crate::jobs::STACK).spawn(move || {
                crate::jobs::step_back();
                while room.round(number > 0) {}
            });
            threads.extend(thread.ok());
        }
    }

    /// Ends all analyses.
    pub(crate) fn close(&self) {
        {
            let mut desk = self.room.desk();
            desk.closed = true;
            desk.all.values().for_each(|slot| slot.task.control.stop());
        }
        self.room.news.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic there has been told; there is nothing to add.
            let _ = thread.join();
        }
    }
}

impl Drop for Analyses {
    fn drop(&mut self) {
        self.close();
    }
}

fn topic(game: u64) -> String {
    format!("analysis:{game}")
}

impl Desk {
    /// Forgets the analyses that were asked for longest ago.
    fn make_room(&mut self) {
        while self.all.len() >= limits::ANALYSES {
            let Some(idle) = self.all.iter().min_by_key(|(_, slot)| slot.used).map(|(game, _)| *game) else {
                break;
            };
            if let Some(slot) = self.all.remove(&idle) {
                slot.task.control.stop();
            }
        }
    }
}

impl Room {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, game: u64, situation: Arc<Situation>) -> Analysis {
        let mut desk = self.desk();
        desk.clock += 1;
        let used = desk.clock;
        let before = desk.all.remove(&game);
        // After a walk the position is the same; only the number of steps is another.
        if let Some(slot) = before.as_ref().filter(|slot| slot.task.situation.is_same_position(&situation)) {
            let mut task = slot.task.clone();
            task.situation = Arc::clone(&situation);
            let insight = slot.insight.clone();
            let mut stage = slot.stage;
            if stage == Stage::Resting {
                task.control = Control::default();
                stage = Stage::Thinking;
                desk.deep.push_back(game);
                self.news.notify_all();
            }
            let analysis = insight.told(&situation, stage == Stage::Thinking);
            self.events.publish(&topic(game), || &analysis);
            desk.all.insert(game, Slot { task, insight, stage, used });
            return analysis;
        }
        let mut insight = Insight::default();
        // It comes up again once the new position was looked at.
        desk.deep.retain(|&waiting| waiting != game);
        if let Some(slot) = before {
            slot.task.control.stop();
            insight.remember(&slot.insight, &slot.task.situation, &situation);
        }
        desk.make_room();
        let analysis = insight.told(&situation, true);
        let task = Task { game, situation, control: Control::default() };
        desk.all.insert(game, Slot { task, insight, stage: Stage::Thinking, used });
        if !desk.quick.contains(&game) {
            desk.quick.push_back(game);
        }
        self.news.notify_all();
        analysis
    }

    /// Waits for a task and does it; false when there will be no more.
    fn round(&self, thinks: bool) -> bool {
        let none =
            |desk: &mut Desk| !desk.closed && desk.quick.is_empty() && (!thinks || desk.deep.is_empty());
        let mut desk = self.news.wait_while(self.desk(), none).unwrap_or_else(PoisonError::into_inner);
        if desk.closed {
            return false;
        }
        let quick = desk.quick.pop_front();
        let Some(game) = quick.or_else(|| desk.deep.pop_front()) else { return true };
        let Some(slot) = desk.all.get(&game) else { return true };
        let (task, insight) = (slot.task.clone(), slot.insight.clone());
        drop(desk);
        if quick.is_some() {
            let insight = self.look(&task, insight);
            let done = insight.is_final();
            self.tell(&task, insight, if done { Stage::Done } else { Stage::Thinking });
            // A position that comes now stops this one under the same lock.
            let mut desk = self.desk();
            if !done && !task.control.is_stopped() {
                desk.deep.push_back(game);
                self.news.notify_all();
            }
        } else {
            let (insight, stage) = self.think(&task, insight);
            self.tell(&task, insight, stage);
        }
        true
    }

    /// Tells what is known of a position by now, unless the game has gone on.
    fn tell(&self, task: &Task, insight: Insight, stage: Stage) {
        let mut desk = self.desk();
        let Some(slot) = desk.all.get_mut(&task.game) else { return };
        if !slot.task.situation.is_same_position(&task.situation) || task.control.is_stopped() {
            return;
        }
        slot.insight = insight;
        slot.stage = stage;
        let situation = Arc::clone(&slot.task.situation);
        // The desk stays locked, so that states are told in their order.
        let insight = &slot.insight;
        self.events.publish(&topic(task.game), || insight.told(&situation, stage == Stage::Thinking));
    }

    /// Has a page still a use for this?
    fn goes_on(&self, task: &Task) -> ControlFlow<()> {
        let watched = self.events.is_watched(&topic(task.game));
        if task.control.is_stopped() || !watched { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests;
