//! Which levels an experiment plays: what it names, what is at hand of it, and what stands in.
//!
//! ```text
//! definition ──► catalogue: which boards ──► are they here? ──► parts: names to read, boards that were found
//!                                                 │
//!                                                 └──► supply: what is missing, what stands in
//! ```
//!
//! Levels of a collection that are found are played, however few; the supply says which share that is. Where nothing of any collection is found,
//! the experiment's *stand-in* is played, levels that come with the program, so that every experiment runs on every machine.
//! Results of a stand-in answer the question of the experiment for other levels: every report says so, and
//! printed numbers are not laid beside them. The runs do not mix with those of the collections: jobs are named by board.
//!
//! Where boards are looked for is the caller's: the program walks folders, the workbench has its library.

use crate::{
    Definition, DefinitionError,
    catalogue::{BoardKey, Catalogue, Collection},
    dataset::LevelName,
    supply::{Share, Supply},
};

/// Levels of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// All levels of a name as on the command line.
    Named(String),
    /// A level of a collection that was found.
    Found {
        /// Its board.
        board: BoardKey,
        /// What it is called, wherever it was found.
        name: LevelName,
    },
}

/// The levels that an experiment plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelChoice {
    /// In the order of the experiment.
    pub parts: Vec<Part>,
    /// What was found of its collections.
    pub supply: Supply,
}

impl LevelChoice {
    /// Chooses levels, given which boards are at hand.
    ///
    /// # Errors
    /// The experiment names a collection or a level that the catalogue does not have, or nothing of it is here and nothing stands in.
    pub fn new(
        definition: &Definition,
        catalogue: &Catalogue,
        is_here: impl Fn(BoardKey) -> bool,
    ) -> Result<Self, DefinitionError> {
        let (mut parts, mut shares): (Vec<Part>, Vec<Looked<'_>>) = (Vec::new(), Vec::new());
        for name in &definition.levels {
            let Some(selection) = catalogue.select(name) else {
                parts.push(Part::Named(name.clone()));
                continue;
            };
            let selection = selection.map_err(DefinitionError::from)?;
            let place = Looked::place(&mut shares, selection.collection);
            for (number, board) in selection.boards() {
                place.wanted += 1;
                if is_here(board) {
                    parts.push(Part::Found { board, name: level_name(selection.collection, number) });
                } else {
                    place.missing.push(number);
                }
            }
        }
        let shares = shares.iter().map(|one| Share::new(one.collection, one.wanted, &one.missing));
        let mut supply = Supply { collections: shares.collect(), stand_in: Vec::new() };
        let found = parts.iter().any(|part| matches!(part, Part::Found { .. }));
        if !found && !supply.collections.is_empty() {
            supply.stand_in.clone_from(&definition.stand_in);
            parts.extend(definition.stand_in.iter().cloned().map(Part::Named));
        }
        if parts.is_empty() {
            let absent: Vec<_> = supply.collections.iter().map(Share::credit).collect();
            return Err(DefinitionError::new(
                format!("none of its levels are here: {}", absent.join(", ")),
                supply.remedy(),
            ));
        }
        Ok(Self { parts, supply })
    }
}

/// A collection that was looked for; an experiment may name it in several places.
struct Looked<'a> {
    collection: &'a Collection,
    wanted: usize,
    missing: Vec<usize>,
}

impl<'a> Looked<'a> {
    /// The place of a collection, new if it was not named before.
    fn place<'p>(all: &'p mut Vec<Self>, collection: &'a Collection) -> &'p mut Self {
        let known = all.iter().position(|one| one.collection.id == collection.id);
        let place = known.unwrap_or_else(|| {
            all.push(Self { collection, wanted: 0, missing: Vec::new() });
            all.len() - 1
        });
        &mut all[place]
    }
}

fn level_name(collection: &Collection, number: usize) -> LevelName {
    LevelName { file: collection.argument(), number, title: Some(collection.label(number)) }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;
    use crate::catalogue::Boards;

    const BOARDS: [&str; 3] = ["#####\n#@$.#\n#####", "######\n#@ $.#\n######", "#######\n#@  $.#\n#######"];

    /// Two collections of ours; the second has the last of the boards and one that is nowhere.
    fn catalogue() -> Catalogue {
        let key = |board: &str| BoardKey::of(&Level::parse(board).unwrap());
        let nowhere = key("########\n#@   $.#\n########");
        Catalogue::new(vec![
            Collection::of_boards("rows", "Rows", "us", [key(BOARDS[0]), key(BOARDS[1])]),
            Collection::of_boards("more", "More", "us", [nowhere, key(BOARDS[2])]),
        ])
    }

    fn definition(levels: &[&str], stand_in: &[&str]) -> Definition {
        let text = "name = \"x\"\nlevels = [\"a.xsb\"]\n[[players]]\nplayer = \"bfs\"\n";
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let definition = Definition::parse(text, "x.toml").unwrap();
        Definition { levels: names(levels), stand_in: names(stand_in), ..definition }
    }

    fn choice(levels: &[&str], here: &[&str]) -> Result<LevelChoice, DefinitionError> {
        let catalogue = catalogue();
        let mut boards = Boards::wanted_by(&catalogue.selections(levels.iter().copied()).unwrap());
        for board in here {
            boards.offer(&Level::parse(board).unwrap());
        }
        LevelChoice::new(&definition(levels, &["builtin:demo"]), &catalogue, |board| {
            boards.get(board).is_some()
        })
    }

    fn names(choice: &LevelChoice) -> Vec<String> {
        let name = |part: &Part| match part {
            Part::Named(name) => name.clone(),
            Part::Found { name, .. } => format!("{} = {}", name.place(), name.label()),
        };
        choice.parts.iter().map(name).collect()
    }

    #[test]
    fn what_is_here_is_played_in_the_order_of_the_experiment() {
        let all = choice(&["collection:more#2", "a.xsb", "collection:rows"], &BOARDS).unwrap();
        assert_eq!(
            names(&all),
            [
                "collection:more#2 = More 2",
                "a.xsb",
                "collection:rows#1 = Rows 1",
                "collection:rows#2 = Rows 2"
            ]
        );
        assert!(all.supply.is_complete() && !all.supply.is_stand_in());
        let some =
            choice(&["collection:rows#1", "collection:rows#2", "collection:more"], &BOARDS[1..]).unwrap();
        assert_eq!(names(&some), ["collection:rows#2 = Rows 2", "collection:more#2 = More 2"]);
        assert_eq!(
            some.supply.sentence().unwrap(),
            "2 of 4 levels are here: Rows (us) lacks 1; More (us) lacks 1."
        );
    }

    #[test]
    fn the_stand_in_is_played_where_nothing_is_here() {
        let none = choice(&["collection:rows", "collection:more"], &[]).unwrap();
        assert_eq!(names(&none), ["builtin:demo"]);
        assert_eq!(
            none.supply.sentence().unwrap(),
            "Stand-in: builtin:demo; Rows (us), More (us) were not found."
        );
        assert_eq!(names(&choice(&["a.xsb"], &[]).unwrap()), ["a.xsb"]);
    }

    #[test]
    fn without_a_stand_in_there_must_be_something() {
        let alone = definition(&["collection:rows"], &[]);
        let error = LevelChoice::new(&alone, &catalogue(), |_| false).unwrap_err();
        assert_eq!(error.message, "none of its levels are here: Rows (us)");
        assert!(error.help.contains("--levels DIR"), "{error:?}");
        let unknown = definition(&["collection:columns"], &[]);
        assert!(LevelChoice::new(&unknown, &catalogue(), |_| true).unwrap_err().help.contains("rows, more"));
    }
}
