//! What a deadlock rule is: a name, a judgement, and the evidence for it.
//!
//! The player's region is an argument because the caller has flooded it already; most rules do not look at
//! it. Searches that count nanoseconds call the rules' own types; the trait object is for explaining, testing and
//! measuring.

use serde::{Deserialize, Serialize};
use soko_core::{Bits, Level, Maze, State};

/// The name of a rule, from the plainest to the deepest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleId {
    /// A box in a corner that is no goal.
    Corner,
    /// More boxes along a wall than goals.
    WallLine,
    /// A box on a square from which no goal can be reached.
    DeadSquare,
    /// A square of boxes and walls.
    Block,
    /// Boxes that hold each other in place.
    Freeze,
    /// Boxes around a closed diagonal.
    Diagonal,
    /// Boxes that compete for too few goals.
    Bipartite,
    /// No push is left.
    NoSuccessor,
    /// A goal that had to be filled earlier.
    Retrograde,
    /// Two boxes that can never both come home.
    Pair,
    /// A closed area that must be opened and cannot.
    PiCorral,
    /// A closed area whose boxes cannot come home, by search.
    Corral,
    /// Boxes that a search has proven lost wherever they occur.
    Pattern,
}

impl RuleId {
    /// All rules, from the plainest to the deepest: what a player is told first comes first.
    pub const ALL: &'static [Self] = &[
        Self::Corner,
        Self::WallLine,
        Self::DeadSquare,
        Self::Block,
        Self::Freeze,
        Self::Diagonal,
        Self::Bipartite,
        Self::NoSuccessor,
        Self::Retrograde,
        Self::Pair,
        Self::PiCorral,
        Self::Corral,
        Self::Pattern,
    ];

    /// The name in files and on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::WallLine => "wall-line",
            Self::DeadSquare => "dead-square",
            Self::Block => "block",
            Self::Freeze => "freeze",
            Self::Diagonal => "diagonal",
            Self::Bipartite => "bipartite",
            Self::NoSuccessor => "no-successor",
            Self::Retrograde => "retrograde",
            Self::Pair => "pair",
            Self::PiCorral => "pi-corral",
            Self::Corral => "corral",
            Self::Pattern => "pattern",
        }
    }

    /// What it looks for, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Corner => "a box in a corner of walls that is no goal",
            Self::WallLine => "more boxes along a closed wall than goals along it",
            Self::DeadSquare => "a box on a square from which it can never reach a goal",
            Self::Block => "two by two cells of boxes and walls, with a box off goal",
            Self::Freeze => "boxes that hold each other in place for good, one of them off goal",
            Self::Diagonal => "a closed diagonal whose boxes can only be pushed into it",
            Self::Bipartite => {
                "boxes that cannot all have a goal of their own, or goals that cannot all have a box"
            }
            Self::NoSuccessor => "no push is left, or every push loses a box that is needed",
            Self::Retrograde => "a goal that can only be filled before those that already bar the way",
            Self::Pair => "two boxes that can never both come home, even without the others",
            Self::PiCorral => "a closed area that must be opened, although no push can open it",
            Self::Corral => "boxes around a closed area that, tried in every way, never come home",
            Self::Pattern => "a few boxes that never come home, learned from such searches",
        }
    }
}

/// How many boxes may end on no goal and how many goals may stay empty; one of the two is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spare {
    /// Boxes that the level can do without.
    pub boxes: u32,
    /// Goals that need no box.
    pub goals: u32,
}

impl Spare {
    /// Counts boxes and goals of a level.
    pub fn of(level: &Level) -> Self {
        let needed = level.needed();
        Self { boxes: (level.boxes() - needed) as u32, goals: (level.goals().len() - needed) as u32 }
    }
}

/// What proves that a position is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence<const W: usize> {
    /// The rule that speaks.
    pub rule: RuleId,
    /// The boxes of the proof.
    pub boxes: Bits<W>,
    /// The floor squares of the proof; what they are depends on the rule.
    pub cells: Bits<W>,
}

/// A deadlock rule, compiled for one level.
pub trait Rule<const W: usize>: Send + Sync {
    /// Its name.
    fn id(&self) -> RuleId;

    /// Evidence that `state` cannot be won, if the rule finds it. `region` is where the player can walk.
    fn judge(&self, maze: &Maze<W>, state: &State<W>, region: &Bits<W>) -> Option<Evidence<W>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        for &rule in RuleId::ALL {
            let deserializer: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
                serde::de::IntoDeserializer::into_deserializer(rule.id());
            assert_eq!(RuleId::deserialize(deserializer), Ok(rule));
        }
        assert!(RuleId::ALL.is_sorted(), "a rule is listed out of order or twice");
    }

    #[test]
    fn spare_boxes_and_goals() {
        let spare = |text| Spare::of(&Level::parse(text).unwrap());
        assert_eq!(spare("#####\n#@$.#\n#####"), Spare { boxes: 0, goals: 0 });
        assert_eq!(spare("######\n#$@$.#\n######"), Spare { boxes: 1, goals: 0 });
        assert_eq!(spare("######\n#.@$.#\n######"), Spare { boxes: 0, goals: 1 });
    }
}
