//! Files we write: tried out before the work, replaced in one step after it.
//!
//! Work may take hours, so whether its result can be written is found out first, by doing it: a file is made in the
//! place of the result and taken away again. A run that fails or is cut off leaves the old file as it was: the text goes to a
//! new file beside it, which then takes its name and its permissions. Devices and pipes are written to directly.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use soko_formats::Format;

use crate::exit::Failure;

/// A file to be written later.
pub(crate) struct Destination {
    /// As it was named.
    path: PathBuf,
    /// Where its links lead.
    target: PathBuf,
}

impl Destination {
    /// Makes sure that a file can be written there.
    ///
    /// # Errors
    /// It is a directory, its directory does not exist, or the system allows no file there.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        if path.is_dir() {
            return Err(Failure::with_help(format!("{shown} is a directory"), "name a file in it"));
        }
        let destination = Self { path: path.to_owned(), target: target(path) };
        let parent = parent(&destination.target);
        if !parent.is_dir() {
            return Err(Failure::with_help(
                format!("cannot write {shown}: there is no directory {}", parent.display()),
                "make the directory first",
            ));
        }
        if destination.is_replaced() {
            destination.try_out().map_err(|error| refused(path, &error))?;
        }
        Ok(destination)
    }

    /// Can it be written again and again, each time in one step? Devices and pipes cannot.
    pub(crate) fn is_replaced(&self) -> bool {
        fs::metadata(&self.target).map_or(true, |metadata| metadata.is_file())
    }

    /// Does everything that writing does, and changes nothing.
    fn try_out(&self) -> io::Result<()> {
        if self.target.exists() {
            // A file that may not be written is not replaced behind its owner's back either.
            OpenOptions::new().write(true).open(&self.target)?;
        }
        try_out(&parent(&self.target))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The system's words.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = if self.is_replaced() {
            self.replace(bytes)
        } else {
            File::create(&self.target).and_then(|mut file| file.write_all(bytes))
        };
        written.map_err(|error| refused(&self.path, &error))
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let (part, mut file) = part(&parent(&self.target))?;
        let written = (|| {
            if let Ok(metadata) = fs::metadata(&self.target) {
                file.set_permissions(metadata.permissions())?;
            }
            file.write_all(bytes)?;
            file.sync_all()?;
            drop(file);
            fs::rename(&part, &self.target)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// The file's name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// A directory that gets files later, and is made when it gets the first.
pub(crate) struct Directory {
    path: PathBuf,
}

impl Directory {
    /// Makes sure that files can be made there.
    ///
    /// # Errors
    /// It is a file, or the system allows no directory or no files there.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let existing = path.ancestors().find(|ancestor| ancestor.exists());
        let existing = existing.map_or_else(|| PathBuf::from("."), Path::to_owned);
        if !existing.is_dir() {
            return Err(Failure::with_help(
                format!("cannot write to {}: {} is no directory", path.display(), existing.display()),
                "name a directory",
            ));
        }
        try_out(&existing).map_err(|error| refused(path, &error))?;
        Ok(Self { path: path.to_owned() })
    }

    /// Writes one of its files.
    ///
    /// # Errors
    /// The system's words.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        fs::create_dir_all(&self.path).map_err(|error| refused(&self.path, &error))?;
        Destination::new(&self.path.join(name))?.write(bytes)
    }

    /// Its name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// What is said where a file cannot be written.
pub(crate) fn refused(path: &Path, error: &io::Error) -> Failure {
    let help = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space, or name a file on another disk"
        }
        _ => "name a file in a directory that can be written to",
    };
    Failure::with_help(format!("cannot write {}: {error}", path.display()), help)
}

/// The directory of a file.
fn parent(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The file that a path leads to, also if it does not exist yet.
fn target(path: &Path) -> PathBuf {
    // The most links that systems follow.
    const LINKS: usize = 40;
    let Err(error) = fs::metadata(path) else {
        let is_file = path.is_file();
        return fs::canonicalize(path).ok().filter(|_| is_file).unwrap_or_else(|| path.to_owned());
    };
    let mut target = path.to_owned();
    if error.kind() == io::ErrorKind::NotFound {
        for _ in 0..LINKS {
            let Ok(next) = fs::read_link(&target) else { break };
            target = parent(&target).join(next);
        }
    }
    target
}

fn try_out(directory: &Path) -> io::Result<()> {
    let (part, _) = part(directory)?;
    fs::remove_file(part)
}

/// A new file in a directory, of a name that is not taken.
fn part(directory: &Path) -> io::Result<(PathBuf, File)> {
    for number in 0_u64.. {
        let path = directory.join(OsString::from(format!("sokolab-{}-{number}.part", std::process::id())));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The format that a file's name asks for.
pub(crate) fn format_of(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "xsb" | "txt" => Some(Format::Xsb),
        "sok" => Some(Format::Sok),
        "slc" | "xml" => Some(Format::Slc),
        "rle" => Some(Format::Rle),
        "json" => Some(Format::Json),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_is_left_beside_them() {
        let directory = tempfile::tempdir().unwrap();
        for text in ["one", "two"] {
            let path = directory.path().join("levels.sok");
            Destination::new(&path).unwrap().write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn impossible_places_are_refused_before_the_work() {
        let directory = tempfile::tempdir().unwrap();
        assert!(Destination::new(directory.path()).is_err());
        assert!(Destination::new(&directory.path().join("none/levels.sok")).is_err());
    }

    #[test]
    fn the_name_says_the_format_and_the_format_can_be_written() {
        for name in ["a.xsb", "a.TXT", "a.sok", "a.slc", "a.rle", "a.json"] {
            assert!(format_of(Path::new(name)).is_some_and(Format::can_write), "{name}");
        }
        assert_eq!(format_of(Path::new("a.png")), None);
        assert_eq!(format_of(Path::new("levels")), None);
    }
}
