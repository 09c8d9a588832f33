//! What makes a position good: counts of which fewer are better, in order of importance.
//!
//! A search in feature space files a position by its features ([`Score`]): the important ones make its cell, all together its
//! rank. Which features a search looks at, and in which order, is a type of its own: [`forward`] for pushes along a
//! plan, [`backward`] for pulls to the start, [`packing`] for the search for a plan.

pub(crate) mod access;
pub(crate) mod backward;
pub(crate) mod connectivity;
pub(crate) mod forward;
pub(crate) mod hotspots;
pub(crate) mod packing;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Score {
    /// The features that make a cell.
    pub(crate) cell: u64,
    /// All features in order of importance; less is better.
    pub(crate) rank: u64,
}

/// The features of a position in one kind of search.
pub(crate) trait Features: Copy {
    /// Cell and rank.
    fn score(self) -> Score;
    /// Parts into which the boxes divide the floor.
    fn parts(self) -> u8;
    /// Passages between rooms that boxes bar.
    fn barred(self) -> u8;
    /// Is nothing given up that comes before parts and passages?
    fn keeps(self, _before: Self) -> bool {
        true
    }
}
