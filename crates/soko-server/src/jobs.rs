//! Jobs: players at work, a few at once, the others in a queue.
//!
//! ```text
//! POST /api/jobs ─► Order (checked) ─► queue ─► thread of its own ─► lab's database ─► ended, told to all pages
//!                                                   │
//!                                                   └─► Recording, Progress ─► topic "job:7", five times a second
//! ```
//!
//! Players have threads of their own, away from those that answer requests: a page answers while all cores search. At most as
//! many play at once as the server was told, and only as long as the memory they may use stays below a bound; the rest waits
//! in the order in which it came. Of those that ended the newest are remembered here, all of them in the database.

mod archive;
mod counts;
mod course;
mod curves;
mod ending;
mod entry;
mod estimate;
mod onlookers;
mod optimization;
mod order;
mod pace;
mod play;
mod progress;
mod run_limits;
mod start;
mod strategies;
mod told;
mod view;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use serde_json::Value;
use soko_learn::{Memory, pace::Wish};

pub(crate) use entry::Entry;
pub(crate) use optimization::NewOptimization;
pub(crate) use order::{NewJob, Order};
pub(crate) use pace::{NewPace, PaceInfo};
pub(crate) use start::not_prepared;
use view::ListedJob;
pub(crate) use view::{Job, Listed};

use crate::{
    catalogue::Catalogue, events::Events, limits, problem::Problem, results::Results, status::Stage,
};
use archive::Archive;
use ending::Ending;

/// How long the last runs may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(2);
/// Stack of a player's thread; some searches go deep.
pub(crate) const STACK: usize = 64 << 20;

/// How much the runs of the server may use together.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// How many players play at once.
    pub jobs: usize,
    /// Bytes that all of them may hold together; one that asks for more plays alone.
    pub memory: u64,
}

/// All jobs.
pub(crate) struct Jobs {
    slots: usize,
    /// Bytes that all running players may hold together.
    memory: u64,
    desk: Mutex<Desk>,
    telling: Mutex<()>,
    /// A job has ended.
    ended: Condvar,
    archive: Archive,
    results: Arc<Results>,
    catalogue: Arc<Catalogue>,
    events: Arc<Events>,
}

#[derive(Default)]
struct Desk {
    closed: bool,
    all: BTreeMap<u64, Arc<Entry>>,
    waiting: VecDeque<u64>,
    playing: Vec<u64>,
}

impl Jobs {
    /// Jobs that play in so many slots with so many bytes in all.
    pub(crate) fn new(
        capacity: Capacity,
        results: Arc<Results>,
        catalogue: Arc<Catalogue>,
        events: Arc<Events>,
    ) -> Self {
        Self {
            slots: capacity.jobs.max(1),
            memory: capacity.memory,
            desk: Mutex::default(),
            telling: Mutex::default(),
            ended: Condvar::new(),
            archive: Archive::open(Arc::clone(&results)),
            results,
            catalogue,
            events,
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an order.
    ///
    /// # Errors
    /// The queue is full, or exactly this is being done already.
    pub(crate) fn submit(self: &Arc<Self>, order: Order) -> Result<Job, Problem> {
        let entry = {
            let mut desk = self.desk();
            if desk.closed {
                return Err(Problem::busy("the server is going down"));
            }
            let name = order.standalone().job();
            let same = |entry: &&Arc<Entry>| {
                entry.stage() == Stage::Solving && entry.order.standalone().job() == name
            };
            if let Some(same) = desk.unfinished().find(same) {
                let message = format!("job {} is doing exactly this", same.number);
                return Err(Problem::conflict(message)
                    .help("wait for it, stop it, or change a parameter or the seed"));
            }
            if desk.waiting.len() >= limits::JOBS_WAITING {
                let message = format!("{} jobs are waiting already", limits::JOBS_WAITING);
                return Err(Problem::busy(message).help("wait for some of them, or stop them"));
            }
            let entry = Arc::new(Entry::new(self.archive.number()?, order));
            entry.pace.watched_by(Box::new(onlookers::Pages::of(&entry, &self.events)));
            desk.all.insert(entry.number, Arc::clone(&entry));
            desk.waiting.push_back(entry.number);
            entry
        };
        self.keep(&entry);
        self.pump();
        self.tell_all();
        Ok(self.show(&entry))
    }

    /// Keeps what pages see of a job.
    fn keep(&self, entry: &Entry) {
        self.archive.keep(entry.number, &ListedJob::of(entry, None), &self.show(entry));
    }

    /// Lets those play whose turn it is.
    fn pump(self: &Arc<Self>) {
        while let Some(entry) = self.next() {
            self.tell(&entry);
            let (jobs, job) = (Arc::clone(self), Arc::clone(&entry));
            let name = format!("job {}", entry.number);
            let spawned = thread::Builder::new().name(name).stack_size(STACK).spawn(move || {
                step_back();
                play::play(&jobs, &job);
                jobs.finish(&job);
            });
            if let Err(error) = spawned {
                entry.progress().ending = Some(Ending::crashed(format!("no thread could be had: {error}")));
                self.keep(&entry);
                self.leave(entry.number);
            }
        }
    }

    fn next(&self) -> Option<Arc<Entry>> {
        let mut desk = self.desk();
        let number = *desk.waiting.front()?;
        let entry = Arc::clone(desk.all.get(&number)?);
        let need = |entry: &Entry| entry.order.spec.limits.memory.unwrap_or(0);
        let held: u64 =
            desk.playing.iter().filter_map(|number| desk.all.get(number)).map(|entry| need(entry)).sum();
        let room = desk.playing.is_empty() || held + need(&entry) <= self.memory;
        if desk.closed || desk.playing.len() >= self.slots || !room {
            return None;
        }
        desk.waiting.pop_front();
        desk.playing.push(number);
        entry.progress().turn.playing = true;
        Some(entry)
    }

    /// Says that a job has ended, and lets the next one play.
    fn finish(self: &Arc<Self>, entry: &Arc<Entry>) {
        self.keep(entry);
        self.leave(entry.number);
        self.pump();
        self.tell(entry);
        self.tell_all();
        self.catalogue.publish();
    }

    fn leave(&self, number: u64) {
        let mut desk = self.desk();
        desk.playing.retain(|&playing| playing != number);
        // One that was stopped while it waited has not taken its table.
        drop(desk.all.get(&number).and_then(|entry| entry.order.table.as_ref()?.take()));
        desk.forget();
        drop(desk);
        self.ended.notify_all();
    }

    /// A job of this server.
    ///
    /// # Errors
    /// There is none of that number.
    pub(crate) fn find(&self, number: u64) -> Result<Arc<Entry>, Problem> {
        self.desk().all.get(&number).cloned().ok_or_else(|| {
            if self.archive.state(number).is_some() {
                return Problem::conflict(format!("job {number} ended with the server before"))
                    .help("its run is in the lab, if it was recorded");
            }
            Problem::missing(format!("there is no job {number}"))
                .help("of those that ended only the newest are remembered; all runs are in the lab")
        })
    }

    /// All that pages saw last of a job of a server before this one.
    pub(crate) fn past(&self, number: u64) -> Option<Value> {
        self.archive.state(number)
    }

    /// A job as pages see it.
    pub(crate) fn show(&self, entry: &Entry) -> Job {
        let queue = self.desk().place(entry.number);
        Job::of(entry, queue)
    }

    /// All jobs, the newest first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        self.listed(limits::JOBS_ENDED)
    }

    /// Those that have not ended, and the newest of those that have: what all pages are told again and again.
    pub(crate) fn news(&self) -> Vec<Listed> {
        self.listed(limits::JOBS_TOLD)
    }

    /// Those that have not ended, and so many of those that have.
    fn listed(&self, most: usize) -> Vec<Listed> {
        let desk = self.desk();
        let mut ended = 0;
        let told = |entry: &&Arc<Entry>| {
            let over = entry.stage() != Stage::Solving;
            ended += usize::from(over);
            !over || ended <= most
        };
        let present = desk.all.values().rev().filter(told);
        let mut list: Vec<_> =
            present.map(|entry| Listed::Present(ListedJob::of(entry, desk.place(entry.number)))).collect();
        drop(desk);
        list.extend(self.archive.newest(most.saturating_sub(ended)).into_iter().map(Listed::Past));
        list
    }

    /// Forgets a job that has ended. Its run stays in the database.
    ///
    /// # Errors
    /// It has not ended.
    pub(crate) fn remove(&self, number: u64) -> Result<(), Problem> {
        let present = self.desk().all.get(&number).cloned();
        if present.as_ref().is_some_and(|entry| entry.stage() == Stage::Solving) {
            return Err(Problem::conflict(format!("job {number} is still at it")).help("stop it first"));
        }
        if !self.archive.forget(number)? && present.is_none() {
            return self.find(number).map(drop);
        }
        self.desk().all.remove(&number);
        self.tell_all();
        Ok(())
    }

    /// Stops a job; one that waits ends at once.
    ///
    /// # Errors
    /// It has ended already.
    pub(crate) fn stop(self: &Arc<Self>, number: u64) -> Result<Job, Problem> {
        let entry = self.running(number, "stop")?;
        entry.stop();
        let waited = {
            let mut desk = self.desk();
            let before = desk.waiting.len();
            desk.waiting.retain(|&waiting| waiting != number);
            desk.waiting.len() < before
        };
        {
            let mut progress = entry.progress();
            if waited {
                progress.ending = Some(Ending::withdrawn());
            } else {
                progress.turn.stopping = true;
            }
        }
        if waited {
            self.keep(&entry);
            self.leave(number);
            // Those behind it may have waited for it alone.
            self.pump();
        }
        self.tell(&entry);
        self.tell_all();
        Ok(self.show(&entry))
    }

    /// Holds a job, or lets it go on.
    ///
    /// # Errors
    /// It does not play.
    pub(crate) fn hold(&self, number: u64, hold: bool) -> Result<Job, Problem> {
        let entry = self.running(number, if hold { "pause" } else { "resume" })?;
        {
            let mut progress = entry.progress();
            if !progress.turn.playing {
                return Err(Problem::conflict(format!("job {number} still waits for its turn")));
            }
            progress.turn.paused = hold;
        }
        entry.pace.pause(hold);
        if hold {
            entry.control.pause();
        } else {
            entry.control.resume();
        }
        self.tell(&entry);
        self.tell_all();
        Ok(self.show(&entry))
    }

    /// Sets how fast a learner goes on.
    ///
    /// # Errors
    /// It is over, or does not learn step by step.
    pub(crate) fn pace(&self, number: u64, wish: Wish) -> Result<PaceInfo, Problem> {
        let entry = self.running(number, "set the pace of")?;
        entry.order.require_learner()?;
        entry.pace.set(wish);
        let _telling = entry.telling();
        self.events.publish(&format!("pace:{number}"), || entry.pace_info());
        Ok(entry.pace_info())
    }

    fn running(&self, number: u64, what: &str) -> Result<Arc<Entry>, Problem> {
        let entry = self.find(number)?;
        let stage = entry.stage();
        if stage.allows().stop() {
            Ok(entry)
        } else {
            Err(Problem::conflict(format!("cannot {what} job {number}: it is over ({})", stage.title())))
        }
    }

    /// The newest table of a learner: of a job that plays, if one was asked for ([`ask_table`](Self::ask_table)); of one that
    /// has ended, if it was to be kept.
    pub(crate) fn table(&self, number: u64) -> Option<Arc<Memory>> {
        self.find(number).ok()?.progress().table.clone()
    }

    /// Asks a job that plays for its table.
    pub(crate) fn ask_table(&self, number: u64) {
        if let Ok(entry) = self.find(number) {
            entry.control.show_table();
        }
    }

    /// Tells pages the state of a job.
    pub(crate) fn tell(&self, entry: &Entry) {
        // One at a time: the state told last must be the newest.
        let _telling = entry.telling();
        self.events.publish(&format!("job:{}", entry.number), || self.show(entry));
    }

    fn tell_all(&self) {
        let _telling = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        self.events.publish("jobs", || self.news());
    }

    /// Stops everything, and waits a moment until it is recorded.
    pub(crate) fn close(&self) {
        let mut desk = self.desk();
        desk.closed = true;
        desk.waiting.clear();
        desk.all.values().for_each(|entry| entry.stop());
        let still = |desk: &mut Desk| !desk.playing.is_empty();
        drop(self.ended.wait_timeout_while(desk, FAREWELL, still));
    }
}

impl Desk {
    fn unfinished(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.waiting.iter().chain(&self.playing).filter_map(|number| self.all.get(number))
    }

    /// The place in the queue, from 1.
    fn place(&self, number: u64) -> Option<usize> {
        self.waiting.iter().position(|&waiting| waiting == number).map(|place| place + 1)
    }

    /// Forgets the oldest of those that ended, and the tables of all but the newest.
    fn forget(&mut self) {
        let ended = |entry: &Entry| entry.stage() != Stage::Solving;
        let over: Vec<u64> =
            self.all.values().filter(|entry| ended(entry)).map(|entry| entry.number).collect();
        for number in over.iter().rev().skip(limits::JOBS_ENDED) {
            self.all.remove(number);
        }
        let tables = over.iter().rev().filter_map(|number| self.all.get(number));
        for entry in tables.filter(|entry| entry.progress().table.is_some()).skip(limits::TABLES) {
            entry.progress().table = None;
        }
    }
}

/// Lowers the thread's priority below the threads that answer requests.
pub(crate) fn step_back() {
    // On Linux this is about the calling thread alone; elsewhere all threads would be meant.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(19);
}

#[cfg(test)]
mod tests;
