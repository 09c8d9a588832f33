//! `sokolab solve`: lets a player solve levels.

use std::io::Write;

use soko_core::{Level, Solution, Verified};
use soko_solver::{Descriptor, Limits, Report, Status};

use super::level_pass::{Done, LevelOfFile, LevelPass, Output, Work};
use crate::{
    cli::solve::SolveArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::{LevelSource, Refusal},
    optimization::{Optimization, still_proven},
    output::{
        account::Account,
        json,
        next_step::NextStep,
        result::{BeforeOptimizing, LevelResult, Tally},
        table::Table,
    },
    runner::Runner,
    solution_file::SolutionFile,
    terminal::Terminal,
};

/// Solves.
pub(super) fn run(args: &SolveArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let jobs = args.jobs.jobs();
    let limits = args.limits.limits(jobs);
    let threads = args.threads.threads(&args.player, jobs);
    let progress = !terminal.is_quiet() && jobs.get() == 1;
    let runner = Runner::new(&args.player, &args.parameters, progress)?.with(limits, threads, args.seed);
    let solutions = args.output.as_deref().map(SolutionFile::new).transpose()?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let optimization = args.optimize.map(|time| {
        let limits = Limits { time_ms: time.milliseconds(), nodes: None, ..limits };
        Optimization { metric: args.optimize_for, limits, seed: args.seed, progress }
    });
    let output = Printed {
        player: runner.player,
        seed: args.seed,
        table: (!args.json).then(|| Table::new(terminal, args.show_solution)),
        explain: args.explain,
        tally: Tally::default(),
        next_step: NextStep::new(runner.player.id, limits),
    };
    let work = Solve { runner, optimization, explain: args.explain };
    LevelPass::new(output, solutions).run(&work, source, jobs, terminal)
}

/// What is done with each level.
struct Solve {
    runner: Runner,
    /// What solutions go through before they are shown.
    optimization: Option<Optimization>,
    /// Tell how the time was spent on levels that are not solved.
    explain: bool,
}

/// What came of a level.
struct Solved {
    /// How the run ended, or why there was none.
    outcome: Result<Report, Refusal>,
    before_optimizing: Option<BeforeOptimizing>,
    /// How the time was spent, if that was asked and the level is not solved.
    account: Option<Account>,
}

impl Work for Solve {
    type Outcome = Solved;

    fn interrupt(&self) -> &Interrupt {
        &self.runner.interrupt
    }

    fn work(&self, level: &LevelOfFile<'_>) -> Solved {
        let mut solved = Solved { outcome: Err(Refusal::default()), before_optimizing: None, account: None };
        let playable = match level.source.playable() {
            Ok(playable) => playable,
            Err(refusal) => return Solved { outcome: Err(refusal), ..solved },
        };
        let mut report = if self.explain {
            let (report, account) = self.runner.play_accounted(playable, level.label());
            solved.account = report.solution.is_none().then_some(account);
            report
        } else {
            self.runner.play(playable, level.label())
        };
        solved.before_optimizing = self.optimize(playable, &mut report, level.label());
        Solved { outcome: Ok(report), ..solved }
    }
}

impl Solve {
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
}

/// What is printed.
struct Printed {
    player: &'static Descriptor,
    seed: u64,
    /// For people; programs get JSON.
    table: Option<Table>,
    explain: bool,
    tally: Tally,
    next_step: NextStep,
}

impl Output<Solved> for Printed {
    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        if let Some(table) = &mut self.table {
            table.file(terminal, name)?;
            terminal.flush()?;
        }
        Ok(())
    }

    fn level(
        &mut self,
        level: &LevelOfFile<'_>,
        solved: Solved,
        terminal: &mut Terminal,
    ) -> Result<Done, Failure> {
        let LevelOfFile { file, source, .. } = level;
        let Solved { outcome, before_optimizing, account } = solved;
        let (player, seed) = (self.player.id, self.seed);
        let (index, title) = (source.index, source.title());
        let result = LevelResult { file: &file.name, index, title, player, seed, outcome, before_optimizing };
        self.show(&result, account.as_ref().zip(source.playable().ok()), terminal)?;
        self.tally.add(&result);
        self.next_step.add(&result);
        let exit = match result.status() {
            Status::Solved => Exit::Done,
            Status::Invalid => Exit::BadInput,
            _ => Exit::Unsolved,
        };
        Ok(Done { exit, solution: kept(self.player, &result) })
    }

    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        if let Some(table) = &self.table {
            table.summary(terminal, self.player.id, &self.tally, self.next_step.command())?;
            terminal.flush()?;
        }
        Ok(())
    }
}

impl Printed {
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
