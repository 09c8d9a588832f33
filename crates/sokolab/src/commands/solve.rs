//! `sokolab solve`: lets a player solve levels.

use std::io::Write;

use soko_core::{Level, Solution, Verified};
use soko_solver::{Descriptor, Limits, Report, Status};

use super::level_pass::{Done, LevelOfFile, LevelPass, LevelTask};
use crate::{
    cli::solve::SolveArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::LevelSource,
    optimization::{Optimization, still_proven},
    output::{
        account::Account,
        json,
        result::{BeforeOptimizing, LevelResult, Tally},
        table::Table,
    },
    runner::Runner,
    solution_file::SolutionFile,
    terminal::Terminal,
};

/// Solves.
pub(super) fn run(args: &SolveArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let runner = Runner::new(&args.player, &args.parameters, terminal)?.with(&args.resources, args.seed);
    let solutions = args.output.as_deref().map(SolutionFile::new).transpose()?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let table = (!args.json).then(|| Table::new(terminal, args.show_solution));
    let optimization = args.optimize.map(|time| {
        let limits = Limits { time_ms: time.milliseconds(), nodes: None, ..runner.spec.limits };
        Optimization::new(args.optimize_for, limits, args.seed, terminal)
    });
    let task = Solve { runner, optimization, table, explain: args.explain, tally: Tally::default() };
    LevelPass::new(task, solutions).run(source, terminal)
}

/// What is done with each level.
struct Solve {
    runner: Runner,
    /// What solutions go through before they are shown.
    optimization: Option<Optimization>,
    /// For people; programs get JSON.
    table: Option<Table>,
    /// Tell how the time was spent on levels that are not solved.
    explain: bool,
    tally: Tally,
}

impl LevelTask for Solve {
    fn interrupt(&self) -> &Interrupt {
        &self.runner.interrupt
    }

    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        if let Some(table) = &mut self.table {
            table.file(terminal, name)?;
            terminal.flush()?;
        }
        Ok(())
    }

    fn level(&mut self, level: &LevelOfFile<'_>, terminal: &mut Terminal) -> Result<Done, Failure> {
        let (result, account) = self.solve(level);
        let explained = account.as_ref().zip(level.source.playable().ok());
        self.show(&result, explained, terminal)?;
        self.tally.add(&result);
        let exit = match result.status() {
            Status::Solved => Exit::Done,
            Status::Invalid => Exit::BadInput,
            _ => Exit::Unsolved,
        };
        Ok(Done { exit, solution: kept(self.runner.player, &result) })
    }

    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        if let Some(table) = &self.table {
            table.summary(terminal, self.runner.player.id, &self.tally)?;
            terminal.flush()?;
        }
        Ok(())
    }
}

impl Solve {
    fn solve<'b>(&self, level: &'b LevelOfFile<'_>) -> (LevelResult<'b>, Option<Account>) {
        let LevelOfFile { file, source, .. } = level;
        let mut account = None;
        let mut outcome = source.playable().map(|playable| {
            if !self.explain {
                return (playable, self.runner.play(playable, level.label()));
            }
            let (report, told) = self.runner.play_accounted(playable, level.label());
            account = report.solution.is_none().then_some(told);
            (playable, report)
        });
        let before_optimizing =
            outcome.as_mut().ok().and_then(|(board, report)| self.optimize(board, report, level.label()));
        let outcome = outcome.map(|(_, report)| report);
        let (player, seed) = (self.runner.player.id, self.runner.spec.seed);
        let (index, title) = (source.index, source.title());
        let result = LevelResult { file: &file.name, index, title, player, seed, outcome, before_optimizing };
        (result, account)
    }

    /// Puts a shorter solution into the report, if one was found, was asked for and can be made.
    fn optimize(&self, level: &Level, report: &mut Report, label: String) -> Option<BeforeOptimizing> {
        let optimization = self.optimization.as_ref().filter(|_| !self.runner.interrupted())?;
        let found = report.solution.clone()?;
        let done = optimization.shorten(level, found.clone(), label, self.runner.control());
        report.optimal = report.optimal.filter(|&proven| still_proven(proven, &found, &done.solution));
        report.solution = Some(done.solution);
        let (pushes, moves) = (found.metrics().pushes, found.metrics().moves);
        Some(BeforeOptimizing { pushes, moves, time: done.elapsed })
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
}

/// What is kept of a result: its solution and who found it.
fn kept(player: &Descriptor, result: &LevelResult<'_>) -> Option<(Verified<Solution>, Vec<String>)> {
    let report = result.outcome.as_ref().ok()?;
    let mut notes = vec![
        format!("Solver: Sokolab {} ({})", env!("CARGO_PKG_VERSION"), player.id),
        format!("Solver time: {:.3} seconds", report.elapsed.as_secs_f64()),
    ];
    if let Some(before) = &result.before_optimizing {
        notes.push(format!("Optimizer time: {:.3} seconds", before.time.as_secs_f64()));
    }
    Some((report.solution.clone()?, notes))
}
