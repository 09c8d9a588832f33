//! The numbers of the Queensland report: uniform cost, A* and greedy search on the board `1box_m2`.
//!
//! Source: an assignment report for COMP3702/7702 Artificial Intelligence, University of Queensland 2019, section 5,
//! in Python. The agent moves step by step; nodes are counted before any deadlock detection. A*'s heuristic is the sum over
//! the boxes of the Manhattan distance to the nearest target.
//!
//! The report contradicts itself: its log says that A* explored 195 states and its table 51, and the text gives the fringes
//! of the two players the other way round. The table is what is repeated here.

/// One column of the report's table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Our name of the player.
    pub(crate) player: &'static str,
    /// A: nodes generated.
    pub(crate) generated: u64,
    /// B: nodes on the fringe at the end.
    pub(crate) fringe: u64,
    /// C: nodes on the explored list at the end.
    pub(crate) explored: u64,
    /// D: seconds.
    pub(crate) seconds: f64,
}

/// The table.
pub(crate) const COLUMNS: [Column; 3] = [
    Column { player: "ucs", generated: 361, fringe: 71, explored: 290, seconds: 0.07999 },
    Column { player: "astar", generated: 106, fringe: 55, explored: 51, seconds: 0.077 },
    Column { player: "greedy", generated: 134, fringe: 65, explored: 69, seconds: 0.01 },
];

/// Moves of the solutions that uniform cost and A* found; the report calls greedy's optimal, too.
pub const MOVES: u32 = 26;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_nodes_are_on_the_fringe_or_explored() {
        for column in COLUMNS {
            assert_eq!(column.generated, column.fringe + column.explored, "{}", column.player);
        }
    }
}
