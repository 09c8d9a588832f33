//! Collections of others, known by what is in them.
//!
//! Experiments are made on collections that are not part of the program. A path to one holds on a single machine: elsewhere the
//! file has another name, another format, or is part of a larger file. The boards are the same everywhere. So an experiment
//! names a collection, `collection:microban#1-60`, and the catalogue says which boards these are: for each of them the first
//! 64 bits of its exact hash ([`identity::exact`]), in the order of the collection. A level is looked for by its board,
//! and where it is found it is called by collection and number, *Microban 12*, whatever its file says.
//!
//! | form | means |
//! |---|---|
//! | `collection:microban` | all its levels |
//! | `collection:microban#1-60` | numbers: `3`, `3-7`, `9-`, `1,4,9-12` |
//! | `collection:irvine#00,05a` | names, in a collection whose levels have names |
//!
//! One file of `collections/` is one collection, with whom to credit. It holds no board, and none can be had back from
//! it. `examples/make_collections.rs` makes the lists again from the files that they were read from.
//!
//! **How sure is a match?** With n boards searched for m hashes a false one turns up with probability nm/2⁶⁴: below 10⁻⁹ for a
//! million boards and 5,000 hashes. **What is not found:** a copy that was mirrored, or that has another wall where
//! the player can reach it. It is another board, and its results are other results. Space outside the walls, decoration and
//! floor signs do not matter.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive, sync::LazyLock};

use serde::Deserialize;
use soko_core::{Level, LevelHash, identity};

/// What stands before the name of a collection.
pub const PREFIX: &str = "collection:";

/// The files of the collections that the experiments name.
macro_rules! files {
    ($($id:literal),* $(,)?) => { [$(($id, include_str!(concat!("../collections/", $id, ".toml")))),*] };
}

const FILES: &[(&str, &str)] = &files![
    "minicosmos",
    "microban",
    "microban-ii",
    "xsokoban",
    "sokevo",
    "grigr-2001",
    "sasquatch",
    "sasquatch-ii",
    "sasquatch-iii",
    "sasquatch-v",
    "sasquatch-vii",
    "dimitri-yorick",
    "sokogen",
    "boxoban-hard",
    "boxoban-medium",
    "boxoban-unfiltered",
    "irvine",
    "queensland",
];

static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
    let read = |&(id, text): &(&str, &str)| Collection::parse(id, text).ok();
    Catalogue::new(FILES.iter().filter_map(read).collect())
});

/// The part of a board's hash by which it is known here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardKey(u64);

impl BoardKey {
    /// The key of a level's board.
    pub fn of(level: &Level) -> Self {
        Self::from(&identity::exact(level))
    }

    fn parse(text: &str) -> Option<Self> {
        let digits = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl From<&LevelHash> for BoardKey {
    fn from(hash: &LevelHash) -> Self {
        Self(hash.as_bytes().iter().take(8).fold(0, |key, &byte| key << 8 | u64::from(byte)))
    }
}

impl fmt::Display for BoardKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for BoardKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardKey({self})")
    }
}

/// A collection of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Its name in experiments.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whom to credit.
    pub author: String,
    /// When it was published, where that is known.
    pub year: Option<u16>,
    levels: Vec<Known>,
}

/// A level of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    board: BoardKey,
    name: Option<String>,
}

/// The form of a file. Where the hashes were read is for the program that makes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    author: String,
    year: Option<u16>,
    #[serde(rename = "from", default)]
    _from: Vec<toml::Table>,
    levels: String,
}

/// Something is wrong with a name or a file, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mistake {
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Collection {
    /// Reads a file of the catalogue.
    ///
    /// # Errors
    /// What is wrong with it, with its line.
    pub fn parse(id: &str, text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| format!("{id}: {error}"))?;
        let before = text.find("levels = \"\"\"").map_or(0, |at| text[..at].matches('\n').count() + 2);
        let level = |(i, line): (usize, &str)| {
            let (board, name) =
                line.split_once(' ').map_or((line, None), |(board, name)| (board, Some(name)));
            let board = BoardKey::parse(board)
                .ok_or_else(|| format!("{id}:{}: '{board}' is not 16 hexadecimal digits", before + i))?;
            Ok(Known { board, name: name.map(str::to_owned) })
        };
        let levels = file.levels.lines().enumerate().map(level).collect::<Result<Vec<_>, String>>()?;
        if levels.is_empty() {
            return Err(format!("{id}: it has no levels"));
        }
        Ok(Self { id: id.to_owned(), title: file.title, author: file.author, year: file.year, levels })
    }

    /// A collection of these boards, in their order.
    pub fn of_boards(
        id: &str,
        title: &str,
        author: &str,
        boards: impl IntoIterator<Item = BoardKey>,
    ) -> Self {
        let levels = boards.into_iter().map(|board| Known { board, name: None }).collect();
        Self { id: id.to_owned(), title: title.to_owned(), author: author.to_owned(), year: None, levels }
    }

    /// How many levels it has.
    pub const fn len(&self) -> usize {
        self.levels.len()
    }

    /// Has it none?
    pub const fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The board of a level, by its number from 1.
    pub fn board(&self, number: usize) -> Option<BoardKey> {
        Some(self.levels.get(number.checked_sub(1)?)?.board)
    }

    /// What a level is called within the collection: its name, or its number.
    pub fn name(&self, number: usize) -> String {
        let known = number.checked_sub(1).and_then(|index| self.levels.get(index));
        known.and_then(|known| known.name.clone()).unwrap_or_else(|| number.to_string())
    }

    /// Author and year, as far as known.
    pub fn credit(&self) -> String {
        self.year.map_or_else(|| self.author.clone(), |year| format!("{}, {year}", self.author))
    }

    /// What a level is called in tables.
    pub fn label(&self, number: usize) -> String {
        format!("{} {}", self.title, self.name(number))
    }

    /// The number of the level of that name.
    pub fn number(&self, name: &str) -> Option<usize> {
        let named = |known: &Known| known.name.as_deref() == Some(name);
        self.levels.iter().position(named).map(|index| index + 1)
    }

    /// The collection as experiments and commands name it.
    pub fn argument(&self) -> String {
        format!("{PREFIX}{}", self.id)
    }
}

/// All collections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    collections: Vec<Collection>,
}

/// Levels of a collection that a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection<'a> {
    /// The collection.
    pub collection: &'a Collection,
    /// Numbers from 1, rising.
    pub numbers: Vec<usize>,
}

impl Catalogue {
    /// A catalogue of these.
    pub const fn new(collections: Vec<Collection>) -> Self {
        Self { collections }
    }

    /// The one that comes with the program.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// The collections.
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// The collection of that name.
    pub fn find(&self, id: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.id == id)
    }

    /// The levels behind `collection:NAME#WHICH`. Nothing if the name has another form.
    pub(crate) fn select(&self, name: &str) -> Option<Result<Selection<'_>, Mistake>> {
        let name = name.strip_prefix(PREFIX)?;
        let (id, which) = name.split_once('#').map_or((name, None), |(id, which)| (id, Some(which)));
        let Some(collection) = self.find(id) else {
            let known: Vec<_> = self.collections.iter().map(|one| one.id.as_str()).collect();
            return Some(Err(Mistake {
                message: format!("there is no collection '{id}' in the catalogue"),
                help: format!("there are: {}", known.join(", ")),
            }));
        };
        let numbers = match which {
            None => Ok((1..=collection.len()).collect()),
            Some(which) => pick(which, collection.len(), |name| collection.number(name)),
        };
        Some(numbers.map(|numbers| Selection { collection, numbers }).map_err(|part| Mistake {
            message: format!("'{PREFIX}{name}' picks levels that are not there: '{part}'"),
            help: format!(
                "{} has levels 1 to {}: write #3, #3-7 or #1,4",
                collection.title,
                collection.len()
            ),
        }))
    }

    /// A name of levels as people read it: title, numbers and author of a collection, anything else as it is.
    pub fn shown(&self, name: &str) -> String {
        let Some(Ok(Selection { collection, .. })) = self.select(name) else { return name.to_owned() };
        let which = name.split_once('#').map(|(_, which)| format!(" {}", which.replace(',', ", ")));
        format!("{}{} ({})", collection.title, which.unwrap_or_default(), collection.credit())
    }

    /// What those among these names stand for that have the form `collection:NAME#WHICH`.
    ///
    /// # Errors
    /// A collection or a level that the catalogue does not have: what is wrong, and what would be right.
    pub fn selections<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Selection<'_>>, (String, String)> {
        let selected = names.into_iter().filter_map(|name| self.select(name));
        selected.map(|one| one.map_err(|Mistake { message, help }| (message, help))).collect()
    }
}

impl Selection<'_> {
    /// The levels by number and board.
    pub fn boards(&self) -> impl Iterator<Item = (usize, BoardKey)> {
        self.numbers.iter().filter_map(|&number| Some((number, self.collection.board(number)?)))
    }
}

/// The numbers that a list such as `1,4,9-12` means, rising; a part that is the name of a level means that level.
///
/// # Errors
/// The first part that means nothing.
pub fn pick(text: &str, count: usize, named: impl Fn(&str) -> Option<usize>) -> Result<Vec<usize>, String> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let range = named(part).map(|number| number..=number).or_else(|| range(part, count));
        numbers.extend(range.ok_or_else(|| part.to_owned())?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// `3`, `3-7` or `9-`.
fn range(text: &str, count: usize) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
    match text.split_once('-') {
        None => number(text).map(|one| one..=one),
        Some((first, "")) => Some(number(first)?..=count),
        Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
    }
}

/// Boards that are looked for, and those of them that have turned up.
///
/// Only boards that are wanted are kept, so memory is bounded by the catalogue, however much is searched.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    wanted: BTreeMap<BoardKey, Option<Level>>,
    found: usize,
}

impl Boards {
    /// Looks for the levels of these selections.
    pub fn wanted_by(selections: &[Selection<'_>]) -> Self {
        let boards = selections.iter().flat_map(Selection::boards);
        Self { wanted: boards.map(|(_, board)| (board, None)).collect(), found: 0 }
    }

    /// Has a look at a level.
    pub fn offer(&mut self, level: &Level) {
        if let Some(place @ None) = self.wanted.get_mut(&BoardKey::of(level)) {
            *place = Some(level.clone());
            self.found += 1;
        }
    }

    /// Is there nothing left to look for?
    pub fn is_complete(&self) -> bool {
        self.found == self.wanted.len()
    }

    /// A board that has turned up.
    pub fn get(&self, board: BoardKey) -> Option<&Level> {
        self.wanted.get(&board)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Two levels of ours, the second with a name.
    fn ours() -> Catalogue {
        let text = "title = \"Ours\"\nauthor = \"us\"\nyear = 2026\nfrom = [{ file = \"two.xsb\" }]\nlevels = \"\"\"\n\
                    db6ca59655f0d7d1\n0123456789abcdef 05a\n\"\"\"\n";
        Catalogue::new(vec![Collection::parse("ours", text).unwrap()])
    }

    fn numbers(name: &str) -> Result<Vec<usize>, Mistake> {
        ours().select(name).unwrap().map(|selection| selection.numbers)
    }

    #[test]
    fn numbers_and_names_pick_levels() {
        for (name, expected) in [
            ("collection:ours", vec![1, 2]),
            ("collection:ours#2", vec![2]),
            ("collection:ours#05a,1", vec![1, 2]),
            ("collection:ours#1-2,2", vec![1, 2]),
            ("collection:ours#2-", vec![2]),
        ] {
            assert_eq!(numbers(name), Ok(expected), "{name}");
        }
        assert_eq!(ours().select("builtin:tutorial"), None);
        for bad in ["#3", "#0", "#2-1", "#", "#x", "#1,,2", "#05b"] {
            let mistake = numbers(&format!("collection:ours{bad}")).unwrap_err();
            assert!(mistake.message.contains("picks levels that are not there"), "{mistake:?}");
            assert!(mistake.help.contains("Ours has levels 1 to 2"), "{mistake:?}");
        }
        let unknown = numbers("collection:theirs#1").unwrap_err();
        assert_eq!(unknown.message, "there is no collection 'theirs' in the catalogue");
        assert_eq!(unknown.help, "there are: ours");
    }

    #[test]
    fn levels_are_called_by_collection_and_name_or_number() {
        let catalogue = ours();
        let ours = catalogue.find("ours").unwrap();
        assert_eq!(
            (ours.label(1), ours.label(2), ours.argument()),
            ("Ours 1".to_owned(), "Ours 05a".to_owned(), "collection:ours".to_owned())
        );
        assert_eq!(
            (ours.number("05a"), ours.number("1"), ours.board(0), ours.board(3)),
            (Some(2), None, None, None)
        );
        assert_eq!((ours.len(), ours.is_empty(), ours.year), (2, false, Some(2026)));
        assert_eq!(catalogue.shown("collection:ours#05a,1"), "Ours 05a, 1 (us, 2026)");
        assert_eq!(catalogue.shown("collection:ours"), "Ours (us, 2026)");
        assert_eq!(catalogue.shown("collection:theirs"), "collection:theirs");
    }

    #[test]
    fn a_board_is_found_once_and_others_are_passed_over() {
        let catalogue = ours();
        let mut boards =
            Boards::wanted_by(&catalogue.selections(["collection:ours", "builtin:demo"]).unwrap());
        assert!(!boards.is_complete());
        for board in ["#####\n#@$.#\n#####", "  #####\n  #@$.#\n  #####\n", "######\n#@ $.#\n######"] {
            boards.offer(&Level::parse(board).unwrap());
        }
        assert_eq!((boards.found, boards.is_complete()), (1, false));
        let key = catalogue.collections()[0].board(1).unwrap();
        assert_eq!(boards.get(key).map(BoardKey::of), Some(key));
        assert!(catalogue.selections(["collection:theirs"]).is_err());
    }

    #[test]
    fn a_broken_file_says_where() {
        let bad = "title = \"X\"\nauthor = \"Y\"\n\nlevels = \"\"\"\n0123456789abcdef\n0123\n\"\"\"\n";
        assert_eq!(Collection::parse("x", bad).unwrap_err(), "x:6: '0123' is not 16 hexadecimal digits");
        assert!(Collection::parse("x", "title = 3").unwrap_err().starts_with("x: "));
        assert!(Collection::parse("x", "title = \"\"\nauthor = \"\"\nlevels = \"\"").is_err());
    }

    #[test]
    fn every_file_of_the_catalogue_is_good() {
        for (id, text) in FILES {
            Collection::parse(id, text).unwrap_or_else(|error| panic!("{error}"));
        }
        let catalogue = Catalogue::builtin();
        assert_eq!(catalogue.collections().len(), FILES.len());
        for collection in catalogue.collections() {
            let id = &collection.id;
            assert!(!collection.title.is_empty() && !collection.author.is_empty(), "{id}");
            let boards: BTreeSet<_> = (1..=collection.len()).map(|number| collection.board(number)).collect();
            assert_eq!(boards.len(), collection.len(), "{id} has a board twice");
            for number in 1..=collection.len() {
                let Some(name) = &collection.levels[number - 1].name else { continue };
                assert!(!name.contains([',', '#']), "{id} {name}");
                // It would hide the level of that number.
                let number = name.parse::<usize>().is_ok_and(|number| number.to_string() == *name);
                assert!(!number, "{id} {name}");
            }
        }
    }
}
