//! Makes the lists of `collections/` again from the files that they name: `make_collections FOLDER [ID …]`.
//!
//! `FOLDER` has the collections of others, which are not part of the repository. Each file of `collections/` says under `from`
//! which files below it are read, in order; everything up to `levels` stays as it is, and the hashes below are
//! written anew. To add a collection, write its head with `levels = """` and `"""` below, name it in `src/catalogue.rs`, and run this.
//!
//! A file with a `name` holds one level, which gets that name; one whose board the list has already is left out, and one that
//! cannot be played is passed over. In a file without names every level must be playable, or the numbers would shift.

use std::{
    collections::BTreeSet,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use soko_formats::{ReadOptions, check_entry, read};
use soko_lab::catalogue::BoardKey;

/// The part of a file that says where its boards are from.
#[derive(Deserialize)]
struct Head {
    from: Vec<From>,
}

#[derive(Deserialize)]
struct From {
    file: String,
    name: Option<String>,
}

const LEVELS: &str = "levels = \"\"\"\n";

#[expect(clippy::print_stdout, reason = "it tells what it made")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name the folder with the collections")?);
    let only: Vec<String> = arguments.collect();
    let collections = Path::new(env!("CARGO_MANIFEST_DIR")).join("collections");
    let mut files: Vec<_> =
        fs::read_dir(collections)?.map(|file| file.map(|file| file.path())).collect::<Result<_, _>>()?;
    files.sort();
    for path in files {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if only.is_empty() || only.contains(&id) {
            let text = fs::read_to_string(&path)?;
            let (levels, left_out) =
                list(&toml::from_str(&text)?, &folder).map_err(|error| format!("{id}: {error}"))?;
            let head = text.split_once(LEVELS).ok_or_else(|| format!("{id}: there is no line {LEVELS}"))?.0;
            let count = levels.lines().count();
            fs::write(&path, format!("{head}{LEVELS}{levels}\"\"\"\n"))?;
            println!("{id}: {count} levels{left_out}");
        }
    }
    Ok(())
}

/// The lines of a list, and what is not in it.
fn list(head: &Head, folder: &Path) -> Result<(String, String), Box<dyn Error>> {
    let (mut lines, mut known, mut left_out) = (String::new(), BTreeSet::new(), String::new());
    for From { file, name } in &head.from {
        let bytes = fs::read(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let options = ReadOptions { name: Some(file.clone()), ..ReadOptions::default() };
        let entries = read(&bytes, &options).collection.entries;
        if name.is_some() && entries.len() > 1 {
            return Err(format!("{file}: a file with a name holds one level, not {}", entries.len()).into());
        }
        for (number, entry) in (1..).zip(&entries) {
            let key = check_entry(number, entry).level.map(|level| BoardKey::of(&level));
            let _ = match (key, name) {
                (Some(key), Some(name)) if known.insert(key) => writeln!(lines, "{key} {name}"),
                (Some(key), None) => writeln!(lines, "{key}"),
                (None, None) => return Err(format!("{file}: level {number} cannot be played").into()),
                (_, Some(name)) => write!(left_out, ", without {name}"),
            };
        }
    }
    Ok((lines, left_out))
}
