//! Classes of levels by the size of their state space, as in table 6 of the Brno thesis (Petr Žlebek 2021).
//!
//! A dataset has the decimal logarithm of a size, and the logarithm of a whole number is seldom exact. So the size itself
//! decides, rounded to a whole number: a level of exactly 10⁵ states belongs to "1e5 to 1e6", whatever the last digit of
//! its logarithm is.

use soko_lab::dataset::LevelInfo;

/// A class of levels by the size of their state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeClass {
    /// Every level.
    All,
    /// Below 10⁵.
    Small,
    /// From 10⁵, below 10⁶.
    Medium,
    /// From 10⁶.
    Large,
}

impl SizeClass {
    /// All four, in the order of the table.
    pub(crate) const ALL: [Self; 4] = [Self::All, Self::Small, Self::Medium, Self::Large];

    /// The words of the table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Small => "below 1e5",
            Self::Medium => "1e5 to 1e6",
            Self::Large => "from 1e6",
        }
    }

    /// Does a level of this size belong?
    pub(crate) fn contains(self, size: f64) -> bool {
        match self {
            Self::All => true,
            Self::Small => size < 1e5,
            Self::Medium => (1e5..1e6).contains(&size),
            Self::Large => size >= 1e6,
        }
    }

    /// The places of the levels that belong.
    pub(crate) fn members(self, levels: &[LevelInfo]) -> impl Iterator<Item = usize> {
        levels
            .iter()
            .enumerate()
            .filter(move |(_, level)| self.contains(level.states()))
            .map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    #[test]
    fn every_size_has_one_class_and_its_border_belongs_above() {
        let mut levels = sample().levels;
        for (size, class) in [
            (99_999.0_f64, SizeClass::Small),
            (1e5, SizeClass::Medium),
            (999_999.0, SizeClass::Medium),
            (1e6, SizeClass::Large),
        ] {
            // A logarithm that is off by its last digit changes nothing.
            for log10_states in [size.log10(), size.log10().next_down(), size.log10().next_up()] {
                levels.truncate(1);
                levels[0].log10_states = log10_states;
                let homes = SizeClass::ALL.into_iter().filter(|class| class.members(&levels).count() == 1);
                assert_eq!(homes.collect::<Vec<_>>(), [SizeClass::All, class], "{size}");
            }
        }
    }

    #[test]
    fn members_are_places_in_the_plan() {
        let places = |class: SizeClass| class.members(&sample().levels).collect::<Vec<_>>();
        assert_eq!(SizeClass::ALL.map(places), [vec![0, 1, 2], vec![0], vec![1], vec![2]]);
    }
}
