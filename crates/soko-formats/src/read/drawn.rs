//! The drawn formats: one scanner, and what each format adds to it.

use super::{captions, scan::Scan, text};
use crate::{Format, Legend, draft::Draft};

/// What a file of drawings turned out to hold.
pub(super) struct Drawings {
    scan: Scan,
    boards: usize,
    games: usize,
}

impl Drawings {
    /// XSB, SOK or RLE. They differ in what stands around the boards; the file's name decides where nothing
    /// does.
    pub(super) fn flavour(&self, name_hint: Option<Format>) -> Format {
        if self.games > 0 || self.scan.has_human_lines {
            Format::Sok
        } else if self.boards > 0 && self.scan.one_line_boards >= self.boards {
            Format::Rle
        } else {
            name_hint.filter(|hint| matches!(hint, Format::Xsb | Format::Sok)).unwrap_or(Format::Xsb)
        }
    }
}

/// Reads drawings and the texts around them.
pub(super) fn drawings(text: &str, legend: Legend, draft: &mut Draft) -> Drawings {
    let mut scan = text::scan(text, legend, draft);
    let games = captions::assign(text, &mut scan, draft);
    Drawings { scan, boards: draft.collection.entries.len(), games }
}

/// `KSokoban`'s `level.data`: drawings end with a NUL byte on a line of its own, and a line of text names the
/// collection that begins there. The name becomes a property of each of its levels.
pub(super) fn ksokoban(text: &str, draft: &mut Draft) {
    // A blank is as long as a NUL, so lines and columns stay. A NUL inside a row is none of these marks.
    let is_mark = |line: &str| line.trim_end_matches(['\r', '\n']) == "\0";
    let lines = text.split_inclusive('\n');
    let blanked: String =
        lines.flat_map(|line| if is_mark(line) { [" ", &line[1..]] } else { [line, ""] }).collect();
    drawings(&blanked, Legend::Xsb, draft);
    let mut name = None;
    let mut names = 0;
    for entry in &mut draft.collection.entries {
        if let Some(title) = entry.title.take() {
            name = Some(title);
            names += 1;
        }
        if let Some(name) = &name {
            entry.properties.push(("Collection".to_owned(), name.clone()));
        }
    }
    if names == 1 && draft.collection.title.is_none() {
        draft.collection.title = name;
    }
}

/// xsok's `.def`: `;LEVEL n` above each drawing, with `;AUTHOR`, `;TITLE` and `;COMMENT` lines; the sections
/// before the first level describe xsok's own rules and are dropped.
pub(super) fn xsok(text: &str, draft: &mut Draft) {
    drawings(text, Legend::Xsb, draft);
    draft.collection.notes.clear();
    draft.collection.title = None;
    for entry in &mut draft.collection.entries {
        // The header of the first level may follow the file's own sections without a gap.
        let lines = entry.title.take().into_iter().chain(std::mem::take(&mut entry.notes));
        entry.notes =
            lines.filter(|line| !["MAXLEVEL", "ATOP"].iter().any(|s| section(line, s).is_some())).collect();
        entry.notes.retain_mut(|note| {
            if let Some(number) = section(note, "LEVEL") {
                entry.title = Some(number.to_owned());
                return false;
            }
            if let Some(author) = section(note, "AUTHOR") {
                entry.author = Some(author.to_owned());
                return false;
            }
            if let Some(title) = section(note, "TITLE") {
                entry.title = Some(title.to_owned());
                return false;
            }
            if let Some(comment) = section(note, "COMMENT") {
                *note = comment.to_owned();
            }
            true
        });
    }
}

/// The rest of a line that begins with a section's name.
fn section<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (word, rest) = line.split_once(' ')?;
    word.eq_ignore_ascii_case(name).then(|| rest.trim())
}

/// The maps of the DOS game pusher, as a listing with `Maze: n` above each.
pub(super) fn pusher(text: &str, draft: &mut Draft) {
    drawings(text, Legend::Pusher, draft);
    for entry in &mut draft.collection.entries {
        let maze = entry.property("Maze").map(str::to_owned);
        entry.properties.clear();
        entry.notes.clear();
        entry.title = maze.or(entry.title.take());
    }
}
