//! Ranges of counts, as they are written on a command line.
//!
//! | text | means |
//! |---|---|
//! | `30..60` | from 30 to 60, both included |
//! | `30..` | 30 or more |
//! | `..60` | 60 or fewer |
//! | `30` | exactly 30 |
//!
//! ```
//! use soko_levels::generate::Bounds;
//!
//! let pushes: Bounds = "30..60".parse().unwrap();
//! assert!(pushes.contains(60) && !pushes.contains(61));
//! assert_eq!(pushes.to_string(), "30..60");
//! assert_eq!("30".parse(), Ok(Bounds::exactly(30)));
//! ```

use std::{fmt, str::FromStr};

/// From the least to the most, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The smallest number that is meant.
    pub least: u32,
    /// The largest one; `u32::MAX` stands for no end.
    pub most: u32,
}

impl Bounds {
    /// Every number.
    pub const ANY: Self = Self::at_least(0);

    /// From one number to another, both included.
    pub const fn new(least: u32, most: u32) -> Self {
        Self { least, most }
    }

    /// This number alone.
    pub const fn exactly(number: u32) -> Self {
        Self::new(number, number)
    }

    /// This number or more.
    pub const fn at_least(least: u32) -> Self {
        Self::new(least, u32::MAX)
    }

    /// This number or fewer.
    pub const fn at_most(most: u32) -> Self {
        Self::new(0, most)
    }

    /// Does the range hold a number?
    pub const fn contains(self, number: u32) -> bool {
        self.least <= number && number <= self.most
    }

    /// Does it hold none at all?
    pub const fn is_empty(self) -> bool {
        self.least > self.most
    }
}

/// As it is read.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, u32::MAX) => write!(f, "{least}.."),
            (least, most) if least == most => write!(f, "{least}"),
            (0, most) => write!(f, "..{most}"),
            (least, most) => write!(f, "{least}..{most}"),
        }
    }
}

/// A text that is no range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no range: write MIN..MAX, MIN.., ..MAX or a number")]
pub struct BoundsError(String);

impl FromStr for Bounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        parse(text.trim()).ok_or_else(|| BoundsError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Bounds> {
    let number = |text: &str, missing| if text.is_empty() { Some(missing) } else { text.parse().ok() };
    match text.split_once("..") {
        // Two dots alone are more likely an empty variable of a script than a wish.
        Some(("", "")) => None,
        Some((least, most)) => Some(Bounds::new(number(least, 0)?, number(most, u32::MAX)?)),
        None => text.parse().ok().map(Bounds::exactly),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_survives_the_way_through_text() {
        for (text, bounds) in [
            ("3..9", Bounds::new(3, 9)),
            ("3..", Bounds::at_least(3)),
            ("..9", Bounds::at_most(9)),
            ("7", Bounds::exactly(7)),
            ("0", Bounds::exactly(0)),
            ("0..", Bounds::ANY),
        ] {
            assert_eq!(text.parse(), Ok(bounds), "{text}");
            assert_eq!(bounds.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_range_is_refused_and_an_empty_one_holds_nothing() {
        for text in ["", "..", "x", "3-9", "-1..4", "3...9", "1..2..3"] {
            assert_eq!(text.parse::<Bounds>(), Err(BoundsError(text.to_owned())));
        }
        let backwards: Bounds = "9..3".parse().unwrap();
        assert!(backwards.is_empty() && !backwards.contains(5));
    }
}
