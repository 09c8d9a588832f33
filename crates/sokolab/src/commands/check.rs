//! `sokolab check`: every problem of every file, for people or for programs.

use std::{collections::HashMap, io::Write};

use serde::Serialize;
use soko_core::{Cell, LevelHash, identity};
use soko_formats::{Diagnostic, Severity};

use soko_solver::quantity::show_number;

use crate::{
    cli::check::CheckArgs,
    exit::{Exit, Failure},
    level_source::{LevelFile, LevelSource, SourceLevel, Unreadable},
    output::{
        diagnosis::{self, SourceLines},
        json,
    },
    terminal::{BAD, GOOD, Terminal},
};

/// Checks.
pub(super) fn run(args: &CheckArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let mut run = Run { json: args.json, ..Run::default() };
    for file in source.files() {
        match file {
            Ok(file) => run.file(&file, terminal)?,
            Err(unreadable) => run.unreadable(&unreadable, terminal)?,
        }
        terminal.flush()?;
    }
    run.summary(terminal)?;
    Ok(if run.errors > 0 { Exit::BadInput } else { Exit::Done })
}

#[derive(Default)]
struct Run {
    json: bool,
    files: usize,
    levels: usize,
    playable: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Where each family was first met.
    families: HashMap<LevelHash, String>,
}

impl Run {
    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        self.files += 1;
        let mut own: Vec<_> = file.problems().cloned().collect();
        own.sort_by_key(|d| (d.line, d.column));
        for problem in &own {
            self.count(problem.severity);
        }
        if self.json {
            return self.json_file(file, &own, terminal);
        }
        // What the eye meets in the file from top to bottom.
        let mut problems = own;
        for mut level in file.levels() {
            self.level(file, &mut level);
            problems.append(&mut level.problems);
        }
        if terminal.is_quiet() {
            problems.retain(|problem| problem.severity > Severity::Note);
        }
        if problems.is_empty() {
            return Ok(());
        }
        problems.sort_by_key(|d| (d.line, d.column));
        let mut lines = SourceLines::new(file);
        let paint = terminal.paint();
        for problem in &problems {
            diagnosis::write(terminal, paint, &file.name, problem, Some(&mut lines))?;
        }
        Ok(())
    }

    fn json_file(
        &mut self,
        file: &LevelFile,
        own: &[Diagnostic],
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        if !own.is_empty() {
            json::write_line(
                terminal,
                &FileLine {
                    file: &file.name,
                    format: Some(file.document.format.id()),
                    encoding: Some(file.document.encoding.name),
                    levels: file.document.collection.entries.len(),
                    problems: own.iter().map(ProblemLine::of).collect(),
                },
            )?;
        }
        for mut level in file.levels() {
            self.level(file, &mut level);
            json::write_line(terminal, &LevelLine::of(file, &level))?;
        }
        Ok(())
    }

    /// Counts a level and its problems, and adds a note if its like was met before.
    fn level(&mut self, file: &LevelFile, level: &mut SourceLevel<'_>) {
        self.levels += 1;
        if let Some(playable) = &level.level {
            self.playable += 1;
            let here = format!("{}#{}", file.name, level.index);
            if let Some(first) = self.families.get(&identity::family(playable)) {
                let (line, column) = level.entry.place.start();
                level.problems.push(Diagnostic {
                    severity: Severity::Note,
                    code: "duplicate",
                    level: Some(level.index),
                    title: level.entry.title.clone(),
                    line,
                    column,
                    message: format!("this is {first} again, perhaps turned, mirrored or with another start"),
                    remedy: "nothing to do if intended; otherwise keep one of them".to_owned(),
                });
            } else {
                self.families.insert(identity::family(playable), here);
            }
        }
        for problem in &level.problems {
            self.count(problem.severity);
        }
    }

    fn unreadable(&mut self, unreadable: &Unreadable, terminal: &mut Terminal) -> Result<(), Failure> {
        self.count(Severity::Error);
        if !self.json {
            terminal.unreadable(unreadable);
            return Ok(());
        }
        let problem = ProblemLine {
            severity: Severity::Error,
            code: unreadable.code,
            line: None,
            column: None,
            message: &unreadable.message,
            remedy: &unreadable.help,
        };
        let line = FileLine {
            file: &unreadable.file,
            format: None,
            encoding: None,
            levels: 0,
            problems: vec![problem],
        };
        Ok(json::write_line(terminal, &line)?)
    }

    const fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    fn summary(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        if self.json || terminal.is_quiet() {
            return Ok(());
        }
        let paint = terminal.paint();
        let style = if self.errors == 0 { GOOD } else { BAD };
        let playable = format!("{} of {} playable", self.playable, show_number(self.levels as u64, "level"));
        writeln!(
            terminal,
            "{}, in {}: {}, {}, {}",
            paint.with(style, playable),
            show_number(self.files as u64, "file"),
            show_number(self.errors as u64, "error"),
            show_number(self.warnings as u64, "warning"),
            show_number(self.notes as u64, "note"),
        )?;
        Ok(())
    }
}

/// One level for programs.
#[derive(Serialize)]
struct LevelLine<'a> {
    file: &'a str,
    index: usize,
    title: Option<&'a str>,
    author: Option<&'a str>,
    width: usize,
    height: usize,
    boxes: usize,
    goals: usize,
    valid: bool,
    already_solved: bool,
    exact: Option<String>,
    family: Option<String>,
    problems: Vec<ProblemLine<'a>>,
}

impl<'a> LevelLine<'a> {
    fn of(file: &'a LevelFile, source: &'a SourceLevel<'a>) -> Self {
        let (entry, level) = (source.entry, source.level.as_ref());
        Self {
            file: &file.name,
            index: source.index,
            title: entry.title.as_deref(),
            author: file.document.collection.credit(entry),
            width: entry.board.width(),
            height: entry.board.height(),
            boxes: entry.board.count(Cell::has_box),
            goals: entry.board.count(Cell::has_goal),
            valid: level.is_some(),
            already_solved: level.is_some_and(|level| level.is_solved(level.start())),
            exact: level.map(|level| identity::exact(level).to_string()),
            family: level.map(|level| identity::family(level).to_string()),
            problems: source.problems.iter().map(ProblemLine::of).collect(),
        }
    }
}

/// A file's own problems for programs.
#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    format: Option<&'a str>,
    encoding: Option<&'a str>,
    levels: usize,
    problems: Vec<ProblemLine<'a>>,
}

#[derive(Serialize)]
struct ProblemLine<'a> {
    severity: Severity,
    code: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
    remedy: &'a str,
}

impl<'a> ProblemLine<'a> {
    fn of(problem: &'a Diagnostic) -> Self {
        Self {
            severity: problem.severity,
            code: problem.code,
            line: Some(problem.line),
            column: Some(problem.column),
            message: &problem.message,
            remedy: &problem.remedy,
        }
    }
}
