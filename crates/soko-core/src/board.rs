//! A board as it was read: a rectangle of cells that promises nothing yet.
//!
//! A board may have no player or three, may be open to the outside, may be empty. [`check`](crate::check)
//! turns it into a [`Level`](crate::Level) or says why not.

use std::fmt;

/// What stands on one cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cell {
    /// Floor, or nothing at all outside the walls.
    #[default]
    Floor,
    /// Wall.
    Wall,
    /// Empty goal.
    Goal,
    /// Box on plain floor.
    Box,
    /// Box on a goal.
    BoxOnGoal,
    /// Player on plain floor.
    Player,
    /// Player on a goal.
    PlayerOnGoal,
}

impl Cell {
    /// Reads a character of the common (XSB and .sok) alphabet.
    pub const fn from_xsb(c: char) -> Option<Self> {
        Some(match c {
            ' ' | '-' | '_' => Self::Floor,
            '#' => Self::Wall,
            '.' => Self::Goal,
            '$' | 'b' => Self::Box,
            '*' | 'B' => Self::BoxOnGoal,
            '@' | 'p' => Self::Player,
            '+' | 'P' => Self::PlayerOnGoal,
            _ => return None,
        })
    }

    /// The classic XSB character.
    pub const fn to_xsb(self) -> char {
        match self {
            Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::Box => '$',
            Self::BoxOnGoal => '*',
            Self::Player => '@',
            Self::PlayerOnGoal => '+',
        }
    }

    /// Is a goal here, covered or not?
    pub const fn has_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// Is a box here?
    pub const fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// Is the player here?
    pub const fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// Is this a wall?
    pub const fn is_wall(self) -> bool {
        matches!(self, Self::Wall)
    }

    /// The same cell after box and player were taken away.
    #[must_use]
    pub const fn cleared(self) -> Self {
        match self {
            Self::Box | Self::Player => Self::Floor,
            Self::BoxOnGoal | Self::PlayerOnGoal => Self::Goal,
            other => other,
        }
    }

    /// The same ground with a box on it; walls stay walls.
    #[must_use]
    pub const fn with_box(self) -> Self {
        match self.cleared() {
            Self::Floor => Self::Box,
            Self::Goal => Self::BoxOnGoal,
            other => other,
        }
    }

    /// The same ground with the player on it; walls stay walls.
    #[must_use]
    pub const fn with_player(self) -> Self {
        match self.cleared() {
            Self::Floor => Self::Player,
            Self::Goal => Self::PlayerOnGoal,
            other => other,
        }
    }
}

/// A rectangle of cells. Rows that were shorter in the source are filled with floor.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// An empty board of the given size.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![Cell::Floor; width * height] }
    }

    /// A board from its cells, row by row. `None` if their number is not `width × height`.
    pub fn from_cells(width: usize, height: usize, cells: Vec<Cell>) -> Option<Self> {
        (cells.len() == width * height).then_some(Self { width, height, cells })
    }

    /// A board from rows of any length.
    pub(crate) fn from_rows<R: AsRef<[Cell]>>(rows: &[R]) -> Self {
        let width = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
        let mut board = Self::new(width, rows.len());
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            board.cells[y * width..y * width + row.len()].copy_from_slice(row);
        }
        board
    }

    /// Reads one board in plain XSB, row by row. For files use `soko-formats`, which knows titles,
    /// encodings and a dozen dialects; this is for boards written in code.
    ///
    /// # Errors
    /// The first character that is not of the XSB alphabet.
    pub fn parse(text: &str) -> Result<Self, UnknownCell> {
        let mut rows = Vec::new();
        for (y, line) in text.lines().enumerate() {
            let mut row = Vec::with_capacity(line.len());
            for (x, c) in line.chars().enumerate() {
                row.push(Cell::from_xsb(c).ok_or(UnknownCell { character: c, x, y })?);
            }
            rows.push(row);
        }
        Ok(Self::from_rows(&rows))
    }

    /// Number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The cell at column `x`, row `y`; floor outside the rectangle.
    pub fn get(&self, x: usize, y: usize) -> Cell {
        if x < self.width && y < self.height { self.cells[y * self.width + x] } else { Cell::Floor }
    }

    /// Replaces one cell.
    ///
    /// # Panics
    /// If the cell lies outside the board.
    pub fn set(&mut self, x: usize, y: usize, cell: Cell) {
        assert!(x < self.width && y < self.height, "cell ({x}, {y}) lies outside the board");
        self.cells[y * self.width + x] = cell;
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        (0..self.height).map(|y| &self.cells[y * self.width..(y + 1) * self.width])
    }

    /// All cells with their column and row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> {
        self.rows().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &c)| (x, y, c)))
    }

    /// How many cells satisfy `test`.
    pub fn count(&self, test: impl Fn(Cell) -> bool) -> usize {
        self.cells.iter().filter(|&&c| test(c)).count()
    }

    /// Without empty rows and columns around the drawing.
    #[must_use]
    pub fn cropped(&self) -> Self {
        let drawn = || self.cells().filter(|&(_, _, c)| c != Cell::Floor);
        let (Some(left), Some(right)) = (drawn().map(|c| c.0).min(), drawn().map(|c| c.0).max()) else {
            return Self::new(0, 0);
        };
        let (Some(top), Some(bottom)) = (drawn().map(|c| c.1).min(), drawn().map(|c| c.1).max()) else {
            return Self::new(0, 0);
        };
        let mut board = Self::new(right - left + 1, bottom - top + 1);
        for (x, y, cell) in drawn() {
            board.set(x - left, y - top, cell);
        }
        board
    }
}

/// Classic XSB, one line per row, without blanks at the end of a row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let end = row.iter().rposition(|&c| c != Cell::Floor).map_or(0, |x| x + 1);
            for cell in &row[..end] {
                write!(f, "{}", cell.to_xsb())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}×{}\n{self}", self.width, self.height)
    }
}

/// A character that stands for no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {}, row {}: '{character}' is no board character (use # @ + $ * . and blank)", .x + 1, .y + 1)]
pub struct UnknownCell {
    /// The character.
    pub character: char,
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
}
