//! What the levels of a stream are to be like: one plain struct, checked in one place.
//!
//! ```
//! use soko_levels::generate::{Bounds, LevelStyle, Wish};
//!
//! let wish = Wish { pushes: Bounds::new(20, 40), ..Wish::of(LevelStyle::Rooms) };
//! assert_eq!(wish.to_string(), "rooms 10x10, 4 boxes, 20..40 pushes, 0.. lines, 0.. changes, 0 idle");
//! assert_eq!(wish.to_string().parse(), Ok(wish));
//! ```
//!
//! **What makes a level interesting.** Many pushes alone make a long way. What a person has to find out is where to turn a
//! box (box lines) and which box comes next (box changes): a level whose boxes can be brought home one after the other
//! has as many changes as boxes, and each change more is a box that must be left on the way. A box that is never pushed is
//! idle: it could as well be a wall. All of them are counted on a solution with the fewest pushes and, among those, the fewest
//! moves, so that detours and needless changes do not count. Rooms for learners are spread over easy and hard on
//! purpose; halls and dense levels ask for changes unless told otherwise.

use std::{fmt, str::FromStr};

use super::bounds::Bounds;

/// What kind of level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LevelStyle {
    /// A room dug by a random walk, boxes and goals apart: like the rooms that learners are trained on.
    Rooms,
    /// Rooms with doors, the goals together in one of them: like the levels that people make.
    Halls,
    /// Little free floor, and boxes in each other's way.
    Dense,
}

impl LevelStyle {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rooms, Self::Halls, Self::Dense];

    /// Its name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Halls => "halls",
            Self::Dense => "dense",
        }
    }

    /// What it looks like, in a few words.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Rooms => "rooms dug by a random walk, boxes and goals apart, as learners use",
            Self::Halls => "rooms with doors, goals together, as people make them",
            Self::Dense => "little free floor, boxes in each other's way",
        }
    }
}

impl fmt::Display for LevelStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for LevelStyle {
    type Err = WishError;

    fn from_str(text: &str) -> Result<Self, WishError> {
        let style = Self::ALL.into_iter().find(|style| style.id() == text);
        style.ok_or_else(|| WishError::Form(text.to_owned()))
    }
}

/// What every level of a stream is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wish {
    /// What kind of level.
    pub style: LevelStyle,
    /// Columns, the outer walls included.
    pub width: usize,
    /// Rows, the outer walls included.
    pub height: usize,
    /// Boxes, and as many goals.
    pub boxes: Bounds,
    /// Pushes of the shortest solution.
    pub pushes: Bounds,
    /// Box lines of the solution: runs of pushes of one box in one direction.
    pub lines: Bounds,
    /// Box changes of the solution: runs of pushes of one box.
    pub changes: Bounds,
    /// Boxes that the solution never pushes.
    pub idle: Bounds,
}

/// Smallest and largest width and height, walls included.
const SIDE: (usize, usize) = (5, 40);
/// Most boxes.
const MAX_BOXES: u32 = 16;
/// Squares inside the outer walls that a box needs around it: itself, its goal, room for the player.
const CELLS_PER_BOX: usize = 4;

impl Wish {
    /// The usual wish of a style.
    pub const fn of(style: LevelStyle) -> Self {
        let (width, height, boxes, changes) = match style {
            LevelStyle::Rooms => (10, 10, Bounds::exactly(4), Bounds::ANY),
            LevelStyle::Halls => (11, 9, Bounds::new(4, 5), Bounds::at_least(7)),
            LevelStyle::Dense => (8, 7, Bounds::new(4, 5), Bounds::at_least(7)),
        };
        let (pushes, lines, idle) = (Bounds::at_least(10), Bounds::ANY, Bounds::exactly(0));
        Self { style, width, height, boxes, pushes, lines, changes, idle }
    }

    /// Can there be such a level?
    ///
    /// # Errors
    /// The first thing that rules it out; [`WishError::remedy`] says what to change.
    pub fn check(&self) -> Result<(), WishError> {
        for (what, value) in [("the width", self.width), ("the height", self.height)] {
            if !(SIDE.0..=SIDE.1).contains(&value) {
                return Err(WishError::Side { what, value });
            }
        }
        for (what, bounds) in self.ranges() {
            if bounds.is_empty() {
                return Err(WishError::Empty { what, least: bounds.least, most: bounds.most });
            }
        }
        if self.boxes.least == 0 || self.boxes.most > MAX_BOXES {
            return Err(WishError::Boxes(self.boxes));
        }
        let room = ((self.width - 2) * (self.height - 2) / CELLS_PER_BOX) as u32;
        if self.boxes.most > room {
            let (width, height, boxes) = (self.width, self.height, self.boxes.most);
            return Err(WishError::Room { width, height, boxes, room });
        }
        if self.pushes.most == 0 {
            return Err(WishError::NoPush);
        }
        if self.idle.least >= self.boxes.most {
            return Err(WishError::AllIdle { boxes: self.boxes.most });
        }
        // A run of pushes has a push at least, and a change of boxes begins a line.
        let ways = [
            ("pushes", self.pushes, "lines", self.lines),
            ("pushes", self.pushes, "changes", self.changes),
            ("lines", self.lines, "changes", self.changes),
        ];
        for (more, upper, fewer, lower) in ways {
            if upper.most < lower.least {
                return Err(WishError::Contradiction { more, most: upper.most, fewer, least: lower.least });
            }
        }
        Ok(())
    }

    /// The line that makes one level of a stream again.
    pub fn recipe(&self, seed: u64, attempt: u64) -> String {
        format!("{self}, seed {seed}, attempt {attempt}")
    }

    /// All ranges with their names.
    const fn ranges(&self) -> [(&'static str, Bounds); 5] {
        [
            ("boxes", self.boxes),
            ("pushes", self.pushes),
            ("lines", self.lines),
            ("changes", self.changes),
            ("idle", self.idle),
        ]
    }
}

/// One line, as [`FromStr`] reads it.
impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}", self.style, self.width, self.height)?;
        self.ranges().into_iter().try_for_each(|(what, bounds)| write!(f, ", {bounds} {what}"))
    }
}

impl FromStr for Wish {
    type Err = WishError;

    fn from_str(line: &str) -> Result<Self, WishError> {
        parse(line).ok_or_else(|| WishError::Form(line.to_owned()))
    }
}

fn parse(line: &str) -> Option<Wish> {
    let mut parts = line.split(", ");
    let (style, size) = parts.next()?.split_once(' ')?;
    let (width, height) = size_of(size)?;
    let mut range = |what| {
        let (bounds, name) = parts.next()?.split_once(' ')?;
        bounds.parse::<Bounds>().ok().filter(|_| name == what)
    };
    let (boxes, pushes) = (range("boxes")?, range("pushes")?);
    let (lines, changes, idle) = (range("lines")?, range("changes")?, range("idle")?);
    let style = style.parse().ok()?;
    parts.next().is_none().then_some(Wish { style, width, height, boxes, pushes, lines, changes, idle })
}

/// Reads a size: `10x8`, or `10` for a square.
pub fn size_of(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once(['x', '×']).unwrap_or((text, text));
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

/// Why there can be no such level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WishError {
    /// A line that is no wish.
    #[error("no wish: '{0}'")]
    Form(String),
    /// The board is too small or too large.
    #[error("{what} must be from {} to {}, walls included, not {value}", SIDE.0, SIDE.1)]
    Side {
        /// Which side.
        what: &'static str,
        /// The one that was asked for.
        value: usize,
    },
    /// A range that holds no number.
    #[error("no number of {what} is from {least} to {most}")]
    Empty {
        /// Of what.
        what: &'static str,
        /// Where it begins.
        least: u32,
        /// Where it ends.
        most: u32,
    },
    /// Too few or too many boxes for any board.
    #[error("the number of boxes must be from 1 to {MAX_BOXES}, not {0}")]
    Boxes(Bounds),
    /// Too many boxes for this board.
    #[error("a board of {width}x{height} has room for {room} boxes, not for {boxes}")]
    Room {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Boxes asked for.
        boxes: u32,
        /// Boxes for which there is room.
        room: u32,
    },
    /// No push at all.
    #[error("a level without a push is solved before it begins")]
    NoPush,
    /// No box that moves.
    #[error("if none of {boxes} boxes moves, the level is solved before it begins")]
    AllIdle {
        /// Most boxes asked for.
        boxes: u32,
    },
    /// Two ranges that exclude each other.
    #[error("at most {most} {more} and at least {least} {fewer} exclude each other")]
    Contradiction {
        /// What there are always more of.
        more: &'static str,
        /// How many there may be.
        most: u32,
        /// What there are fewer of.
        fewer: &'static str,
        /// How many there must be.
        least: u32,
    },
}

impl WishError {
    /// What to change.
    pub fn remedy(&self) -> String {
        match self {
            Self::Form(_) => {
                format!("write it like '{}'", Wish::of(LevelStyle::Rooms))
            }
            Self::Side { .. } => "a usual size is 10x10".to_owned(),
            Self::Empty { .. } => "write the smaller number first: MIN..MAX".to_owned(),
            Self::Boxes(_) => "a usual number is 4".to_owned(),
            Self::Room { room, .. } => {
                format!("ask for at most {room} boxes, or for a larger board")
            }
            Self::NoPush => "ask for one push at least".to_owned(),
            Self::AllIdle { .. } => "ask for fewer idle boxes, or for more boxes".to_owned(),
            Self::Contradiction { more, fewer, .. } => {
                format!("a solution has at least as many {more} as {fewer}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_wishes_can_be_met_and_survive_the_way_through_text() {
        for style in LevelStyle::ALL {
            let wish = Wish::of(style);
            assert_eq!(wish.check(), Ok(()));
            assert_eq!(wish.to_string().parse(), Ok(wish));
        }
        for line in ["", "rooms", "rooms 10x10, 4 boxes", "rooms 10x10, 4 boxes, 1.. lines"] {
            assert_eq!(line.parse::<Wish>(), Err(WishError::Form(line.to_owned())));
        }
        let line = format!("{}, seed 1", Wish::of(LevelStyle::Dense));
        assert!(line.parse::<Wish>().is_err(), "more than a wish");
    }

    #[test]
    fn what_cannot_be_is_refused_with_name_range_and_remedy() {
        let rooms = Wish::of(LevelStyle::Rooms);
        for (wish, message) in [
            (Wish { width: 4, ..rooms }, "the width must be from 5 to 40, walls included, not 4"),
            (Wish { height: 41, ..rooms }, "the height must be from 5 to 40, walls included, not 41"),
            (Wish { pushes: Bounds::new(9, 4), ..rooms }, "no number of pushes is from 9 to 4"),
            (
                Wish { boxes: Bounds::at_most(4), ..rooms },
                "the number of boxes must be from 1 to 16, not ..4",
            ),
            (
                Wish { boxes: Bounds::exactly(17), ..rooms },
                "the number of boxes must be from 1 to 16, not 17",
            ),
            (
                Wish { width: 5, boxes: Bounds::new(3, 9), ..rooms },
                "a board of 5x10 has room for 6 boxes, not for 9",
            ),
            (
                Wish { idle: Bounds::exactly(4), ..rooms },
                "if none of 4 boxes moves, the level is solved before it begins",
            ),
            (
                Wish { pushes: Bounds::exactly(0), ..rooms },
                "a level without a push is solved before it begins",
            ),
        ] {
            let error = wish.check().unwrap_err();
            assert_eq!(error.to_string(), message);
            assert!(!error.remedy().is_empty());
        }
        let short = Wish { pushes: Bounds::at_most(20), ..rooms };
        for wish in [
            Wish { lines: Bounds::at_least(21), ..short },
            Wish { changes: Bounds::at_least(21), ..short },
            Wish { lines: Bounds::at_most(5), changes: Bounds::at_least(6), ..rooms },
        ] {
            assert!(matches!(wish.check(), Err(WishError::Contradiction { .. })), "{wish}");
        }
    }

    #[test]
    fn sizes_are_two_numbers_or_one() {
        assert_eq!(size_of("10x8"), Some((10, 8)));
        assert_eq!(size_of("9"), Some((9, 9)));
        assert_eq!(size_of("10×8"), Some((10, 8)));
        for text in ["", "x", "10x", "ten", "10x8x2"] {
            assert_eq!(size_of(text), None, "{text}");
        }
    }
}
