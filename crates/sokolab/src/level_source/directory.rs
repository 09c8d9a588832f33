//! The files of a directory and everything below it, in a fixed order.
//!
//! Hidden names are passed over, and links to directories are not followed, so the walk ends. Devices, pipes
//! and sockets are no level files.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Files sorted by path; a directory that cannot be listed is an item with its error.
pub(super) fn list(root: &Path) -> Vec<Result<PathBuf, (PathBuf, io::Error)>> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                found.push(Err((directory, error)));
                continue;
            }
        };
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    found.push(Err((directory.clone(), error)));
                    continue;
                }
            };
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                // A link counts if it leads to a file.
                Ok(kind) if kind.is_file() || kind.is_symlink() && path.is_file() => found.push(Ok(path)),
                Ok(_) => {}
                Err(error) => found.push(Err((path, error))),
            }
        }
    }
    found.sort_by(|a, b| path(a).cmp(path(b)));
    found
}

fn path(item: &Result<PathBuf, (PathBuf, io::Error)>) -> &Path {
    match item {
        Ok(path) | Err((path, _)) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_sorted_hidden_ones_do_not_come_and_loops_end() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b.xsb", "a/2.xsb", "a/10.xsb", ".git/x.xsb", "a/.hidden"] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.path(), root.path().join("a/loop")).unwrap();
        let names: Vec<_> = list(root.path())
            .into_iter()
            .map(|item| item.unwrap().strip_prefix(root.path()).unwrap().to_owned())
            .collect();
        assert_eq!(names, ["a/10.xsb", "a/2.xsb", "b.xsb"].map(PathBuf::from));
    }
}
