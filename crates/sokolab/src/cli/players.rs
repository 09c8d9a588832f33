//! The arguments of `sokolab players`.

use clap::Args;

use super::{notes::Notes, values};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab players", "who there is"),
    ("sokolab players astar", "parameters and presets of one"),
]);

/// `sokolab players`
#[derive(Args, Debug)]
pub(crate) struct PlayersArgs {
    /// Show all about this player
    #[arg(value_name = "NAME", value_parser = values::player())]
    pub(crate) name: Option<String>,

    /// Print one JSON object per player
    #[arg(long)]
    pub(crate) json: bool,
}
