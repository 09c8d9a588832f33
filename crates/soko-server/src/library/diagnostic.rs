//! What is wrong or odd about a level file, with the line it is about.

use schemars::JsonSchema;
use serde::Serialize;
use soko_formats::Diagnostic;

/// One thing that is wrong or odd.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProblemInfo {
    /// `note`, `warning` or `error`.
    severity: String,
    /// A stable name of its kind.
    code: &'static str,
    /// Line in the file, from 1.
    line: usize,
    /// Column in the line, from 1.
    column: usize,
    /// The level it is about, from 1.
    level: Option<usize>,
    /// What is wrong.
    message: String,
    /// What would be right.
    remedy: String,
}

impl ProblemInfo {
    pub(crate) fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity.to_string(),
            code: diagnostic.code,
            line: diagnostic.line,
            column: diagnostic.column,
            level: diagnostic.level,
            message: diagnostic.message.clone(),
            remedy: diagnostic.remedy.clone(),
        }
    }
}

/// Something wrong, with the line it stands in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Quoted {
    #[serde(flatten)]
    problem: ProblemInfo,
    /// The line, or what is near the column if it is long.
    quote: String,
    /// Below which character of `quote` a caret goes, from 0.
    caret: usize,
}

/// Diagnostics of a file with the lines they are about.
pub(crate) fn quoted<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, bytes: &[u8]) -> Vec<Quoted> {
    let text = soko_formats::text(bytes).unwrap_or_default();
    let lines = lines(&text);
    diagnostics.into_iter().map(|diagnostic| quote(diagnostic, &lines)).collect()
}

/// Lines as the reader counts them: they end with LF, CRLF or CR.
fn lines(text: &str) -> Vec<&str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect()
}

/// Characters quoted on each side of a column.
const AROUND: usize = 48;

fn quote(diagnostic: &Diagnostic, lines: &[&str]) -> Quoted {
    let line = diagnostic.line.checked_sub(1).and_then(|line| lines.get(line)).copied().unwrap_or_default();
    let column = diagnostic.column.saturating_sub(1);
    let first = column.saturating_sub(AROUND);
    let shown = line.chars().skip(first).take(2 * AROUND).map(|c| if c.is_control() { ' ' } else { c });
    let quote: String =
        if first > 0 { std::iter::once('…').chain(shown).collect() } else { shown.collect() };
    Quoted { problem: ProblemInfo::of(diagnostic), quote, caret: column - first + usize::from(first > 0) }
}
