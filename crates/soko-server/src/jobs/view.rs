//! A job as pages and programs see it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use soko_core::Level;
use soko_solver::{Feature, Statistics};

use super::{
    course::Moment,
    ending::{Reached, RunResult, Why},
    entry::Entry,
    optimization::Before,
    order::Order,
    progress::Progress,
    start::Begun,
    told::{Incumbent, Note},
};
use crate::{library::LevelName, placed::Placed, status::Stage};

/// A job as pages and programs see it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Job {
    /// Its number.
    id: u64,
    #[serde(flatten)]
    asked: Asked,
    #[serde(flatten)]
    standing: Standing,
    #[serde(flatten)]
    counts: Counts,
    #[serde(flatten)]
    told: Told,
    #[serde(flatten)]
    end: End,
}

/// What was asked for.
#[derive(Serialize, JsonSchema)]
struct Asked {
    /// The level.
    level: LevelName,
    /// The player's name.
    player: String,
    /// The named set of values it started from.
    preset: Option<String>,
    /// Where it began, if not at the start of the level.
    from: Option<Begun>,
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
    /// The table that it went on from: the SHA-256 of its file.
    table: Option<String>,
}

/// Where it stands.
#[derive(Serialize, JsonSchema)]
struct Standing {
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
}

/// What was counted.
#[derive(Serialize, JsonSchema)]
struct Counts {
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
    /// How far it had got, moment by moment.
    course: Vec<Moment>,
}

/// What the player told.
#[derive(Serialize, JsonSchema)]
struct Told {
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
    /// Of a learner, at points of its curves: episode, steps played so far, seconds.
    clock: Vec<(u64, u64, f64)>,
}

/// How it ended.
#[derive(Serialize, JsonSchema)]
struct End {
    /// What came of it.
    result: Option<RunResult>,
    /// The name of the run in the lab's database.
    run: Option<String>,
    /// Where it has got to: the end of its solution, or else of the way to the position expanded last.
    reached: Option<Reached>,
    /// Why there is no solution, if that is proven.
    why: Option<Why>,
    /// What went wrong.
    error: Option<String>,
}

/// The most promising position of a strategy.
#[derive(Serialize, JsonSchema)]
struct Best {
    /// The strategy: what the player was doing when it told it.
    phase: String,
    /// Does that strategy search from the end? Then boxes may have left the board.
    backward: bool,
    /// What makes it the best, the most important first.
    features: Vec<Feature>,
    /// Player and boxes.
    position: Placed,
}

/// A job in a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ListedJob {
    /// Its number.
    id: u64,
    /// The level.
    level: LevelName,
    /// The player's name.
    player: String,
    /// The named set of values it started from.
    preset: Option<String>,
    /// Seed of everything random.
    seed: u64,
    /// The table that it went on from: the SHA-256 of its file.
    table: Option<String>,
    /// The race it takes part in.
    group: Option<String>,
    /// After how many moves it began, if not at the start of the level.
    from: Option<usize>,
    #[serde(flatten)]
    standing: Standing,
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

/// A job in a list: of this server, or as pages saw it last of a server before.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Listed {
    /// Of this server.
    Present(Box<ListedJob>),
    /// Of a server before, with the same fields.
    Past(Value),
}

impl Job {
    /// All there is to say of a job, with its place in the queue.
    pub(super) fn of(entry: &Entry, queue: Option<usize>) -> Self {
        let progress = entry.progress();
        Self {
            id: entry.number,
            asked: Asked::of(&entry.order),
            standing: Standing::of(entry, &progress, queue),
            counts: Counts::of(&progress),
            told: Told::of(&entry.order, &progress),
            end: End::of(&progress),
        }
    }
}

impl ListedJob {
    /// One line of a list.
    pub(super) fn of(entry: &Entry, queue: Option<usize>) -> Self {
        let progress = entry.progress();
        let result = progress.ending.as_ref().map(|ending| &ending.result);
        Self {
            id: entry.number,
            level: entry.order.name.clone(),
            player: entry.order.spec.player.clone(),
            preset: entry.order.preset.clone(),
            seed: entry.order.spec.seed,
            table: entry.order.table.as_ref().map(|table| table.hash.clone()),
            group: entry.order.group.clone(),
            from: entry.order.played.as_ref().map(|played| played.moves.len()),
            standing: Standing::of(entry, &progress, queue),
            elapsed: progress.counts.elapsed,
            expanded: progress.counts.statistics.expanded,
            pushes: result.and_then(|result| result.pushes),
            moves: result.and_then(|result| result.moves),
            run: progress.ending.as_ref().and_then(|ending| ending.run.clone()),
        }
    }
}

impl Asked {
    fn of(order: &Order) -> Self {
        Self {
            level: order.name.clone(),
            player: order.spec.player.clone(),
            preset: order.preset.clone(),
            from: Begun::of(order.played.as_ref(), &order.level),
            parameters: order.spec.values.clone(),
            before: Before::of(&order.task),
            time_s: order.spec.limits.time_ms.map(|ms| ms as f64 / 1e3),
            nodes: order.spec.limits.nodes,
            memory_mib: order.spec.limits.memory.map(|bytes| bytes >> 20),
            seed: order.spec.seed,
            threads: order.spec.threads,
            group: order.group.clone(),
            live: order.live,
            keep_table: order.keep_table,
            table: order.table.as_ref().map(|table| table.hash.clone()),
        }
    }
}

impl Standing {
    fn of(entry: &Entry, progress: &Progress, queue: Option<usize>) -> Self {
        Self {
            status: progress.stage(),
            words: progress.words(&entry.order),
            paused: progress.turn.paused,
            queue,
            created_ms: entry.created_ms,
        }
    }
}

impl Counts {
    fn of(progress: &Progress) -> Self {
        let Statistics { iterations, generated, expanded, open, closed, peak_memory_bytes } =
            progress.counts.statistics;
        Self {
            elapsed: progress.counts.elapsed,
            iterations,
            generated,
            expanded,
            open,
            closed,
            peak_memory: peak_memory_bytes,
            rate: progress.counts.rate,
            measures: progress.told.curves.newest().clone(),
            course: progress.course.moments(),
        }
    }
}

impl Told {
    fn of(order: &Order, progress: &Progress) -> Self {
        // While it plays a position is shown only if the order asked for it; afterwards it is where the walk ends.
        let position = progress.told.position.as_ref().filter(|_| order.live || progress.ending.is_some());
        Self {
            phase: progress.told.strategies.phase.clone(),
            best: Best::of(&order.level, progress),
            notes: progress.told.notes.iter().cloned().collect(),
            incumbents: progress.told.incumbents.iter().copied().collect(),
            position: position.map(|position| Placed::of(&order.level, position)),
            curves: progress.told.curves.points(),
            clock: progress.told.curves.clock(),
        }
    }
}

impl Best {
    fn of(level: &Level, progress: &Progress) -> Option<Self> {
        let (phase, standing) = progress.told.strategies.best()?;
        Some(Self {
            phase: phase.clone(),
            backward: standing.backward,
            features: standing.features.clone(),
            position: Placed::of(level, &standing.position),
        })
    }
}

impl End {
    fn of(progress: &Progress) -> Self {
        let ending = progress.ending.as_ref();
        Self {
            result: ending.map(|ending| ending.result.clone()),
            run: ending.and_then(|ending| ending.run.clone()),
            reached: ending.and_then(|ending| ending.reached.clone()),
            why: ending.and_then(|ending| ending.why.clone()),
            error: ending.and_then(|ending| ending.error.clone()),
        }
    }
}
