//! Experiments as the list shows them: definitions beside what is recorded.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::{Catalogue, Supply, store::ExperimentInfo};

use super::{Defined, Experiments, Origin, definition, levels::LevelIndex};
use crate::problem::Problem;

/// An experiment in the list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Summary {
    /// Its name.
    pub(super) name: String,
    /// Its headline.
    title: String,
    /// `builtin`, `page` (defined here) or `recorded` (known from the results file alone).
    origin: &'static str,
    /// The names of its levels as people read them.
    levels: Vec<String>,
    /// What of the collections that it names is here; null if it names none.
    supply: Option<SupplyInfo>,
    /// Its contenders.
    contenders: Vec<String>,
    /// Runs made; of the newest experiment of that name, if it had the levels that are here now.
    done: u64,
    /// Runs planned, if that is known.
    planned: Option<u64>,
    /// Is anything of it in the results file?
    recorded: bool,
    /// `idle`, `running` or `stopping`.
    state: &'static str,
    /// Why it cannot be run here, if it cannot.
    why_not: Option<String>,
}

/// What of the collections that an experiment names is here.
#[derive(Serialize, JsonSchema)]
struct SupplyInfo {
    /// What is missing or stands in; null if everything is here.
    sentence: Option<String>,
    /// The same where the collections are named beside it.
    brief: Option<String>,
    /// How the missing levels are found.
    remedy: &'static str,
    /// The levels that are played because nothing of the collections is here.
    stand_in: Vec<String>,
    /// The collections.
    collections: Vec<ShareInfo>,
}

/// How much of a collection is here.
#[derive(Serialize, JsonSchema)]
struct ShareInfo {
    /// Its name in experiments, behind `collection:`.
    id: String,
    /// Its title.
    title: String,
    /// Author and year, as far as known.
    author: String,
    /// Levels that the experiment names.
    wanted: usize,
    /// Levels that are here.
    found: usize,
}

impl SupplyInfo {
    fn of(supply: Supply) -> Option<Self> {
        let (sentence, brief, remedy) = (supply.sentence(), supply.brief(), supply.remedy());
        let Supply { collections, stand_in } = supply;
        let share = |soko_lab::Share { id, title, author, wanted, found, .. }| ShareInfo {
            id,
            title,
            author,
            wanted,
            found,
        };
        let collections: Vec<_> = collections.into_iter().map(share).collect();
        (!collections.is_empty()).then_some(Self { sentence, brief, remedy, stand_in, collections })
    }
}

impl Experiments {
    /// All experiments: those of the page first, then those known from the results file alone, then ours.
    ///
    /// # Errors
    /// The results file cannot be read.
    pub(crate) fn summaries(&self) -> Result<Vec<Summary>, Problem> {
        let mut recorded = BTreeMap::new();
        for info in self.results.reader()?.experiments().map_err(Problem::internal)? {
            // The newest comes first.
            recorded.entry(info.name.clone()).or_insert(info);
        }
        let defined = self.all();
        let index = LevelIndex::new(&self.library);
        let mut all: Vec<_> = defined
            .iter()
            .map(|one| self.summary(one, recorded.remove(&one.definition.name).as_ref(), &index))
            .collect();
        let own = defined.iter().filter(|one| one.origin == Origin::Page).count();
        let rest: Vec<_> = recorded.into_values().map(|info| self.only_recorded(info)).collect();
        all.splice(own..own, rest);
        Ok(all)
    }

    fn state(&self, name: &str) -> &'static str {
        self.progress_of(name).map_or("idle", |progress| progress.state)
    }

    fn summary(&self, one: &Defined, recorded: Option<&ExperimentInfo>, index: &LevelIndex<'_>) -> Summary {
        let definition = &one.definition;
        let counted = definition::count(definition, index);
        let supply = index.supply(definition);
        // A collection that has come into the library since makes it another plan, of which nothing is done.
        let current = recorded.filter(|info| info.supply == supply);
        let why_not = match &counted {
            Err(problem) => Some(problem.message().to_owned()),
            Ok(_) if !self.has_workers() => Some("this server cannot start workers".to_owned()),
            Ok(_) => None,
        };
        let names = definition.contenders().unwrap_or_default().into_iter().map(|contender| contender.name);
        Summary {
            name: definition.name.clone(),
            title: if definition.title.is_empty() {
                definition.name.clone()
            } else {
                definition.title.clone()
            },
            origin: if one.origin == Origin::Builtin { "builtin" } else { "page" },
            levels: definition.levels.iter().map(|name| Catalogue::builtin().shown(name)).collect(),
            supply: SupplyInfo::of(supply),
            contenders: names.collect(),
            done: current.map_or(0, |info| info.made),
            planned: current.map(|info| info.planned).or_else(|| counted.ok().map(|runs| runs as u64)),
            recorded: recorded.is_some(),
            state: self.state(&definition.name),
            why_not,
        }
    }

    fn only_recorded(&self, info: ExperimentInfo) -> Summary {
        Summary {
            state: self.state(&info.name),
            name: info.name,
            title: info.title,
            origin: "recorded",
            levels: Vec::new(),
            supply: SupplyInfo::of(info.supply),
            contenders: Vec::new(),
            done: info.made,
            planned: Some(info.planned),
            recorded: true,
            why_not: Some("its definition is not here".to_owned()),
        }
    }
}
