//! Names of levels in experiments, looked up in the library.
//!
//! | name | means |
//! |---|---|
//! | `builtin:workshop` | a collection that comes with the program |
//! | `collection:microban` | a collection of others, known by its boards: they are found in whatever the library has |
//! | `my-levels` | any collection by its id |
//! | `$LEVELS/folder/file.slc` | a file that the program was started with, if its name ends so |
//!
//! Behind `#` may stand numbers: `3`, `3-7`, `9-`, `1,4,9-12`. Nothing is ever looked for on the disk.

use std::{collections::BTreeMap, sync::Arc};

use soko_lab::{
    Catalogue, Definition, LevelChoice, LevelName, Part, PlannedLevel, Supply,
    catalogue::{BoardKey, pick},
};

use crate::{
    library::{Collection, Item, Library, Origin},
    limits,
    problem::Problem,
};

/// What stands for the folder of collections in experiment files.
const LEVELS: &str = "$LEVELS/";

/// The library as experiments see it: by name, and by board.
pub(super) struct LevelIndex<'a> {
    catalogue: &'a Catalogue,
    library: &'a Library,
    boards: BTreeMap<BoardKey, Arc<Item>>,
}

impl<'a> LevelIndex<'a> {
    /// The library as it is now.
    pub(super) fn new(library: &'a Library) -> Self {
        let collections = library.collections();
        let items = collections.iter().flat_map(|collection| &collection.items);
        let boards = items.filter_map(|item| Some((BoardKey::from(item.hash()?), Arc::clone(item))));
        Self { catalogue: Catalogue::builtin(), library, boards: boards.collect() }
    }

    /// Which levels of an experiment are here.
    fn choose(&self, definition: &Definition) -> Result<LevelChoice, Problem> {
        LevelChoice::new(definition, self.catalogue, |board| self.boards.contains_key(&board))
            .map_err(|error| Problem::missing(&error).help(&error.help))
    }

    /// What of an experiment's collections is here.
    pub(super) fn supply(&self, definition: &Definition) -> Supply {
        self.choose(definition).map(|choice| choice.supply).unwrap_or_default()
    }

    /// How many levels an experiment has here.
    pub(super) fn count(&self, definition: &Definition) -> Result<usize, Problem> {
        let mut sum = 0;
        for part in &self.choose(definition)?.parts {
            sum += match part {
                Part::Named(name) => picked(name, self.library)?.2.len(),
                Part::Found { .. } => 1,
            };
            if sum > limits::LEVELS {
                return Err(Problem::bad(format!("an experiment can have {} levels", limits::LEVELS)));
            }
        }
        if sum == 0 { Err(Problem::bad("none of these levels can be played")) } else { Ok(sum) }
    }

    /// The levels of an experiment, in its order, and what of its collections is here.
    pub(super) fn resolve(&self, definition: &Definition) -> Result<(Vec<PlannedLevel>, Supply), Problem> {
        let LevelChoice { parts, supply } = self.choose(definition)?;
        let mut levels = Vec::new();
        for part in parts {
            match part {
                Part::Named(name) => levels.extend(named(&name, self.library)?),
                Part::Found { board, name } => {
                    let item = self.boards.get(&board).and_then(|item| item.level.as_ref().ok());
                    // What the file says of a level is not taken over: copies would give different experiments.
                    levels.extend(item.map(|(level, _)| PlannedLevel {
                        name,
                        optimum: None,
                        level: level.clone(),
                    }));
                }
            }
        }
        Ok((levels, supply))
    }
}

/// The levels of a name.
fn named(name: &str, library: &Library) -> Result<Vec<PlannedLevel>, Problem> {
    let (file, collection, items) = picked(name, library)?;
    let file = match (file.starts_with(LEVELS), collection.origin) {
        (false, Origin::Builtin) => format!("builtin:{}", collection.id),
        _ => file.to_owned(),
    };
    let planned = |item: Arc<Item>| {
        let (level, _) = item.level.as_ref().ok()?;
        Some(PlannedLevel {
            name: LevelName { file: file.clone(), number: item.number, title: item.title.clone() },
            optimum: item.optimum,
            level: level.clone(),
        })
    };
    Ok(items.into_iter().filter_map(planned).collect())
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
    let numbers = pick(numbers, collection.items.len(), |_| None).map_err(|_| {
        Problem::bad(format!("'{name}' picks levels that are not there"))
            .help(format!("'{file}' has levels 1 to {}: write #3, #3-7 or #1,4", collection.items.len()))
    })?;
    let items = numbers.iter().filter_map(|number| collection.items.get(number - 1)).filter(playable);
    let items = items.cloned().collect();
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

#[cfg(test)]
mod tests {
    use soko_core::Level;
    use soko_formats::{ReadOptions, read};

    use super::*;
    use crate::Opened;

    fn resolve(name: &str, library: &Library) -> Result<Vec<PlannedLevel>, Problem> {
        let definition = super::super::definition::parse(super::super::tests::SMALL)?;
        let levels = vec![name.to_owned()];
        LevelIndex::new(library).resolve(&Definition { levels, ..definition }).map(|(levels, _)| levels)
    }

    fn numbers(name: &str, library: &Library) -> Result<Vec<usize>, Problem> {
        Ok(resolve(name, library)?.iter().map(|level| level.name.number).collect())
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
            "collection:nothing",
            "collection:microban",
        ] {
            assert!(numbers(bad, &library).is_err(), "{bad}");
        }
        assert_eq!(resolve("tutorial#1", &library).unwrap()[0].name.file, "builtin:tutorial");
    }

    #[test]
    fn a_file_of_the_collections_folder_is_found_if_it_is_open() {
        let document = read(b"#####\n#@$.#\n#####\n", &ReadOptions::default());
        let opened = |name: &str| Opened { name: name.to_owned(), document: document.clone() };
        let library = Library::new(vec![opened("x/a/one.txt"), opened("x/b/one.txt")]);
        let found = resolve("$LEVELS/b/one.txt", &library).unwrap();
        assert_eq!((found.len(), found[0].name.file.as_str()), (1, "$LEVELS/b/one.txt"));
        assert!(numbers("$LEVELS/c/one.txt", &library).is_err());
        assert!(numbers("$LEVELS/ne.txt", &library).is_err());
    }

    #[test]
    fn a_collection_is_found_by_its_boards_in_whatever_is_open() {
        let boards = ["#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n", "#######\n#@  $.#\n#######\n"];
        let key = |board: &str| BoardKey::of(&Level::parse(board).unwrap());
        let rows = soko_lab::catalogue::Collection::of_boards("rows", "Rows", "us", boards.map(key));
        let catalogue = Catalogue::new(vec![rows]);
        let opened = |name: &str, text: String| Opened {
            name: name.to_owned(),
            document: read(text.as_bytes(), &ReadOptions::default()),
        };
        let definition = Definition {
            levels: vec!["collection:rows".to_owned()],
            stand_in: vec!["builtin:tutorial".to_owned()],
            ..super::super::definition::parse(super::super::tests::SMALL).unwrap()
        };
        let resolved = |files: Vec<Opened>| {
            let library = Library::new(files);
            let index = LevelIndex { catalogue: &catalogue, ..LevelIndex::new(&library) };
            let (levels, supply) = index.resolve(&definition).unwrap();
            assert_eq!(
                (levels.len(), &supply),
                (index.count(&definition).unwrap(), &index.supply(&definition))
            );
            (levels.iter().map(|level| level.name.label()).collect::<Vec<_>>(), supply)
        };
        let (labels, supply) = resolved(Vec::new());
        assert!(labels[0] == "First push" && supply.is_stand_in());
        let two = opened("misnamed.txt", format!("{}\n{}", boards[2], boards[0]));
        let (labels, supply) = resolved(vec![two.clone()]);
        assert_eq!(labels, ["Rows 1", "Rows 3"]);
        assert_eq!(supply.sentence().unwrap(), "2 of 3 levels are here: Rows (us) lacks 2.");
        let (labels, supply) = resolved(vec![two, opened("rest.xsb", boards[1].to_owned())]);
        assert_eq!((labels.len(), supply.sentence()), (3, None));
    }

    #[test]
    fn every_experiment_of_ours_has_levels_in_an_empty_library() {
        let library = Library::new(Vec::new());
        let index = LevelIndex::new(&library);
        for builtin in soko_lab::EXPERIMENTS {
            let definition = Definition::parse(builtin.text, builtin.id).unwrap();
            let (levels, supply) = index.resolve(&definition).unwrap();
            assert_eq!(levels.len(), index.count(&definition).unwrap(), "{}", builtin.id);
            assert_eq!(supply.is_stand_in(), !definition.stand_in.is_empty(), "{}", builtin.id);
        }
    }
}
