//! Experiments of the workbench: those that come with the program, those defined in the page, and the bench that runs them.
//!
//! ```text
//! form ──► TOML ──► definition ──► plan (levels of the library only) ──► bench ──► results file
//! ```
//!
//! A definition made in the page is a file in the data folder, so it is there after a restart. Level names are looked up in the library
//! and nowhere else: what a client sends never becomes a path. What came of an experiment is read from the results file, over a
//! connection of its own, so that a long report holds up nobody who writes.

mod bench;
mod draft;
mod levels;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use soko_lab::{Definition, DefinitionError, EXPERIMENTS, Plan, Seeds, Store, WorkerCommand};

pub(crate) use bench::{News, Progress, start, stop};
pub(crate) use draft::Draft;

use crate::{answer::Problem, library::Library, limits};

/// Names that mean something else in addresses of the page.
const RESERVED: [&str; 3] = ["run", "new", "runs"];
/// Longest name of an experiment.
const LONGEST_NAME: usize = 60;
/// Most memory that a run may ask for.
const MOST_MEMORY: u64 = 1 << 40;
/// Most milliseconds that a run may ask for: thirty days.
const MOST_TIME: u64 = 30 * 24 * 3_600_000;

/// Where a definition comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// It comes with the program.
    Builtin,
    /// The user wrote it here.
    Page,
}

/// An experiment that can be planned.
pub(crate) struct Defined {
    pub(crate) origin: Origin,
    pub(crate) definition: Definition,
    /// The file.
    pub(crate) text: String,
}

/// All experiments, and the one that runs.
pub(crate) struct Experiments {
    results: PathBuf,
    folder: PathBuf,
    worker: Option<WorkerCommand>,
    builtin: Vec<Arc<Defined>>,
    defined: Mutex<BTreeMap<String, Arc<Defined>>>,
    bench: Mutex<bench::Place>,
    /// Held while pages are told.
    telling: Mutex<()>,
    changes: AtomicU64,
}

impl Experiments {
    pub(crate) fn new(results: PathBuf, data: &Path, worker: Option<WorkerCommand>) -> Self {
        let builtin = EXPERIMENTS.iter().filter_map(|experiment| {
            let definition = Definition::parse(experiment.text, experiment.id).ok()?;
            Some(Arc::new(Defined { origin: Origin::Builtin, definition, text: experiment.text.to_owned() }))
        });
        let folder = data.join("experiments");
        Self {
            results,
            worker,
            builtin: builtin.collect(),
            defined: Mutex::new(read_folder(&folder)),
            folder,
            bench: Mutex::default(),
            telling: Mutex::default(),
            changes: AtomicU64::new(0),
        }
    }

    /// All definitions: those of the page first.
    pub(crate) fn all(&self) -> Vec<Arc<Defined>> {
        self.defined().values().chain(&self.builtin).cloned().collect()
    }

    /// The definition of that name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Defined>> {
        self.defined()
            .get(name)
            .or_else(|| self.builtin.iter().find(|one| one.definition.name == name))
            .cloned()
    }

    /// The results file, to read.
    pub(crate) fn read_results(&self) -> Result<Store, Problem> {
        Store::read(&self.results).map_err(Problem::internal)
    }

    /// Grows with every change to the list.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Can experiments be run at all?
    pub(crate) const fn has_workers(&self) -> bool {
        self.worker.is_some()
    }

    /// How the running experiment is getting on, or how the last one went.
    pub(crate) fn progress(&self) -> Option<Progress> {
        self.bench().progress()
    }

    /// Keeps a definition, in place of one of the same name.
    ///
    /// # Errors
    /// The name is taken by one of ours, there are too many, or the folder cannot be written.
    pub(crate) fn define(&self, text: &str, definition: Definition) -> Result<(), Problem> {
        let name = definition.name.clone();
        if self.builtin.iter().any(|one| one.definition.name == name) {
            return Err(
                Problem::conflict(format!("'{name}' comes with the program")).help("choose another name")
            );
        }
        let mut defined = self.defined();
        if !defined.contains_key(&name) && defined.len() >= limits::EXPERIMENTS {
            return Err(Problem::busy(format!("there are {} experiments already", limits::EXPERIMENTS))
                .help("remove some of them"));
        }
        // In one step: a full disk must not cost the definition that was there.
        let file = self.file(&name);
        let part = file.with_added_extension("part");
        fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&part, text))
            .and_then(|()| fs::rename(&part, &file))
            .map_err(|error| {
                let _ = fs::remove_file(&part);
                Problem::conflict(format!("the definition cannot be kept: {error}")).help("is the disk full?")
            })?;
        defined.insert(name, Arc::new(Defined { origin: Origin::Page, definition, text: text.to_owned() }));
        drop(defined);
        self.changed();
        Ok(())
    }

    /// Forgets a definition of the page; what was recorded stays.
    ///
    /// # Errors
    /// There is none of that name, or it comes with the program.
    pub(crate) fn forget(&self, name: &str) -> Result<(), Problem> {
        if self.builtin.iter().any(|one| one.definition.name == name) {
            return Err(Problem::conflict(format!("'{name}' comes with the program and stays")));
        }
        if self.defined().remove(name).is_none() {
            return Err(missing(name));
        }
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Problem::conflict(format!("its file cannot be removed: {error}")));
            }
            _ => {}
        }
        self.changed();
        Ok(())
    }

    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// The file of a definition. Names have letters, digits, '-' and '_' only.
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.toml"))
    }

    fn defined(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Defined>>> {
        self.defined.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bench(&self) -> MutexGuard<'_, bench::Place> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// There is no such experiment.
pub(crate) fn missing(name: &str) -> Problem {
    let name: String = name.chars().take(LONGEST_NAME).collect();
    Problem::missing(format!("there is no experiment '{name}'")).help("see /api/experiments")
}

/// Reads a definition as the user wrote it.
///
/// # Errors
/// What is wrong, with line and column.
pub(crate) fn parse(text: &str) -> Result<Definition, Problem> {
    let definition =
        Definition::parse(text, "").map_err(|error| Problem::bad(in_words(&error)).help(&error.help))?;
    if definition.name.len() > LONGEST_NAME || RESERVED.contains(&definition.name.as_str()) {
        return Err(Problem::bad(format!("'{}' cannot be the name of an experiment", definition.name)).help(
            format!("choose one of at most {LONGEST_NAME} letters other than {}", RESERVED.join(", ")),
        ));
    }
    if definition.players.len() > limits::CONTENDERS {
        return Err(Problem::bad(format!("at most {} players can take part", limits::CONTENDERS)));
    }
    let limits = definition.limits().map_err(|error| Problem::bad(&error).help(&error.help))?;
    if limits.memory.is_some_and(|bytes| bytes > MOST_MEMORY)
        || limits.time_ms.is_some_and(|ms| ms > MOST_TIME)
    {
        return Err(Problem::bad("these limits are none").help("at most 1 TiB and 30 days, or \"none\""));
    }
    Ok(definition)
}

/// What is wrong and where, for somebody who has the file before them: it needs no name.
fn in_words(error: &DefinitionError) -> String {
    let mut place = error.place.trim_end_matches(": ").split(':').skip(1);
    match (place.next(), place.next()) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: {}", error.message),
        _ => error.message.clone(),
    }
}

/// How many runs a definition asks for on each level.
fn runs_per_level(definition: &Definition) -> u128 {
    let runs = |entrant: &soko_lab::Entrant| {
        let seeds = entrant.seeds.as_ref().unwrap_or(&definition.seeds);
        Seeds::count(seeds) as u128 * u128::from(definition.repetitions_of(entrant))
    };
    definition.players.iter().map(runs).sum()
}

/// How many runs a definition asks for.
///
/// # Errors
/// It names levels that are not in the library, or asks for too many runs.
pub(crate) fn count(definition: &Definition, library: &Library) -> Result<usize, Problem> {
    let levels = levels::count(&definition.levels, library)?;
    let runs = runs_per_level(definition).saturating_mul(levels as u128);
    usize::try_from(runs).ok().filter(|&runs| runs <= limits::TRIALS).ok_or_else(|| {
        Problem::bad(format!("that would be {runs} runs"))
            .help(format!("at most {} at a time", limits::TRIALS))
    })
}

/// Plans an experiment.
///
/// # Errors
/// It names levels that are not in the library, or asks for too many runs.
pub(crate) fn plan(definition: &Definition, library: &Library) -> Result<Plan, Problem> {
    count(definition, library)?;
    let levels = levels::resolve(&definition.levels, library)?;
    Plan::new(definition, levels).map_err(|error| Problem::bad(&error).help(&error.help))
}

/// The definitions of a folder; files that are none are left alone.
fn read_folder(folder: &Path) -> BTreeMap<String, Arc<Defined>> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).ok()?;
        let definition = parse(&text).ok()?;
        let named = path.file_name()?.to_str()? == format!("{}.toml", definition.name);
        named.then(|| (definition.name.clone(), Arc::new(Defined { origin: Origin::Page, definition, text })))
    };
    paths.iter().filter_map(read).take(limits::EXPERIMENTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "name = \"mine\"\nlevels = [\"builtin:tutorial#1-2\"]\nseeds = 3\n[[players]]\nplayer = \"bfs\"\n";

    #[test]
    fn what_is_defined_is_there_after_a_restart_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Experiments::new(folder.path().join("r.db"), folder.path(), None);
        open().define(SMALL, parse(SMALL).unwrap()).unwrap();
        let again = open();
        assert_eq!(again.find("mine").unwrap().text, SMALL);
        assert_eq!(again.all().len(), EXPERIMENTS.len() + 1);
        assert!(again.define(SMALL, find_builtin(&again)).is_err(), "ours are not replaced");
        again.forget("mine").unwrap();
        assert!(open().find("mine").is_none());
        assert!(again.forget("mine").is_err() && again.forget("players").is_err());
    }

    fn find_builtin(experiments: &Experiments) -> Definition {
        experiments.find("players").unwrap().definition.clone()
    }

    #[test]
    fn runs_are_counted_before_anything_is_planned() {
        let library = Library::new(Vec::new());
        assert_eq!(count(&parse(SMALL).unwrap(), &library).unwrap(), 6);
        assert_eq!(plan(&parse(SMALL).unwrap(), &library).unwrap().dataset.trials.len(), 6);
        let greedy = SMALL.replace("seeds = 3", "seeds = 900000\nrepetitions = 4000000000");
        assert!(count(&parse(&greedy).unwrap(), &library).unwrap_err().message().contains("runs"));
    }

    #[test]
    fn odd_names_and_limits_are_refused() {
        for (old, new) in [
            ("\"mine\"", "\"run\""),
            ("\"mine\"", "\"../mine\""),
            ("seeds = 3", "seeds = 3\n[limits]\nmemory = 18446744073709551615"),
            ("seeds = 3", "[limits]\ntime = \"1e6h\""),
        ] {
            assert!(parse(&SMALL.replace(old, new)).is_err(), "{new}");
        }
        let error = parse("name = \"x\"\nlevels = 3").unwrap_err();
        assert!(error.message().starts_with("line 2, column 10: "), "{}", error.message());
    }
}
