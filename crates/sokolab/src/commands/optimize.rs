//! `sokolab optimize`: makes the solutions of levels shorter.

mod output;

use soko_core::{Level, Solution, Verified};
use soko_solver::metric::Cost;

use super::{
    level_pass::{Done, LevelOfFile, LevelPass, LevelTask},
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
use output::{Output, Row};

/// Optimises.
pub(super) fn run(args: &OptimizeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let solutions = args.output.as_deref().map(SolutionFile::new).transpose()?;
    let moves = MovesSource::new(args.solution.as_deref(), None)?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let optimization = Optimization::new(args.metric, args.limits.limits(), args.seed, terminal);
    let output = Output::new(terminal, args.json, args.show_solution);
    let task = Optimize { optimization, moves, interrupt: Interrupt::new(), output };
    LevelPass::new(task, solutions).run(source, terminal)
}

/// What is done with each level.
struct Optimize {
    optimization: Optimization,
    moves: MovesSource,
    interrupt: Interrupt,
    output: Output,
}

impl LevelTask for Optimize {
    fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        Ok(self.output.file(terminal, name)?)
    }

    fn level(&mut self, level: &LevelOfFile<'_>, terminal: &mut Terminal) -> Result<Done, Failure> {
        let row = self.row(level);
        self.output.row(terminal, &row)?;
        Ok(Done { exit: row.exit(), solution: row.kept() })
    }

    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        Ok(self.output.summary(terminal)?)
    }
}

impl Optimize {
    fn row<'b>(&self, level: &'b LevelOfFile<'_>) -> Row<'b> {
        let LevelOfFile { file, source, .. } = level;
        let mut row = Row {
            file: &file.name,
            index: source.index,
            title: source.entry.title.as_deref(),
            metric: self.optimization.metric,
            seed: self.optimization.seed,
            outcome: Err(output::Reason::Unsolved("no solution is saved with this level".to_owned())),
        };
        let playable = match source.playable() {
            Ok(playable) => playable,
            Err(refusal) => {
                row.outcome = Err(output::Reason::Invalid(refusal.to_string()));
                return row;
            }
        };
        match self.solution(playable, source) {
            Ok(Some(found)) => {
                let control = self.interrupt.control();
                let done = self.optimization.shorten(playable, found.clone(), level.label(), control);
                row.outcome = Ok((found, done));
            }
            Ok(None) => {}
            Err(reason) => row.outcome = Err(output::Reason::Unsolved(reason)),
        }
        row
    }

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
