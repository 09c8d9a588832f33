//! A campaign: trial after trial on all cores, until its time or its trials are used up.
//!
//! Workers take levels in turn and play their trials. Results are counted in the order of the levels, not in that of
//! their ends, so the totals at any moment are those of the trials below one number; that number and the totals are the
//! whole state. The state is written to a file every few seconds and at the end, by way of a second file that takes its
//! place, so a campaign that was killed goes on where it was.
//!
//! A player that does not even look at the clock cannot be stopped. A trial that goes on for much longer than its time
//! is given up: it counts as a fault, its worker is left behind and another one takes its place.

mod state;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    counterexample::Counterexample,
    plan::Plan,
    shape::Case,
    shrink::shrink,
    trial::{Ending, Fault, Outcome, TIME, describe, play},
};

pub use state::{State, Tallies, Tally, sum};

/// When to end, and where to write.
pub struct Limits {
    /// Seconds of this sitting.
    pub time: Option<Duration>,
    /// Trials of the whole campaign.
    pub trials: Option<u64>,
    /// Workers.
    pub jobs: usize,
    /// Where counterexamples go; nowhere if there is no folder.
    pub counterexamples: Option<PathBuf>,
    /// The file of the state.
    pub state: Option<PathBuf>,
    /// Set to end the campaign.
    pub stop: Arc<AtomicBool>,
}

/// Counterexamples of one player, kind and set of changed parameters that are written; more of the same are only counted.
const MOST_ALIKE: u64 = 3;

/// Counterexamples that are written in all.
const MOST_WRITTEN: u64 = 200;

/// Late trials that are remembered by their number.
const MOST_LATE: usize = 100;

/// A trial that takes so much longer than its time is given up. A trial may have two runs.
const PATIENCE: Duration = Duration::from_secs(6 * TIME.as_secs());

/// Time between two looks at the workers.
const LOOK: Duration = Duration::from_millis(500);

/// Time between two states on disk.
const SAVE: Duration = Duration::from_secs(10);

/// What came out of the trials of one level.
pub struct Harvest {
    /// The level.
    pub number: u64,
    /// How its trials ended.
    pub tallies: Tallies,
    /// Trials that made no claim within the time.
    pub late: Vec<u64>,
    /// What was false, with the trial's number.
    pub found: Vec<(u64, Counterexample)>,
}

/// Plays the trials of a level that are below `end`; `begin` is told each trial's number.
pub fn harvest(plan: &Plan, number: u64, end: u64, begin: &mut dyn FnMut(u64, &Case)) -> Harvest {
    let case = plan.case(number);
    let mut harvest = Harvest { number, tallies: Tallies::new(), late: Vec::new(), found: Vec::new() };
    let first = number * plan.size().per_level;
    for trial in first..(first + plan.size().per_level).min(end) {
        begin(trial, &case);
        let setup = plan.setup(trial);
        let outcome = play(&case, &setup);
        harvest.tallies.entry(setup.player.id.to_owned()).or_default().count(&outcome);
        if outcome.ending == Ending::Late {
            harvest.late.push(trial);
        }
        if outcome.fault.is_some() {
            let source = format!("campaign {}, trial {trial}", plan.seed());
            let text = case.text.clone();
            harvest.found.push((trial, Counterexample { setup, text, fault: outcome.fault, source }));
        }
    }
    harvest
}

/// The trial at which a worker is, with its board, and since when.
type Place = Arc<Mutex<Option<(u64, Case, Instant)>>>;

struct Workers {
    plan: Arc<Plan>,
    next: Arc<AtomicU64>,
    end: u64,
    stop: Arc<AtomicBool>,
    sender: mpsc::Sender<Harvest>,
    places: Vec<Place>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workers {
    /// One more worker.
    fn add(&mut self) {
        let place = Place::default();
        self.places.push(Arc::clone(&place));
        let (plan, next, end) = (Arc::clone(&self.plan), Arc::clone(&self.next), self.end);
        let (stop, sender) = (Arc::clone(&self.stop), self.sender.clone());
        thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number.saturating_mul(plan.size().per_level) >= end {
                    break;
                }
                let mut begin =
                    |trial, case: &Case| *lock(&place) = Some((trial, case.clone(), Instant::now()));
                let done = harvest(&plan, number, end, &mut begin);
                *lock(&place) = None;
                if sender.send(done).is_err() {
                    break;
                }
            }
        });
    }

    /// Gives up trials that do not end, and puts other workers in the place of theirs.
    fn give_up(&mut self) -> Vec<Harvest> {
        let stuck = |place: &Place| {
            let mut at = lock(place);
            at.take_if(|(.., since)| since.elapsed() > PATIENCE)
        };
        let given_up: Vec<_> = self.places.iter().filter_map(stuck).collect();
        given_up
            .into_iter()
            .map(|(trial, case, _)| {
                self.add();
                let setup = self.plan.setup(trial);
                let fault =
                    Fault { kind: "hang", claimed: "does not end".to_owned(), truth: describe(&case) };
                let outcome = Outcome { ending: Ending::Late, fault: Some(fault.clone()) };
                let mut tally = Tally::default();
                tally.count(&outcome);
                let tallies = Tallies::from([(setup.player.id.to_owned(), tally)]);
                let source = format!("campaign {}, trial {trial}", self.plan.seed());
                let example = Counterexample { setup, text: case.text, fault: Some(fault), source };
                let number = trial / self.plan.size().per_level;
                Harvest { number, tallies, late: vec![trial], found: vec![(trial, example)] }
            })
            .collect()
    }
}

/// Runs a campaign on from a state. `tell` is given the state now and then and at the end, `report` every
/// counterexample that is new of its kind, with the file that it was written to.
///
/// # Errors
/// A file cannot be written.
pub fn run(
    plan: Plan,
    mut state: State,
    limits: &Limits,
    mut tell: impl FnMut(&State),
    mut report: impl FnMut(&Counterexample, Option<&Path>),
) -> io::Result<State> {
    let (begun, before) = (Instant::now(), state.seconds);
    let per_level = plan.size().per_level;
    let end = limits.trials.unwrap_or(u64::MAX);
    let (sender, harvests) = mpsc::channel();
    let next = Arc::new(AtomicU64::new(state.next));
    // The workers stop for other reasons than the caller's: time.
    let stop = Arc::new(AtomicBool::new(false));
    let mut workers =
        Workers { plan: Arc::new(plan), next, end, stop: Arc::clone(&stop), sender, places: Vec::new() };
    for _ in 0..limits.jobs.max(1) {
        workers.add();
    }
    let mut waiting: BTreeMap<u64, Harvest> = BTreeMap::new();
    let mut saved = Instant::now();
    let last = end.div_ceil(per_level);
    while state.next < last {
        match harvests.recv_timeout(LOOK) {
            Ok(harvest) => {
                waiting.entry(harvest.number).or_insert(harvest);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for harvest in workers.give_up() {
            waiting.entry(harvest.number).or_insert(harvest);
        }
        while let Some(harvest) = waiting.remove(&state.next) {
            state.next += 1;
            for (player, tally) in &harvest.tallies {
                state.tallies.entry(player.clone()).or_default().add(tally);
            }
            state.late.extend(&harvest.late);
            state.late.truncate(MOST_LATE);
            for (trial, example) in &harvest.found {
                keep(example, *trial, &mut state, limits, &mut report)?;
            }
        }
        // A level that was given up may be brought in after all.
        waiting.retain(|&number, _| number >= state.next);
        state.seconds = before + begun.elapsed().as_secs_f64();
        let out_of_time = limits.time.is_some_and(|time| begun.elapsed() >= time);
        if out_of_time || limits.stop.load(Ordering::Relaxed) {
            break;
        }
        if saved.elapsed() >= SAVE {
            saved = Instant::now();
            if let Some(path) = &limits.state {
                state.write(path)?;
            }
            tell(&state);
        }
    }
    // Trials under way are not waited for: they are played again when the campaign goes on.
    stop.store(true, Ordering::Relaxed);
    if let Some(path) = &limits.state {
        state.write(path)?;
    }
    tell(&state);
    Ok(state)
}

/// What counterexamples that are alike have in common.
fn sort(example: &Counterexample) -> String {
    let settings = &example.setup.settings;
    let kind = example.fault.as_ref().map_or("", |fault| fault.kind);
    let mut names: Vec<_> = settings.changes.iter().filter_map(|change| change.split('=').next()).collect();
    names.sort_unstable();
    [&[example.setup.player.id, kind, settings.preset.unwrap_or("")], &names[..]].concat().join(" ")
}

/// Writes a counterexample, if there are not enough of its kind.
fn keep(
    example: &Counterexample,
    trial: u64,
    state: &mut State,
    limits: &Limits,
    report: &mut impl FnMut(&Counterexample, Option<&Path>),
) -> io::Result<()> {
    let kind = example.fault.as_ref().map_or("", |fault| fault.kind);
    let all: u64 = state.written.values().sum();
    let alike = state.written.entry(sort(example)).or_default();
    if *alike >= MOST_ALIKE || all >= MOST_WRITTEN {
        return Ok(());
    }
    *alike += 1;
    // What takes its time cannot be tried hundreds of times.
    let smaller = if matches!(kind, "hang" | "idle") { example.clone() } else { shrink(example) };
    let Some(folder) = &limits.counterexamples else {
        report(&smaller, None);
        return Ok(());
    };
    fs::create_dir_all(folder)?;
    let path = folder.join(smaller.name(&format!("{}-{trial}", state.seed)));
    fs::write(&path, smaller.to_string())?;
    report(&smaller, Some(&path));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::SAMPLE;

    fn limits(trials: u64, jobs: usize) -> Limits {
        Limits {
            time: None,
            trials: Some(trials),
            jobs,
            counterexamples: None,
            state: None,
            stop: Arc::default(),
        }
    }

    /// Totals depend on the plan alone: not on the workers, and not on how often the campaign was interrupted.
    #[test]
    fn a_campaign_goes_on_where_it_was() {
        let player = soko_players::PLAYERS.find("bfs").expect("a player");
        let plan = || Plan::new(3, SAMPLE, Some(player));
        let go_on = |state, trials, jobs| {
            run(plan(), state, &limits(trials, jobs), |_| {}, |_, _| {}).expect("no file is written")
        };
        let whole = go_on(State::default(), 96, 1);
        let half = go_on(State::default(), 48, 2);
        let both = go_on(half, 96, 3);
        assert_eq!((both.next, &both.tallies), (whole.next, &whole.tallies));
        assert_eq!(sum(&whole.tallies).trials, 96);
    }
}
