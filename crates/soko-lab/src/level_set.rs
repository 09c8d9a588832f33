//! The levels of an experiment: our own, or a file of somebody else's collection on disk.
//!
//! Levels of others are not part of Sokolab. An experiment over them needs to be told where they lie, and says so in a
//! way that can be acted upon.

use std::{fs, io, path::Path};

use soko_core::{Level, check};
use soko_formats::{ReadOptions, read};

/// A level and what to call it.
#[derive(Clone, Debug)]
pub struct NamedLevel {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its title, or the file's name if it has none.
    pub name: String,
    /// The level.
    pub level: Level,
    /// The fewest pushes it can be solved with, if the file says so; our own files have proofs.
    pub optimum: Option<u32>,
}

/// Why an experiment cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// It needs levels of others and nobody said where they are.
    #[error("the experiment '{0}' needs level files that are not part of Sokolab")]
    NoLevels(&'static str),
    /// The level folder has not what is needed.
    #[error("cannot read {file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system or the reader says.
        reason: String,
    },
    /// A file could not be written.
    #[error("cannot write {file}: {source}")]
    Unwritable {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// Stopped by hand.
    #[error("stopped; no table was written")]
    Stopped,
}

impl LabError {
    /// What would help.
    pub const fn remedy(&self) -> Option<&'static str> {
        match self {
            Self::NoLevels(_) | Self::Unreadable { .. } => {
                Some("name the folder that holds the level collections: --levels PATH/TO/shared/levels")
            }
            Self::Unwritable { .. } => Some("name a folder that can be written to with --output"),
            Self::Stopped => None,
        }
    }
}

/// The levels of one built-in collection; none if there is no such collection.
pub fn builtin_levels(id: &str) -> Vec<NamedLevel> {
    soko_levels::find(id).map_or_else(Vec::new, |builtin| named(builtin.text.as_bytes(), id))
}

/// The playable levels of a file below the level folder.
///
/// # Errors
/// The file is not there, or holds no level.
pub fn shared_levels(folder: &Path, file: &str) -> Result<Vec<NamedLevel>, LabError> {
    let path = folder.join(file);
    let unreadable = |reason: String| LabError::Unreadable { file: path.display().to_string(), reason };
    let bytes = fs::read(&path).map_err(|error| unreadable(error.to_string()))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let levels = named(&bytes, &name);
    if levels.is_empty() {
        return Err(unreadable("it holds no playable level".to_owned()));
    }
    Ok(levels)
}

/// Files directly in a folder below the level folder, sorted, as paths from the level folder.
///
/// # Errors
/// The folder cannot be listed.
pub(crate) fn files_below(folder: &Path, below: &str) -> Result<Vec<String>, LabError> {
    let path = folder.join(below);
    let unreadable = |error: io::Error| LabError::Unreadable {
        file: path.display().to_string(),
        reason: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(&path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.path().is_file() {
            files.push(format!("{below}/{}", entry.file_name().to_string_lossy()));
        }
    }
    files.sort();
    Ok(files)
}

fn named(bytes: &[u8], file: &str) -> Vec<NamedLevel> {
    let options = ReadOptions { name: Some(file.to_owned()), ..ReadOptions::default() };
    let entries = read(bytes, &options).collection.entries;
    let level = |(i, entry): (usize, &soko_formats::Entry)| {
        let name = entry.title.clone().unwrap_or_else(|| file.to_owned());
        let optimum = entry.property("Optimal-Pushes").and_then(|pushes| pushes.parse().ok());
        check(&entry.board).level.map(|level| NamedLevel { number: i + 1, name, level, optimum })
    };
    entries.iter().enumerate().filter_map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_levels_come_with_their_optimum() {
        let levels = builtin_levels("tutorial");
        assert!(levels.len() > 10);
        assert!(levels.iter().all(|level| level.optimum.is_some()));
        assert!(builtin_levels("nowhere").is_empty());
    }

    #[test]
    fn a_missing_or_empty_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = shared_levels(folder.path(), "none.slc").unwrap_err();
        assert!(missing.to_string().contains("none.slc"), "{missing}");
        assert!(missing.remedy().is_some_and(|help| help.contains("--levels")));
        fs::write(folder.path().join("prose.txt"), "no level here\n").unwrap();
        let empty = shared_levels(folder.path(), "prose.txt").unwrap_err();
        assert!(empty.to_string().ends_with("it holds no playable level"), "{empty}");
    }

    #[test]
    fn files_are_listed_in_order() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("x")).unwrap();
        for name in ["b.txt", "a.txt"] {
            fs::write(folder.path().join("x").join(name), "").unwrap();
        }
        assert_eq!(files_below(folder.path(), "x").unwrap(), ["x/a.txt", "x/b.txt"]);
        assert!(files_below(folder.path(), "y").is_err());
    }
}
