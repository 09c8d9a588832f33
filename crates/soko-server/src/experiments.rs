//! Experiments of the workbench: those that come with the program, those defined in the page, and the bench that runs them.
//!
//! ```text
//! form ──► TOML ──► definition ──► plan (levels of the library only) ──► bench ──► results file
//! ```
//!
//! Collections of others are found by their boards in whatever the library has; where there is nothing of them, an experiment's
//! stand-in is played, and every answer says so (`summary.rs`).
//!
//! A definition made in the page is a file in the data folder, so it is there after a restart. Level names are looked up in the library
//! and nowhere else: what a client sends never becomes a path. What came of an experiment is read from the results file, over a
//! connection of its own, so that a long report holds up no writer.

mod bench;
mod definition;
mod draft;
mod levels;
mod progress;
mod report;
mod sections;
mod summary;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use soko_lab::{Definition, EXPERIMENTS, WorkerCommand};

pub(crate) use definition::missing;
pub(crate) use draft::Draft;
pub(crate) use progress::Progress;
pub(crate) use report::{Experiment, ReportFormat, plot_style};
pub(crate) use summary::Summary;

use levels::LevelIndex;

use crate::{events::Events, library::Library, limits, problem::Problem, results::Results};

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

/// A definition that is right.
pub(crate) struct Checked {
    pub(crate) definition: Definition,
    /// Runs that it asks for.
    pub(crate) planned: usize,
    /// What of its collections is missing, or what stands in.
    pub(crate) supply: Option<String>,
}

/// All experiments, and the one that runs.
pub(crate) struct Experiments {
    library: Arc<Library>,
    results: Arc<Results>,
    events: Arc<Events>,
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
    /// The experiments of a data folder; without a way to start workers none can be run.
    pub(crate) fn new(
        (data, worker): (&Path, Option<WorkerCommand>),
        library: Arc<Library>,
        results: Arc<Results>,
        events: Arc<Events>,
    ) -> Self {
        let builtin = EXPERIMENTS.iter().filter_map(|experiment| {
            let definition = Definition::parse(experiment.text, experiment.id).ok()?;
            Some(Arc::new(Defined { origin: Origin::Builtin, definition, text: experiment.text.to_owned() }))
        });
        let folder = data.join("experiments");
        Self {
            library,
            results,
            events,
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

    /// Grows with every change to the list.
    fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Can experiments be run at all?
    const fn has_workers(&self) -> bool {
        self.worker.is_some()
    }

    /// How the running experiment is getting on, or how the last one went.
    fn progress(&self) -> Option<Progress> {
        self.bench().progress()
    }

    /// The same, if it is the experiment of that name.
    pub(crate) fn progress_of(&self, name: &str) -> Option<Progress> {
        self.progress().filter(|progress| progress.name == name)
    }

    /// Reads a definition and says how many runs it asks for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn check(&self, text: &str) -> Result<Checked, Problem> {
        let definition = definition::parse(text)?;
        let index = LevelIndex::new(&self.library);
        let planned = definition::count(&definition, &index)?;
        let supply = index.supply(&definition).sentence();
        Ok(Checked { definition, planned, supply })
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
        self.tell_list();
        Ok(())
    }

    /// Forgets a definition of the page; what was recorded stays.
    ///
    /// # Errors
    /// There is none of that name, it runs, or it comes with the program.
    pub(crate) fn forget(&self, name: &str) -> Result<(), Problem> {
        if self.progress_of(name).is_some_and(|progress| progress.state != "idle") {
            return Err(Problem::conflict("it is running").help("stop it first"));
        }
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
        self.tell_list();
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

/// The definitions of a folder; files that are none are left alone.
fn read_folder(folder: &Path) -> BTreeMap<String, Arc<Defined>> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).ok()?;
        let definition = definition::parse(&text).ok()?;
        let named = path.file_name()?.to_str()? == format!("{}.toml", definition.name);
        named.then(|| (definition.name.clone(), Arc::new(Defined { origin: Origin::Page, definition, text })))
    };
    paths.iter().filter_map(read).take(limits::EXPERIMENTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const SMALL: &str =
        "name = \"mine\"\nlevels = [\"builtin:tutorial#1-2\"]\nseeds = 3\n[[players]]\nplayer = \"bfs\"\n";

    #[test]
    fn what_is_defined_is_there_after_a_restart_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let results = Arc::new(Results::open(&folder.path().join("r.db")).unwrap());
            let library = Arc::new(Library::new(Vec::new()));
            Experiments::new((folder.path(), None), library, results, Arc::default())
        };
        open().define(SMALL, definition::parse(SMALL).unwrap()).unwrap();
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
}
