//! A job while it waits, plays and after it ended: what is known, and how it is told to pages.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use soko_core::{Level, Metrics, Position};
use soko_solver::{Control, Event, EventKind, Feature, Halt, Memory, Report, Standing, Statistics, Status};

use super::{
    curve::Curve,
    optimization::{self, Before},
    order::{LevelName, Order, Task},
};
use crate::{limits, status::Stage};

/// Most better solutions told, the newest.
const INCUMBENTS: usize = 50;
/// Most curves of a run.
const CURVES: usize = 24;
/// Most strategies whose best positions are remembered.
const STANDINGS: usize = 16;
/// Seconds over which the rate is taken.
const RATE_OVER: f64 = 1.0;

/// A job.
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) order: Order,
    pub(crate) control: Control,
    created_ms: u64,
    state: Mutex<State>,
    telling: Mutex<()>,
}

/// What changes.
#[derive(Default)]
pub(crate) struct State {
    /// Nothing while it waits or plays.
    pub(crate) ending: Option<Ending>,
    pub(crate) playing: bool,
    pub(crate) paused: bool,
    pub(crate) stopping: bool,
    elapsed: f64,
    statistics: Statistics,
    /// Counts of a while ago: seconds and positions expanded.
    before: (f64, u64),
    rate: f64,
    phase: Option<String>,
    /// The best position of each strategy, by its phase.
    standings: BTreeMap<String, Standing>,
    /// The phase whose best position is shown: the one at work if it has told one, else the one that told it last.
    shown: Option<String>,
    notes: VecDeque<Note>,
    incumbents: VecDeque<Incumbent>,
    curves: BTreeMap<&'static str, Curve>,
    newest: BTreeMap<&'static str, f64>,
    pub(crate) position: Option<Position>,
    pub(crate) table: Option<Arc<Memory>>,
}

/// How it ended.
#[derive(Clone)]
pub(crate) struct Ending {
    pub(crate) stage: Stage,
    pub(crate) words: String,
    pub(crate) result: RunResult,
    /// The run's name in the database; nothing for one that never began or could not be written.
    pub(crate) run: Option<String>,
    /// What went wrong.
    pub(crate) error: Option<String>,
}

/// A job as pages and programs see it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Job {
    /// Its number.
    id: u64,
    /// The level.
    level: LevelName,
    /// The player's name.
    player: &'static str,
    /// The named set of values it started from.
    preset: Option<String>,
    /// All parameter values.
    parameters: Map<String, Value>,
    /// Of an optimisation: the solution it began with.
    before: Option<Before>,
    /// Seconds it may take.
    time_s: Option<f64>,
    /// Positions it may expand.
    nodes: Option<u64>,
    /// MiB it may hold.
    memory_mib: Option<u64>,
    /// Seed of everything random.
    seed: u64,
    /// Threads it may use.
    threads: usize,
    /// The race it takes part in.
    group: Option<String>,
    /// Is the position expanded last shown?
    live: bool,
    /// Is what a learner has learnt kept?
    keep_table: bool,
    /// Its status; one that waits is solving.
    status: Stage,
    /// The status in words, with the limit that was reached.
    words: String,
    /// Is it held?
    paused: bool,
    /// Its place in the queue, from 1, while it waits.
    queue: Option<usize>,
    /// When it was asked for, in milliseconds since 1970.
    created_ms: u64,
    /// Seconds played, pauses not counted.
    elapsed: f64,
    /// Iterations.
    iterations: u64,
    /// Positions initialised.
    generated: u64,
    /// Positions expanded.
    expanded: u64,
    /// Positions that wait to be expanded.
    open: u64,
    /// Positions that are done.
    closed: u64,
    /// Most bytes held.
    peak_memory: u64,
    /// Positions expanded per second, of late.
    rate: f64,
    /// The newest value of each curve.
    measures: BTreeMap<&'static str, f64>,
    /// What it is doing.
    phase: Option<String>,
    /// The best position of the strategy at work, or of the one that told it last.
    best: Option<Best>,
    /// Remarks, the newest last.
    notes: Vec<Note>,
    /// Solutions found on the way.
    incumbents: Vec<Incumbent>,
    /// The position expanded last.
    position: Option<Placed>,
    /// Curves by name: step and value.
    curves: BTreeMap<&'static str, Vec<(u64, f64)>>,
    /// What came of it.
    result: Option<RunResult>,
    /// The name of the run in the lab's database.
    run: Option<String>,
    /// What went wrong.
    error: Option<String>,
}

/// A job in a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ListedJob {
    /// Its number.
    id: u64,
    /// The level.
    level: LevelName,
    /// The player's name.
    player: &'static str,
    /// The named set of values it started from.
    preset: Option<String>,
    /// The race it takes part in.
    group: Option<String>,
    /// Its status; one that waits is solving.
    status: Stage,
    /// The status in words.
    words: String,
    /// Is it held?
    paused: bool,
    /// Its place in the queue, from 1, while it waits.
    queue: Option<usize>,
    /// When it was asked for, in milliseconds since 1970.
    created_ms: u64,
    /// Seconds played.
    elapsed: f64,
    /// Positions expanded.
    expanded: u64,
    /// Pushes of its solution.
    pushes: Option<u32>,
    /// Moves of its solution.
    moves: Option<u32>,
    /// The name of the run in the lab's database.
    run: Option<String>,
}

/// The most promising position of a strategy.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Best {
    /// The strategy: what the player was doing when it told it.
    phase: String,
    /// Does that strategy search from the end? Then boxes may have left the board.
    backward: bool,
    /// What makes it the best, the most important first.
    features: Vec<Feature>,
    /// Player and boxes.
    position: Placed,
}

/// A remark.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Note {
    /// Seconds since the start.
    at: f64,
    /// What was said.
    text: String,
}

/// A solution found on the way.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct Incumbent {
    /// Seconds since the start.
    at: f64,
    /// Its pushes.
    pushes: u32,
    /// Its moves.
    moves: u32,
}

/// Where player and boxes are, by column and row from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Placed {
    /// The player.
    pub(crate) player: (usize, usize),
    /// The boxes.
    pub(crate) boxes: Vec<(usize, usize)>,
}

impl Placed {
    pub(crate) fn of(level: &Level, position: &Position) -> Self {
        Self {
            player: level.coordinates(position.player()),
            boxes: position.boxes().iter().map(|square| level.coordinates(square)).collect(),
        }
    }
}

/// What came of a run.
#[derive(Clone, Default, Serialize, JsonSchema)]
pub(crate) struct RunResult {
    /// One word of the JSON contract, or `crashed`.
    pub(crate) status: &'static str,
    /// The limit that ended the search, also after a solution was found.
    pub(crate) halted: Option<&'static str>,
    /// In what the solution is proven best.
    pub(crate) optimal: Option<&'static str>,
    /// The solution in LURD.
    pub(crate) solution: Option<String>,
    /// Its pushes.
    pub(crate) pushes: Option<u32>,
    /// Its moves.
    pub(crate) moves: Option<u32>,
    /// Moves, pushes, box lines, box changes, pushing sessions, player lines.
    pub(crate) measures: Option<[u32; 6]>,
}

impl RunResult {
    pub(crate) fn of(report: &Report) -> Self {
        let metrics = report.solution.as_ref().map(|solution| *solution.metrics());
        Self {
            status: report.status.id(),
            halted: report.halted.map(|halt| Status::from(halt).id()),
            optimal: report.optimal.map(soko_solver::Objective::id),
            solution: report.solution.as_ref().map(|solution| solution.lurd()),
            pushes: metrics.map(|metrics| metrics.pushes),
            moves: metrics.map(|metrics| metrics.moves),
            measures: metrics.as_ref().map(Metrics::as_array),
        }
    }
}

impl Ending {
    /// The end of a run that was reported.
    pub(crate) fn of(task: &Task, report: &Report) -> Self {
        let (stage, words) = match report.status {
            Status::Solved => (Stage::Solved, solved(task, report)),
            Status::Unsolvable => (Stage::NoSolution, "no solution, proven".to_owned()),
            Status::TimeLimit => (Stage::OutOfTime, "out of time".to_owned()),
            Status::MemoryLimit => (Stage::OutOfTime, "out of memory".to_owned()),
            Status::NodeLimit => (Stage::OutOfTime, "out of positions to expand".to_owned()),
            Status::Stopped | Status::Invalid => (Stage::Stopped, "stopped by hand".to_owned()),
        };
        Self { stage, words, result: RunResult::of(report), run: None, error: None }
    }

    /// The end of a run that broke down.
    pub(crate) fn crashed(why: String) -> Self {
        let result = RunResult { status: "crashed", ..RunResult::default() };
        let words = "the player broke down".to_owned();
        Self { stage: Stage::Stopped, words, result, run: None, error: Some(why) }
    }

    /// The end of a run that never began.
    pub(crate) fn withdrawn() -> Self {
        let result = RunResult { status: Status::Stopped.id(), ..RunResult::default() };
        Self {
            stage: Stage::Stopped,
            words: "stopped before it began".to_owned(),
            result,
            run: None,
            error: None,
        }
    }
}

fn solved(task: &Task, report: &Report) -> String {
    if let Task::Optimize(before, _) = task {
        return optimization::outcome(before, report);
    }
    match report.halted {
        None => "solved".to_owned(),
        Some(Halt::Stopped) => "solved, then stopped by hand".to_owned(),
        Some(Halt::Time) => "solved, then out of time".to_owned(),
        Some(Halt::Memory) => "solved, then out of memory".to_owned(),
        Some(Halt::Nodes) => "solved, then out of positions to expand".to_owned(),
    }
}

impl Entry {
    pub(crate) fn new(number: u64, order: Order) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Self {
            number,
            order,
            control: Control::default(),
            created_ms: now,
            state: Mutex::default(),
            telling: Mutex::default(),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Held while pages are told.
    pub(crate) fn telling(&self) -> MutexGuard<'_, ()> {
        self.telling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn stage(&self) -> Stage {
        self.state().stage()
    }

    /// All there is to say.
    pub(crate) fn show(&self, queue: Option<usize>) -> Job {
        let (order, state) = (&self.order, self.state());
        let Statistics { iterations, generated, expanded, open, closed, peak_memory_bytes } =
            state.statistics;
        // While it plays a position is shown only to whoever asked for it; afterwards it is where the walk ends.
        let position = state.position.as_ref().filter(|_| order.live || state.ending.is_some());
        Job {
            id: self.number,
            level: order.name.clone(),
            player: order.task.player(),
            preset: order.preset.clone(),
            parameters: order.parameters.clone(),
            before: Before::of(&order.task),
            time_s: order.limits.time_ms.map(|ms| ms as f64 / 1e3),
            nodes: order.limits.nodes,
            memory_mib: order.limits.memory.map(|bytes| bytes >> 20),
            seed: order.seed,
            threads: order.threads,
            group: order.group.clone(),
            live: order.live,
            keep_table: order.keep_table,
            status: state.stage(),
            words: state.words(order),
            paused: state.paused,
            queue,
            created_ms: self.created_ms,
            elapsed: state.elapsed,
            iterations,
            generated,
            expanded,
            open,
            closed,
            peak_memory: peak_memory_bytes,
            rate: state.rate,
            measures: state.newest.clone(),
            phase: state.phase.clone(),
            best: state.best(&order.level),
            notes: state.notes.iter().cloned().collect(),
            incumbents: state.incumbents.iter().copied().collect(),
            position: position.map(|position| Placed::of(&order.level, position)),
            curves: state.curves.iter().map(|(&name, curve)| (name, curve.points())).collect(),
            result: state.ending.as_ref().map(|ending| ending.result.clone()),
            run: state.ending.as_ref().and_then(|ending| ending.run.clone()),
            error: state.ending.as_ref().and_then(|ending| ending.error.clone()),
        }
    }

    /// One line of a list.
    pub(crate) fn list(&self, queue: Option<usize>) -> ListedJob {
        let state = self.state();
        let result = state.ending.as_ref().map(|ending| &ending.result);
        ListedJob {
            id: self.number,
            level: self.order.name.clone(),
            player: self.order.task.player(),
            preset: self.order.preset.clone(),
            group: self.order.group.clone(),
            status: state.stage(),
            words: state.words(&self.order),
            paused: state.paused,
            queue,
            created_ms: self.created_ms,
            elapsed: state.elapsed,
            expanded: state.statistics.expanded,
            pushes: result.and_then(|result| result.pushes),
            moves: result.and_then(|result| result.moves),
            run: state.ending.as_ref().and_then(|ending| ending.run.clone()),
        }
    }
}

impl State {
    fn stage(&self) -> Stage {
        self.ending.as_ref().map_or(Stage::Solving, |ending| ending.stage)
    }

    fn words(&self, order: &Order) -> String {
        match &self.ending {
            Some(ending) => ending.words.clone(),
            None if !self.playing => "waiting for its turn".to_owned(),
            None if self.stopping => "stopping".to_owned(),
            None if self.paused => "paused".to_owned(),
            None if matches!(order.task, Task::Optimize(..)) => "optimising".to_owned(),
            None => Stage::Solving.title().to_owned(),
        }
    }

    /// Takes note of what the player tells.
    pub(crate) fn learn(&mut self, event: &Event) {
        self.elapsed = event.seconds;
        let at = event.seconds;
        match &event.kind {
            EventKind::Progress(statistics) => self.count(*statistics),
            EventKind::Phase(text) => self.begin(short(text)),
            EventKind::Note(text) => keep(&mut self.notes, Note { at, text: short(text) }, limits::NOTES),
            EventKind::Best(standing) => self.stand((**standing).clone()),
            EventKind::Incumbent(found) => {
                let found = Incumbent { at, pushes: found.pushes, moves: found.moves };
                keep(&mut self.incumbents, found, INCUMBENTS);
            }
            &EventKind::Metric { name, step, value } => self.measure(name, step, value),
            EventKind::Position(position) => self.position = Some((**position).clone()),
            EventKind::Table(memory) if fits(memory) => self.table = Some(Arc::new((**memory).clone())),
            EventKind::Finished(report) => {
                self.elapsed = report.elapsed.as_secs_f64();
                self.rate = per_second(report.statistics.expanded, self.elapsed);
            }
            _ => {}
        }
    }

    fn begin(&mut self, phase: String) {
        if self.standings.contains_key(&phase) {
            self.shown = Some(phase.clone());
        }
        self.phase = Some(phase);
    }

    fn stand(&mut self, standing: Standing) {
        let phase = self.phase.clone().unwrap_or_default();
        if self.standings.len() < STANDINGS || self.standings.contains_key(&phase) {
            self.standings.insert(phase.clone(), standing);
            self.shown = Some(phase);
        }
    }

    fn best(&self, level: &Level) -> Option<Best> {
        let (phase, standing) = self.standings.get_key_value(self.shown.as_ref()?)?;
        Some(Best {
            phase: phase.clone(),
            backward: standing.backward,
            features: standing.features.clone(),
            position: Placed::of(level, &standing.position),
        })
    }

    fn count(&mut self, statistics: Statistics) {
        self.statistics = statistics;
        let (then, expanded) = self.before;
        if self.elapsed - then >= RATE_OVER || then <= 0.0 {
            self.rate = per_second(statistics.expanded.saturating_sub(expanded), self.elapsed - then);
            if self.elapsed >= RATE_OVER {
                self.before = (self.elapsed, statistics.expanded);
            }
        }
    }

    fn measure(&mut self, name: &'static str, step: u64, value: f64) {
        if self.curves.len() < CURVES || self.curves.contains_key(name) {
            self.curves.entry(name).or_default().add(step, value);
            if value.is_finite() {
                self.newest.insert(name, value);
            }
        }
    }
}

/// Is a table small enough to be remembered?
pub(super) fn fits(memory: &Memory) -> bool {
    let rows = &memory.rows;
    let numbers = rows.keys.len() + rows.first.len() + 4 * rows.actions.len();
    numbers.saturating_mul(4) <= limits::TABLE_BYTES
}

fn per_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// Texts of players are short; one that is not must not fill every page.
fn short(text: &str) -> String {
    text.chars().take(400).collect()
}

fn keep<T>(all: &mut VecDeque<T>, new: T, most: usize) {
    if all.len() >= most {
        all.pop_front();
    }
    all.push_back(new);
}
