//! What a reader may spend, whatever comes in.
//!
//! Memory is bounded by the input's length times a small constant plus these figures. A limit that is hit
//! costs the rest of the file or the rest of a list, never what was read before it, and is always reported.

/// Bounds for one call of [`read`](crate::read).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes looked at; the rest of a longer file is ignored.
    pub max_bytes: usize,
    /// Levels kept.
    pub max_levels: usize,
    /// Columns and rows of one board.
    pub max_board_side: usize,
    /// Cells of all boards together.
    pub max_cells_total: usize,
    /// Characters that one run-length encoded line may expand to.
    pub max_rle_expansion: usize,
    /// Depth of nested parentheses in run-length encoding.
    pub max_rle_depth: usize,
    /// Lines of notes, titles and properties kept in all.
    pub max_notes: usize,
    /// Moves of all saved games together.
    pub max_moves: usize,
    /// Saved games kept in all.
    pub max_games: usize,
    /// Diagnostics kept; the last one then says how many more there were.
    pub max_diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 128 << 20,
            max_levels: 250_000,
            max_board_side: 2_000,
            max_cells_total: 64 << 20,
            max_rle_expansion: 1 << 20,
            max_rle_depth: 64,
            max_notes: 500_000,
            max_moves: 16 << 20,
            max_games: 250_000,
            max_diagnostics: 1_000,
        }
    }
}
