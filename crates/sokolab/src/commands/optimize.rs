//! `sokolab optimize`: solutions one after another, each made shorter and out as soon as it is done.

mod output;

use soko_core::{Level, Solution, Verified};
use soko_solver::metric::Cost;
use soko_solver::{Limits, quantity::show_number};

use super::show::moves::{Moves, MovesSource};
use crate::{
    cli::optimize::OptimizeArgs,
    exit::{Exit, Failure},
    interrupt::Interrupt,
    keep::Keep,
    level_source::{LevelFile, LevelSource, SourceLevel},
    machine,
    output::progress,
    polish::Polish,
    terminal::Terminal,
};
use output::{Output, Row};

/// Optimises.
pub(super) fn run(args: &OptimizeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let keep = args.output.as_deref().map(Keep::new).transpose()?;
    let moves = MovesSource::new(args.solution.as_deref(), None)?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let polish = Polish {
        metric: args.metric,
        limits: Limits {
            time_ms: args.time_limit.milliseconds(),
            memory: args.memory_limit.map_or_else(|| Some(machine::memory_default()), |limit| limit.0),
            nodes: args.node_limit,
        },
        seed: args.seed,
        progress: !terminal.is_quiet(),
    };
    let output = Output::new(terminal, args.json, args.show_solution);
    let mut run =
        Run { polish, moves, interrupt: Interrupt::new(), output, keep, untried: 0, exit: Exit::Done };
    for file in source.files() {
        if let Some(file) = terminal.opened(file, &mut run.exit) {
            run.file(&file, terminal)?;
        }
        if run.interrupt.requested() {
            break;
        }
    }
    run.end(terminal)
}

/// A run over all levels.
struct Run {
    polish: Polish,
    moves: MovesSource,
    interrupt: Interrupt,
    output: Output,
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
        self.output.file(terminal, &file.name)?;
        for (at, level) in file.levels().enumerate() {
            if self.interrupt.requested() {
                self.untried = file.len() - at;
                break;
            }
            let row = self.level(file, at, &level);
            self.output.row(terminal, &row)?;
            self.exit = self.exit.max(row.exit());
            if let Some(keep) = &mut self.keep {
                keep.add(file, level.entry, row.kept());
                keep.save_if_due()?;
            }
        }
        Ok(())
    }

    fn level<'b>(&self, file: &'b LevelFile, at: usize, source: &SourceLevel<'b>) -> Row<'b> {
        let mut row = Row {
            file: &file.name,
            index: source.index,
            title: source.entry.title.as_deref(),
            metric: self.polish.metric,
            seed: self.polish.seed,
            outcome: Err(output::Reason::Unsolved("no solution is saved with this level".to_owned())),
        };
        let level = match source.playable() {
            Ok(level) => level,
            Err(refusal) => {
                row.outcome = Err(output::Reason::Invalid(refusal.to_string()));
                return row;
            }
        };
        match self.solution(level, source) {
            Ok(Some(found)) => {
                let label = progress::label(at + 1, file.len(), row.title);
                let done = self.polish.solution(level, found.clone(), label, self.interrupt.control());
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
                self.polish.metric.cost(solution.metrics().moves, solution.metrics().pushes)
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

    fn end(self, terminal: &mut Terminal) -> Result<Exit, Failure> {
        self.output.summary(terminal)?;
        if self.untried > 0 {
            let untried = show_number(self.untried as u64, "level");
            terminal.note(format!("interrupted: {untried} of this file not tried"));
        }
        if let Some(keep) = self.keep {
            keep.write(terminal)?;
        }
        Ok(if self.interrupt.requested() { Exit::Interrupted } else { self.exit })
    }
}
