//! A level file as a worksheet: what is given, what is made.
//!
//! Given are the header, the order of the levels, and for each its title and either a drawing, a recipe or the
//! place from which it is copied. Made are the boards of recipes, all claims and all solutions. A solution that
//! the file holds is kept until a better one is found, so making a file that is already made changes nothing.

use std::fmt::Write as _;

use soko_core::{Board, Level, Solution, Verified, check, replay};
use soko_formats::{Entry, Format, ReadOptions, read};
use soko_levels::generate::{Recipe, generate};

use crate::certify::{better, certify};

/// Longest line of moves.
const LINE: usize = 100;
/// Positions that A* may expand on a level that does not set its own `Proof-Limit`.
const PROOF_LIMIT: u64 = 1_000_000;
/// Properties that are given; the others are made.
const GIVEN: [&str; 4] = ["Lesson", "Recipe", "From", "Proof-Limit"];

/// A level file.
pub(crate) struct Sheet {
    /// The text above the first board.
    header: String,
    pub(crate) entries: Vec<Entry>,
}

impl Sheet {
    pub(crate) fn parse(text: &str) -> Self {
        let options = ReadOptions { format: Some(Format::Sok), ..ReadOptions::default() };
        let entries = read(text.as_bytes(), &options).collection.entries;
        let first = entries.first().map_or(usize::MAX, |entry| entry.place.start().0);
        let header = text.lines().take(first - 1).fold(String::new(), |all, line| all + line + "\n");
        Self { header, entries }
    }

    /// The text with everything made that is not given. `copy` finds the text of a level by `file#number`.
    pub(crate) fn make(
        &self,
        copy: &dyn Fn(&str) -> Option<String>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        let mut text = self.header.clone();
        for (i, entry) in self.entries.iter().enumerate() {
            let title = entry.title.as_deref().ok_or_else(|| format!("level {} has no title", i + 1))?;
            let made = match entry.property("From") {
                Some(place) => copy(place).ok_or_else(|| format!("{title}: there is no level {place}"))?,
                None => make_level(entry, title).map_err(|e| format!("{title}: {e}"))?,
            };
            progress(&made);
            text += &made;
            text += if i + 1 < self.entries.len() { "\n" } else { "" };
        }
        Ok(text)
    }
}

fn make_level(entry: &Entry, title: &str) -> Result<String, String> {
    let (level, made) = match entry.property("Recipe") {
        None => (check(&entry.board).level.ok_or("the board is broken")?, None),
        Some(recipe) => {
            let recipe: Recipe = recipe.parse().map_err(|e| format!("{e}"))?;
            let made = generate(&recipe).ok_or("the recipe gives no level")?;
            (made.level, Some(made.solution))
        }
    };
    let known = match (shipped(entry, &level), made) {
        (shipped, Some(made)) => Some(better(shipped, made)),
        (shipped, None) => shipped,
    };
    let limit = entry.property("Proof-Limit").map_or(Ok(PROOF_LIMIT), str::parse);
    let certificate = certify(&level, known, limit.map_err(|e| e.to_string())?)?;
    let mut keys = vec![("Title".to_owned(), title.to_owned())];
    keys.extend(GIVEN.iter().filter_map(|&key| Some((key.to_owned(), entry.property(key)?.to_owned()))));
    if let Some(search) = certificate.proof {
        keys.push(("Optimal-Pushes".to_owned(), certificate.solution.metrics().pushes.to_string()));
        keys.push(("Proof".to_owned(), search.to_owned()));
    }
    Ok(write(level.board(), &keys, &certificate.solution))
}

/// The solution that the file holds, if it still solves the level.
fn shipped(entry: &Entry, level: &Level) -> Option<Verified<Solution>> {
    let solution = entry.solutions().next()?;
    let steps: Vec<_> = solution.steps().iter().map(|step| step.direction).collect();
    replay(level, &steps).ok()
}

fn write(board: &Board, keys: &[(String, String)], solution: &Solution) -> String {
    let mut text = board.to_string();
    for (key, value) in keys {
        let _ = writeln!(text, "{key}: {value}");
    }
    let _ = writeln!(text, "\nSolution {}", solution.metrics());
    for line in solution.lurd().as_bytes().chunks(LINE) {
        text.extend(line.iter().map(|&letter| char::from(letter)));
        text.push('\n');
    }
    text
}

/// The levels of a finished text.
pub(crate) fn levels(text: &str) -> Vec<(Entry, Level)> {
    let entries = Sheet::parse(text).entries;
    entries.into_iter().filter_map(|entry| check(&entry.board).level.map(|level| (entry, level))).collect()
}
