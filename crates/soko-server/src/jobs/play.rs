//! The thread in which a job's player plays.
//!
//! A player is not trusted with the server's life: a panic is caught, recorded and told. What it is doing goes to the pages at
//! most five times a second, and then it is also asked for a position, whether or not a page looks: if it has to end without a
//! solution, the last position is what there is to see. Whatever the end, the run is in the database before a page is told of it.

use std::{
    any::Any,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use soko_lab::{Recording, store::Shortest};
use soko_learn::{Keeper, Memory};
use soko_solver::{Event, EventKind, Observer, Report, Status};

use super::{
    Jobs,
    ending::{Ending, Reached, Why},
    entry::Entry,
    estimate::Estimate,
    optimization,
    order::Task,
    progress::fits,
};
use crate::tables::Beginning;

/// Time between two states.
const PACE: Duration = Duration::from_millis(200);

/// Plays a job to its end, records it and says so.
pub(super) fn play(jobs: &Jobs, entry: &Arc<Entry>) {
    let mut recording = entry.order.standalone().begin();
    let attempt = catch_unwind(AssertUnwindSafe(|| attempt(jobs, entry, &mut recording)));
    let mut ending = match &attempt {
        Ok(Ok((report, _))) => Ending::of(&entry.order.task, report),
        Ok(Err(why)) => Ending::crashed(why.clone()),
        Err(panic) => Ending::crashed(words(&**panic)),
    };
    let record = match &attempt {
        Ok(Ok((report, _))) => recording.finish(Ok(report)),
        _ => recording.finish(Err(ending.error.clone().unwrap_or_default())),
    };
    let written = jobs.results.store().record_standalone(&entry.order.level, &record);
    match written {
        Ok(run) => ending.run = Some(run.to_string()),
        Err(error) => ending.error = Some(format!("the run could not be recorded: {error}")),
    }
    if let (Some((_, metrics)), Some(_)) = (&record.solution, &ending.run) {
        jobs.results.learn(record.level, Shortest { moves: metrics.moves, pushes: metrics.pushes });
    }
    if let Ok(Ok((report, _))) = &attempt
        && report.status == Status::Unsolvable
    {
        ending.why = Some(Why::of(&entry.order.level, report.statistics.expanded));
    }
    let mut progress = entry.progress();
    let (level, way) = (&*entry.order.level, progress.told.way.take());
    ending.reached = match &record.solution {
        Some((solution, _)) => Reached::solution(solution, level),
        None => way.and_then(|way| Reached::way(&way, level)),
    };
    if let Ok(Ok((_, Some(memory)))) = attempt
        && fits(&memory)
    {
        progress.table = Some(Arc::new(memory));
    }
    progress.turn.paused = false;
    progress.ending = Some(ending);
}

type Played = (Report, Option<Memory>);

fn attempt(jobs: &Jobs, entry: &Arc<Entry>, recording: &mut Recording) -> Result<Played, String> {
    let order = &entry.order;
    let control = entry.control.clone();
    let mut watch =
        Watch { jobs, entry, recording, estimate: Estimate::of(&order.level), told: Instant::now() };
    let player = match &order.task {
        Task::Play(player) => player,
        Task::Optimize(solution, metric) => {
            let budget = order.spec.budget(control);
            return Ok((optimization::shorten(order, (solution, *metric), budget, &mut watch), None));
        }
    };
    let mut player = player.build_with(order.spec.values.clone()).map_err(|error| error.to_string())?;
    if let Some(keeper) = Keeper::of(&mut *player) {
        keeper.watch(entry.pace.clone());
        if order.keep_table {
            keeper.keep();
        }
        if let Some(table) = order.table.as_ref().and_then(Beginning::take) {
            keeper.recall(&order.level, table.memory.clone()).map_err(|error| error.to_string())?;
        }
    }
    let report = order.spec.play(&mut *player, &order.level, control, &mut watch);
    let memory = if order.keep_table { Keeper::of(&mut *player).and_then(Keeper::take) } else { None };
    Ok((report, memory))
}

/// Records what happens, and tells it now and then.
struct Watch<'a> {
    jobs: &'a Jobs,
    entry: &'a Arc<Entry>,
    recording: &'a mut Recording,
    estimate: Estimate,
    told: Instant,
}

impl Observer for Watch<'_> {
    fn event(&mut self, event: &Event) -> ControlFlow<()> {
        // In a search from the end a position shown says nothing about how near a solution is.
        if let EventKind::Position(shown) = &event.kind
            && shown.way.is_some()
            && let Some(pushes) = self.estimate.pushes(&shown.position)
        {
            self.entry.progress().course.estimated(pushes);
        }
        self.entry.progress().learn(event);
        let go_on = self.recording.event(event);
        if matches!(event.kind, EventKind::Started) {
            self.entry.control.show_position();
        }
        if self.told.elapsed() >= PACE && !matches!(event.kind, EventKind::Finished(_)) {
            self.told = Instant::now();
            self.entry.control.show_position();
            self.jobs.tell(self.entry);
        }
        go_on
    }
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the player panicked".to_owned())
}
