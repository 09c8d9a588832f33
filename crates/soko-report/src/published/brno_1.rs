//! Table 5 of the thesis: pushes of the solutions found on 15 levels of MiniCosmos.
//!
//! Source: Petr Žlebek, *Hra Sokoban a umělá inteligence* (Sokoban and artificial intelligence), master's thesis,
//! Brno University of Technology 2021, section 4.1. The levels are Aymeric du Peloux's; the thesis calls them the
//! fifteen hardest of the collection. H-MCTS is the median of five runs.

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Number in the collection.
    pub level: usize,
    /// Pushes of an optimal solution, as printed.
    pub optimal: u32,
    /// Pushes found, in the order of [`NAMES`](super::brno_2::NAMES).
    pub found: [u32; 6],
}

const fn row(level: usize, optimal: u32, found: [u32; 6]) -> Row {
    Row { level, optimal, found }
}

/// The table.
pub(super) const TABLE_5: [Row; 15] = [
    row(26, 48, [48, 64, 48, 54, 54, 64]),
    row(27, 26, [26, 36, 26, 26, 26, 30]),
    row(28, 38, [38, 64, 38, 52, 52, 64]),
    row(29, 13, [13, 23, 13, 17, 17, 15]),
    row(30, 45, [45, 129, 45, 53, 53, 65]),
    row(31, 14, [14, 16, 14, 14, 14, 16]),
    row(32, 20, [20, 24, 20, 20, 20, 20]),
    row(33, 19, [19, 35, 19, 19, 19, 31]),
    row(34, 21, [21, 41, 21, 21, 21, 35]),
    row(35, 16, [16, 16, 16, 16, 16, 20]),
    row(36, 22, [22, 30, 22, 22, 22, 26]),
    row(37, 18, [18, 32, 18, 28, 28, 20]),
    row(38, 17, [17, 49, 17, 19, 19, 21]),
    row(39, 21, [21, 37, 21, 27, 27, 39]),
    row(40, 17, [17, 25, 17, 17, 17, 23]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_26_to_40_and_blind_optimal_players() {
        assert!(TABLE_5.iter().map(|row| row.level).eq(26..=40));
        // What the thesis concludes: breadth-first and uniform-cost search are optimal, the others are not.
        for row in TABLE_5 {
            assert_eq!((row.found[0], row.found[2]), (row.optimal, row.optimal), "level {}", row.level);
            assert!(row.found.iter().all(|&pushes| pushes >= row.optimal));
        }
        assert!(TABLE_5.iter().any(|row| row.found[4] > row.optimal));
    }
}
