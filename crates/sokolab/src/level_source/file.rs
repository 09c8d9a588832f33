//! One file of levels, read and ready to be asked level by level.

use std::{
    fmt,
    fs::File,
    io::{self, Read, stdin},
    path::Path,
};

use soko_core::Level;
use soko_formats::{Diagnostic, Document, Entry, Limits, Severity, read as read_levels};

use super::{NOTHING, Pick, Reading, Selection, Source, Unreadable, selection::FORMS, unreadable};
use crate::builtin;

/// A file as it was read, and which of its levels are wanted.
pub(crate) struct LevelFile {
    /// The name as the user gave it: a path, `-`, or `builtin:NAME`.
    pub(crate) name: String,
    /// The bytes that were looked at; messages quote them.
    pub(crate) bytes: Vec<u8>,
    /// What the reader understood.
    pub(crate) document: Document,
    /// The wanted entries, from 0.
    picked: Vec<usize>,
    /// The numbers of the entries, where they are not their places in the document.
    numbers: Option<Vec<usize>>,
}

/// One wanted level of a file.
pub(crate) struct SourceLevel<'a> {
    /// Position in the file, from 1.
    pub(crate) index: usize,
    /// The board with its texts and saved games.
    pub(crate) entry: &'a Entry,
    /// The level, if it can be played.
    pub(crate) level: Option<Level>,
    /// Everything there is to say about it, from the reader and from the rules.
    pub(crate) problems: Vec<Diagnostic>,
}

impl SourceLevel<'_> {
    /// The title, if there is one.
    pub(crate) fn title(&self) -> Option<&str> {
        self.entry.title.as_deref()
    }

    /// The level, or why it cannot be played.
    pub(crate) fn playable(&self) -> Result<&Level, Refusal> {
        self.level.as_ref().ok_or_else(|| {
            let errors = self.problems.iter().filter(|p| p.severity == Severity::Error);
            Refusal(errors.cloned().collect())
        })
    }
}

/// Why a level cannot be played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusal(Vec<Diagnostic>);

impl Refusal {
    /// The first few reasons without their remedies, a line each.
    pub(crate) fn brief(&self) -> impl Iterator<Item = String> {
        const FEW: usize = 3;
        let more = self.0.len().saturating_sub(FEW);
        let more = (more > 0).then(|| format!("and {more} more: see 'sokolab check'"));
        self.0.iter().take(FEW).map(reason).chain(more)
    }
}

/// Reasons and remedies in one line.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MANY: usize = 20;
        let texts = self.0.iter().take(MANY).map(|p| format!("{} ({})", reason(p), p.remedy));
        f.write_str(&texts.collect::<Vec<_>>().join("; "))?;
        match self.0.len().saturating_sub(MANY) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

fn reason(problem: &Diagnostic) -> String {
    format!("line {}, column {}: {}", problem.line, problem.column, problem.message)
}

impl LevelFile {
    /// Levels that were put together from several files, with their numbers in the collection.
    pub(super) fn gathered(name: String, document: Document, numbers: Vec<usize>) -> Self {
        Self {
            name,
            bytes: Vec::new(),
            document,
            picked: (0..numbers.len()).collect(),
            numbers: Some(numbers),
        }
    }

    /// How many levels are wanted.
    pub(crate) const fn len(&self) -> usize {
        self.picked.len()
    }

    /// Are all levels of the file wanted?
    pub(crate) const fn is_whole(&self) -> bool {
        self.picked.len() == self.document.collection.entries.len()
    }

    /// The wanted levels, each checked when its turn comes.
    pub(crate) fn levels(&self) -> impl Iterator<Item = SourceLevel<'_>> {
        (0..self.len()).map(|number| self.level(number))
    }

    /// One of the wanted levels, from 0, checked now.
    pub(crate) fn level(&self, number: usize) -> SourceLevel<'_> {
        let at = self.picked[number];
        let entry = &self.document.collection.entries[at];
        let index = self.numbers.as_ref().map_or(at + 1, |numbers| numbers[at]);
        let checked = soko_formats::check_entry(index, entry);
        let read = self.document.diagnostics.iter().filter(|d| d.level == Some(index)).cloned();
        let mut problems: Vec<_> = read.chain(checked.diagnostics).collect();
        problems.sort_by_key(|d| (d.line, d.column));
        // A level that is not what its author drew is none, even if the rest of it could be played.
        let level = checked.level.filter(|_| problems.iter().all(|p| p.severity < Severity::Error));
        SourceLevel { index, entry, level, problems }
    }

    /// What the reader says about no level in particular.
    pub(crate) fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        let count = self.document.collection.entries.len();
        self.document
            .diagnostics
            .iter()
            .filter(move |d| d.level.is_none_or(|level| level == 0 || level > count))
    }
}

/// Reads what an argument names; directories and collections of others are none of its business.
pub(super) fn read(selection: Selection, reading: Reading) -> Result<LevelFile, Unreadable> {
    let (name, bytes) = match selection.source {
        Source::Collection(_) => unreachable!("it is looked for by its boards"),
        Source::Builtin(collection) => (builtin::argument(collection), collection.text.into()),
        Source::Stdin | Source::Piped => {
            let bytes = bounded(stdin().lock()).map_err(|e| unreadable("standard input", &e))?;
            if bytes.is_empty() && matches!(selection.source, Source::Piped) {
                return Err(Unreadable {
                    file: "standard input".to_owned(),
                    code: "no-levels",
                    message: NOTHING.to_owned(),
                    help: FORMS.to_owned(),
                });
            }
            ("-".to_owned(), bytes)
        }
        Source::File(path) | Source::Directory(path) => {
            let name = path.display().to_string();
            let bytes = File::open(&path).and_then(bounded).map_err(|error| unreadable(&name, &error))?;
            (name, bytes)
        }
    };
    understand(name, bytes, &selection.pick, reading)
}

/// Reads a file met in a directory. `None` if it is not about levels at all.
pub(super) fn read_met(path: &Path, reading: Reading) -> Option<Result<LevelFile, Unreadable>> {
    let name = path.display().to_string();
    let bytes = match File::open(path)
        .and_then(|mut file| if is_foreign(&mut file)? { Ok(None) } else { bounded(file).map(Some) })
    {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return None,
        Err(error) => return Some(Err(unreadable(&name, &error))),
    };
    let meant_as_levels = path.extension().is_some_and(|extension| {
        ["xsb", "sok", "slc", "rle", "def"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    });
    let file = understand(name, bytes, &Pick::All, reading);
    match file {
        Ok(file) if file.len() == 0 && !meant_as_levels => None,
        other => Some(other),
    }
}

fn understand(name: String, bytes: Vec<u8>, pick: &Pick, reading: Reading) -> Result<LevelFile, Unreadable> {
    let document = read_levels(&bytes, &reading.options(&name));
    let entries = &document.collection.entries;
    let picked = if entries.is_empty() {
        // The reader has already said why.
        Vec::new()
    } else {
        pick.apply(entries.len(), |index| entries[index].title.as_deref()).map_err(|message| Unreadable {
            file: name.clone(),
            code: "no-such-level",
            message,
            help: format!("see its levels with: sokolab show '{name}' --format list"),
        })?
    };
    Ok(LevelFile { name, bytes, document, picked, numbers: None })
}

/// Reads no more than the reader looks at, and one byte beyond so that it sees that there is more.
fn bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(Limits::default().max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A large file with NUL bytes at its head is a program, a picture or an archive: no need to read it all.
fn is_foreign(file: &mut File) -> io::Result<bool> {
    const LARGE: u64 = 1 << 20;
    if file.metadata()?.len() < LARGE {
        return Ok(false);
    }
    let mut head = Vec::new();
    file.try_clone()?.take(8192).read_to_end(&mut head)?;
    io::Seek::rewind(file)?;
    let wide_text = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    Ok(head.contains(&0) && !wide_text)
}
