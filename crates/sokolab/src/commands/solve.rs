//! `sokolab solve`: levels one after another, each result out as soon as it is known.

use std::{io::Write, path::Path, time::Instant};

use soko_core::Level;
use soko_formats::{Entry, Format, GameKind, SavedGame, WriteOptions};
use soko_solver::{Descriptor, Report, Status};

use soko_solver::quantity::show_number;

use crate::{
    cli::SolveArgs,
    destination::{Destination, format_of},
    exit::{Exit, Failure},
    gathering::Gathering,
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::{
        account::Account,
        json, progress,
        result::{LevelResult, Tally},
        table::Table,
    },
    runner::Runner,
    terminal::Terminal,
};

/// Solves.
pub(super) fn run(args: &SolveArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let mut runner = Runner::new(&args.player, args.preset.as_deref(), &args.settings)?;
    args.limits.apply(&mut runner);
    runner.seed = args.seed;
    runner.progress = !terminal.is_quiet();
    let keep = args.output.as_deref().map(Keep::new).transpose()?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let table = (!args.json).then(|| Table::new(terminal, args.show_solution));
    let explain = args.explain;
    let mut run = Run { runner, table, explain, tally: Tally::default(), keep, untried: 0, exit: Exit::Done };
    for file in source.files() {
        if let Some(file) = terminal.opened(file, &mut run.exit) {
            run.file(&file, terminal)?;
        }
        if run.runner.interrupted() {
            break;
        }
    }
    run.end(terminal)
}

/// A run over all levels.
struct Run<'a> {
    runner: Runner<'a>,
    /// For people; programs get JSON.
    table: Option<Table>,
    /// Tell how the time was spent on levels that are not solved.
    explain: bool,
    tally: Tally,
    keep: Option<Keep>,
    /// Levels of the last file that an interrupt left out.
    untried: usize,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
            return Ok(());
        }
        if let Some(keep) = &mut self.keep {
            keep.gathering.file(file);
        }
        if let Some(table) = &mut self.table {
            table.file(terminal, &file.name)?;
            terminal.flush()?;
        }
        for (at, level) in file.levels().enumerate() {
            if self.runner.interrupted() {
                self.untried = file.len() - at;
                break;
            }
            let (result, account) = self.level(file, at, &level);
            let explained = account.as_ref().zip(level.playable().ok());
            self.show(&result, explained, terminal)?;
            self.count(&result);
            if let Some(keep) = &mut self.keep {
                keep.add(file, level.entry, self.runner.player, result.outcome.ok());
                keep.save_if_due()?;
            }
        }
        Ok(())
    }

    fn level<'b>(
        &self,
        file: &'b LevelFile,
        at: usize,
        level: &SourceLevel<'b>,
    ) -> (LevelResult<'b>, Option<Account>) {
        let title = level.entry.title.as_deref();
        let label = || progress::label(at + 1, file.len(), title);
        let mut account = None;
        let outcome = level.playable().map(|playable| {
            if !self.explain {
                return self.runner.play(playable, label());
            }
            let (report, told) = self.runner.play_accounted(playable, label());
            account = report.solution.is_none().then_some(told);
            report
        });
        let (player, seed) = (self.runner.player.id, self.runner.seed);
        (LevelResult { file: &file.name, index: level.index, title, player, seed, outcome }, account)
    }

    fn show(
        &mut self,
        result: &LevelResult<'_>,
        explained: Option<(&Account, &Level)>,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        match &mut self.table {
            Some(table) => {
                table.level(terminal, result)?;
                if let Some((account, level)) = explained {
                    let paint = terminal.paint();
                    account.write(terminal, paint, level)?;
                }
            }
            None if self.explain => {
                let explanation = explained.map(|(account, level)| account.explanation(level));
                json::write_explained(terminal, result, explanation)?;
            }
            None => json::write_result(terminal, result)?,
        }
        Ok(terminal.flush()?)
    }

    fn count(&mut self, result: &LevelResult<'_>) {
        self.tally.add(result);
        self.exit = self.exit.max(match result.status() {
            Status::Solved => Exit::Done,
            Status::Invalid => Exit::BadInput,
            _ => Exit::Unsolved,
        });
    }

    fn end(self, terminal: &mut Terminal) -> Result<Exit, Failure> {
        if let Some(table) = &self.table {
            table.summary(terminal, self.runner.player.id, &self.tally)?;
            terminal.flush()?;
        }
        if self.untried > 0 {
            let untried = show_number(self.untried as u64, "level");
            terminal.note(format!("interrupted: {untried} of this file not tried"));
        }
        if let Some(keep) = self.keep {
            keep.write(terminal)?;
        }
        Ok(if self.runner.interrupted() { Exit::Interrupted } else { self.exit })
    }
}

/// The file that keeps levels with their solutions. It is written now and then, not only at the end: even a
/// run that is killed leaves what it had found.
struct Keep {
    destination: Destination,
    format: Format,
    gathering: Gathering,
    solutions: usize,
    next_save: Instant,
}

/// A save that took so long is repeated after this many times as long: saving costs a tenth at most.
const REST_AFTER_SAVE: u32 = 10;

impl Keep {
    fn new(path: &Path) -> Result<Self, Failure> {
        let format = format_of(path).filter(|format| matches!(format, Format::Sok | Format::Json));
        let format = format.ok_or_else(|| {
            let message = format!("{}: only .sok and .json files keep solutions", path.display());
            Failure::with_help(message, "name the file something.sok")
        })?;
        Ok(Self {
            destination: Destination::new(path)?,
            format,
            gathering: Gathering::default(),
            solutions: 0,
            next_save: Instant::now(),
        })
    }

    /// Adds a level, with its new solution in front of those it came with.
    fn add(&mut self, file: &LevelFile, entry: &Entry, player: &Descriptor, report: Option<Report>) {
        let mut entry = entry.clone();
        if let Some((solution, elapsed)) = report.and_then(|r| Some((r.solution?, r.elapsed))) {
            self.solutions += 1;
            entry.games.insert(
                0,
                SavedGame {
                    title: Some(format!("Solution {}", solution.metrics())),
                    moves: solution.lurd(),
                    directions: solution.steps().iter().map(|step| step.direction).collect(),
                    notes: vec![
                        format!("Solver: Sokolab {} ({})", env!("CARGO_PKG_VERSION"), player.id),
                        format!("Solver time: {:.3} seconds", elapsed.as_secs_f64()),
                    ],
                    kind: GameKind::Solution(solution),
                },
            );
        }
        self.gathering.entry(file, &entry);
    }

    fn save_if_due(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        if start < self.next_save || !self.destination.is_replaced() {
            return Ok(());
        }
        self.save()?;
        self.next_save = Instant::now() + start.elapsed() * REST_AFTER_SAVE;
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        let text = soko_formats::write(self.gathering.collection(), self.format, &WriteOptions::default())
            .map_err(Failure::input)?;
        self.destination.write(text.as_bytes())
    }

    fn write(self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.save()?;
        let levels = show_number(self.gathering.collection().entries.len() as u64, "level");
        let solutions = show_number(self.solutions as u64, "new solution");
        terminal.note(format!("wrote {levels} with {solutions} to {}", self.destination.path().display()));
        Ok(())
    }
}
