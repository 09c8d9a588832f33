//! The way of `solve` and `optimize` through all levels: one after another, each result out as soon as it is known. The
//! first Ctrl-C ends it after the level at hand.

use soko_core::{Solution, Verified};
use soko_solver::quantity::show_number;

use crate::{
    exit::{Exit, Failure},
    interrupt::Interrupt,
    level_source::{LevelFile, LevelSource, SourceLevel},
    output::progress,
    solution_file::SolutionFile,
    terminal::Terminal,
};

/// What is done with each level.
pub(super) trait LevelTask {
    /// What tells that Ctrl-C has been pressed.
    fn interrupt(&self) -> &Interrupt;

    /// Prints what stands before the levels of a file.
    fn begin_file(&mut self, name: &str, terminal: &mut Terminal) -> Result<(), Failure>;

    /// Works on a level, and prints what came of it.
    fn level(&mut self, level: &LevelOfFile<'_>, terminal: &mut Terminal) -> Result<Done, Failure>;

    /// Prints what stands after the last level.
    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure>;
}

/// A level and where it stands.
pub(super) struct LevelOfFile<'a> {
    pub(super) file: &'a LevelFile,
    /// How many levels of the file come before it.
    before: usize,
    pub(super) source: SourceLevel<'a>,
}

impl LevelOfFile<'_> {
    /// Its name while it is worked on.
    pub(super) fn label(&self) -> String {
        progress::label(self.before + 1, self.file.len(), self.source.title())
    }
}

/// What came of a level.
pub(super) struct Done {
    pub(super) exit: Exit,
    /// A new solution to save, with lines about it.
    pub(super) solution: Option<(Verified<Solution>, Vec<String>)>,
}

/// A pass over all levels.
pub(super) struct LevelPass<T> {
    task: T,
    /// Where solutions are saved.
    output: Option<SolutionFile>,
    /// Levels of the last file that an interrupt left out.
    untried: usize,
    exit: Exit,
}

impl<T: LevelTask> LevelPass<T> {
    pub(super) const fn new(task: T, output: Option<SolutionFile>) -> Self {
        Self { task, output, untried: 0, exit: Exit::Done }
    }

    /// Goes through all levels.
    pub(super) fn run(mut self, source: LevelSource, terminal: &mut Terminal) -> Result<Exit, Failure> {
        for file in source.files() {
            if let Some(file) = terminal.opened(file, &mut self.exit) {
                self.file(&file, terminal)?;
            }
            if self.task.interrupt().requested() {
                break;
            }
        }
        self.task.summary(terminal)?;
        if self.untried > 0 {
            let untried = show_number(self.untried as u64, "level");
            terminal.note(format!("interrupted: {untried} of this file not tried"));
        }
        if let Some(output) = self.output {
            output.write(terminal)?;
        }
        Ok(if self.task.interrupt().requested() { Exit::Interrupted } else { self.exit })
    }

    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
            return Ok(());
        }
        if let Some(output) = &mut self.output {
            output.file(file);
        }
        self.task.begin_file(&file.name, terminal)?;
        for (before, source) in file.levels().enumerate() {
            if self.task.interrupt().requested() {
                self.untried = file.len() - before;
                break;
            }
            let level = LevelOfFile { file, before, source };
            let done = self.task.level(&level, terminal)?;
            self.exit = self.exit.max(done.exit);
            if let Some(output) = &mut self.output {
                output.add(file, level.source.entry, done.solution);
                output.save_if_due()?;
            }
        }
        Ok(())
    }
}
