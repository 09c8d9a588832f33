//! Every registered player shows what it does to whoever asks, and stops when told.
//!
//! Each plays a level that takes it long, on a thread of its own. Another thread asks for a position, from learners with a
//! table also for that, holds the answers against the level, and stops the run. Nothing here is about speed: limits
//! of time are there so that a player that never answers fails the test.

use std::{
    ops::ControlFlow,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use libtest_mimic::{Arguments, Failed, Trial};
use soko_core::{Level, Position, walk::Walks};
use soko_learn::Memory;
use soko_players::PLAYERS;
use soko_solver::{Budget, Control, Event, EventKind, Shown, Status, run};

/// Who does not answer within this time never will.
const PATIENCE: Duration = Duration::from_secs(30);
/// A stopped run ends within this time, however busy the machine.
const END: Duration = Duration::from_secs(2);

/// Players that also search from the end, where there is no way yet.
const BOTH_WAYS: &[&str] = &["auto", "expert", "q-search"];

/// Runs that are put together differently from a player's default.
const OTHERS: &[(&str, &[&str], usize)] = &[
    ("astar", &["direction=backward"], 1),
    ("astar", &["direction=both"], 1),
    ("astar", &["direction=both"], 2),
    ("expert", &[], 2),
    ("q-box", &["walkers=3"], 2),
    ("q-state", &["walkers=2"], 1),
];

fn main() {
    let defaults = PLAYERS.all().map(|player| (player.id, &[][..], 1));
    let trials = defaults.chain(OTHERS.iter().copied()).map(|(player, settings, threads)| {
        let name = format!("{player} {} on {threads}", settings.join(" "));
        Trial::test(name, move || shows_and_stops(player, settings, threads))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// A level that no player is done with soon: to fill the gap at one corner half of the ring must be taken apart.
const RING: &str = "\
#############
#           #
# $******** #
# *       * #
# * ##### * #
# * ##### * #
# * ##### * #
# *       * #
# ********+ #
#           #
#############";

fn shows_and_stops(id: &str, settings: &[&str], threads: usize) -> Result<(), Failed> {
    let level = Level::parse(RING).map_err(|error| error.to_string())?;
    let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let mut player = PLAYERS.find(id)?.build(None, &settings)?;
    let has_table = player.keeper().is_some();
    let control = Control::default();
    let budget = Budget { control: control.clone(), ..Budget::default() };
    let (sender, events) = mpsc::channel();
    let report = thread::scope(|scope| {
        let level = &level;
        let runner = scope.spawn(move || {
            let mut observer = |event: &Event| {
                // Nobody listens any more when the test has failed.
                let _ = sender.send(event.kind.clone());
                ControlFlow::Continue(())
            };
            run(&mut *player, level, budget, 1, threads, &mut observer)
        });
        let from_start = !BOTH_WAYS.contains(&id) && settings.iter().all(|one| !one.starts_with("direction"));
        let shown = watch((level, from_start), &control, has_table, &events);
        let told = Instant::now();
        control.stop();
        let report = runner.join().map_err(|_| "the player panicked")?;
        shown?;
        if told.elapsed() > END {
            return Err(format!("went on for {:?} after the stop", told.elapsed()).into());
        }
        Ok::<_, Failed>(report)
    })?;
    if report.halted.is_none() {
        return Err(format!("the level is too easy: {}", report.status).into());
    }
    if events.try_iter().any(|kind| matches!(kind, EventKind::Position(_) | EventKind::Table(_))) {
        return Err("shows what nobody asked for".into());
    }
    match report.status {
        Status::Stopped | Status::Solved => Ok(()),
        status => Err(status.to_string().into()),
    }
}

/// Asks for all there is to see, twice, for one answer may be luck.
fn watch(
    (level, from_start): (&Level, bool),
    control: &Control,
    has_table: bool,
    events: &Receiver<EventKind>,
) -> Result<(), Failed> {
    for _ in 0..2 {
        control.show_position();
        let shown = wait(events, |kind| match kind {
            EventKind::Position(shown) => Some(*shown),
            _ => None,
        })?;
        examine(level, &shown.position)?;
        follow(level, &shown)?;
        if from_start && shown.way.is_none() {
            return Err("shows a position without the way there".into());
        }
        if has_table {
            control.show_table();
            let memory = wait(events, |kind| match kind {
                EventKind::Table(table) => table.downcast::<Memory>().ok(),
                _ => None,
            })?;
            let about = memory.check()?;
            if about.canonical_board() != level.canonical_board() || memory.rows.is_empty() {
                return Err(format!("{} rows about another level", memory.rows.len()).into());
            }
        }
    }
    Ok(())
}

/// A way that is shown leads to the boxes that are shown, and to a player who can walk to the one shown.
fn follow(level: &Level, shown: &Shown) -> Result<(), Failed> {
    let Some(way) = &shown.way else { return Ok(()) };
    let steps = way.steps(level).ok_or("the way shown is none")?;
    let mut reached = level.start().clone();
    for &step in &steps {
        reached.step(level, step);
    }
    let walks = Walks::from(level, &reached);
    if reached.boxes() == shown.position.boxes() && walks.distance(shown.position.player()).is_some() {
        return Ok(());
    }
    let (there, here) = (level.draw(&reached), level.draw(&shown.position));
    Err(format!("the way leads to\n{there}\nand not to\n{here}").into())
}

fn wait<T>(events: &Receiver<EventKind>, wanted: impl Fn(EventKind) -> Option<T>) -> Result<T, Failed> {
    let begun = Instant::now();
    while let Some(left) = PATIENCE.checked_sub(begun.elapsed()) {
        let kind = events.recv_timeout(left)?;
        if let EventKind::Finished(report) = &kind {
            return Err(format!("done before it answered: {}", report.status).into());
        }
        if let Some(found) = wanted(kind) {
            return Ok(found);
        }
    }
    Err("no answer".into())
}

fn examine(level: &Level, position: &Position) -> Result<(), Failed> {
    let player = position.player();
    if position.boxes().len() != level.boxes() {
        return Err(format!("{} boxes of {}", position.boxes().len(), level.boxes()).into());
    }
    if !position.boxes().is_subset(level.floor()) || !level.floor().contains(player) {
        return Err("something stands in a wall".into());
    }
    if position.boxes().contains(player) {
        return Err("the player stands on a box".into());
    }
    Ok(())
}
