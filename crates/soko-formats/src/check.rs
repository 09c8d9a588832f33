//! From boards to levels: every problem of every board, pointed at in the file.

use soko_core::{Level, Problem, ProblemKind};

use crate::{Diagnostic, Document, Entry, Severity, draft::shortened};

/// One entry after [`check`].
#[derive(Clone, Debug)]
pub struct CheckedLevel {
    /// Position in the collection, from 1.
    pub index: usize,
    /// The level, unless something is wrong with it.
    pub level: Option<Level>,
    /// Every problem of this board, with its place in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks every board of a document, in order. A level that the reader reported an error about is not what its
/// author drew, so it is no level even if the rest of it could be played.
///
/// ```
/// use soko_formats::{ReadOptions, check, read};
///
/// let document = read(b"######\n#@$.@#\n######\n", &ReadOptions::default());
/// let checked = check(&document);
/// let problem = &checked[0].diagnostics[0];
/// assert_eq!((problem.code, problem.line, problem.column), ("extra-player", 2, 5));
/// assert!(checked[0].level.is_none());
/// ```
pub fn check(document: &Document) -> Vec<CheckedLevel> {
    let mut checked: Vec<_> =
        (1..).zip(&document.collection.entries).map(|(index, entry)| check_entry(index, entry)).collect();
    for diagnostic in document.diagnostics.iter().filter(|d| d.severity == Severity::Error) {
        if let Some(level) = diagnostic.level.and_then(|level| checked.get_mut(level - 1)) {
            level.level = None;
        }
    }
    checked
}

/// Checks one board; `index` is its position in the collection, from 1.
pub fn check_entry(index: usize, entry: &Entry) -> CheckedLevel {
    let soko_core::Check { level, problems } = soko_core::check(&entry.board);
    let diagnostics = problems.iter().map(|problem| diagnose(index, entry, problem)).collect();
    CheckedLevel { index, level, diagnostics }
}

/// Everything there is to say about a file, from reading it and from checking its boards, in file order.
pub fn report(document: &Document) -> Vec<Diagnostic> {
    let checked = document
        .collection
        .entries
        .iter()
        .zip(1..)
        .flat_map(|(entry, index)| check_entry(index, entry).diagnostics);
    let mut all: Vec<_> = document.diagnostics.iter().cloned().chain(checked).collect();
    all.sort_by_key(|d| (d.line, d.column));
    all
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
        title: entry.title.as_deref().map(shortened),
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
