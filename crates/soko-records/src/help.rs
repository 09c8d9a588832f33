//! How much help a player had: part of every record.
//!
//! A solution found while the game showed dead squares is not the same feat as one found without. So the most
//! help that was on is kept with it, and every game that writes records counts help by this one scale.

/// How much the game tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum HelpLevel {
    /// Nothing.
    #[default]
    Off,
    /// Dead squares are hatched.
    DeadSquares,
    /// Also says when and why the position is lost.
    LostPositions,
}

impl HelpLevel {
    /// All levels, least help first.
    pub const ALL: [Self; 3] = [Self::Off, Self::DeadSquares, Self::LostPositions];

    /// The name in records and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::DeadSquares => "dead squares",
            Self::LostPositions => "lost positions",
        }
    }

    /// The next level, round and round.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::DeadSquares,
            Self::DeadSquares => Self::LostPositions,
            Self::LostPositions => Self::Off,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_go_round_in_the_order_of_help() {
        let round: Vec<_> = HelpLevel::ALL.iter().map(|level| level.next()).collect();
        assert_eq!(round, [HelpLevel::DeadSquares, HelpLevel::LostPositions, HelpLevel::Off]);
        assert!(HelpLevel::ALL.is_sorted());
    }
}
