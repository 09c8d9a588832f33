//! `sokolab learn`: one player learns one level, as long as it takes or as long as it may.
//!
//! The table is asked for in any case: the greedy policy that is printed is read off it, as it would be read off the file.

mod watch;

use std::{io::Write, num::NonZeroUsize, path::PathBuf, slice};

use serde::Serialize;
use soko_core::{Level, lurd};
use soko_learn::{
    Keeper, Memory,
    memory::{Book, Ending, Policy},
};
use soko_solver::{
    Objective, Report, Status,
    quantity::{show_count, show_duration, show_number},
};
use soko_tui::GlyphSet;

use self::watch::Watch;
use crate::{
    cli::learn::LearnArgs,
    destination::Destination,
    exit::{Exit, Failure},
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::{
        curve::{self, Curve},
        json,
        progress::Progress,
        result::LevelResult,
    },
    runner::Runner,
    table_file,
    terminal::{DOUBTFUL, FAINT, GOOD, HEADING, Terminal, printable},
};

/// Columns of the learning curve.
const CURVE: usize = 60;

/// Learns.
pub(super) fn run(args: &LearnArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let runner = Runner::new(&args.player, &args.parameters, !terminal.is_quiet())?;
    let threads = args.threads.threads(&args.player, NonZeroUsize::MIN);
    let runner = runner.with(args.limits.limits(NonZeroUsize::MIN), threads, args.seed);
    let table = args.table.as_deref().map(Destination::new).transpose()?;
    let curve = args.curve.as_deref().map(Destination::new).transpose()?;
    let before = args.table.as_deref().filter(|path| path.exists()).map(table_file::read).transpose()?;
    let mut exit = Exit::Done;
    let Some(file) = the_file(args, terminal, &mut exit)? else { return Ok(exit) };
    let source = the_level(args, &file)?;
    let level = source.playable().map_err(|refusal| {
        Failure::input(format!("{}#{}: {refusal}", printable(&file.name), source.index))
    })?;
    let run = learn(args, &runner, level, before)?;
    if let Some(table) = &table {
        table_file::write(table, &run.memory)?;
    }
    if let Some(curve) = &curve {
        curve.write(run.watch.curve.csv().as_bytes())?;
    }
    let result = LevelResult {
        file: &file.name,
        index: source.index,
        title: source.title(),
        player: runner.player.id,
        seed: runner.spec.seed,
        outcome: Ok(run.report.clone()),
        before_optimizing: None,
    };
    if args.json {
        json::write_line(terminal, &run.line(&result, args.table.as_ref())?)?;
    } else {
        run.tell(&result, terminal)?;
    }
    terminal.flush()?;
    if let Some(table) = &table {
        let rows = show_number(run.memory.rows.len() as u64, "row");
        terminal.note(format!("wrote a table of {rows} to {}", table.path().display()));
    }
    let solved = if run.report.status == Status::Solved { Exit::Done } else { Exit::Unsolved };
    Ok(if runner.interrupted() { Exit::Interrupted } else { exit.max(solved) })
}

/// The one file that the argument names; nothing if it cannot be read, which is told.
fn the_file(
    args: &LearnArgs,
    terminal: &mut Terminal,
    exit: &mut Exit,
) -> Result<Option<LevelFile>, Failure> {
    let source = LevelSource::open(slice::from_ref(&args.level), args.reading.reading())?;
    let mut files = source.files();
    let Some(first) = files.next() else { return Err(one_level(args, 0)) };
    if files.next().is_some() {
        let message = format!("{} is a directory with several files", args.level.display());
        return Err(Failure::with_help(message, "a table is learnt on one level: name FILE#N"));
    }
    Ok(terminal.opened(first, exit))
}

/// The one level of a file that is wanted.
fn the_level<'a>(args: &LearnArgs, file: &'a LevelFile) -> Result<SourceLevel<'a>, Failure> {
    match (file.len(), file.levels().next()) {
        (1, Some(level)) => Ok(level),
        (count, _) => Err(one_level(args, count)),
    }
}

fn one_level(args: &LearnArgs, count: usize) -> Failure {
    let name = args.level.display();
    let levels = show_number(count as u64, "level");
    Failure::with_help(format!("{name} names {levels}"), format!("a table is learnt on one: {name}#1"))
}

/// A run that is over.
struct Learnt {
    report: Report,
    memory: Memory,
    watch: Watch,
    /// Episodes of the table that it began with.
    before: Option<u64>,
}

fn learn(
    args: &LearnArgs,
    runner: &Runner,
    level: &Level,
    memory: Option<Memory>,
) -> Result<Learnt, Failure> {
    let mut player = runner.build();
    let nothing = || Failure::input(format!("{} keeps no table", runner.player.id));
    let keeper = Keeper::of(&mut *player).ok_or_else(nothing)?;
    keeper.keep();
    let before = memory.as_ref().map(|memory| memory.about.episodes);
    if let Some(memory) = memory {
        let name = args.table.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
        keeper
            .recall(level, memory)
            .map_err(|error| Failure::with_help(format!("{}: {error}", printable(&name)), error.remedy()))?;
    }
    // A short label leaves room for the episodes.
    let label = runner.player.id.to_owned();
    let mut watch = Watch::new(Progress::new(runner.progress, label, runner.spec.limits.time()));
    let report = runner.play_with(&mut *player, level, &mut watch);
    watch.clear();
    let memory = Keeper::of(&mut *player).and_then(Keeper::take).ok_or_else(|| {
        let (player, status) = (runner.player.id, report.status);
        let message = format!("{player} had to end before it had learnt anything: {status}");
        Failure::with_help(message, "the level needs more: raise --time-limit or --memory-limit")
    })?;
    Ok(Learnt { report, memory, watch, before })
}

impl Learnt {
    /// Values updated in a second.
    fn speed(&self) -> f64 {
        self.report.statistics.generated as f64 / self.report.elapsed.as_secs_f64().max(1e-6)
    }

    fn tell(&self, result: &LevelResult<'_>, terminal: &mut Terminal) -> Result<(), Failure> {
        let paint = terminal.paint();
        let report = &self.report;
        let title = result.title.map(|title| format!(" {}", printable(title))).unwrap_or_default();
        let style = if report.status == Status::Solved { GOOD } else { DOUBTFUL };
        writeln!(
            terminal,
            "{}#{}{title}: {} with {} in {}",
            printable(result.file),
            result.index,
            paint.with(style, report.status.id()),
            result.player,
            show_duration(report.elapsed)
        )?;
        for (name, text) in self.facts()? {
            writeln!(terminal, "{} {text}", paint.with(HEADING, format!("{name:<9}")))?;
        }
        if report.optimal.is_some() && !terminal.is_quiet() {
            writeln!(terminal, "{}", paint.with(FAINT, "* proven: there is no solution with fewer"))?;
        }
        Ok(())
    }

    fn facts(&self) -> Result<Vec<(&'static str, String)>, Failure> {
        let statistics = &self.report.statistics;
        let mut facts = Vec::new();
        let going_on = self.before.map(|before| format!(", after {} before", show_number(before, "episode")));
        facts.push((
            "learning",
            format!(
                "{}, {}, {}, {} a second{}",
                show_number(statistics.iterations, "episode"),
                show_number(statistics.expanded, "step"),
                show_number(statistics.generated, "update"),
                show_count(self.speed() as u64),
                going_on.unwrap_or_default()
            ),
        ));
        facts.extend(self.watch.notes.iter().map(|note| ("note", printable(note).into_owned())));
        if let Some((episode, moves)) = self.watch.first {
            facts.push(("first", format!("solved in episode {episode}, {moves} moves")));
        }
        if let Some(solution) = &self.report.solution {
            let star = |objectives: [Objective; 2]| {
                if self.report.optimal.is_some_and(|known| objectives.contains(&known)) { "*" } else { "" }
            };
            let metrics = solution.metrics();
            facts.push((
                "solution",
                format!(
                    "{}{}, {}{}: {}",
                    show_number(u64::from(metrics.pushes), "push"),
                    star([Objective::Pushes, Objective::PushesThenMoves]),
                    show_number(u64::from(metrics.moves), "move"),
                    star([Objective::Moves, Objective::MovesThenPushes]),
                    solution.lurd()
                ),
            ));
        }
        facts.push(("policy", told(&self.policy()?)));
        facts.extend(curve_line(&self.watch.curve).map(|line| ("return", line)));
        Ok(facts)
    }

    /// The greedy policy from the start.
    fn policy(&self) -> Result<Policy, Failure> {
        let book = Book::open(&self.memory).map_err(Failure::input)?;
        Ok(book.policy(&book.start()))
    }

    fn line<'a>(&'a self, result: &'a LevelResult<'a>, table: Option<&PathBuf>) -> Result<Line<'a>, Failure> {
        let policy = self.policy()?;
        Ok(Line {
            solved: json::line(result),
            first_solution: self.watch.first.map(|(episode, moves)| First { episode, moves }),
            updates_per_s: self.speed().round(),
            total_episodes: self.memory.about.episodes,
            total_updates: self.memory.about.updates,
            rows: self.memory.rows.len(),
            slots: self.memory.rows.actions.len(),
            policy: PolicyLine { ending: policy.ending.id(), solution: lurd::format(&policy.steps) },
            curve: &self.watch.curve,
            notes: &self.watch.notes,
            table: table.map(|path| path.display().to_string()),
        })
    }
}

/// A policy in words.
pub(super) fn told(policy: &Policy) -> String {
    let pushes = policy.steps.iter().filter(|step| step.push).count();
    let length =
        format!("{}, {}", show_number(pushes as u64, "push"), show_number(policy.steps.len() as u64, "move"));
    let what = match policy.ending {
        Ending::Solved => "solves it in",
        Ending::Unseen => "comes to a position never seen after",
        Ending::Circle => "goes in a circle after",
        Ending::Stuck => "is stuck after",
    };
    let text = format!("{what} {length}: {}", lurd::format(&policy.steps));
    text.trim_end_matches(": ").to_owned()
}

/// The returns of the episodes as one line.
fn curve_line(curve: &Curve) -> Option<String> {
    let (line, low, high) = curve::line(&curve.earned, CURVE, GlyphSet::detect())?;
    let (first, last) = (curve.episode.first()?, curve.episode.last()?);
    Some(format!("{line} {low:.1} to {high:.1}, episodes {first} to {last}"))
}

/// The JSON object of a run.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    solved: json::Line<'a>,
    first_solution: Option<First>,
    updates_per_s: f64,
    total_episodes: u64,
    total_updates: u64,
    rows: usize,
    slots: usize,
    policy: PolicyLine,
    curve: &'a Curve,
    notes: &'a [String],
    table: Option<String>,
}

#[derive(Serialize)]
struct First {
    episode: u64,
    moves: u32,
}

/// A policy in JSON.
#[derive(Serialize)]
pub(super) struct PolicyLine {
    pub(super) ending: &'static str,
    pub(super) solution: String,
}
