//! Files we write: checked before the work, replaced in one step after it.
//!
//! A run that fails or is cut off leaves the old file as it was: the text goes to a new file beside it, which
//! then takes its name. Devices and pipes are written to directly.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use soko_formats::Format;

use crate::exit::Failure;

/// A file to be written later.
pub(crate) struct Destination {
    path: PathBuf,
}

impl Destination {
    /// Makes sure that a file can be made there.
    ///
    /// # Errors
    /// It is a directory, or its directory does not exist.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        if path.is_dir() {
            return Err(Failure::with_help(format!("{shown} is a directory"), "name a file in it"));
        }
        match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => Err(Failure::with_help(
                format!("cannot write {shown}: there is no directory {}", parent.display()),
                "make the directory first",
            )),
            _ => Ok(Self { path: path.to_owned() }),
        }
    }

    /// Can it be written again and again, each time in one step? Devices and pipes cannot.
    pub(crate) fn is_replaced(&self) -> bool {
        fs::metadata(&self.path).map_or(true, |metadata| metadata.is_file())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The system's words.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let failed =
            |error: io::Error| Failure::input(format!("cannot write {}: {error}", self.path.display()));
        // Through a link, the file it leads to.
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            return File::create(&target).and_then(|mut file| file.write_all(bytes)).map_err(failed);
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(name);
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &target));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.map_err(failed)
    }

    /// The file's name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
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
        let path = directory.path().join("levels.sok");
        for text in ["one", "two"] {
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
