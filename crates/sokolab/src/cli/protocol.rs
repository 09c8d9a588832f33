//! The arguments of `sokolab protocol`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{notes::Notes, values::DATABASE};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab protocol 3f2a91c0", "as text"),
    ("sokolab protocol 3f2a91c0 -d results.db --json", "as JSON"),
]);

/// `sokolab protocol`
#[derive(Args, Debug)]
pub(crate) struct ProtocolArgs {
    /// The run: the first digits of its name, or of its job's
    #[arg(value_name = "RUN")]
    pub(crate) run: String,

    /// Results file
    #[arg(short, long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(crate) database: PathBuf,

    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
