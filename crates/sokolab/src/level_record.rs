//! Generated levels as text: one record after another, and what was written read back.
//!
//! A file is a head and records. Each record is written at once, so a run that is cut off leaves whole records and at most a part of
//! the last. It names the attempt that made it, which is all that is needed to go on after it.

use serde::{Deserialize, Serialize};
use soko_core::{Board, LevelHash, check, identity};
use soko_formats::{Collection, Entry, Format, GameKind, SavedGame, WriteOptions, write};
use soko_levels::generate::{Generated, Wish};

/// How levels are written one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordFormat {
    /// Boards with measures.
    Xsb,
    /// Boards with measures and solutions.
    Sok,
    /// JSON, one object a line.
    JsonLines,
}

impl RecordFormat {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Xsb, Self::Sok, Self::JsonLines];

    /// Its name, which is also the ending of its files.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Sok => "sok",
            Self::JsonLines => "jsonl",
        }
    }

    /// What it holds.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Self::Xsb => "boards with their measures",
            Self::Sok => "boards with their measures and solutions",
            Self::JsonLines => "everything, one JSON object per line",
        }
    }
}

/// Whose levels are written, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Records {
    pub(crate) format: RecordFormat,
    pub(crate) wish: Wish,
    pub(crate) seed: u64,
}

/// A level in JSON.
#[derive(Serialize)]
struct Line<'a> {
    style: &'a str,
    seed: u64,
    attempt: u64,
    recipe: &'a str,
    width: usize,
    height: usize,
    boxes: usize,
    board: &'a str,
    pushes: u32,
    moves: u32,
    box_lines: u32,
    box_changes: u32,
    pushing_sessions: u32,
    player_lines: u32,
    idle_boxes: u32,
    optimal: &'a str,
    solution: &'a str,
}

/// What is read back of it.
#[derive(Deserialize)]
struct Written {
    attempt: u64,
    recipe: String,
    board: String,
}

/// A record that is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Past {
    pub(crate) attempt: u64,
    pub(crate) family: LevelHash,
}

/// Why a text is no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// It ends too early.
    Part,
    /// It was made for another wish, with another seed, or by another program.
    Foreign,
}

impl Records {
    /// What stands above the first record.
    pub(crate) fn head(&self) -> String {
        let Self { wish, seed, .. } = self;
        let format = match self.format {
            RecordFormat::Xsb => Format::Xsb,
            RecordFormat::Sok => Format::Sok,
            RecordFormat::JsonLines => return String::new(),
        };
        let title = format!("Sokolab {} {}x{}, seed {seed}", wish.style, wish.width, wish.height);
        let author = Some("Sokolab".to_owned());
        text(&Collection { title: Some(title), author, ..Collection::default() }, format)
    }

    /// One level.
    pub(crate) fn record(&self, made: &Generated) -> String {
        match self.format {
            RecordFormat::Xsb => self.drawn(made, Format::Xsb),
            RecordFormat::Sok => self.drawn(made, Format::Sok),
            RecordFormat::JsonLines => self.line(made),
        }
    }

    fn drawn(&self, made: &Generated, format: Format) -> String {
        let metrics = made.solution.metrics();
        let measures = format!(
            "{} moves, {} pushes, {} box lines, {} box changes, {} pushing sessions, {} player lines, {} idle boxes",
            metrics.moves,
            metrics.pushes,
            metrics.box_lines,
            metrics.box_changes,
            metrics.pushing_sessions,
            metrics.player_lines,
            made.idle_boxes
        );
        let game = SavedGame {
            title: None,
            moves: made.solution.lurd(),
            directions: made.solution.steps().iter().map(|step| step.direction).collect(),
            kind: GameKind::Solution(made.solution.clone()),
            notes: Vec::new(),
        };
        let properties = [
            (RECIPE, self.wish.recipe(self.seed, made.attempt)),
            ("Optimal-Pushes", metrics.pushes.to_string()),
            ("Proof", "astar".to_owned()),
            ("Measures", measures),
        ];
        let entry = Entry {
            title: Some(self.title(made.attempt)),
            properties: properties.map(|(key, value)| (key.to_owned(), value)).to_vec(),
            games: vec![game],
            ..Entry::new(made.level.board().clone())
        };
        let record = text(&Collection { entries: vec![entry], ..Collection::default() }, format);
        format!("\n{record}")
    }

    fn line(&self, made: &Generated) -> String {
        let metrics = made.solution.metrics();
        let board = made.level.board();
        let (drawing, solution) = (board.to_string(), made.solution.lurd());
        let recipe = self.wish.recipe(self.seed, made.attempt);
        let line = Line {
            style: self.wish.style.id(),
            seed: self.seed,
            attempt: made.attempt,
            recipe: &recipe,
            width: board.width(),
            height: board.height(),
            boxes: made.level.boxes(),
            board: drawing.trim_end_matches('\n'),
            pushes: metrics.pushes,
            moves: metrics.moves,
            box_lines: metrics.box_lines,
            box_changes: metrics.box_changes,
            pushing_sessions: metrics.pushing_sessions,
            player_lines: metrics.player_lines,
            idle_boxes: made.idle_boxes,
            optimal: "pushes-then-moves",
            solution: &solution,
        };
        let mut text = serde_json::to_string(&line).expect("numbers and texts are JSON");
        text.push('\n');
        text
    }

    /// The title of a level.
    fn title(&self, attempt: u64) -> String {
        format!("{} {}-{attempt}", self.wish.style, self.seed)
    }

    /// How every record begins, and nothing else does.
    pub(crate) fn mark(&self) -> String {
        let (style, seed) = (self.wish.style, self.seed);
        match self.format {
            // The line end is that of the empty line between two records.
            RecordFormat::Xsb => format!("\n; {style} {seed}-"),
            RecordFormat::Sok => format!("\n{style} {seed}-"),
            RecordFormat::JsonLines => format!("{{\"style\":\"{style}\",\"seed\":{seed},\"attempt\":"),
        }
    }

    /// A text cut before every mark; what stands before the first is left out. The last one may be a part of a record.
    pub(crate) fn split<'a>(&self, body: &'a str) -> Vec<&'a str> {
        let starts: Vec<_> = body.match_indices(&self.mark()).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([body.len()]);
        starts.iter().zip(ends).map(|(&start, end)| &body[start..end]).collect()
    }

    /// Which level a record holds.
    ///
    /// # Errors
    /// It is a part of one, or of another wish or seed.
    pub(crate) fn past(&self, record: &str) -> Result<Past, Unread> {
        let (attempt, recipe, board) = if self.format == RecordFormat::JsonLines {
            let (line, _) = record.split_once('\n').ok_or(Unread::Part)?;
            let written: Written = serde_json::from_str(line).map_err(|_| Unread::Foreign)?;
            (written.attempt, written.recipe, written.board)
        } else {
            let (above, below) = record.split_once(&format!("\n{RECIPE}: ")).ok_or(Unread::Part)?;
            let (recipe, _) = below.split_once('\n').ok_or(Unread::Part)?;
            let attempt = recipe.rsplit(' ').next().and_then(|word| word.parse().ok());
            let board: Vec<_> = above.lines().filter(|line| line.trim_start().starts_with('#')).collect();
            (attempt.ok_or(Unread::Foreign)?, recipe.to_owned(), board.join("\n"))
        };
        let level = Board::parse(&board).ok().and_then(|board| check(&board).level);
        let level =
            level.filter(|_| recipe == self.wish.recipe(self.seed, attempt)).ok_or(Unread::Foreign)?;
        Ok(Past { attempt, family: identity::family(&level) })
    }
}

/// The key of the line that makes a level again.
const RECIPE: &str = "Recipe";

fn text(collection: &Collection, format: Format) -> String {
    write(collection, format, &WriteOptions::default()).expect("a format that is written")
}

#[cfg(test)]
mod tests {
    use soko_formats::{ReadOptions, read};
    use soko_levels::generate::{LevelStyle, Stream};

    use super::*;

    fn levels(style: LevelStyle) -> (Wish, Vec<Generated>) {
        let wish = Wish::of(style);
        (wish, Stream::new(wish, 3).unwrap().take(3).collect())
    }

    #[test]
    fn records_are_read_back_whole() {
        for style in LevelStyle::ALL {
            let (wish, made) = levels(style);
            for format in RecordFormat::ALL {
                let records = Records { format, wish, seed: 3 };
                let texts: Vec<_> = made.iter().map(|made| records.record(made)).collect();
                let body = texts.concat();
                assert_eq!(records.split(&body), texts, "{body}");
                for (text, made) in texts.iter().zip(&made) {
                    let past = Past { attempt: made.attempt, family: made.family };
                    assert_eq!(records.past(text), Ok(past), "{text}");
                    assert_eq!(Records { seed: 4, ..records }.past(text), Err(Unread::Foreign));
                    assert_eq!(records.past(&text[..60]), Err(Unread::Part));
                }
            }
        }
    }

    #[test]
    fn files_are_read_as_levels_with_solutions() {
        let (wish, made) = levels(LevelStyle::Halls);
        for format in [RecordFormat::Xsb, RecordFormat::Sok] {
            let records = Records { format, wish, seed: 3 };
            let body: String = made.iter().map(|made| records.record(made)).collect();
            let name = Some(format!("halls.{}", format.id()));
            let document =
                read((records.head() + &body).as_bytes(), &ReadOptions { name, ..ReadOptions::default() });
            assert_eq!(document.diagnostics, []);
            assert_eq!(document.collection.title.as_deref(), Some("Sokolab halls 11x9, seed 3"));
            assert_eq!(document.collection.entries.len(), 3);
            for (entry, made) in document.collection.entries.iter().zip(&made) {
                assert_eq!(entry.board.to_string(), made.level.board().to_string());
                let pushes = made.solution.metrics().pushes.to_string();
                assert_eq!(entry.property("Optimal-Pushes"), Some(pushes.as_str()));
                let solutions: Vec<_> = entry.solutions().map(|solution| solution.lurd()).collect();
                let expected = if format == RecordFormat::Sok { vec![made.solution.lurd()] } else { vec![] };
                assert_eq!(solutions, expected);
            }
        }
    }
}
