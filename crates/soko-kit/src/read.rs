//! Levels from texts and files.

use std::{
    fs, io,
    ops::Index,
    path::{Path, PathBuf},
};

use soko_core::{Level, Solution, Verified};
use soko_formats::{Diagnostic, ReadOptions, Severity, check};

/// A level with its name.
#[derive(Clone, Debug)]
pub struct NamedLevel {
    /// Its place in the file, from 1; levels that cannot be played have one, too.
    pub number: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The level.
    pub level: Level,
    /// Solutions that are saved with it; they were replayed.
    pub solutions: Vec<Verified<Solution>>,
}

/// The levels of a file that can be played, in its order, and everything that is wrong with the others.
#[derive(Clone, Debug)]
pub struct Levels {
    levels: Vec<NamedLevel>,
    problems: Vec<Diagnostic>,
}

impl Levels {
    /// How many can be played.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Is there none? Reading never gives such.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// One after another.
    pub fn iter(&self) -> std::slice::Iter<'_, NamedLevel> {
        self.levels.iter()
    }

    /// Everything there is to say about the file and its levels, each with line, column and remedy.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }
}

/// By place among those that can be played, from 0.
impl Index<usize> for Levels {
    type Output = NamedLevel;

    fn index(&self, index: usize) -> &NamedLevel {
        &self.levels[index]
    }
}

impl<'a> IntoIterator for &'a Levels {
    type Item = &'a NamedLevel;
    type IntoIter = std::slice::Iter<'a, NamedLevel>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Levels {
    type Item = NamedLevel;
    type IntoIter = std::vec::IntoIter<NamedLevel>;

    fn into_iter(self) -> Self::IntoIter {
        self.levels.into_iter()
    }
}

/// Why there are no levels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No level of it can be played; this is the first reason.
    #[error("line {}, column {}: {} ({})", .0.line, .0.column, .0.message, .0.remedy)]
    Problem(Box<Diagnostic>),
    /// There is nothing in it.
    #[error("it holds no level")]
    Empty,
    /// No collection of that name comes with Sokolab.
    #[error("no built-in collection is called '{name}'; there are: {known}")]
    UnknownCollection {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
}

/// Reads the levels of a file: XSB, SOK, SLC and all other formats that Sokolab knows, in any encoding.
///
/// ```no_run
/// let levels = soko_kit::read_file("levels.xsb")?;
/// for named in &levels {
///     println!("{} {}: {} boxes", named.number, named.title.as_deref().unwrap_or(""), named.level.boxes());
/// }
/// # Ok::<(), soko_kit::ReadError>(())
/// ```
///
/// # Errors
/// The file cannot be read, or none of its levels can be played. As long as one can, problems of the others are in
/// [`Levels::problems`].
pub fn read_file(path: impl AsRef<Path>) -> Result<Levels, ReadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|source| ReadError::File { path: path.to_owned(), source })?;
    read(&bytes, Some(path.display().to_string()))
}

/// Reads the levels of a text.
///
/// ```
/// let levels = soko_kit::read_str("####\n#@ #\n####\n\n#####\n#@$.#\n#####\nTitle: One push\n")?;
/// assert_eq!((levels.len(), levels[0].number, levels[0].title.as_deref()), (1, 2, Some("One push")));
/// assert!(levels.problems().iter().any(|problem| problem.line == 1));
/// # Ok::<(), soko_kit::ReadError>(())
/// ```
///
/// # Errors
/// None of its levels can be played.
pub fn read_str(text: &str) -> Result<Levels, ReadError> {
    read(text.as_bytes(), None)
}

/// Reads the levels of a file's bytes.
///
/// # Errors
/// None of its levels can be played.
pub fn read_bytes(bytes: &[u8]) -> Result<Levels, ReadError> {
    read(bytes, None)
}

/// A collection of ours, such as `tutorial` or `workshop`.
///
/// ```
/// assert_eq!(soko_kit::builtin("tutorial")?.len(), 16);
/// # Ok::<(), soko_kit::ReadError>(())
/// ```
///
/// # Errors
/// There is none of that name.
pub fn builtin(name: &str) -> Result<Levels, ReadError> {
    let collection = soko_levels::find(name).ok_or_else(|| {
        let known: Vec<_> = soko_levels::BUILTINS.iter().map(|builtin| builtin.id).collect();
        ReadError::UnknownCollection { name: name.to_owned(), known: known.join(", ") }
    })?;
    read_str(collection.text)
}

fn read(bytes: &[u8], name: Option<String>) -> Result<Levels, ReadError> {
    let document = soko_formats::read(bytes, &ReadOptions { name, ..ReadOptions::default() });
    let checked = check(&document);
    let mut problems = document.diagnostics;
    let mut levels = Vec::new();
    for (entry, checked) in document.collection.entries.iter().zip(checked) {
        problems.extend(checked.diagnostics);
        if let Some(level) = checked.level {
            let solutions = entry.solutions().cloned().collect();
            levels.push(NamedLevel { number: checked.index, title: entry.title.clone(), level, solutions });
        }
    }
    problems.sort_by_key(|problem| (problem.line, problem.column));
    if levels.is_empty() {
        let first = problems.into_iter().find(|problem| problem.severity == Severity::Error);
        return Err(first.map_or(ReadError::Empty, |problem| ReadError::Problem(Box::new(problem))));
    }
    Ok(Levels { levels, problems })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_level_never_loses_the_others() {
        let levels = read_str("#####\n#@$ #\n#####\n\n#####\n#@$.#\n#####\n").unwrap();
        let numbers: Vec<_> = levels.iter().map(|named| named.number).collect();
        assert_eq!(numbers, [2]);
        assert!(levels.problems().iter().any(|problem| problem.level == Some(1)));
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let error = read_str("#####\n#@$ #\n#####\n").unwrap_err().to_string();
        assert_eq!(error, "line 1, column 1: the level has no goal (mark at least one goal '.')");
        assert!(matches!(read_bytes(b""), Err(ReadError::Empty | ReadError::Problem(_))));
        let missing = read_file("no/such/file.xsb").unwrap_err();
        assert!(missing.to_string().starts_with("no/such/file.xsb: "), "{missing}");
        assert!(std::error::Error::source(&missing).is_some());
        assert!(builtin("nothing").unwrap_err().to_string().contains("tutorial"));
    }

    #[test]
    fn saved_solutions_come_along() {
        let tutorial = builtin("tutorial").unwrap();
        assert!(tutorial.iter().all(|named| !named.solutions.is_empty() && named.title.is_some()));
    }
}
