//! Which character stands for which cell.
//!
//! The common alphabet needs no declaration. Other programs draw with other letters, some of which clash
//! with it (`*` is a box on a goal in XSB and a plain box in DOS games; `B` and `P` are on goals in `.sok`
//! and beside them in Queensland), so a legend is a table, not a union of alphabets.

use std::str::FromStr;

use soko_core::{Cell, Direction};

/// A named alphabet of board characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Legend {
    /// XSB and `.sok`: `#`, `@ p`, `+ P`, `$ b`, `* B`, `.`, and blank, `-`, `_` for floor. The player may
    /// also be drawn as the way it faces: `u l r d`.
    #[default]
    Xsb,
    /// `#` wall, `P` player, `B` box, `T` target, `p` player and `b` box on a target.
    Queensland,
    /// `X` wall, `@` player, `*` box, `.` goal, `&` box on goal.
    Pusher,
}

impl Legend {
    /// Every legend.
    pub const ALL: [Self; 3] = [Self::Xsb, Self::Queensland, Self::Pusher];

    /// The name used on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Queensland => "queensland",
            Self::Pusher => "pusher",
        }
    }

    /// The characters that mean something, for messages.
    pub const fn characters(self) -> &'static str {
        match self {
            Self::Xsb => "# @ + $ * . and blank, - or _",
            Self::Queensland => "# P B T p b and blank",
            Self::Pusher => "X @ * . & and blank",
        }
    }

    /// The cell a byte stands for.
    #[inline]
    pub const fn cell(self, byte: u8) -> Option<Cell> {
        self.table()[byte as usize]
    }

    /// The cells of all bytes.
    pub(crate) const fn table(self) -> &'static Table {
        match self {
            Self::Xsb => &XSB,
            Self::Queensland => &QUEENSLAND,
            Self::Pusher => &PUSHER,
        }
    }
}

impl FromStr for Legend {
    type Err = UnknownLegend;

    fn from_str(name: &str) -> Result<Self, UnknownLegend> {
        let found = Self::ALL.into_iter().find(|legend| legend.id().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownLegend(name.to_owned()))
    }
}

/// A name that is no legend's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no legend; known are {known}", known = Legend::ALL.map(Legend::id).join(", "))]
pub struct UnknownLegend(String);

/// The way a player drawn as `u l r d` (upper case: on a goal) faces.
pub(crate) const fn facing(byte: u8) -> Option<(Direction, Cell)> {
    let cell = if byte.is_ascii_lowercase() { Cell::Player } else { Cell::PlayerOnGoal };
    match Direction::from_letter(byte as char) {
        Some(direction) => Some((direction, cell)),
        None => None,
    }
}

pub(crate) type Table = [Option<Cell>; 256];

static XSB: Table = {
    let mut table = [None; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = Cell::from_xsb(byte as u8 as char);
        byte += 1;
    }
    table
};

/// The cells in the order in which [`table`] takes their letters.
const CELLS: [Cell; 7] =
    [Cell::Floor, Cell::Wall, Cell::Goal, Cell::Box, Cell::BoxOnGoal, Cell::Player, Cell::PlayerOnGoal];

/// The table of an alphabet, a letter for each of [`CELLS`]. The last cells may have none.
const fn table(letters: &[u8]) -> Table {
    let mut table = [None; 256];
    let mut i = 0;
    while i < letters.len() {
        table[letters[i] as usize] = Some(CELLS[i]);
        i += 1;
    }
    table
}

static QUEENSLAND: Table = table(b" #TBbPp");

static PUSHER: Table = table(b" X.*&@");
