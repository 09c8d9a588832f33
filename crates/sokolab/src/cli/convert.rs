//! The arguments of `sokolab convert`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use soko_formats::Format;

use super::{LevelArgs, ReadingArgs, notes::Notes, values};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::on_levels(&[
    ("sokolab convert levels.slc --output levels.sok", "from XML to .sok"),
    ("sokolab convert levels.xsb#12 --to rle", "one level on one line"),
    ("sokolab convert maps.txt --from pusher --to xsb", "maps of a DOS game"),
    ("sokolab convert levels.xsb --to xsb --floor -", "safe to paste into mail and chat"),
]);

/// `sokolab convert`
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    /// Format to write [default: by the name of --output]
    #[arg(short, long, value_name = "FORMAT", value_parser = values::writable_format(), required_unless_present = "output")]
    pub(crate) to: Option<Format>,

    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Character for floor: '-' survives mail and chat, ' ' is classic
    #[arg(long, value_name = "CHAR", default_value = " ", value_parser = [" ", "-"], allow_hyphen_values = true)]
    pub(crate) floor: String,

    /// Write boards in run-length encoding, one line each
    #[arg(long)]
    pub(crate) run_length: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
