//! What a reader has to say about a file.
//!
//! Every diagnostic names a place, says what is wrong and what would be right. The list is bounded: a
//! million bad lines make a bounded list that ends with their number.

use std::fmt;

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something was guessed, repaired or left out.
    Warning,
    /// A level cannot be played, or part of the file could not be read.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for the kind of finding, such as `no-player`.
    pub code: &'static str,
    /// Which level it is about, from 1.
    pub level: Option<usize>,
    /// That level's title.
    pub title: Option<String>,
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub remedy: String,
}

/// `line:column: severity[code]: level N "title": message; remedy`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { severity, code, line, column, message, remedy, .. } = self;
        write!(f, "{line}:{column}: {severity}[{code}]: ")?;
        if let Some(level) = self.level {
            write!(f, "level {level}")?;
            if let Some(title) = &self.title {
                write!(f, " \"{title}\"")?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{message}; {remedy}")
    }
}
