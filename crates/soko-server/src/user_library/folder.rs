//! The folder of imported files and their index.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{limits, problem::Problem};

const ENDING: &str = "levels";
const INDEX: &str = "index.json";

/// Imported files.
pub(crate) struct Folder {
    folder: PathBuf,
    index: BTreeMap<String, Note>,
}

/// What is known of a file beside its bytes.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Note {
    /// What it was called.
    name: String,
    /// The title that the user gave it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    title: Option<String>,
    /// The folder that the user sees it in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    folder: Option<String>,
}

impl Folder {
    pub(super) fn open(folder: &Path) -> Self {
        let index = fs::read(folder.join(INDEX)).ok();
        let index = index.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Self { folder: folder.to_owned(), index }
    }

    /// The ids of all files, in order.
    pub(super) fn files(&self) -> Vec<String> {
        let Ok(folder) = fs::read_dir(&self.folder) else { return Vec::new() };
        let paths = folder
            .flatten()
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|e| e == ENDING));
        let stems =
            paths.filter_map(|path| path.file_stem().and_then(|stem| stem.to_str().map(str::to_owned)));
        let mut ids: Vec<String> = stems.filter(|id| is_id(id) && soko_levels::find(id).is_none()).collect();
        ids.sort_unstable();
        ids
    }

    /// A file's bytes; nothing if it cannot be read or is larger than any that was let in.
    pub(super) fn read(&self, id: &str) -> Option<Vec<u8>> {
        let path = self.path(id);
        let length = fs::metadata(&path).ok()?.len();
        if length > limits::UPLOAD as u64 {
            return None;
        }
        fs::read(path).ok()
    }

    pub(super) fn name(&self, id: &str) -> Option<&str> {
        self.index.get(id).map(|note| note.name.as_str())
    }

    pub(super) fn title(&self, id: &str) -> Option<&str> {
        self.index.get(id).and_then(|note| note.title.as_deref())
    }

    /// The folder that the user sees a file in.
    pub(super) fn shelf(&self, id: &str) -> Option<&str> {
        self.index.get(id).and_then(|note| note.folder.as_deref())
    }

    /// Puts a file into a folder that the user sees, or out of any.
    pub(super) fn shelve(&mut self, id: &str, folder: Option<&str>) -> Result<(), Problem> {
        if self.shelf(id) == folder {
            return Ok(());
        }
        self.note(id, |note| note.folder = folder.map(str::to_owned))
    }

    /// Writes a file and takes a note of its name.
    pub(super) fn keep(&mut self, id: &str, name: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.write(&format!("{id}.{ENDING}"), bytes)?;
        if self.name(id) == Some(name) {
            return Ok(());
        }
        self.note(id, |note| name.clone_into(&mut note.name))
    }

    /// Gives a file a title.
    pub(super) fn entitle(&mut self, id: &str, title: &str) -> Result<(), Problem> {
        self.note(id, |note| note.title = Some(title.to_owned()))
    }

    /// Removes a file.
    pub(super) fn drop_file(&mut self, id: &str) -> Result<(), Problem> {
        match fs::remove_file(self.path(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&error)),
            _ => {}
        }
        self.change_index(|index| drop(index.remove(id)))
    }

    /// Ids are made of letters, digits and dashes (`slug`), so they cannot leave the folder.
    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ENDING}"))
    }

    /// Changes what is known of a file.
    fn note(&mut self, id: &str, change: impl FnOnce(&mut Note)) -> Result<(), Problem> {
        self.change_index(|index| change(index.entry(id.to_owned()).or_default()))
    }

    /// Changes the index, on disk first: what could not be written is not known either.
    fn change_index(&mut self, change: impl FnOnce(&mut BTreeMap<String, Note>)) -> Result<(), Problem> {
        let mut index = self.index.clone();
        change(&mut index);
        let text = serde_json::to_vec_pretty(&index).map_err(Problem::internal)?;
        self.write(INDEX, &text)?;
        self.index = index;
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Problem> {
        let part = self.folder.join(format!("{name}.part"));
        fs::create_dir_all(&self.folder)
            .and_then(|()| File::create(&part))
            .and_then(|mut file| {
                file.write_all(bytes)?;
                // The bytes before the name, or a crash of the machine could leave an empty file in the old one's place.
                file.sync_all()
            })
            .and_then(|()| fs::rename(&part, self.folder.join(name)))
            .map_err(|error| {
                let _ = fs::remove_file(&part);
                failed(&error)
            })
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn failed(error: &io::Error) -> Problem {
    Problem::internal(format!("the data folder cannot be written: {error}")).help("is the disk full?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_not_taken_for_known() {
        let place = tempfile::tempdir().unwrap();
        // A folder stands where the index is to be.
        let index = place.path().join(INDEX);
        fs::create_dir_all(index.join("full")).unwrap();
        let mut folder = Folder::open(place.path());
        assert!(folder.entitle("a", "A title").is_err() && folder.shelve("a", Some("A folder")).is_err());
        assert_eq!((folder.title("a"), folder.shelf("a")), (None, None));
        fs::remove_dir_all(&index).unwrap();
        folder.entitle("b", "Another").unwrap();
        let again = Folder::open(place.path());
        assert_eq!((again.title("a"), again.title("b")), (None, Some("Another")));
    }
}
