//! No built-in board and no generated one is one of the shared collections'.
//!
//! Compares the families of all built-in levels and of a sample of generated ones with those of every board in the shared level folder, file by
//! file ([`soko_testing::shared`]).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use libtest_mimic::{Arguments, Failed};
use soko_core::{Level, LevelHash, check, identity};
use soko_formats::{ReadOptions, read};
use soko_levels::{
    BUILTINS,
    generate::{Bounds, LevelStyle, Stream, Wish},
};
use soko_testing::shared::{levels, trial};

/// What two levels of one family have in common and what is quickly counted.
type Sizes = (usize, usize, usize);

fn sizes(level: &Level) -> Sizes {
    (level.boxes(), level.goals().len(), level.floor().len())
}

/// Generated levels of each wish.
const GENERATED: usize = 40;

/// The usual levels of each style, and small rooms with many pushes: of those there are so few that others know some.
fn wishes() -> Vec<Wish> {
    let small = Wish { width: 8, height: 8, boxes: Bounds::exactly(3), ..Wish::of(LevelStyle::Rooms) };
    let long = Wish { pushes: Bounds::at_least(30), ..small };
    LevelStyle::ALL.into_iter().map(Wish::of).chain([long]).collect()
}

struct Ours {
    sizes: BTreeSet<Sizes>,
    families: BTreeMap<LevelHash, String>,
}

fn ours() -> Ours {
    let mut ours = Ours { sizes: BTreeSet::new(), families: BTreeMap::new() };
    for wish in wishes() {
        for made in Stream::new(wish, 1).expect("a wish that can be met").take(GENERATED) {
            ours.sizes.insert(sizes(&made.level));
            ours.families.insert(made.family, wish.recipe(1, made.attempt));
        }
    }
    for builtin in BUILTINS {
        for entry in read(builtin.text.as_bytes(), &ReadOptions::default()).collection.entries {
            let level = check(&entry.board).level.expect("built-in levels are sound");
            ours.sizes.insert(sizes(&level));
            let title = entry.title.unwrap_or_default();
            ours.families.insert(identity::family(&level), format!("{} '{title}'", builtin.id));
        }
    }
    ours
}

/// Folders that hold tables about levels and no level.
const TABLES: [&str; 2] = ["group_effort", "solutions"];

/// Compares all levels of a folder's files.
fn compare(ours: &Ours, folder: &Path) -> Result<(), Failed> {
    let mut met = Vec::new();
    let mut seen = 0;
    for path in files(folder)? {
        let options = ReadOptions {
            name: path.file_name().map(|name| name.to_string_lossy().into_owned()),
            ..ReadOptions::default()
        };
        let document = read(&fs::read(&path)?, &options);
        for (i, entry) in document.collection.entries.iter().enumerate() {
            let Some(level) = check(&entry.board).level else { continue };
            seen += 1;
            if ours.sizes.contains(&sizes(&level))
                && let Some(name) = ours.families.get(&identity::family(&level))
            {
                met.push(format!("{name} is level {} of {}", i + 1, path.display()));
            }
        }
    }
    if !met.is_empty() {
        return Err(met.join("\n").into());
    }
    if seen == 0 && !TABLES.iter().any(|name| folder.ends_with(name)) {
        return Err("no level was read".into());
    }
    Ok(())
}

fn files(path: &Path) -> Result<Vec<PathBuf>, Failed> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut all = Vec::new();
    for entry in fs::read_dir(path)? {
        all.extend(files(&entry?.path())?);
    }
    all.sort();
    Ok(all)
}

fn main() {
    let ours = Arc::new(ours());
    let entries = levels().and_then(|root| fs::read_dir(root).ok());
    let folders: BTreeSet<PathBuf> = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    // One test at least, so that a missing collection shows.
    let mut trials = vec![trial("the collections are there", |_| Ok(()))];
    for path in folders {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let ours = Arc::clone(&ours);
        trials.push(trial(name, move |_| compare(&ours, &path)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
