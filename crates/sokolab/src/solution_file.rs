//! The file that levels are saved to together with their solutions. It is written now and then, not only at the end: even a run that is
//! killed leaves what it had found.

use std::{path::Path, time::Instant};

use soko_core::{Solution, Verified};
use soko_formats::{Entry, Format, GameKind, SavedGame, WriteOptions};
use soko_solver::quantity::show_number;

use crate::{
    destination::{Destination, format_of},
    exit::Failure,
    level_source::LevelFile,
    merged_collection::MergedCollection,
    terminal::Terminal,
};

/// Levels with their solutions on the way to a file.
pub(crate) struct SolutionFile {
    destination: Destination,
    format: Format,
    levels: MergedCollection,
    solutions: usize,
    next_save: Instant,
}

/// A save that took so long is repeated after this many times as long: saving costs a tenth at most.
const REST_AFTER_SAVE: u32 = 10;

impl SolutionFile {
    /// A file at this path.
    ///
    /// # Errors
    /// Its format has no room for solutions, or it cannot be written.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let format = format_of(path).filter(|format| matches!(format, Format::Sok | Format::Json));
        let format = format.ok_or_else(|| {
            let message = format!("{}: only .sok and .json files keep solutions", path.display());
            Failure::with_help(message, "name the file something.sok")
        })?;
        Ok(Self {
            destination: Destination::new(path)?,
            format,
            levels: MergedCollection::default(),
            solutions: 0,
            next_save: Instant::now(),
        })
    }

    /// A file begins.
    pub(crate) fn file(&mut self, file: &LevelFile) {
        self.levels.file(file);
    }

    /// Adds a level, with its new solution in front of those it came with, and lines about that solution.
    pub(crate) fn add(
        &mut self,
        file: &LevelFile,
        entry: &Entry,
        new: Option<(Verified<Solution>, Vec<String>)>,
    ) {
        let mut entry = entry.clone();
        if let Some((solution, notes)) = new {
            self.solutions += 1;
            entry.games.insert(
                0,
                SavedGame {
                    title: Some(format!("Solution {}", solution.metrics())),
                    moves: solution.lurd(),
                    directions: solution.steps().iter().map(|step| step.direction).collect(),
                    notes,
                    kind: GameKind::Solution(solution),
                },
            );
        }
        self.levels.entry(file, &entry);
    }

    /// Writes the file if the last time is long enough ago.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save_if_due(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        if start < self.next_save || !self.destination.is_replaced() {
            return Ok(());
        }
        self.save()?;
        self.next_save = Instant::now() + start.elapsed() * REST_AFTER_SAVE;
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        let text = soko_formats::write(self.levels.collection(), self.format, &WriteOptions::default())
            .map_err(Failure::input)?;
        self.destination.write(text.as_bytes())
    }

    /// Writes the file and says so.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.save()?;
        let levels = show_number(self.levels.collection().entries.len() as u64, "level");
        let solutions = show_number(self.solutions as u64, "new solution");
        terminal.note(format!("wrote {levels} with {solutions} to {}", self.destination.path().display()));
        Ok(())
    }
}
