//! Small levels from a directory of level files.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use soko_core::{Level, check, identity};
use soko_formats::{Document, ReadOptions, read};

use crate::oracle;

/// Every file below the directory that holds levels, in the order of the names.
pub(crate) fn documents(root: &Path) -> impl Iterator<Item = (String, Document)> {
    let mut files = Vec::new();
    list(root, &mut files);
    files.sort();
    let root = root.to_owned();
    files.into_iter().filter_map(move |path| {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let bytes = fs::read(&path).ok()?;
        let document = read(&bytes, &ReadOptions { name: Some(name.clone()), ..ReadOptions::default() });
        (!document.collection.entries.is_empty()).then_some((name, document))
    })
}

fn list(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            // Thousands of levels of one kind, all of them large.
            if path.file_name().is_none_or(|name| name != "boxoban") {
                list(&path, files);
            }
        } else {
            files.push(path);
        }
    }
}

/// The levels whose oracle needs at most so many bits, each once up to symmetry.
pub(crate) fn small(root: &Path, bits: usize) -> Vec<(String, Level)> {
    let mut seen = BTreeSet::new();
    let mut levels = Vec::new();
    for (name, document) in documents(root) {
        for (i, entry) in document.collection.entries.iter().enumerate() {
            let level = check(&entry.board).level.filter(|level| oracle::size(level) <= bits);
            if let Some(level) = level.filter(|level| seen.insert(identity::family(level))) {
                levels.push((format!("{name}#{}", i + 1), level));
            }
        }
    }
    levels
}
