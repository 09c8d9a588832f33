//! The run times of report B from Irvine: Q-learning over moves (QAgent) and over pushes (BoxAgent).
//!
//! Source: Jonathan Ta, Jhih-Yuan Chang, Elia Rho, *A Q-learning approach to Sokoban*, course report of CS 271, University of
//! California, Irvine, section 4, in Python. The report prints no numbers, only box plots: figure 3a has 60 runs of each
//! agent, figure 3b 20 runs of the BoxAgent on each of several files. The appendix draws the "first 5 benchmarks" and those "up to 7a",
//! and the text names `sokoban06b.txt`, whose runs had "several large outliers" that the authors lay to deadlocks of corrals.
//!
//! The medians below were **read off the figures** by others and are good to about one digit. They are medians by file, so
//! they are laid to figure 3b, the BoxAgent. For the boards that are missing here (00, 01, 04, 06c, 07a) no median is known; in
//! particular no solution of 04, 06c or 07a by tabular learning is known to be published.

/// About how many seconds a run on a board took, in the middle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct About {
    /// Our name of the board.
    pub board: &'static str,
    /// The median, read off the figure.
    pub seconds: f64,
}

const fn about(board: &'static str, seconds: f64) -> About {
    About { board, seconds }
}

/// The medians, in the order of the boards.
pub(super) const FIGURE_3: [About; 6] = [
    about("02", 125.0),
    about("03", 28.0),
    about("05a", 10.0),
    about("05b", 580.0),
    about("06a", 1.0),
    about("06b", 11.0),
];

/// Outliers on 06b took longer than these seconds.
pub(super) const OUTLIERS_06B: f64 = 1400.0;

/// The boards of the appendix.
pub(super) const BOARDS: [&str; 11] =
    ["00", "01", "02", "03", "04", "05a", "05b", "06a", "06b", "06c", "07a"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::irvine::find;

    #[test]
    fn medians_are_of_boards_of_the_appendix_and_in_their_order() {
        assert!(BOARDS.iter().all(|board| find(board).is_some()));
        let places: Vec<_> =
            FIGURE_3.iter().map(|about| BOARDS.iter().position(|board| *board == about.board)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted());
        let of_06b = FIGURE_3.iter().find(|about| about.board == "06b").unwrap();
        assert!(OUTLIERS_06B > 100.0 * of_06b.seconds);
    }
}
