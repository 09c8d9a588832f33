//! The arguments of `sokolab merge`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::notes::Notes;

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab merge all.db 1.db 2.db 3.db 4.db", "four shards into one file"),
    ("sokolab merge clean.db old.db", "what is confirmed of a file"),
])
.with_sections(&[(
    "Belief",
    "\
Only what the rules confirm is taken over: boards that are what their hash
says, runs of which the solution replays with the moves and pushes they claim,
and the best solutions that follow from them. The rest is left out and told
one by one; the exit status is 2 then.",
)]);

/// `sokolab merge`
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Results file that takes the others in; it is made if there is none
    #[arg(value_name = "INTO", value_hint = ValueHint::FilePath)]
    pub(crate) into: PathBuf,

    /// Results files to take in; they are left as they are
    #[arg(required = true, value_name = "FROM", value_hint = ValueHint::FilePath)]
    pub(crate) from: Vec<PathBuf>,
}
