//! The arguments of `sokolab man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::notes::Notes;

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab man solve | man -l -", "read the page of a command"),
    ("sokolab man --dir ~/.local/share/man/man1", "install all pages"),
]);

/// `sokolab man`
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command whose page to print [default: the page of sokolab itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(crate) command: Option<String>,

    /// Write all pages to this directory, as sokolab.1, sokolab-solve.1, …
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}
