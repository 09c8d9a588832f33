//! The arguments of `sokolab play`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};

use super::{ReadingArgs, notes::Notes};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab play", "the built-in levels"),
    ("sokolab play levels.xsb#12", "level 12 of a file"),
]);

/// `sokolab play`
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Levels: FILE, FILE#N, FILE#N-M, FILE#TITLE, a directory, or builtin:NAME [default: all built-in levels]
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) levels: Vec<OsString>,

    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,

    /// File that keeps your best solutions [default: in your data directory]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) records: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
