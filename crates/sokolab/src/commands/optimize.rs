//! `sokolab optimize`: makes the solutions of levels shorter.

mod output;

use soko_core::{Level, Solution, Verified};
use soko_solver::metric::Cost;

use super::{
    level_pass::{Done, LevelOfFile, LevelPass, Output as PassOutput, Work},
    show::moves::{Moves, MovesSource},
};
use crate::{
    cli::optimize::OptimizeArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::{LevelSource, SourceLevel},
    optimization::Optimization,
    solution_file::SolutionFile,
    terminal::Terminal,
};
use output::{Output, Reason, Row};

/// Optimises.
pub(super) fn run(args: &OptimizeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let solutions = args.output.as_deref().map(SolutionFile::new).transpose()?;
    let moves = MovesSource::new(args.solution.as_deref(), None)?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let jobs = args.jobs.jobs();
    let limits = args.limits.limits(jobs);
    let progress = !terminal.is_quiet() && jobs.get() == 1;
    let optimization = Optimization { metric: args.metric, limits, seed: args.seed, progress };
    let output = Printed { output: Output::new(terminal, args.json, args.show_solution), optimization };
    let work = Optimize { optimization, moves, interrupt: Interrupt::new() };
    LevelPass::new(output, solutions).run(&work, source, jobs, terminal)
}

/// What is done with each level.
struct Optimize {
    optimization: Optimization,
    moves: MovesSource,
    interrupt: Interrupt,
}

impl Work for Optimize {
    type Outcome = output::Outcome;

    fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    fn work(&self, level: &LevelOfFile<'_>) -> output::Outcome {
        let playable = level.source.playable().map_err(|refusal| Reason::Invalid(refusal.to_string()))?;
        match self.solution(playable, &level.source) {
            Ok(Some(found)) => {
                let control = self.interrupt.control();
                let done = self.optimization.shorten(playable, found.clone(), level.label(), control);
                Ok((found, done))
            }
            Ok(None) => Err(Reason::Unsolved("no solution is saved with this level".to_owned())),
            Err(reason) => Err(Reason::Unsolved(reason)),
        }
    }
}

/// What is printed.
struct Printed {
    output: Output,
    optimization: Optimization,
}

impl PassOutput<output::Outcome> for Printed {
    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        Ok(self.output.file(terminal, name)?)
    }

    fn level(
        &mut self,
        level: &LevelOfFile<'_>,
        outcome: output::Outcome,
        terminal: &mut Terminal,
    ) -> Result<Done, Failure> {
        let LevelOfFile { file, source, .. } = level;
        let row = Row {
            file: &file.name,
            index: source.index,
            title: source.title(),
            metric: self.optimization.metric,
            seed: self.optimization.seed,
            outcome,
        };
        self.output.row(terminal, &row)?;
        Ok(Done { exit: row.exit(), solution: row.kept() })
    }

    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        Ok(self.output.summary(terminal)?)
    }
}

impl Optimize {
    /// The solution to begin with: of those saved the best in the metric that counts.
    fn solution(
        &self,
        level: &Level,
        source: &SourceLevel<'_>,
    ) -> Result<Option<Verified<Solution>>, String> {
        if self.moves.is_saved() {
            let value = |solution: &&Verified<Solution>| -> Cost {
                self.optimization.metric.cost(solution.metrics().moves, solution.metrics().pushes)
            };
            return Ok(source.entry.solutions().min_by_key(value).cloned());
        }
        let moves = self.moves.find(level, source, true).map_err(|failure| match failure {
            Failure::Message { message, .. } => message,
            Failure::Output(error) => error.to_string(),
        })?;
        match moves.as_ref().and_then(Moves::solution) {
            Some(solution) => Ok(Some(solution.clone())),
            None => Err("the moves do not solve this level".to_owned()),
        }
    }
}
