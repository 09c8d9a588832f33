//! Experiments as the list shows them: definitions beside what is recorded.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use soko_lab::store::ExperimentInfo;

use super::{Defined, Experiments, Origin, definition};
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
    /// The names of its levels, as its definition has them.
    levels: Vec<String>,
    /// Its contenders.
    contenders: Vec<String>,
    /// Runs made; of the newest experiment of that name.
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
        let mut all: Vec<_> = defined
            .iter()
            .map(|one| self.summary(one, recorded.remove(&one.definition.name).as_ref()))
            .collect();
        let own = defined.iter().filter(|one| one.origin == Origin::Page).count();
        let rest: Vec<_> = recorded.into_values().map(|info| self.only_recorded(info)).collect();
        all.splice(own..own, rest);
        Ok(all)
    }

    fn state(&self, name: &str) -> &'static str {
        self.progress_of(name).map_or("idle", |progress| progress.state)
    }

    fn summary(&self, one: &Defined, recorded: Option<&ExperimentInfo>) -> Summary {
        let definition = &one.definition;
        let counted = definition::count(definition, &self.library);
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
            levels: definition.levels.clone(),
            contenders: names.collect(),
            done: recorded.map_or(0, |info| info.made),
            planned: recorded.map(|info| info.planned).or_else(|| counted.ok().map(|runs| runs as u64)),
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
            contenders: Vec::new(),
            done: info.made,
            planned: Some(info.planned),
            recorded: true,
            why_not: Some("its definition is not here".to_owned()),
        }
    }
}
