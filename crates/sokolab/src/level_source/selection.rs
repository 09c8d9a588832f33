//! What one argument names.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use soko_lab::{Catalogue, catalogue::PREFIX};

use super::Pick;
use crate::builtin::{self, Builtin};

/// The place that levels come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A file.
    File(PathBuf),
    /// A directory with everything below it.
    Directory(PathBuf),
    /// Standard input.
    Stdin,
    /// Standard input, because no argument names anything else.
    Piped,
    /// A collection that comes with the program.
    Builtin(&'static Builtin),
    /// A collection of others with what is picked of it, found by its boards.
    Collection(String),
}

/// A source and which of its levels.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// Where from.
    pub(crate) source: Source,
    /// Which ones.
    pub(crate) pick: Pick,
}

/// What is wrong with an argument, and what would be right.
type Mistake = (String, String);

impl Selection {
    /// Finds out what an argument means. An existing file wins over everything else, so names with `#` work;
    /// otherwise the longest part before a `#` that exists is the file.
    pub(crate) fn resolve(argument: &OsStr) -> Result<Self, Mistake> {
        if argument.is_empty() {
            return Err(("an empty argument names no levels".to_owned(), FORMS.to_owned()));
        }
        let whole = Path::new(argument);
        // A name that is no Unicode can only be a whole path.
        let text = argument.to_str().unwrap_or_default();
        if let Some(name) = text.strip_prefix("builtin:") {
            let (name, pick) = split_first(name);
            let builtin = builtin::find(name)?;
            return Ok(Self { source: Source::Builtin(builtin), pick: parse(text, pick)? });
        }
        if text.starts_with(PREFIX) && existing(whole).is_none() {
            Catalogue::builtin().selections([text])?;
            return Ok(Self { source: Source::Collection(text.to_owned()), pick: Pick::All });
        }
        if let ("-", pick) = split_first(text) {
            return Ok(Self { source: Source::Stdin, pick: parse(text, pick)? });
        }
        if let Some(source) = existing(whole) {
            return Ok(Self { source, pick: Pick::All });
        }
        let split = text
            .rmatch_indices('#')
            .find_map(|(at, _)| existing(Path::new(&text[..at])).map(|source| (source, &text[at + 1..])));
        match split {
            Some((Source::Directory(directory), _)) => Err((
                format!("'{text}': '#' picks a level of a file, but {} is a directory", directory.display()),
                "name one file of it, or leave '#' away".to_owned(),
            )),
            Some((source, pick)) => Ok(Self { source, pick: parse(text, Some(pick))? }),
            None => Err(missing(whole, text)),
        }
    }
}

/// What an argument may be.
pub(super) const FORMS: &str = "levels are FILE, FILE#N, FILE#N-M, FILE#TITLE, DIRECTORY, - (standard input), builtin:NAME or collection:NAME";

fn split_first(text: &str) -> (&str, Option<&str>) {
    text.split_once('#').map_or((text, None), |(name, pick)| (name, Some(pick)))
}

fn parse(argument: &str, pick: Option<&str>) -> Result<Pick, Mistake> {
    pick.map_or(Ok(Pick::All), Pick::parse)
        .map_err(|what| (format!("'{argument}': {what}"), "write FILE#12, FILE#3-7 or FILE#TITLE".to_owned()))
}

/// A file or directory that is there. What exists but cannot be read is reported when its turn comes.
fn existing(path: &Path) -> Option<Source> {
    if path.as_os_str().is_empty() {
        return None;
    }
    let metadata = fs::metadata(path).ok()?;
    Some(if metadata.is_dir() { Source::Directory(path.to_owned()) } else { Source::File(path.to_owned()) })
}

fn missing(whole: &Path, text: &str) -> Mistake {
    let name = if text.is_empty() { whole.to_string_lossy() } else { split_first(text).0.into() };
    let error = fs::metadata(name.as_ref()).err().map_or_else(
        || "not found".to_owned(),
        |e| match e.kind() {
            std::io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
            _ => e.to_string(),
        },
    );
    let help = if builtin::is_name(&name) {
        format!("the built-in collection of that name is builtin:{name}")
    } else {
        FORMS.to_owned()
    };
    (format!("{name}: {error}"), help)
}
