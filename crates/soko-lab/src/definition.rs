//! An experiment file: which players play which levels, how often, within which limits.
//!
//! ```toml
//! name = "first-try"
//! title = "A* against greedy search"
//! levels = ["collection:minicosmos#26-40", "mine.xsb"]
//! stand_in = ["builtin:workshop"] # where nothing of the collections is found
//! seeds = 3                       # 1, 2, 3; or a list
//!
//! [limits]
//! time = "10s"
//! memory = "1GiB"
//!
//! [[players]]
//! player = "astar"
//!
//! [[players]]
//! name = "greedy, blind"          # its column
//! player = "greedy"
//! preset = "brno"
//! set = { metric = "moves" }
//! seeds = 1
//! ```
//!
//! Levels are written as on the command line. `collection:NAME` is a collection of others, found by its boards wherever it lies
//! ([`Catalogue`]). In a path `$LEVELS` stands for the folder with such collections; it is kept
//! as it is in the records, so that shards from machines with different folders fit together and a printed command works
//! in any shell that knows `LEVELS`.

mod entrant;

use std::{fmt, ops::Range};

use serde::Deserialize;
use soko_solver::{
    limits::{MEMORY, NODES, TIME},
    quantity::{parse_bytes, parse_count, parse_duration},
};

pub use entrant::Entrant;

use crate::{
    catalogue::{Catalogue, Mistake},
    dataset::{ContenderInfo, Limits},
};

/// What an experiment file says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Short name: letters, digits, `-` and `_`.
    pub name: String,
    /// Headline.
    #[serde(default)]
    pub title: String,
    /// What it is about, in Markdown.
    #[serde(default)]
    pub about: String,
    /// Printed tables to lay beside the results: the name of a published experiment.
    #[serde(default)]
    pub published: Option<String>,
    /// Which levels, as on the command line.
    pub levels: Vec<String>,
    /// Levels to play where nothing of the collections among [`levels`](Self::levels) is found.
    #[serde(default)]
    pub stand_in: Vec<String>,
    /// Seeds of every player that does not name its own.
    #[serde(default)]
    pub seeds: Seeds,
    /// How often each run is made with the same seed, for times.
    #[serde(default = "one")]
    pub repetitions: u32,
    /// Limits of every run.
    #[serde(default)]
    pub limits: LimitTexts,
    /// The players.
    pub players: Vec<Entrant>,
}

/// So many seeds from 1 on, or these.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged, expecting = "seeds are a number of seeds, or a list such as [1, 2, 7]")]
pub enum Seeds {
    /// 1, 2, … up to this.
    Count(u32),
    /// Exactly these.
    List(Vec<u32>),
}

/// Limits as people write them; `"none"` is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitTexts {
    /// Wall-clock time of a run, such as `"60s"`.
    #[serde(default)]
    pub time: Option<Amount>,
    /// Memory of a run, such as `"4GiB"`.
    #[serde(default)]
    pub memory: Option<Amount>,
    /// Positions expanded in a run, such as `"1e6"`.
    #[serde(default)]
    pub nodes: Option<Amount>,
}

/// A number, or a text with a unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "an amount is a number or a text such as \"60s\", \"4GiB\", \"1e6\" or \"none\""
)]
pub enum Amount {
    /// A plain number.
    Number(u64),
    /// A number with a unit.
    Text(String),
}

/// Where levels and players are named in a file.
#[derive(Deserialize)]
struct Places {
    levels: Vec<toml::Spanned<String>>,
    players: Vec<PlayerPlace>,
}

#[derive(Deserialize)]
struct PlayerPlace {
    player: toml::Spanned<String>,
}

/// Most seeds of one player: a slip of the finger must not fill the memory.
const MOST_SEEDS: usize = 1_000_000;

const fn one() -> u32 {
    1
}

impl Default for Seeds {
    fn default() -> Self {
        Self::Count(1)
    }
}

impl Seeds {
    /// How many they are, without making them.
    pub const fn count(&self) -> usize {
        match self {
            Self::Count(count) => *count as usize,
            Self::List(list) => list.len(),
        }
    }

    /// The seeds.
    pub fn list(&self) -> Vec<u64> {
        match self {
            Self::Count(count) => (1..=u64::from(*count)).collect(),
            Self::List(list) => list.iter().copied().map(u64::from).collect(),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// What is wrong with an experiment file, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{message}")]
pub struct DefinitionError {
    /// `file:line:column: `, as far as known.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl From<Mistake> for DefinitionError {
    fn from(Mistake { message, help }: Mistake) -> Self {
        Self::new(message, help)
    }
}

impl DefinitionError {
    pub(crate) fn new(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self { place: String::new(), message: message.to_string(), help: help.to_string() }
    }
}

impl Definition {
    /// Reads an experiment file; `file` is its name for messages.
    ///
    /// # Errors
    /// The first thing that is wrong, with line and column where the file has one.
    pub fn parse(text: &str, file: &str) -> Result<Self, DefinitionError> {
        let parsed: Result<Self, toml::de::Error> = toml::from_str(text);
        let definition = parsed.map_err(|error| DefinitionError {
            place: format!("{file}{}: ", place(text, error.span())),
            message: error.message().trim_end().to_owned(),
            help: "'sokolab help bench' shows a complete experiment file".to_owned(),
        })?;
        let unknown = definition.levels.iter().find_map(|name| unknown(name));
        unknown.map_or_else(|| definition.check(), Err).map_err(|error| {
            let place = place(text, definition.place_of(&error, text));
            DefinitionError { place: format!("{file}{place}: "), ..error }
        })?;
        Ok(definition)
    }

    /// Where the player or the collection is named that a mistake is about.
    fn place_of(&self, error: &DefinitionError, text: &str) -> Option<Range<usize>> {
        let places: Places = toml::from_str(text).ok()?;
        if let Some(wrong) = self.levels.iter().position(|name| unknown(name).as_ref() == Some(error)) {
            return places.levels.get(wrong).map(toml::Spanned::span);
        }
        let wrong = self.players.iter().position(|one| one.contender().err().as_ref() == Some(error))?;
        Some(places.players.get(wrong)?.player.span())
    }

    /// Everything that the form of the file cannot say.
    ///
    /// # Errors
    /// The first mistake.
    pub fn check(&self) -> Result<(), DefinitionError> {
        let named = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if self.name.is_empty() || !self.name.chars().all(named) {
            return Err(DefinitionError::new(
                format!("'{}' is no name for an experiment", self.name),
                "use letters, digits, '-' and '_'",
            ));
        }
        if self.levels.is_empty() {
            return Err(DefinitionError::new("there are no levels", "write levels = [\"builtin:workshop\"]"));
        }
        if self.players.is_empty() {
            return Err(DefinitionError::new(
                "no player takes part",
                "add [[players]] with player = \"astar\"",
            ));
        }
        self.limits()?;
        let contenders = self.contenders()?;
        for (i, contender) in contenders.iter().enumerate() {
            if contenders[..i].iter().any(|other| other.name == contender.name) {
                return Err(DefinitionError::new(
                    format!("two players are called '{}'", contender.name),
                    "give each a name of its own: name = \"…\"",
                ));
            }
        }
        for (entrant, contender) in self.players.iter().zip(&contenders) {
            if entrant.seeds.as_ref().unwrap_or(&self.seeds).count() > MOST_SEEDS {
                return Err(DefinitionError::new(
                    format!("'{}' has too many seeds", contender.name),
                    format!("there can be {MOST_SEEDS}"),
                ));
            }
            if self.seeds_of(entrant).is_empty() || self.repetitions_of(entrant) == 0 {
                return Err(DefinitionError::new(
                    format!("'{}' never plays", contender.name),
                    "seeds and repetitions are at least 1",
                ));
            }
        }
        Ok(())
    }

    /// The limits of every run.
    ///
    /// # Errors
    /// An amount that cannot be understood.
    pub fn limits(&self) -> Result<Limits, DefinitionError> {
        let LimitTexts { time, memory, nodes } = &self.limits;
        let milliseconds = |text: &str| parse_duration(text).map(|time| time.as_millis() as u64);
        // They are part of a job's name, so the defaults do not depend on the machine.
        let default_time = TIME.default.map(|seconds| (seconds * 1e3) as u64);
        let default_memory = MEMORY.default.map(|mebibytes| mebibytes << 20);
        Ok(Limits {
            time_ms: amount(time.as_ref(), default_time, milliseconds)?,
            memory: amount(memory.as_ref(), default_memory, parse_bytes)?,
            nodes: amount(nodes.as_ref(), NODES.default, parse_count)?,
        })
    }

    /// The players with all their parameter values.
    ///
    /// # Errors
    /// A player, preset or parameter that is unknown or does not fit.
    pub fn contenders(&self) -> Result<Vec<ContenderInfo>, DefinitionError> {
        self.players.iter().map(Entrant::contender).collect()
    }

    /// The seeds of a player.
    pub(crate) fn seeds_of(&self, entrant: &Entrant) -> Vec<u64> {
        entrant.seeds.as_ref().unwrap_or(&self.seeds).list()
    }

    /// How often a player repeats a run.
    pub fn repetitions_of(&self, entrant: &Entrant) -> u32 {
        entrant.repetitions.unwrap_or(self.repetitions)
    }
}

/// What is wrong with a name of levels, if it is one of a collection.
fn unknown(name: &str) -> Option<DefinitionError> {
    Catalogue::builtin().select(name)?.err().map(DefinitionError::from)
}

fn amount(
    amount: Option<&Amount>,
    default: Option<u64>,
    parse: impl Fn(&str) -> Result<u64, String>,
) -> Result<Option<u64>, DefinitionError> {
    match amount.map(Amount::to_string) {
        None => Ok(default),
        Some(text) if text == "none" => Ok(None),
        Some(text) => {
            parse(&text).map(Some).map_err(|error| DefinitionError::new(error, "or write \"none\""))
        }
    }
}

/// `:line:column` of a place in a text.
fn place(text: &str, span: Option<Range<usize>>) -> String {
    let Some(before) = span.and_then(|span| text.get(..span.start)) else { return String::new() };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!(":{line}:{column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "name = \"x\"\nlevels = [\"builtin:demo\"]\n[[players]]\nplayer = \"bfs\"\n";

    fn message(text: &str) -> String {
        Definition::parse(text, "x.toml").unwrap_err().to_string()
    }

    #[test]
    fn a_short_file_has_sensible_defaults() {
        let definition = Definition::parse(SMALL, "x.toml").unwrap();
        assert_eq!(
            definition.limits().unwrap(),
            Limits { time_ms: Some(60_000), nodes: None, memory: Some(4 << 30) }
        );
        assert_eq!(definition.seeds_of(&definition.players[0]), [1]);
        assert_eq!(definition.contenders().unwrap()[0].name, "bfs");
    }

    #[test]
    fn everything_can_be_said() {
        let text = "name = \"x\"\nlevels = [\"a.xsb\"]\nseeds = [3, 5]\nrepetitions = 2\n\
                    [limits]\ntime = \"none\"\nnodes = 1000\nmemory = \"1MiB\"\n\
                    [[players]]\nplayer = \"astar\"\nset = { metric = \"moves\" }\n\
                    [[players]]\nname = \"wild\"\nplayer = \"mcts\"\npreset = \"brno\"\nseeds = 7\nrepetitions = 1\n";
        let definition = Definition::parse(text, "x.toml").unwrap();
        let limits = Limits { time_ms: None, nodes: Some(1000), memory: Some(1 << 20) };
        assert_eq!(definition.limits().unwrap(), limits);
        let contenders = definition.contenders().unwrap();
        assert_eq!((contenders[0].name.as_str(), contenders[1].name.as_str()), ("astar", "wild"));
        assert_eq!(contenders[0].settings, ["metric=moves"]);
        assert!(contenders[0].parameters.contains("\"metric\":\"moves\""));
        assert_eq!(definition.seeds_of(&definition.players[0]), [3, 5]);
        assert_eq!(definition.seeds_of(&definition.players[1]).len(), 7);
        assert_eq!(definition.repetitions_of(&definition.players[1]), 1);
    }

    #[test]
    fn mistakes_are_found_where_they_are() {
        assert!(message("name = \"x\"\nlevels = 3\n").starts_with("x.toml:2:10: invalid type"));
        let unknown = message(&SMALL.replace("levels", "colour = 1\nlevels"));
        assert!(unknown.starts_with("x.toml:2:1: unknown field `colour`"), "{unknown}");
        assert!(message("name = ").starts_with("x.toml:1:"), "{}", message("name = "));
        for (old, new, expected) in [
            ("\"x\"", "\"x y\"", "x.toml: 'x y' is no name"),
            ("\"bfs\"", "\"nobody\"", "x.toml:4:10: unknown player 'nobody'"),
            (
                "\"bfs\"",
                "\"bfs\"\nset = { speed = 1 }",
                "x.toml:4:10: player 'bfs': unknown parameter 'speed'",
            ),
            ("\"bfs\"", "\"bfs\"\npreset = \"odd\"", "x.toml:4:10: player 'bfs': unknown preset 'odd'"),
            ("\"bfs\"", "\"bfs\"\nseeds = 0", "x.toml: 'bfs' never plays"),
            ("\"bfs\"", "\"bfs\"\nseeds = 4000000000", "x.toml: 'bfs' has too many seeds"),
            ("\"bfs\"", "\"bfs\"\n[[players]]\nplayer = \"bfs\"", "x.toml: two players are called 'bfs'"),
            ("[\"builtin:demo\"]", "[]", "x.toml: there are no levels"),
            (
                "[\"builtin:demo\"]",
                "[\"a.xsb\",\n  \"collection:micro\"]",
                "x.toml:3:3: there is no collection 'micro' in the catalogue",
            ),
            ("[[players]]", "[limits]\ntime = \"soon\"\n[[players]]", "x.toml: 'soon' is no duration"),
        ] {
            let told = message(&SMALL.replace(old, new));
            assert!(told.starts_with(expected), "{told}");
        }
        assert!(Definition::parse("name = \"x\"\nlevels = []\nplayers = []", "x").is_err());
    }
}
