//! The arguments of `sokolab table`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::notes::Notes;

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab table 12.table", "what was learnt, and the policy"),
    ("sokolab table 12.table --at rRuLL", "after these moves"),
    ("sokolab table 12.table --layer value", "a heat map"),
])
.with_sections(&[
    (
        "Layers",
        "\
policy   arrows: the greedy step from each cell, or the greedy play from here
value    0 to 9: from the lowest value on the board to the highest
visits   0 to 9: from the least tried to the most
Tables over cells are drawn for the pushes made so far, tables over boxes box
by box, tables over positions for the boxes as they stand.",
    ),
    (
        "JSON",
        "\
One object: file, player, parameters, level, board, kind, actions,
exact_player, episodes, updates, solution, rows, slots, tried, lowest,
highest, most_visited, position, choices, policy, layers. Cells are
[column, row], counted from 1.",
    ),
]);

/// What `table` draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Layer {
    /// What the greedy policy does
    Policy,
    /// What the best action is worth
    Value,
    /// How often it was tried
    Visits,
}

/// `sokolab table`
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// The file that 'sokolab learn --table' has written
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// Moves from the start, such as rRuLL: show the position they lead to
    #[arg(long, value_name = "LURD", default_value = "", hide_default_value = true)]
    pub(crate) at: String,

    /// What to draw on the board
    #[arg(long, value_name = "WHAT", default_value = "policy")]
    pub(crate) layer: Layer,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
