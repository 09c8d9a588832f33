//! Every kind of thing a reader can have to say, in one list.
//!
//! Readers report a [`Finding`] and a place; the words, the code, the severity and the remedy live here, so
//! that all formats use the same words and a new code cannot be forgotten in the tests (each one appears
//! in the expected output of some broken file).
//!
//! An *error* means that a level is not what its author drew, or that part of the file is lost. A *warning*
//! means that something was repaired or left out without changing a board. A *note* is worth knowing. The codes
//! of everything that a [limit](crate::Limits) caused begin with `limit-`.

use std::fmt;

use soko_core::{ReplayError, lurd::LurdError};

use crate::{Format, Legend, Severity};

/// What was found; see the module documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Finding {
    // The file as a whole.
    Empty,
    NotText { what: &'static str },
    NoLevel { format: Format },
    MovesOnly,
    OtherLegend,
    FileTooLong { bytes: usize, limit: usize },
    TooManyLevels { limit: usize },
    TooManyCells { limit: usize },
    TooMuchText { limit: usize },
    MoreFindings { suppressed: usize },
    NotUtf8,
    Utf16WithoutMark,
    UnknownEncoding { label: String },
    // Boards.
    UnknownCharacter { character: char, legend: Legend },
    FacingPlayer { character: char },
    TabInBoard,
    BoardTooLarge { width: usize, height: usize, limit: usize },
    RowsAsText,
    EmptyLevel,
    SizeDiffers { said: (usize, usize), drawn: (usize, usize) },
    // Run-length encoding.
    CountWithoutCharacter,
    UnopenedParenthesis,
    UnclosedParenthesis,
    ExpandsTooFar { limit: usize },
    NestedTooDeep { limit: usize },
    // Text around the boards.
    UnclosedComment,
    MovesWithoutBoard,
    // Saved games.
    IllegalMove(ReplayError),
    NotSolved(ReplayError),
    UnknownMove(LurdError),
    BrokenMoves { what: &'static str },
    ReverseMode,
    SeveralPlayers,
    TooManyMoves { limit: usize },
    TooManyGames { limit: usize },
    GameOfUnplayableLevel,
    // XML.
    BrokenXml { what: String },
    UnknownEntity { name: String },
    EntityDeclaration,
    NestedXml { limit: usize },
    // Numbers.
    NotANumber { token: String },
    CountDiffers { what: &'static str, said: i64, listed: usize },
    OddCoordinates { what: &'static str },
    SizeLineDiffers { said: (i64, i64), walls: (usize, usize) },
    MissingLine { what: &'static str },
    ExtraLine,
    OutOfRange { row: i64, column: i64, limit: usize },
    OutsideWalls { what: &'static str, row: usize, column: usize },
    Occupied { what: &'static str, by: &'static str },
    ListedTwice { what: &'static str },
    // JSON.
    BrokenJson { what: String },
    BadField { what: String },
    GameWithoutMoves,
    MapLength { digits: usize, width: usize, height: usize },
}

impl Finding {
    /// The stable name.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty-file",
            Self::NotText { .. } => "not-text",
            Self::NoLevel { .. } => "no-level",
            Self::MovesOnly => "moves-only",
            Self::OtherLegend => "other-legend",
            Self::FileTooLong { .. } => "limit-bytes",
            Self::TooManyLevels { .. } => "limit-levels",
            Self::TooManyCells { .. } => "limit-cells",
            Self::TooMuchText { .. } => "limit-text",
            Self::MoreFindings { .. } => "limit-findings",
            Self::NotUtf8 => "not-utf8",
            Self::Utf16WithoutMark => "utf16-without-mark",
            Self::UnknownEncoding { .. } => "unknown-encoding",
            Self::UnknownCharacter { .. } => "unknown-character",
            Self::FacingPlayer { .. } => "facing-player",
            Self::TabInBoard => "tab-in-board",
            Self::BoardTooLarge { .. } => "limit-board",
            Self::RowsAsText => "rows-as-text",
            Self::EmptyLevel => "empty-level",
            Self::SizeDiffers { .. } => "size-differs",
            Self::CountWithoutCharacter => "rle-count",
            Self::UnopenedParenthesis | Self::UnclosedParenthesis => "rle-parenthesis",
            Self::ExpandsTooFar { .. } => "limit-rle-length",
            Self::NestedTooDeep { .. } => "limit-rle-depth",
            Self::UnclosedComment => "unclosed-comment",
            Self::MovesWithoutBoard => "moves-without-board",
            Self::IllegalMove(_) => "illegal-move",
            Self::NotSolved(_) => "not-a-solution",
            Self::UnknownMove(_) => "unknown-move",
            Self::BrokenMoves { .. } => "broken-moves",
            Self::ReverseMode => "reverse-mode",
            Self::SeveralPlayers => "several-players",
            Self::TooManyMoves { .. } => "limit-moves",
            Self::TooManyGames { .. } => "limit-games",
            Self::GameOfUnplayableLevel => "game-unchecked",
            Self::BrokenXml { .. } => "xml",
            Self::UnknownEntity { .. } => "xml-entity",
            Self::EntityDeclaration => "xml-entity-declaration",
            Self::NestedXml { .. } => "limit-xml-depth",
            Self::NotANumber { .. } => "not-a-number",
            Self::CountDiffers { .. } => "count-differs",
            Self::OddCoordinates { .. } => "odd-coordinates",
            Self::SizeLineDiffers { .. } => "size-line-differs",
            Self::MissingLine { .. } => "missing-line",
            Self::ExtraLine => "extra-line",
            Self::OutOfRange { .. } => "out-of-range",
            Self::OutsideWalls { .. } => "outside-walls",
            Self::Occupied { .. } => "occupied",
            Self::ListedTwice { .. } => "listed-twice",
            Self::BrokenJson { .. } => "json",
            Self::BadField { .. } => "json-field",
            Self::GameWithoutMoves => "no-moves",
            Self::MapLength { .. } => "map-length",
        }
    }

    /// Was a limit of run-length encoding met?
    pub(crate) const fn is_limit(&self) -> bool {
        matches!(self, Self::ExpandsTooFar { .. } | Self::NestedTooDeep { .. })
    }

    /// How bad it is.
    pub(crate) const fn severity(&self) -> Severity {
        match self {
            Self::MoreFindings { .. }
            | Self::NotUtf8
            | Self::Utf16WithoutMark
            | Self::FacingPlayer { .. }
            | Self::SizeDiffers { .. } => Severity::Note,
            Self::TooMuchText { .. }
            | Self::UnknownEncoding { .. }
            | Self::TabInBoard
            | Self::RowsAsText
            | Self::UnclosedComment
            | Self::MovesWithoutBoard
            | Self::IllegalMove(_)
            | Self::NotSolved(_)
            | Self::UnknownMove(_)
            | Self::BrokenMoves { .. }
            | Self::ReverseMode
            | Self::SeveralPlayers
            | Self::TooManyMoves { .. }
            | Self::TooManyGames { .. }
            | Self::GameOfUnplayableLevel
            | Self::UnknownEntity { .. }
            | Self::EntityDeclaration
            | Self::CountDiffers { .. }
            | Self::SizeLineDiffers { .. }
            | Self::ExtraLine
            | Self::ListedTwice { .. }
            | Self::GameWithoutMoves => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// What would be right.
    pub(crate) fn remedy(&self) -> String {
        let fixed = match self {
            Self::NoLevel { format } => return expected(*format).to_owned(),
            Self::UnknownCharacter { legend, .. } => return format!("use {}", legend.characters()),
            Self::Empty => "a level is a drawing such as '#####', '#@$.#', '#####' on three lines",
            Self::NotText { .. } => "give a text file; unpack archives first",
            Self::MovesOnly => "add the board above its moves",
            Self::OtherLegend => "ask for the legend 'pusher' (X walls, * boxes) if that is meant",
            Self::FileTooLong { .. } | Self::TooManyLevels { .. } | Self::TooManyCells { .. } => {
                "split the file"
            }
            Self::TooMuchText { .. } => "move the text to a file of its own",
            Self::MoreFindings { .. } => "mend the ones above first",
            Self::NotUtf8 => "save the file as UTF-8",
            Self::Utf16WithoutMark => "save the file as UTF-8, or with a byte order mark",
            Self::UnknownEncoding { .. } => "declare UTF-8 or ISO-8859-1",
            Self::FacingPlayer { .. } => "nothing to do; '@' is the usual player",
            Self::TabInBoard => "replace the tab by blanks",
            Self::BoardTooLarge { .. } => "split the board",
            Self::RowsAsText => {
                "draw empty rows of a board as '-'; if it is a level of its own, add a player '@' and a box '$'"
            }
            Self::EmptyLevel => "draw at least a wall, a player, a box and a goal",
            Self::SizeDiffers { .. } => "nothing to do: the rows count, not the attributes",
            Self::CountWithoutCharacter => "put the repeated character after the number, as in 4#",
            Self::UnopenedParenthesis | Self::UnclosedParenthesis => "pair every '(' with a ')'",
            Self::ExpandsTooFar { .. } => "lower the repeat counts",
            Self::NestedTooDeep { .. } => "use fewer parentheses",
            Self::UnclosedComment => "end the comment with a line 'Comment-End:'",
            Self::MovesWithoutBoard => "put the moves below the board they belong to",
            Self::IllegalMove(_) | Self::NotSolved(_) => "check that the moves belong to this board",
            Self::UnknownMove(_) => "write moves as l u r d, pushes as L U R D",
            Self::BrokenMoves { .. } => "write repeats as 3r or 2(ur)",
            Self::ReverseMode => "save the game in normal play; the text is kept",
            Self::SeveralPlayers => "save a game with one player; the text is kept",
            Self::TooManyMoves { .. } | Self::TooManyGames { .. } => "keep the best games only",
            Self::GameOfUnplayableLevel => "mend the board; the text is kept",
            Self::BrokenXml { .. } => "mend the markup; the other levels were read",
            Self::UnknownEntity { .. } => "use &lt; &gt; &amp; &quot; &apos; or a number such as &#233;",
            Self::EntityDeclaration => "write the text itself; declared entities are never expanded",
            Self::NestedXml { .. } => "levels need no deeper nesting than SokobanLevels, Level, L",
            Self::NotANumber { .. } => "write whole numbers separated by blanks",
            Self::CountDiffers { .. } => "correct the first number of the line; the list counts",
            Self::OddCoordinates { .. } => "give a row and a column for each",
            Self::SizeLineDiffers { .. } => "correct the first line; the walls count",
            Self::MissingLine { .. } => "write five lines: sizes, walls, boxes, goals, player",
            Self::ExtraLine => "write five lines only: sizes, walls, boxes, goals, player",
            Self::OutOfRange { .. } => "rows and columns are counted from 1",
            Self::OutsideWalls { .. } => "write the row before the column",
            Self::Occupied { .. } => "remove one of the two",
            Self::ListedTwice { .. } => "list it once",
            Self::BrokenJson { .. } => "mend the JSON; the other levels were read",
            Self::BadField { .. } => {
                "a level is an object with \"board\" (list of rows) or \"map\", \"width\", \"height\""
            }
            Self::GameWithoutMoves => "write the moves as a text, \"moves\": \"rRuL\"",
            Self::MapLength { .. } => "the map has width times height digits, row by row",
        };
        fixed.to_owned()
    }
}

/// What a file of this format looks like.
const fn expected(format: Format) -> &'static str {
    match format {
        Format::Slc => "a level is a Level element with one L element per row",
        Format::Rle => "a level is a line such as 5#|#@$.#|5#",
        Format::LetsLogic => "a level is an object with \"width\", \"height\" and \"map\"",
        Format::Json => "a level is an object with \"board\", a list of rows",
        Format::Uci => "write five lines: sizes, walls, boxes, goals, player",
        Format::Queensland => "a level is a drawing with # P B T",
        Format::Pusher => "a level is a drawing with X @ * .",
        _ => "a level is a drawing such as '#####', '#@$.#', '#####' on three lines",
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the file is empty"),
            Self::NotText { what } => write!(f, "this is {what}, not a level file"),
            Self::NoLevel { format } => write!(f, "no level found (read as {format})"),
            Self::MovesOnly => write!(f, "the file holds moves but no board"),
            Self::OtherLegend => write!(f, "no level found, but drawings with X for walls"),
            Self::FileTooLong { bytes, limit } => {
                write!(f, "the file has {bytes} bytes; only the first {limit} were read")
            }
            Self::TooManyLevels { limit } => write!(f, "more than {limit} levels; the rest was not read"),
            Self::TooManyCells { limit } => {
                write!(f, "the boards have more than {limit} cells together; the rest was not read")
            }
            Self::TooMuchText { limit } => {
                write!(f, "more than {limit} lines of text; later ones were dropped")
            }
            Self::MoreFindings { suppressed } => write!(f, "{suppressed} more findings are not listed"),
            Self::NotUtf8 => write!(f, "the text is not UTF-8; it was read as windows-1252"),
            Self::Utf16WithoutMark => write!(f, "the text looks like UTF-16 without a byte order mark"),
            Self::UnknownEncoding { label } => write!(f, "the declared encoding '{label}' is unknown"),
            Self::UnknownCharacter { character, .. } => {
                write!(f, "{} is no board character; it was read as floor", Quoted(*character))
            }
            Self::FacingPlayer { character } => {
                write!(f, "'{character}' was read as the player, drawn as the way it faces")
            }
            Self::TabInBoard => write!(f, "a tab inside the board was read as blanks up to a multiple of 8"),
            Self::BoardTooLarge { width, height, limit } => {
                write!(f, "the board is {width} × {height}; {limit} × {limit} is possible; it was left out")
            }
            Self::RowsAsText => write!(f, "rows of a drawing without player and box were read as text"),
            Self::EmptyLevel => write!(f, "the level has no drawing"),
            Self::SizeDiffers { said, drawn } => {
                write!(f, "the level says {} × {} but is {} × {}", said.0, said.1, drawn.0, drawn.1)
            }
            Self::CountWithoutCharacter => write!(f, "a repeat count stands before nothing"),
            Self::UnopenedParenthesis => write!(f, "')' without '('"),
            Self::UnclosedParenthesis => write!(f, "'(' without ')'"),
            Self::ExpandsTooFar { limit } => {
                write!(f, "the repeats expand to more than {limit} characters; the rest was left out")
            }
            Self::NestedTooDeep { limit } => write!(f, "more than {limit} nested parentheses"),
            Self::UnclosedComment => write!(f, "'Comment:' has no 'Comment-End:'; it was read as plain text"),
            Self::MovesWithoutBoard => write!(f, "moves stand before any board"),
            Self::IllegalMove(error) => write!(f, "the saved game is illegal: {error}"),
            Self::NotSolved(error) => write!(f, "the saved solution is none: {error}"),
            Self::UnknownMove(error) => write!(f, "{error}"),
            Self::BrokenMoves { what } => write!(f, "the moves are broken: {what}"),
            Self::ReverseMode => write!(f, "the game was saved in reverse mode, which is not supported"),
            Self::SeveralPlayers => write!(f, "the game has several players, which is not supported"),
            Self::TooManyMoves { limit } => {
                write!(f, "the saved games have more than {limit} moves; the rest was left out")
            }
            Self::TooManyGames { limit } => write!(f, "more than {limit} saved games; the rest was left out"),
            Self::GameOfUnplayableLevel => {
                write!(f, "the saved game cannot be checked because its level is not playable")
            }
            Self::BrokenXml { what } => write!(f, "broken XML: {what}"),
            Self::UnknownEntity { name } => {
                write!(f, "the entity '&{name};' is unknown; it was kept as text")
            }
            Self::EntityDeclaration => write!(f, "the file declares entities; they were ignored"),
            Self::NestedXml { limit } => write!(f, "elements are nested deeper than {limit}"),
            Self::NotANumber { token } => write!(f, "'{token}' is no whole number; the line ends there"),
            Self::CountDiffers { what, said, listed } => {
                write!(f, "the line says {said} {what} but lists {listed}")
            }
            Self::OddCoordinates { what } => write!(f, "the last of the {what} has a row but no column"),
            Self::SizeLineDiffers { said, walls } => {
                let (rows, columns) = walls;
                write!(f, "the sizes {} {} do not fit {rows} rows and {columns} columns", said.0, said.1)
            }
            Self::MissingLine { what } => write!(f, "the line for the {what} is missing"),
            Self::ExtraLine => write!(f, "text after the player's line was ignored"),
            Self::OutOfRange { row, column, limit } => {
                write!(f, "row {row}, column {column} is outside 1 to {limit}; it was left out")
            }
            Self::OutsideWalls { what, row, column } => {
                write!(f, "the {what} at row {row}, column {column} stands outside the walls")
            }
            Self::Occupied { what, by } => write!(f, "the {what} stands on a {by}; it was left out"),
            Self::ListedTwice { what } => write!(f, "this {what} is listed twice"),
            Self::BrokenJson { what } => write!(f, "broken JSON: {what}"),
            Self::BadField { what } => f.write_str(what),
            Self::GameWithoutMoves => write!(f, "a saved game has no moves"),
            Self::MapLength { digits, width, height } => {
                write!(f, "the map has {digits} digits instead of {width} × {height}")
            }
        }
    }
}

/// A character as a message can show it.
struct Quoted(char);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(c) = *self;
        if c.is_control() || c == char::REPLACEMENT_CHARACTER {
            write!(f, "the character U+{:04X}", u32::from(c))
        } else {
            write!(f, "'{c}'")
        }
    }
}
