//! From boards to levels: every problem of every board, pointed at in the file.

use soko_core::{Level, Problem, ProblemKind};

use crate::{Diagnostic, Document, Entry, Severity};

/// One entry after [`check`].
#[derive(Clone, Debug)]
pub struct CheckedLevel {
    /// Position in the collection, from 1.
    pub index: usize,
    /// The level, unless a diagnostic is an error.
    pub level: Option<Level>,
    /// Every problem of this board, with its place in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks every board of a document, in order.
pub fn check(document: &Document) -> Vec<CheckedLevel> {
    document.collection.entries.iter().enumerate().map(|(i, entry)| check_entry(i + 1, entry)).collect()
}

fn check_entry(index: usize, entry: &Entry) -> CheckedLevel {
    let soko_core::Check { level, problems } = soko_core::check(&entry.board);
    let diagnostics = problems.iter().map(|problem| diagnose(index, entry, problem)).collect();
    CheckedLevel { index, level, diagnostics }
}

fn diagnose(index: usize, entry: &Entry, problem: &Problem) -> Diagnostic {
    let (line, column) = problem.at.map_or_else(|| entry.place.start(), |(x, y)| entry.place.of(x, y));
    Diagnostic {
        severity: match problem.kind.severity() {
            soko_core::Severity::Error => Severity::Error,
            soko_core::Severity::Note => Severity::Note,
        },
        code: code(&problem.kind),
        level: Some(index),
        title: entry.title.clone(),
        line,
        column,
        message: problem.kind.to_string(),
        remedy: problem.kind.remedy().to_owned(),
    }
}

const fn code(kind: &ProblemKind) -> &'static str {
    match kind {
        ProblemKind::NoPlayer => "no-player",
        ProblemKind::ExtraPlayer => "extra-player",
        ProblemKind::NoBox => "no-box",
        ProblemKind::NoGoal => "no-goal",
        ProblemKind::NoReachableBox => "no-reachable-box",
        ProblemKind::NoReachableGoal => "no-reachable-goal",
        ProblemKind::UnreachableBox => "unreachable-box",
        ProblemKind::UnreachableGoal => "unreachable-goal",
        ProblemKind::TooLarge { .. } => "too-large",
        ProblemKind::OpenBorder => "open-border",
        ProblemKind::SurplusBoxes { .. } => "surplus-boxes",
        ProblemKind::SurplusGoals { .. } => "surplus-goals",
        ProblemKind::Decoration { .. } => "decoration",
        ProblemKind::AlreadySolved => "already-solved",
        _ => "board",
    }
}
