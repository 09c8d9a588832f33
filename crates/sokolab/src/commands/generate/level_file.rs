//! A file that grows by one level after another, and can be taken up again.
//!
//! Unlike other files of ours it is written in place: what a run has made must outlast it. A file that holds something is
//! therefore never overwritten, only gone on with. All records but the last were followed by another one, so they are
//! whole; the last is made again and compared. A part of it is cut off, anything else means that another program made it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use soko_levels::generate::attempt;
use soko_solver::Control;

use crate::{
    destination::{Destination, refused},
    exit::Failure,
    level_record::{Past, Records, Unread},
};

/// An open file and the levels that were in it.
pub(super) struct LevelFile {
    path: PathBuf,
    file: File,
    past: Vec<Past>,
    /// What stands above the first record, until that is written.
    head: String,
}

impl LevelFile {
    /// Opens a file, at the end of the levels it holds.
    ///
    /// # Errors
    /// It cannot be written, is not to be gone on with, or holds something else.
    pub(super) fn open(path: &Path, records: Records, resume: bool) -> Result<Self, Failure> {
        let destination = Destination::new(path)?;
        let text = if destination.is_replaced() { text_of(path)? } else { String::new() };
        if !text.is_empty() && !resume {
            let message = format!("{} is there already", path.display());
            return Err(Failure::with_help(message, "go on with it by --resume, remove it, or name another"));
        }
        let head = records.head();
        let (past, length) = if head.starts_with(&text) {
            (Vec::new(), 0)
        } else {
            let body = text.strip_prefix(&head).ok_or_else(|| foreign(path))?;
            let (past, length) = kept(path, records, body)?;
            (past, head.len() + length)
        };
        let file = opened(path, destination.is_replaced(), length).map_err(|error| refused(path, &error))?;
        let head = if length == 0 { head } else { String::new() };
        Ok(Self { path: path.to_owned(), file, past, head })
    }

    /// The levels that were in it.
    pub(super) fn past(&self) -> &[Past] {
        &self.past
    }

    /// Writes a record, at once.
    ///
    /// # Errors
    /// The system's words.
    pub(super) fn append(&mut self, record: &str) -> Result<(), Failure> {
        let text = std::mem::take(&mut self.head) + record;
        self.file.write_all(text.as_bytes()).map_err(|error| refused(&self.path, &error))
    }
}

/// What a file holds; nothing if there is none.
fn text_of(path: &Path) -> Result<String, Failure> {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| foreign(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::input(format!("cannot read {}: {error}", path.display()))),
    }
}

/// The whole records of a body, and how long they are.
fn kept(path: &Path, records: Records, body: &str) -> Result<(Vec<Past>, usize), Failure> {
    let mark = records.mark();
    let mut texts = records.split(body);
    let Some(last) = texts.pop() else {
        // Less than the beginning of the first one.
        return if mark.starts_with(body) { Ok((Vec::new(), 0)) } else { Err(foreign(path)) };
    };
    let length = texts.iter().map(|text| text.len()).sum::<usize>();
    if length + last.len() != body.len() {
        return Err(foreign(path));
    }
    let whole = |text: &&str| records.past(text).map_err(|_| foreign(path));
    let mut past: Vec<Past> = texts.iter().map(whole).collect::<Result<_, _>>()?;
    let level = match records.past(last) {
        Ok(level) => level,
        Err(Unread::Part) => return Ok((past, length)),
        Err(Unread::Foreign) => return Err(foreign(path)),
    };
    let made = attempt(&records.wish, records.seed, level.attempt, &Control::default());
    let again = made.map(|made| records.record(&made)).map_err(|_| other_program(path))?;
    match last.strip_prefix(&again) {
        // Behind it the next record may have begun.
        Some(rest) if mark.starts_with(rest) => {
            past.push(level);
            Ok((past, length + again.len()))
        }
        None if again.starts_with(last) => Ok((past, length)),
        _ => Err(other_program(path)),
    }
}

/// Opens a file and leaves so much of it. Devices and pipes are not cut.
fn opened(path: &Path, is_file: bool, length: usize) -> io::Result<File> {
    let mut file = OpenOptions::new().write(true).create(is_file).truncate(false).open(path)?;
    if is_file {
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok(file)
}

fn foreign(path: &Path) -> Failure {
    Failure::with_help(
        format!("{} holds something else than levels of this kind and seed", path.display()),
        "give the style, size, ranges, seed and format that it was made with, or name another file",
    )
}

fn other_program(path: &Path) -> Failure {
    Failure::with_help(
        format!("the last level of {} is not what this program makes", path.display()),
        "it was changed, or made by another version of sokolab: name another file",
    )
}
