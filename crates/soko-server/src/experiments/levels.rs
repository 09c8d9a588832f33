//! Names of levels in experiments, looked up in the library.
//!
//! | name | means |
//! |---|---|
//! | `builtin:workshop` | a collection that comes with the program |
//! | `my-levels` | any collection by its id |
//! | `$LEVELS/folder/file.slc` | a file that the program was started with, if its name ends so |
//!
//! Behind `#` may stand numbers: `3`, `3-7`, `9-`, `1,4,9-12`. Nothing is ever looked for on the disk.

use std::sync::Arc;

use soko_lab::{LevelName, PlannedLevel};

use crate::{
    library::{Collection, Item, Library, Origin},
    limits,
    problem::Problem,
};

/// What stands for the folder of collections in experiment files.
const LEVELS: &str = "$LEVELS/";

/// How many levels are named.
pub(super) fn count(names: &[String], library: &Library) -> Result<usize, Problem> {
    let mut sum = 0;
    for name in names {
        sum += picked(name, library)?.2.len();
        if sum > limits::LEVELS {
            return Err(Problem::bad(format!("an experiment can have {} levels", limits::LEVELS)));
        }
    }
    if sum == 0 { Err(Problem::bad("none of these levels can be played")) } else { Ok(sum) }
}

/// The levels of all names, in their order.
pub(super) fn resolve(names: &[String], library: &Library) -> Result<Vec<PlannedLevel>, Problem> {
    let mut levels = Vec::new();
    for name in names {
        let (file, collection, items) = picked(name, library)?;
        let file = match (file.starts_with(LEVELS), collection.origin) {
            (false, Origin::Builtin) => format!("builtin:{}", collection.id),
            _ => file.to_owned(),
        };
        levels.extend(items.into_iter().filter_map(|item| {
            let (level, _) = item.level.as_ref().ok()?;
            Some(PlannedLevel {
                name: LevelName { file: file.clone(), number: item.number, title: item.title.clone() },
                optimum: item.optimum,
                level: level.clone(),
            })
        }));
    }
    Ok(levels)
}

type Picked<'a> = (&'a str, Arc<Collection>, Vec<Arc<Item>>);

/// The part of a name before `#`, its collection, and its playable levels.
fn picked<'a>(name: &'a str, library: &Library) -> Result<Picked<'a>, Problem> {
    let (file, numbers) = name.rsplit_once('#').map_or((name, None), |(file, numbers)| (file, Some(numbers)));
    let collection = collection(file, library)?;
    let playable = |item: &&Arc<Item>| item.level.is_ok();
    let Some(numbers) = numbers else {
        let items = collection.items.iter().filter(playable).cloned().collect();
        return Ok((file, collection, items));
    };
    let ranges =
        numbers.split(',').map(|part| range(part, collection.items.len())).collect::<Option<Vec<_>>>();
    let ranges = ranges.ok_or_else(|| {
        Problem::bad(format!("'{name}' picks levels that are not there"))
            .help(format!("'{file}' has levels 1 to {}: write #3, #3-7 or #1,4", collection.items.len()))
    })?;
    let chosen = |item: &&Arc<Item>| ranges.iter().any(|range| range.contains(&item.number));
    let items = collection.items.iter().filter(chosen).filter(playable).cloned().collect();
    Ok((file, collection, items))
}

fn collection(file: &str, library: &Library) -> Result<Arc<Collection>, Problem> {
    if let Some(id) = file.strip_prefix("builtin:") {
        let collection = library.collection(id)?;
        return match collection.origin {
            Origin::Builtin => Ok(collection),
            _ => Err(Problem::missing(format!("'{id}' does not come with the program"))),
        };
    }
    let Some(path) = file.strip_prefix(LEVELS) else { return library.collection(file) };
    let fits = |collection: &Arc<Collection>| {
        collection.origin == Origin::Opened
            && collection
                .file
                .strip_suffix(path)
                .is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    library.collections().into_iter().find(fits).ok_or_else(|| {
        Problem::missing(format!("the file {file} is not open here")).help("start 'sokolab serve' with it")
    })
}

fn range(text: &str, levels: usize) -> Option<std::ops::RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=levels).contains(number));
    match text.split_once('-') {
        None => number(text).map(|one| one..=one),
        Some((first, "")) => Some(number(first)?..=levels),
        Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use soko_formats::{ReadOptions, read};

    use super::*;
    use crate::Opened;

    fn numbers(name: &str, library: &Library) -> Result<Vec<usize>, Problem> {
        Ok(resolve(&[name.to_owned()], library)?.iter().map(|level| level.name.number).collect())
    }

    #[test]
    fn numbers_pick_levels_and_nothing_else_does() {
        let library = Library::new(Vec::new());
        assert_eq!(numbers("tutorial#2,4-5,4", &library).unwrap(), [2, 4, 5]);
        let all = numbers("builtin:tutorial", &library).unwrap();
        assert_eq!(numbers(&format!("tutorial#{}-", all.len()), &library).unwrap(), [all.len()]);
        for bad in [
            "tutorial#0",
            "tutorial#5-4",
            "tutorial#",
            "tutorial#x",
            "tutorial#1-99999",
            "/etc/passwd",
            "../x",
        ] {
            assert!(numbers(bad, &library).is_err(), "{bad}");
        }
        assert_eq!(resolve(&["tutorial#1".to_owned()], &library).unwrap()[0].name.file, "builtin:tutorial");
    }

    #[test]
    fn a_file_of_the_collections_folder_is_found_if_it_is_open() {
        let document = read(b"#####\n#@$.#\n#####\n", &ReadOptions::default());
        let opened = |name: &str| Opened { name: name.to_owned(), document: document.clone() };
        let library = Library::new(vec![opened("x/a/one.txt"), opened("x/b/one.txt")]);
        let found = resolve(&["$LEVELS/b/one.txt".to_owned()], &library).unwrap();
        assert_eq!((found.len(), found[0].name.file.as_str()), (1, "$LEVELS/b/one.txt"));
        assert!(numbers("$LEVELS/c/one.txt", &library).is_err());
        assert!(numbers("$LEVELS/ne.txt", &library).is_err());
    }
}
