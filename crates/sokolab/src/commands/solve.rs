//! `sokolab solve`: levels one after another, each result out as soon as it is known.

use std::io::Write;

use soko_core::{Level, Solution, Verified};
use soko_solver::{Descriptor, Limits, Report, Status};

use soko_solver::quantity::show_number;

use crate::{
    cli::SolveArgs,
    exit::{Exit, Failure},
    keep::Keep,
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::{
        account::Account,
        json, progress,
        result::{LevelResult, Polished, Tally},
        table::Table,
    },
    polish::{Polish, still_proven},
    runner::Runner,
    terminal::Terminal,
};

/// Solves.
pub(super) fn run(args: &SolveArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let mut runner = Runner::new(&args.player, args.preset.as_deref(), &args.settings)?;
    args.limits.apply(&mut runner);
    runner.spec.seed = args.seed;
    runner.progress = !terminal.is_quiet();
    let keep = args.output.as_deref().map(Keep::new).transpose()?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let table = (!args.json).then(|| Table::new(terminal, args.show_solution));
    let polish = args.optimize.map(|time| Polish {
        metric: args.optimize_for,
        limits: Limits { time_ms: time.milliseconds(), nodes: None, ..runner.spec.limits },
        seed: args.seed,
        progress: runner.progress,
    });
    let explain = args.explain;
    let tally = Tally::default();
    let mut run = Run { runner, polish, table, explain, tally, keep, untried: 0, exit: Exit::Done };
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
struct Run {
    runner: Runner,
    /// What solutions go through before they are shown.
    polish: Option<Polish>,
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

impl Run {
    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
            return Ok(());
        }
        if let Some(keep) = &mut self.keep {
            keep.file(file);
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
                keep.add(file, level.entry, kept(self.runner.player, &result));
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
        let mut outcome = level.playable().map(|playable| {
            if !self.explain {
                return (playable, self.runner.play(playable, label()));
            }
            let (report, told) = self.runner.play_accounted(playable, label());
            account = report.solution.is_none().then_some(told);
            (playable, report)
        });
        let polished = outcome.as_mut().ok().and_then(|(level, report)| self.polish(level, report, label()));
        let outcome = outcome.map(|(_, report)| report);
        let (player, seed) = (self.runner.player.id, self.runner.spec.seed);
        (
            LevelResult { file: &file.name, index: level.index, title, player, seed, outcome, polished },
            account,
        )
    }

    /// Puts a shorter solution into the report, if one was found, was asked for and can be made.
    fn polish(&self, level: &Level, report: &mut Report, label: String) -> Option<Polished> {
        let polish = self.polish.as_ref().filter(|_| !self.runner.interrupted())?;
        let found = report.solution.clone()?;
        let done = polish.solution(level, found.clone(), label, self.runner.control());
        report.optimal = report.optimal.filter(|&proven| still_proven(proven, &found, &done.solution));
        report.solution = Some(done.solution);
        Some(Polished { pushes: found.metrics().pushes, moves: found.metrics().moves, time: done.elapsed })
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

/// What is kept of a result: its solution and who found it.
fn kept(player: &Descriptor, result: &LevelResult<'_>) -> Option<(Verified<Solution>, Vec<String>)> {
    let report = result.outcome.as_ref().ok()?;
    let mut notes = vec![
        format!("Solver: Sokolab {} ({})", env!("CARGO_PKG_VERSION"), player.id),
        format!("Solver time: {:.3} seconds", report.elapsed.as_secs_f64()),
    ];
    if let Some(polished) = &result.polished {
        notes.push(format!("Optimizer time: {:.3} seconds", polished.time.as_secs_f64()));
    }
    Some((report.solution.clone()?, notes))
}
