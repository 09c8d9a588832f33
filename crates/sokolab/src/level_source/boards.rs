//! Levels of the catalogue, looked for by their boards in the folders of the user.
//!
//! Folders are walked as everywhere, whatever the files in them are called and however many levels each has; several files may hold parts of a
//! collection. What cannot be read is passed over, since the folder may hold anything. The search ends with the last
//! board that was wanted, at the latest after [`MOST_FILES`] files.

use std::{
    env,
    path::{Path, PathBuf},
};

use soko_formats::{Collection, Diagnostic, Document, Encoding, Entry, Format, Severity};
use soko_lab::{
    Catalogue,
    catalogue::{Boards, Selection},
};

use super::{LevelFile, Reading, Unreadable, directory, file};

/// Files that are looked into.
const MOST_FILES: usize = 100_000;

/// The folders that hold collections of the user: the one that is named, or else the environment's `LEVELS`; then what was
/// imported in the workbench.
pub(crate) fn folders(named: Option<&Path>) -> Vec<PathBuf> {
    let named = named.map(Path::to_owned).or_else(|| env::var_os("LEVELS").map(PathBuf::from));
    let data = soko_tui::records::default_path();
    let shelf = data.as_deref().and_then(Path::parent).map(soko_server::imported);
    named.into_iter().chain(shelf).filter(|folder| folder.exists()).collect()
}

/// Looks for boards below these folders. `false` if there were too many files to look into all.
pub(crate) fn search(boards: &mut Boards, folders: &[PathBuf]) -> bool {
    let mut left = MOST_FILES;
    for folder in folders {
        if boards.is_complete() {
            return true;
        }
        let files = if folder.is_dir() { directory::list(folder) } else { vec![Ok(folder.clone())] };
        for path in files.into_iter().flatten() {
            if boards.is_complete() {
                return true;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            if let Some(Ok(file)) = file::read_met(&path, Reading::default()) {
                file.levels().filter_map(|level| level.level).for_each(|level| boards.offer(&level));
            }
        }
    }
    true
}

/// The levels behind `collection:NAME#WHICH` as if they were a file.
pub(super) fn read(name: &str) -> Result<LevelFile, Unreadable> {
    let unreadable = |message: String, help: String| Unreadable {
        file: name.to_owned(),
        code: "not-found",
        message,
        help,
    };
    let selections =
        Catalogue::builtin().selections([name]).map_err(|(message, help)| unreadable(message, help))?;
    let mut boards = Boards::wanted_by(&selections);
    search(&mut boards, &folders(None));
    let selection =
        selections.first().ok_or_else(|| unreadable("no collection".to_owned(), String::new()))?;
    let (document, numbers) = gathered(selection, &boards);
    if numbers.is_empty() {
        let collection = selection.collection;
        return Err(unreadable(
            format!("{} ({}) was not found", collection.title, collection.credit()),
            "put its file anywhere and name the folder in the environment: LEVELS=DIR".to_owned(),
        ));
    }
    Ok(LevelFile::gathered(selection.collection.argument(), document, numbers))
}

/// A document of the levels that were found, and their numbers.
fn gathered(selection: &Selection<'_>, boards: &Boards) -> (Document, Vec<usize>) {
    let collection = selection.collection;
    let (mut entries, mut numbers, mut missing) = (Vec::new(), Vec::new(), 0);
    for (number, board) in selection.boards() {
        let Some(level) = boards.get(board) else {
            missing += 1;
            continue;
        };
        let title = Some(collection.label(number));
        entries.push(Entry { title, ..Entry::new(level.board().clone()) });
        numbers.push(number);
    }
    let diagnostic = (missing > 0).then(|| Diagnostic {
        severity: Severity::Error,
        code: "not-found",
        level: None,
        title: None,
        line: 1,
        column: 1,
        message: format!("{} of {} levels are here", numbers.len(), numbers.len() + missing),
        remedy: "put the rest of the collection into a folder and name it in the environment: LEVELS=DIR"
            .to_owned(),
    });
    let document = Document {
        format: Format::Xsb,
        encoding: Encoding { name: "UTF-8", byte_order_mark: false },
        collection: Collection {
            title: Some(collection.title.clone()),
            author: Some(collection.author.clone()),
            entries,
            ..Collection::default()
        },
        diagnostics: diagnostic.into_iter().collect(),
    };
    (document, numbers)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use soko_core::Level;
    use soko_lab::catalogue::{self, BoardKey};

    use super::*;

    /// Rows with one push more each.
    fn board(floor: usize) -> String {
        let wall = "#".repeat(floor + 5);
        format!("{wall}\n#@{}$.#\n{wall}\n", " ".repeat(floor))
    }

    fn rows() -> Catalogue {
        let keys = (0..4).map(|floor| BoardKey::of(&Level::parse(&board(floor)).expect("a board of ours")));
        Catalogue::new(vec![catalogue::Collection::of_boards("rows", "Rows", "us", keys)])
    }

    fn find(catalogue: &Catalogue, folder: &Path) -> Vec<usize> {
        let selections = catalogue.selections(["collection:rows"]).expect("a collection of ours");
        let mut boards = Boards::wanted_by(&selections);
        assert!(search(&mut boards, &[folder.to_owned()]));
        gathered(&selections[0], &boards).1
    }

    #[test]
    fn boards_are_found_in_renamed_split_and_joined_files_among_anything() {
        let (root, catalogue) = (tempfile::tempdir().unwrap(), rows());
        assert_eq!(find(&catalogue, root.path()), [0; 0]);
        let write = |name: &str, bytes: &[u8]| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        write("photo.jpg", &[0, 159, 146, 150, 255]);
        write("notes/readme.txt", b"Nothing to see here.\n\n###\n");
        write("empty", b"");
        write("deep/er/whatever.bak", format!("other\n\n{}\n{}", board(9), board(2)).as_bytes());
        assert_eq!(find(&catalogue, root.path()), [3]);
        // A copy with floor outside, in another format, between levels of others.
        let padded = format!("   {}  ", board(0).trim_end().replace('\n', "  \n   "));
        write(
            "collection.sok",
            format!("{padded}\nTitle: whatever\n\n{}\nTitle: other\n", board(7)).as_bytes(),
        );
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.path(), root.path().join("deep/loop")).unwrap();
            std::os::unix::fs::symlink(root.path().join("gone"), root.path().join("dangling")).unwrap();
        }
        assert_eq!(find(&catalogue, root.path()), [1, 3]);
        write("z.xsb", format!("{}\n{}", board(3), board(1)).as_bytes());
        assert_eq!(find(&catalogue, root.path()), [1, 2, 3, 4]);
        assert_eq!(find(&catalogue, &root.path().join("z.xsb")), [2, 4], "a file is a place, too");
    }

    #[test]
    fn what_is_found_is_called_by_collection_and_number() {
        let (root, catalogue) = (tempfile::tempdir().unwrap(), rows());
        fs::write(root.path().join("x"), board(1)).unwrap();
        let selections = catalogue.selections(["collection:rows#2-3"]).unwrap();
        let mut boards = Boards::wanted_by(&selections);
        search(&mut boards, &[root.path().to_owned()]);
        let (document, numbers) = gathered(&selections[0], &boards);
        let file = LevelFile::gathered("collection:rows".to_owned(), document, numbers);
        let levels: Vec<_> =
            file.levels().map(|level| (level.index, level.title().map(str::to_owned))).collect();
        assert_eq!(levels, [(2, Some("Rows 2".to_owned()))]);
        let told: Vec<_> = file.problems().map(|problem| problem.message.as_str()).collect();
        assert_eq!(told, ["1 of 2 levels are here"]);
    }
}
