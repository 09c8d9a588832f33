//! Where a search stands: its most promising position, and what that position is worth in its own eyes.
//!
//! A player that searches by features can say why it likes a position: so many steps of its plan hold, so many passages are
//! barred. It names and values them once, here; command line, protocols and pages show what they are given. The first
//! feature is the one that matters most.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use soko_core::Position;

/// The best position of a search so far.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The position.
    pub position: Position,
    /// Does the search go from the end? Then the position is one of the game undone, and boxes may have left the board for good.
    pub backward: bool,
    /// What it is worth, the most important first.
    pub features: Vec<Feature>,
}

impl Standing {
    /// How much of the work is done, from 0 to 1, by the first feature that says so.
    pub fn share(&self) -> f64 {
        let measured = self.features.iter().find_map(|feature| Some((feature.value, feature.of?)));
        measured.map_or(0.0, |(value, of)| f64::from(value) / f64::from(of.max(1)))
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, feature) in self.features.iter().enumerate() {
            write!(f, "{}{feature}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// A number that a search knows a position by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Feature {
    /// What is counted.
    pub name: &'static str,
    /// How many there are.
    pub value: u32,
    /// How many there are to be in the end, where that is known.
    pub of: Option<u32>,
}

impl Feature {
    /// A number that is best small.
    pub fn new(name: &'static str, value: impl Into<u32>) -> Self {
        Self { name, value: value.into(), of: None }
    }

    /// So many of so many.
    pub fn of(name: &'static str, value: impl Into<u32>, of: u32) -> Self {
        Self { name, value: value.into(), of: Some(of) }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.value)?;
        self.of.map_or(Ok(()), |of| write!(f, " of {of}"))
    }
}

#[cfg(test)]
mod tests {
    use soko_core::Level;

    use super::*;

    #[test]
    fn a_standing_is_told_in_a_line_and_as_a_share() {
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        let features = vec![Feature::new("parts", 2_u8), Feature::of("steps", 3_u16, 12)];
        let standing = Standing { position: level.start().clone(), backward: false, features };
        assert_eq!(standing.to_string(), "parts 2, steps 3 of 12");
        assert!((standing.share() - 0.25).abs() < 1e-9);
    }

    #[test]
    fn nothing_measured_is_nothing_done() {
        let level = Level::parse("#####\n#@$.#\n#####").unwrap();
        let mut standing = Standing { position: level.start().clone(), backward: true, features: Vec::new() };
        assert!(standing.share().abs() < 1e-9);
        standing.features.push(Feature::of("steps", 0_u8, 0));
        assert!(standing.share().abs() < 1e-9);
    }
}
