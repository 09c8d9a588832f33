//! Where levels come from: one way for every command.
//!
//! An argument names a [`Selection`]: a file, some levels of a file, a directory, standard input, a
//! built-in collection, or a collection of others that is found by its boards. [`LevelSource::open`] resolves all arguments before any work starts, so a mistyped
//! name costs nothing. [`LevelSource::files`] then reads file by file, each when its turn comes: memory is
//! bounded by the largest file, and a file that cannot be read is an item of its own that loses nothing else.

pub(crate) mod boards;
mod directory;
mod file;
mod pick;
mod selection;

use std::{
    collections::VecDeque,
    ffi::OsString,
    io::{self, IsTerminal},
    path::PathBuf,
};

use soko_formats::{Format, Legend, Limits, ReadOptions};

pub(crate) use file::{LevelFile, Refusal, SourceLevel};
pub(crate) use pick::Pick;
pub(crate) use selection::{Selection, Source};

use crate::exit::Failure;

/// How files are to be read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// In this format instead of the detected one.
    pub(crate) format: Option<Format>,
    /// With this legend.
    pub(crate) legend: Option<Legend>,
}

impl Reading {
    /// The options for one file.
    fn options(self, name: &str) -> ReadOptions {
        ReadOptions {
            name: Some(name.to_owned()),
            format: self.format,
            legend: self.legend,
            limits: Limits::default(),
        }
    }
}

/// A file, or a selection of its levels, that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable {
    /// The file as the user knows it.
    pub(crate) file: String,
    /// A stable name for the kind of trouble.
    pub(crate) code: &'static str,
    /// What is wrong.
    pub(crate) message: String,
    /// What would be right.
    pub(crate) help: String,
}

/// Neither an argument nor anything on standard input.
const NOTHING: &str = "no levels are named, and none are piped in";

/// All levels that the arguments name.
pub(crate) struct LevelSource {
    selections: Vec<Selection>,
    reading: Reading,
}

impl LevelSource {
    /// Resolves arguments. Without any, levels are piped in.
    ///
    /// # Errors
    /// Every argument that names nothing, in one message; no arguments, and a person at standard input.
    pub(crate) fn open(arguments: &[OsString], reading: Reading) -> Result<Self, Failure> {
        let mut selections = Vec::new();
        if arguments.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::with_help(NOTHING, selection::FORMS));
            }
            selections.push(Selection { source: Source::Piped, pick: Pick::All });
        }
        let mut mistakes = Vec::new();
        for argument in arguments {
            match Selection::resolve(argument) {
                Ok(selection) => selections.push(selection),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if selections.iter().filter(|s| matches!(s.source, Source::Stdin)).count() > 1 {
            let message = "standard input ('-') is named twice and can be read only once".to_owned();
            mistakes.push((message, "name '-' once, or save the levels to a file".to_owned()));
        }
        if mistakes.is_empty() {
            return Ok(Self { selections, reading });
        }
        let (messages, help): (Vec<_>, Vec<_>) = mistakes.into_iter().unzip();
        Err(Failure::with_help(messages.join("\n       "), &help[0]))
    }

    /// Reads the files one after another.
    pub(crate) fn files(self) -> impl Iterator<Item = Result<LevelFile, Unreadable>> {
        let pending = self.selections.into_iter().map(Pending::Selected).collect();
        Files { pending, reading: self.reading, found_here: false }
    }
}

/// What is still to be read.
enum Pending {
    Selected(Selection),
    /// A file met in a directory: passed over in silence if it holds no levels.
    Met(PathBuf),
    /// Something in a directory that could not be looked into.
    Unreadable(Unreadable),
    /// The end of a directory's files.
    DirectoryEnd(PathBuf),
}

struct Files {
    pending: VecDeque<Pending>,
    reading: Reading,
    /// Has the directory at hand given a file with levels, or at least an error?
    found_here: bool,
}

impl Iterator for Files {
    type Item = Result<LevelFile, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.pending.pop_front()? {
                Pending::Selected(Selection { source: Source::Directory(directory), .. }) => {
                    self.enter(directory);
                }
                Pending::Selected(Selection { source: Source::Collection(name), .. }) => {
                    return Some(boards::read(&name));
                }
                Pending::Selected(selection) => return Some(file::read(selection, self.reading)),
                Pending::Met(path) => {
                    if let Some(file) = file::read_met(&path, self.reading) {
                        self.found_here = true;
                        return Some(file);
                    }
                }
                Pending::Unreadable(unreadable) => {
                    self.found_here = true;
                    return Some(Err(unreadable));
                }
                Pending::DirectoryEnd(directory) if !self.found_here => {
                    return Some(Err(Unreadable {
                        file: directory.display().to_string(),
                        code: "no-levels",
                        message: "no file in this directory holds levels".to_owned(),
                        help: "name a directory with level files (.xsb, .sok, .slc, .txt, …)".to_owned(),
                    }));
                }
                Pending::DirectoryEnd(_) => {}
            }
        }
    }
}

impl Files {
    /// Puts the files of a directory in front of what is pending.
    fn enter(&mut self, directory: PathBuf) {
        self.found_here = false;
        let listed = directory::list(&directory).into_iter().map(|found| match found {
            Ok(path) => Pending::Met(path),
            Err((path, error)) => Pending::Unreadable(unreadable(&path.display().to_string(), &error)),
        });
        let later = std::mem::take(&mut self.pending);
        self.pending = listed.chain([Pending::DirectoryEnd(directory)]).chain(later).collect();
    }
}

/// The system's error in words, with a way out.
fn unreadable(file: &str, error: &io::Error) -> Unreadable {
    let help = match error.kind() {
        io::ErrorKind::NotFound => {
            "check the spelling; levels are FILE, FILE#N, DIRECTORY, -, builtin:NAME or collection:NAME"
        }
        io::ErrorKind::PermissionDenied => "make it readable for you (chmod +r), or copy it to where it is",
        io::ErrorKind::IsADirectory => "name a file in it, or the directory without '#'",
        _ => "check the file and the disk it is on",
    };
    Unreadable {
        file: file.to_owned(),
        code: "unreadable",
        message: format!("cannot read it: {error}"),
        help: help.to_owned(),
    }
}
