//! Boards that are being drawn: not levels yet, and checked after every stroke.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Deserialize;
use soko_core::{Board, Symmetry};
use soko_formats::Entry;
use soko_levels::generate::{Made, Recipe, generate};

use crate::{limits, problem::Problem, user_library};

/// A drawing to be kept.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawing {
    /// The board: rows of `# @ + $ * . -`, or any text that holds one level.
    #[schemars(length(max = 40_000))]
    board: String,
    /// Its title.
    #[schemars(length(max = 200))]
    title: Option<String>,
    /// Who drew it.
    #[schemars(length(max = 200))]
    author: Option<String>,
    /// The board that it takes the place of; if another one is there, nothing is replaced.
    #[schemars(length(max = 40_000))]
    replaces: Option<String>,
}

impl Drawing {
    /// The board that is expected in its place, if one is told.
    pub(crate) fn replaces(&self) -> Result<Option<Board>, Problem> {
        self.replaces.as_deref().map(|text| parse(text).map(|board| board.cropped())).transpose()
    }

    /// The drawing without empty rows and columns around it.
    pub(crate) fn entry(&self) -> Result<Entry, Problem> {
        let board = parse(&self.board)?.cropped();
        if board.width() == 0 {
            return Err(Problem::bad("the board is empty").help("draw a wall around some floor first"));
        }
        let text = |text: &Option<String>| {
            text.as_deref().map(|t| user_library::tidy(t, 200)).filter(|t| !t.is_empty())
        };
        Ok(Entry { title: text(&self.title), author: text(&self.author), ..Entry::new(board) })
    }
}

/// Reads a drawing. Plain rows keep their size, also where they are empty; anything else is read as a level file.
pub(crate) fn parse(text: &str) -> Result<Board, Problem> {
    let text = text.trim_end_matches(['\n', '\r']);
    let height = text.lines().count();
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let plain =
        text.chars().all(|c| matches!(c, '#' | '@' | '+' | '$' | '*' | '.' | '-' | '_' | ' ' | '\n' | '\r'));
    if plain && width > 0 {
        bounded(width, height)?;
        return Board::parse(text).map_err(Problem::bad);
    }
    let document = user_library::understood(text.as_bytes(), "drawing");
    let Some(entry) = document.collection.entries.into_iter().next() else {
        let first = document.diagnostics.first();
        let message =
            first.map_or_else(|| "there is no board in this text".to_owned(), |d| d.message.clone());
        return Err(Problem::bad(message).help("draw with # @ + $ * . and blanks"));
    };
    bounded(entry.board.width(), entry.board.height())?;
    Ok(entry.board)
}

/// The rows of a board in full width, floor as `-`.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    board
        .rows()
        .map(|row| row.iter().map(|cell| cell.to_xsb()).collect::<String>().replace(' ', "-"))
        .collect()
}

fn bounded(width: usize, height: usize) -> Result<(), Problem> {
    let most = limits::DRAWN_CELLS;
    if width.checked_mul(height).is_some_and(|cells| cells <= most) {
        return Ok(());
    }
    Err(Problem::bad(format!("{width} × {height} cells are too many for the editor"))
        .help(format!("{most} are possible")))
}

/// How a board can be turned over.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Turn {
    /// A quarter turn clockwise.
    Right,
    /// A quarter turn counterclockwise.
    Left,
    /// Left and right exchanged.
    Mirror,
    /// Top and bottom exchanged.
    Flip,
}

impl Turn {
    pub(crate) fn of(self, board: &Board) -> Board {
        // The order of `Symmetry::all`: four turns, then the mirror image and its turns.
        let number = match self {
            Self::Right => 1,
            Self::Left => 3,
            Self::Mirror => 4,
            Self::Flip => 6,
        };
        Symmetry::all().nth(number).map_or_else(|| board.clone(), |symmetry| symmetry.board(board))
    }
}

/// The best level of a recipe and of those that follow its seed, as many as there is time for; with the recipe that makes
/// exactly this one again.
pub(crate) fn made_in_time(recipe: &Recipe) -> Option<(Made, Recipe)> {
    let end = Instant::now() + Duration::from_secs(limits::GENERATE_SECONDS);
    let mut best: Option<(Made, Recipe)> = None;
    for number in 0..recipe.tries as u64 {
        let one = Recipe { tries: 1, seed: recipe.seed.wrapping_add(number), ..recipe.clone() };
        if let Some(made) = generate(&one)
            && best.as_ref().is_none_or(|(known, _)| made.score > known.score)
        {
            best = Some((made, one));
        }
        if Instant::now() > end {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_keeps_its_empty_margin_until_it_is_saved() {
        let text = "-------\n-#####-\n-#@$.#-\n-#####-\n-------";
        let board = parse(text).unwrap();
        assert_eq!((board.width(), board.height()), (7, 5));
        let drawing = Drawing {
            board: text.to_owned(),
            title: Some(" a\n\tb ".into()),
            author: Some("\u{7}".into()),
            replaces: None,
        };
        let entry = drawing.entry().unwrap();
        assert_eq!((entry.board.width(), entry.board.height()), (5, 3));
        assert_eq!((entry.title.as_deref(), entry.author), (Some("a b"), None));
    }

    #[test]
    fn any_text_with_a_level_is_a_drawing() {
        assert_eq!(parse("; Title\n5#|#@$.#|5#\n").unwrap(), parse("#####\n#@$.#\n#####").unwrap());
        assert!(parse("").is_err());
        assert!(parse("hello").is_err());
    }

    #[test]
    fn a_board_that_is_small_as_text_and_huge_as_a_rectangle_is_refused() {
        let text = format!("{}\n{}", "#".repeat(9_000), "#\n".repeat(9_000));
        assert!(parse(&text).unwrap_err().message().contains("too many"));
    }

    #[test]
    fn two_turns_back_and_forth_are_none() {
        let board = parse("####\n#@$.\n").unwrap();
        assert_eq!(Turn::Left.of(&Turn::Right.of(&board)), board);
        assert_eq!(Turn::Mirror.of(&board).to_string(), "####\n.$@#\n");
        assert_eq!(Turn::Flip.of(&board).to_string(), "#@$.\n####\n");
    }
}
